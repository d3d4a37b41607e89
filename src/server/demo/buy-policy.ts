/** Buys a policy the way a person does: draft, every page read, people, health, check, submit. For the demo and for tests. */
import type { Input } from '../../lib/contract.ts'
import {
  createOrder, orderText, READ_PAGES, readPage, saveOrder, submitOrder, type OrderView, type Trip,
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
  /** Gets the consent of who is insured, where the order needs it. */
  consent?: (order: OrderView) => Promise<OrderView>
}

/** A draft with nothing but the trip. Returns what stands already when the key was used before. */
export const createDraftOrder = ({ call }: Actor, { key, trip }: Pick<Application, 'key' | 'trip'>): Promise<OrderView> =>
  call(createOrder, { trip: { destination: '', arrived: false, ...trip }, key })

/** Fills a draft in up to the last page, without sending it. */
export async function fillInOrder(actor: Actor, order: OrderView, application: Application): Promise<OrderView> {
  const { call } = actor
  // What the pages say depends on who is insured, so the people come before the reading.
  let view = await answer(actor, order, application)
  for (const page of READ_PAGES) {
    if (page === 'health' && view.questions.length === 0) continue
    const { sha256 } = await call(orderText, { id: view.id, page })
    view = await call(readPage, { id: view.id, version: view.version, page, sha256, openedAt: actor.deps.clock() })
  }
  return view
}

/** Who is insured decides which health questions are asked. */
async function answer({ call }: Actor, order: OrderView, { people, yes }: Application): Promise<OrderView> {
  const view = await call(saveOrder, { id: order.id, version: order.version, people })
  const answers = Object.fromEntries(view.questions.map((id) => [id, id === yes ? 'yes' as const : 'no' as const]))
  const details = yes ? { [yes]: 'Wrist operation in 2025, healed, no treatment since.' } : {}
  return call(saveOrder, { id: view.id, version: view.version, health: { answers, details } })
}

/** Sends the application: awaiting payment, or under review after a yes. */
export async function submitApplication(actor: Actor, application: Application): Promise<OrderView> {
  const { call } = actor
  const order = await createDraftOrder(actor, application)
  if (order.status !== 'created') return order
  const read = await fillInOrder(actor, order, application)
  const filled = application.consent && read.consent?.status === 'not_sent' ? await application.consent(read) : read
  const text = await call(orderText, { id: filled.id, page: 'declarations' })
  const check = { declarations: text.declarations.map(({ id }) => id), second: application.second ?? false }
  const checked = await call(saveOrder, { id: filled.id, version: filled.version, check })
  if (!checked.premium) throw new Error(`no premium: ${checked.priceError ?? 'unknown'}`)
  return call(submitOrder, {
    id: checked.id, version: checked.version, premium: checked.premium.amount, sha256: text.sha256, openedAt: actor.deps.clock(),
  })
}
