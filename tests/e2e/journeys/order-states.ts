/** Every state of a purchase, created by the calls that browsers make, and what the order's two addresses show for it. */
import { cancelOrder, listOrders } from '../../../src/features/orders/contract.ts'
import { payCreate, payStatus } from '../../../src/features/cashier/contract.ts'
import type { Delivery, Outcome } from '../../../src/features/cashier/server/sandbox/protocol.ts'
import { sendOrderLink } from '../../../src/features/orders/draft-link-call.ts'
import { dayOf } from '../../../src/lib/days/dates.ts'
import type { Lang } from '../../../src/lib/locale.ts'
import { memoryStore } from '../../../src/app/storage/storage.ts'
import { ok } from '../../api/orders-fixtures.ts'
import type { Stored } from '../../browser/sandbox.ts'
import { advanceClock, clientOf, DEMO, eventually, signIn, type Site } from '../browser-site.ts'
import { prepareOrder, type PreparedOrder } from './prepare-order.ts'
import { self, student } from './people.ts'

/** An order, its owner, and the storage of the browser that created it. */
export interface OrderInState {
  id: string
  owner: string
  stored: Stored
}

/** Words of the page (any of them), and the label of the next step; `act` is the page's main button. */
export interface Said {
  words: readonly string[]
  next: string
}

/** `order`: the link in the mails · `payment`: the page where it is paid. */
export interface Places {
  order: Said
  payment: Said
}

/** An operator's command over the site's store. */
type Desk = (...words: string[]) => Promise<string>

export interface State extends Places {
  id: string
  lay: (site: Site, lang: Lang, desk: Desk) => Promise<OrderInState>
  /** What they show on another device of the same person, where that differs. */
  elsewhere?: Places
  /** What they show a day later. */
  later?: Places
}

const MINUTE = 60_000
const said = (words: string | readonly string[], next: string): Said => ({ words: [words].flat(), next })

async function made(
  site: Site,
  lang: Lang,
  { upTo = 'submitted', yes }: { upTo?: 'people' | 'submitted'; yes?: string } = {},
): Promise<PreparedOrder & OrderInState> {
  const buyer = student()
  const today = dayOf(await advanceClock(site, 0))
  return {
    ...(await prepareOrder(site, { people: self(buyer), lang, upTo, today, ...(yes ? { yes } : {}) })),
    owner: buyer.email,
  }
}

function requesterOf(site: Site, lang: Lang, stored: Stored) {
  const store = memoryStore()
  for (const [name, value] of Object.entries(stored)) store.setItem(name, value)
  return clientOf(site, lang, store).request
}

/** Begins a payment, and makes the payer's choice at the gateway. */
async function paid(
  site: Site,
  lang: Lang,
  { id, stored }: OrderInState,
  outcome: Outcome,
  delivery: Delivery,
): Promise<void> {
  const begun = ok(
    await requesterOf(site, lang, stored)(payCreate, { order: id, method: 'wechat', key: crypto.randomUUID() }),
  )
  const payUrl = new URL(begun.payment?.payUrl ?? '', site.url)
  await fetch(payUrl, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome, delivery }) })
}

const closed = (state: string, cashier: string): Places => ({
  order: said(`confirm:closed.${state}.title`, 'confirm:closed.again'),
  payment: said(`cashier:closed.${cashier}.title`, 'cashier:closed.orderAgain'),
})
const EXPIRED = closed('expired', 'expired')
/** Medicine taken for a while: the insurer decides. */
const YES = 'q3'
const PAYABLE = said('confirm:closed.payable.title', 'confirm:closed.pay')

export const STATES: readonly State[] = [
  {
    id: 'draft',
    lay: async (site, lang) => {
      const laid = await made(site, lang, { upTo: 'people' })
      // Before it is submitted it belongs to this browser only, and to the address that the way back was sent to.
      ok(await requesterOf(site, lang, laid.stored)(sendOrderLink, { id: laid.id, to: laid.owner }))
      return laid
    },
    order: said('confirm:steps.health', 'act'),
    payment: said('cashier:none.draft', 'cashier:none.submit'),
  },
  {
    id: 'awaiting payment',
    lay: (site, lang) => made(site, lang),
    order: PAYABLE,
    payment: said('cashier:method.wechat', 'cashier:method.wechat'),
    later: EXPIRED,
  },
  {
    id: 'a payment refused',
    lay: async (site, lang) => {
      const laid = await made(site, lang)
      await paid(site, lang, laid, 'refuse', 'now')
      return laid
    },
    order: PAYABLE,
    payment: said('cashier:last.rejected', 'cashier:method.wechat'),
    later: EXPIRED,
  },
  {
    id: 'a payment not authorised',
    lay: async (site, lang) => {
      const laid = await made(site, lang)
      await paid(site, lang, laid, 'authorization', 'now')
      return laid
    },
    order: PAYABLE,
    payment: said('cashier:last.authorization', 'cashier:method.wechat'),
    later: EXPIRED,
  },
  {
    // The payer has left the wallet's page without a choice.
    id: 'a payment under way',
    lay: async (site, lang) => {
      const laid = await made(site, lang)
      ok(
        await requesterOf(
          site,
          lang,
          laid.stored,
        )(payCreate, { order: laid.id, method: 'wechat', key: crypto.randomUUID() }),
      )
      return laid
    },
    order: PAYABLE,
    payment: said('cashier:waiting.text', 'cashier:waiting.resume'),
    elsewhere: { order: PAYABLE, payment: said('payer:others.text', 'payer:others.takeOver') },
    later: EXPIRED,
  },
  {
    id: 'under review',
    lay: (site, lang) => made(site, lang, { yes: YES }),
    order: said('confirm:closed.review.title', 'confirm:closed.cancel.go'),
    payment: said('cashier:closed.under_review.title', 'cashier:closed.application'),
  },
  {
    id: 'accepted after review',
    lay: async (site, lang, desk) => {
      const laid = await made(site, lang, { yes: YES })
      await desk('orders', 'review', 'pass', laid.id)
      return laid
    },
    order: said('confirm:check.accepted.title', 'act'),
    payment: said('cashier:none.accepted.title', 'cashier:none.accepted.go'),
  },
  {
    id: 'declined',
    lay: async (site, lang, desk) => {
      const laid = await made(site, lang, { yes: YES })
      await desk('orders', 'review', 'decline', laid.id)
      return laid
    },
    order: said('confirm:closed.declined.title', 'confirm:closed.declined.plans'),
    payment: said('cashier:closed.declined.title', 'cashier:closed.application'),
  },
  {
    id: 'cancelled',
    lay: async (site, lang) => {
      const laid = await made(site, lang)
      ok(await requesterOf(site, lang, laid.stored)(cancelOrder, { id: laid.id, version: laid.order.version }))
      return laid
    },
    ...closed('givenUp', 'cancelled'),
  },
  {
    id: 'expired',
    lay: async (site, lang) => {
      const laid = await made(site, lang)
      await advanceClock(site, 91 * MINUTE)
      return laid
    },
    ...EXPIRED,
  },
  {
    id: 'issued',
    lay: async (site, lang) => {
      const laid = await made(site, lang)
      await paid(site, lang, laid, 'pay', 'now')
      await eventually(async () => ((await laid.look()).status === 'issued' ? true : undefined), 'The policy')
      return laid
    },
    order: said('confirm:closed.paid.title', 'confirm:closed.documents'),
    payment: said('cashier:succeed.issued.title', 'cashier:onward.policies'),
  },
  {
    id: 'paid too late, given back',
    lay: async (site, lang) => {
      const laid = await made(site, lang)
      await paid(site, lang, laid, 'pay', 'after_expiry')
      // The order closes first, a minute late because a payment is under way; the bank confirms half a minute later.
      await advanceClock(site, 91 * MINUTE)
      await eventually(
        async () => ((await laid.look()).status === 'expired' ? true : undefined),
        'The end of the order',
      )
      await advanceClock(site, 5 * MINUTE)
      const request = requesterOf(site, lang, laid.stored)
      await eventually(
        async () =>
          ok(await request(payStatus, { order: laid.id })).payment?.refund?.status === 'succeeded' ? true : undefined,
        'The refund',
      )
      return laid
    },
    order: { ...EXPIRED.order, words: ['confirm:closed.late'] },
    payment: said('cashier:fail.refunded.title', 'cashier:closed.orderAgain'),
  },
  {
    // From the demo account: no call creates an order that cannot be issued.
    id: 'not issued, refunded',
    lay: async (site, lang) => {
      const stored = await signIn(site, DEMO)
      const { orders } = ok(await requesterOf(site, lang, stored)(listOrders, {}))
      const failed = orders.find(({ status }) => status === 'issue_failed' || status === 'refunded')
      if (!failed) throw new Error('The demo account has no order that could not be issued')
      // The next code may be requested after a minute.
      await advanceClock(site, 2 * MINUTE)
      return { id: failed.id, owner: DEMO, stored }
    },
    order: said('confirm:closed.notIssued.title', 'confirm:closed.again'),
    payment: said(['cashier:succeed.notIssued.title', 'cashier:succeed.refunded.title'], 'cashier:closed.orderAgain'),
  },
]
