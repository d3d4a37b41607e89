/**
 * Buys a policy the way a person does: draft, every page read, people, health, check, submit. For the demo and for
 * tests.
 */
import type { Input } from '../../lib/contract.ts'
import {
  createOrder,
  orderText,
  READ_PAGES,
  readPage,
  saveOrder,
  submitOrder,
  type OrderView,
  type ReadPage,
  type Trip,
} from '../../features/orders/contract.ts'
import type { Actor } from './call-as.ts'

export type People = NonNullable<Input<typeof saveOrder>['people']>

export interface Application {
  /** The same key makes one order. */
  key: string
  trip: Partial<Trip> & Pick<Trip, 'plan' | 'tier' | 'start' | 'end'>
  people: People
  /** Answers "yes" to this question, with details: the order goes to review. */
  yes?: string
  second?: boolean
  /** Obtains the insured person's consent, where the order needs it. */
  consent?: (order: OrderView) => Promise<OrderView>
}

/** A draft with only the trip. Returns the existing order when the key was used before. */
export const createDraftOrder = (
  { call }: Actor,
  { key, trip }: Pick<Application, 'key' | 'trip'>,
): Promise<OrderView> => call(createOrder, { trip: { destination: '', arrived: false, ...trip }, key })

/** Fills a draft in up to the last page, without sending it. */
export async function fillInOrder(
  actor: Actor,
  order: OrderView,
  application: Pick<Application, 'people' | 'yes'>,
): Promise<OrderView> {
  // The pages' texts depend on who is insured, so people are entered before reading; full names only after the consent.
  let view = await answer(actor, await confirm(actor, order, 'sensitive-data'), application)
  for (const page of READ_PAGES) {
    if (page === 'sensitive-data' || (page === 'health' && view.questions.length === 0)) continue
    view = await confirm(actor, view, page)
  }
  return view
}

async function confirm({ call, deps }: Actor, { id, version }: OrderView, page: ReadPage): Promise<OrderView> {
  const { sha256 } = await call(orderText, { id, page })
  return call(readPage, { id, version, page, sha256, openedAt: deps.clock() })
}

/** Who is insured decides which health questions are asked. */
async function answer(
  { call }: Actor,
  order: OrderView,
  { people, yes }: Pick<Application, 'people' | 'yes'>,
): Promise<OrderView> {
  const view = await call(saveOrder, { id: order.id, version: order.version, people })
  const answers = Object.fromEntries(view.questions.map((id) => [id, id === yes ? ('yes' as const) : ('no' as const)]))
  const details = yes ? { [yes]: 'Wrist operation in 2025, healed, no treatment since.' } : {}
  return call(saveOrder, { id: view.id, version: view.version, health: { answers, details } })
}

/** Ticks the declarations and sends what was filled in: awaiting payment, or under review after a yes. */
export async function sendFilledOrder(
  { call, deps }: Actor,
  filled: OrderView,
  { second = false }: Pick<Application, 'second'>,
): Promise<OrderView> {
  const text = await call(orderText, { id: filled.id, page: 'declarations' })
  const check = { declarations: text.declarations.map(({ id }) => id), second, text: text.sha256 }
  const checked = await call(saveOrder, { id: filled.id, version: filled.version, check })
  if (!checked.premium) throw new Error(`no premium: ${checked.priceError ?? 'unknown'}`)
  return call(submitOrder, {
    id: checked.id,
    version: checked.version,
    premium: checked.premium.amount,
    sha256: text.sha256,
    openedAt: deps.clock(),
  })
}

/** Sends the application: awaiting payment, or under review after a yes. */
export async function submitApplication(actor: Actor, application: Application): Promise<OrderView> {
  const order = await createDraftOrder(actor, application)
  if (order.status !== 'created') return order
  const read = await fillInOrder(actor, order, application)
  const filled = application.consent && read.consent?.status === 'not_sent' ? await application.consent(read) : read
  return sendFilledOrder(actor, filled, application)
}
