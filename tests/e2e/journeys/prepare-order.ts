/** Orders made by the browser's own calls, so that a journey can begin at its own subject. */
import {
  createOrder,
  getOrder,
  orderText,
  readPage,
  saveOrder,
  submitOrder,
  type OrderView,
  type ReadPage,
} from '../../../src/features/orders/contract.ts'
import type { PeopleDraft } from '../../../src/features/orders/rules/check-person-fields.ts'
import { DEVICE_SECRET } from '../../../src/app/storage/storage-keys.ts'
import { memoryStore } from '../../../src/app/storage/storage.ts'
import type { Day } from '../../../src/lib/days/dates.ts'
import type { Lang } from '../../../src/lib/locale.ts'
import { clientOf, type Site } from '../browser-site.ts'
import type { Stored } from '../../browser/sandbox.ts'
import { ok } from '../../api/orders-fixtures.ts'
import { self, term } from './people.ts'

/**
 * How far the order has come: pages read · sensitive data agreed to · people named · health answered · declarations
 * ticked · submitted.
 */
const STAGES = ['read', 'consent', 'people', 'health', 'check', 'submitted'] as const

interface Wish {
  people?: PeopleDraft
  upTo?: (typeof STAGES)[number]
  lang?: Lang
  /** The server's day, where its clock was moved by days. */
  today?: Day
  /** The health question that is answered yes, with a detail, so that a person reviews the application. */
  yes?: string
  /** The student's date of birth as given for the price. */
  birthDate?: Day
  /** Storage from `signIn`, or of an earlier order: the same device and login. */
  stored?: Stored
}

export interface PreparedOrder {
  id: string
  order: OrderView
  /** The storage of the browser that made the order. */
  stored: Stored
  /** Loads the order's current state. */
  look: () => Promise<OrderView>
}

export async function prepareOrder(
  site: Pick<Site, 'url'>,
  { people = self(), upTo = 'submitted', lang = 'en', stored = {}, today, birthDate, yes }: Wish = {},
): Promise<PreparedOrder> {
  const store = memoryStore()
  for (const [name, value] of Object.entries(stored)) store.setItem(name, value)
  const { request } = clientOf(site, lang, store)
  const trip = { plan: 'us-campus', tier: 'gold', destination: 'us', arrived: null, ...term(today) }
  let order = ok(await request(createOrder, { trip, key: crypto.randomUUID(), ...(birthDate ? { birthDate } : {}) }))
  const at = () => ({ id: order.id, version: order.version })
  const read = async (page: ReadPage): Promise<void> => {
    const { sha256 } = ok(await request(orderText, { id: order.id, page }))
    order = ok(await request(readPage, { ...at(), page, sha256, openedAt: Date.now() - 10_000 }))
  }
  const stages: Record<(typeof STAGES)[number], () => Promise<void>> = {
    read: async () => {
      for (const page of ['enter', 'before-you-buy', 'terms', 'not-covered'] as const) await read(page)
    },
    consent: () => read('sensitive-data'),
    people: async () => {
      order = ok(await request(saveOrder, { ...at(), people }))
    },
    health: async () => {
      const answers = Object.fromEntries(
        order.questions.map((id) => [id, id === yes ? ('yes' as const) : ('no' as const)]),
      )
      const details = yes ? { [yes]: 'Seasonal allergy, cetirizine since spring 2026, continues' } : {}
      order = ok(await request(saveOrder, { ...at(), health: { answers, details } }))
      await read('health')
    },
    check: async () => {
      const text = ok(await request(orderText, { id: order.id, page: 'declarations' }))
      order = ok(
        await request(saveOrder, {
          ...at(),
          check: { declarations: text.declarations.map(({ id }) => id), second: false, text: text.sha256 },
        }),
      )
    },
    submitted: async () => {
      const { sha256 } = ok(await request(orderText, { id: order.id, page: 'declarations' }))
      order = ok(
        await request(submitOrder, {
          ...at(),
          premium: order.premium?.amount ?? 0,
          sha256,
          openedAt: Date.now() - 5_000,
        }),
      )
    },
  }
  for (const stage of STAGES.slice(0, STAGES.indexOf(upTo) + 1)) await stages[stage]()
  const look = async (): Promise<OrderView> => ok(await request(getOrder, { id: order.id }))
  return { id: order.id, order, look, stored: { ...stored, [DEVICE_SECRET]: store.getItem(DEVICE_SECRET) ?? '' } }
}
