/**
 * Finds or begins the order that the address names: a closed one again (`again`), a partner's, or a new one of a plan
 * (`plan`, `tier` …).
 */
import type { Reply } from '../../../../app/requests/api.ts'
import { applicationKey, BEGUN_HERE } from '../../../../app/storage/storage-keys.ts'
import type { Input } from '../../../../lib/contract.ts'
import { isDay } from '../../../../lib/days/dates.ts'
import { MOST_FAMILY } from '../../rules/people-draft.ts'
import {
  MOST_BEGUN_HERE,
  type createLinkedOrder,
  type createOrder,
  type getOrder,
  type orderAgain,
} from '../../contract.ts'

type Found =
  | Reply<typeof getOrder>
  | Reply<typeof createOrder>
  | Reply<typeof orderAgain>
  | Reply<typeof createLinkedOrder>

export interface OrderEnvironment {
  get: (id: string) => Promise<Reply<typeof getOrder>>
  create: (input: Input<typeof createOrder>) => Promise<Reply<typeof createOrder>>
  again: (input: Input<typeof orderAgain>) => Promise<Reply<typeof orderAgain>>
  linked: (input: Input<typeof createLinkedOrder>) => Promise<Reply<typeof createLinkedOrder>>
  /** The visit of a partner's link that a new application belongs to. */
  visit?: { link?: string } | undefined
  /** The tab's own storage. */
  store: Pick<Storage, 'getItem' | 'setItem'>
  newKey: () => string
}

/** `undefined` when the address names no order. */
export async function findOrBeginOrder(query: URLSearchParams, around: OrderEnvironment): Promise<Found | undefined> {
  const again = query.get('again')
  if (again) {
    const reply = await begin(query, around, (key) => around.again({ id: again, key }))
    // It was paid in another tab, or never closed: the order itself shows how to go on.
    return !reply.ok && reply.code === 'not_closed' ? around.get(again) : reply
  }
  const { visit } = around
  const plan = query.get('plan')
  if (visit) {
    const reply = await begin(query, around, (key) =>
      around.linked({ ...visit, key, ...(plan ? { trip: tripOf(query), ...birthOf(query) } : {}) }),
    )
    // The partner's visit is over: the buyer continues without it.
    if (reply.ok || reply.code !== 'link_used') return reply
  }
  return plan
    ? begin(query, around, (key) => {
        const begunHere = begunIn(around.store)
        const before = begunHere.length > 0 ? { begunHere } : {}
        return around.create({ trip: tripOf(query), key, ...birthOf(query), ...familyOf(query), ...before })
      })
    : undefined
}

const begunIn = (store: OrderEnvironment['store']): string[] =>
  (store.getItem(BEGUN_HERE) ?? '').split(',').filter(Boolean)

function rememberBegun(store: OrderEnvironment['store'], id: string): void {
  const others = begunIn(store).filter((one) => one !== id)
  store.setItem(BEGUN_HERE, [...others, id].slice(-MOST_BEGUN_HERE).join(','))
}

/**
 * One draft per choice and tab, however often the page is reloaded before the address contains its id. An order that
 * was sent, paid or closed since is no longer a draft: choosing the same again (for the second of two twins) begins a
 * new one.
 */
async function begin<R extends Found>(
  query: URLSearchParams,
  { store, newKey }: OrderEnvironment,
  start: (key: string) => Promise<R>,
): Promise<R> {
  const reply = await beginOnce(query, { store, newKey }, start)
  if (reply.ok) rememberBegun(store, reply.data.id)
  return reply
}

async function beginOnce<R extends Found>(
  query: URLSearchParams,
  { store, newKey }: Pick<OrderEnvironment, 'store' | 'newKey'>,
  start: (key: string) => Promise<R>,
): Promise<R> {
  const name = applicationKey(query)
  const known = store.getItem(name)
  const first = known ?? newKey()
  store.setItem(name, first)
  const reply = await start(first)
  if (known === null || !reply.ok || reply.data.status === 'created') return reply
  const next = newKey()
  store.setItem(name, next)
  return start(next)
}

/** The student's date of birth, where the price was asked for with it. */
function birthOf(query: URLSearchParams): Pick<Input<typeof createOrder>, 'birthDate'> {
  const birth = query.get('birth')
  return birth !== null && isDay(birth) ? { birthDate: birth } : {}
}

/** Spouse and children whose price was asked for; those without a date of birth had no price. */
function familyOf(query: URLSearchParams): Pick<Input<typeof createOrder>, 'family'> {
  const born = (name: string): string[] => (query.get(name) ?? '').split(',').filter(isDay)
  const family = [
    ...born('spouse')
      .slice(0, 1)
      .map((birthDate) => ({ relationship: 'spouse' as const, birthDate })),
    ...born('child')
      .slice(0, MOST_FAMILY - 1)
      .map((birthDate) => ({ relationship: 'child' as const, birthDate })),
  ]
  return family.length > 0 ? { family } : {}
}

function tripOf(query: URLSearchParams): Input<typeof createOrder>['trip'] {
  const text = (name: string) => query.get(name) ?? ''
  return { plan: text('plan'), tier: text('tier'), start: text('start'), end: text('end'), destination: text('to') }
}
