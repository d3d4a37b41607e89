/**
 * A payable: anything that the cashier takes money for. A feature registers its kinds by the hook `payables`; no
 * other list of kinds exists, and the cashier knows nothing about a kind except this interface.
 */
import type { Day } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { Money } from '../../../lib/money/money.ts'
import type { Context } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { defineHook } from '../../../server/define-hook.ts'
import type { Deps } from '../../../server/dependencies.ts'

export interface PayableRef {
  kind: string
  id: string
}

/**
 * Ids of what a person has to pay for in their account. One list: as conditions joined by "or" they would be compared
 * with every payment there is.
 */
export const payablesOfUser = (db: Deps['db'], userId: string) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .unionAll(db.selectFrom('policy_extensions').select('id').where('user_id', '=', userId))
    .unionAll(db.selectFrom('policy_changes').select('id').where('user_id', '=', userId))

export interface PayableState {
  /** The number that its payer knows: of an order, of a policy. */
  number: string
  /**
   * Whether it can be paid now, and if not, why. `under_review`, `accepted` (reviewed, to be submitted) and `declined`:
   * health answers, so only its owner is told. `in_group`: it is on a school's list, which is paid as a whole.
   */
  standing:
    | 'payable'
    | 'paid'
    | 'expired'
    | 'cancelled'
    | 'not_submitted'
    | 'under_review'
    | 'accepted'
    | 'declined'
    | 'in_group'
  /** `null` while the amount is not known. */
  amount: Money | null
  /** Instant after which no money is taken, ms; `null` for no end. */
  payUntil: number | null
  /** May be paid by bank transfer, too: then `payUntil` is not `null`. */
  byTransfer?: boolean
  /** The type in the addresses of its payment links, `/h5/pay/{type}/{id}`, where it has its own link pages. */
  linkType?: 'collection'
  /** Until when its links work, ms, and for how long they show the outcome afterwards, where that is longer than usual. */
  links?: { worksUntil: number; shownFor: number }
}

/** What a payer is shown, in the language asked for; empty for what a kind does not have. */
export interface PayableView {
  /** The payable's own status, for pages that know the kind. */
  status: string
  /** Everything that paying triggers has arrived: pages stop polling. */
  settled: boolean
  /** What is bought, unless it is the first purchase of a policy. */
  about: string
  plan: string
  tier: string
  insurer: string
  /** First and last day of the cover that is paid for. */
  start: Day | null
  end: Day | null
  /** Full name of the insured person; the cashier shortens it when somebody else pays. */
  insured: string
  /** Where several people are insured: each one's name and part of the amount. */
  parts?: readonly { name: string; amount: Money }[]
  /** Full name of who bought or requested it, shortened likewise. */
  buyer?: string
  /** Name of the school whose campaign led to it. */
  campaign?: string
  /** Number of the application that it pays for, if there is one. */
  application: string | null
  /** Its policy will have a letter for a school's insurance waiver. */
  waiverLetter?: boolean
  /** Path of the page from which it is paid, without language. */
  back: string | null
  /** The owner's address or number to which its documents are sent, masked. */
  sentTo?: string
  /** What its owner reads once the money has arrived; `null` where the succeed page has its own words for the status. */
  after: { title: string; text: string } | null
}

interface PayableMoney {
  id: string
  paymentId: string
  /** Now, ms. */
  at: number
  /** When the payer paid, by the provider's clock. */
  boughtAt: number
}

/** What became of money that arrived; `PayableKind.paid` says what each means. */
type Credited = 'paid' | 'already' | 'dead' | 'repriced'

export interface PayableKind {
  /** Lower-case letters; stored with each payment. */
  kind: string
  /** Query parameter that names one in addresses and calls, where it is not `pay=<kind>.<id>`. */
  param?: 'order'
  /** Words that name one by its number in messages ("Next policy term after {{number}}"), except for orders. */
  named?: string
  /** Locks it until the end of the transaction, also against whoever changes or closes it. */
  lock: (trx: Trx, id: string) => Promise<void>
  /** `undefined` where none has this id. */
  find: (deps: Deps, db: Trx | Deps['db'], id: string, now: number) => Promise<PayableState | undefined>
  /**
   * Refuses `not_found` for a caller who may not pay for it; whoever scans the QR code of somebody who may needs no
   * such permission.
   */
  requirePayer: (ctx: Context, id: string) => Promise<void>
  describe: (deps: Deps, id: string, lang: Lang) => Promise<PayableView>
  /** Names that a refund account may carry: the buyer's, in every known form. */
  payerNames?: (deps: Deps, db: Trx | Deps['db'], id: string) => Promise<string[]>
  /** Words for the reason of a refund, where the payer did not cause it; the cashier's own otherwise. */
  refundReasons?: string
  /** Where its payer follows it, if that is a private link and not a page of their own; `undefined` while there is none. */
  payerUrl?: (deps: Deps, db: Trx | Deps['db'], id: string) => Promise<string | undefined>
  /**
   * Page, without language, on which its buyer follows a refund of money that bought something; the page of the payment
   * where there is none.
   */
  refundPage?: (db: Trx | Deps['db'], id: string) => Promise<string | undefined>
  /** Who is notified of a refund. */
  contact: (deps: Deps, trx: Trx, id: string) => Promise<{ to: string; lang: Lang } | undefined>
  /**
   * Money arrived. `paid`: accepted, once for each payable · `already`: another payment paid it · `dead`: it takes no
   * money any more · `repriced`: it costs something else than when the payment was begun. For all but `paid` the
   * cashier refunds the money.
   */
  paid: (deps: Deps, trx: Trx, money: PayableMoney) => Promise<Credited>
  /** A payment of it was refused by the bank or wallet, and no money arrived. */
  closed?: (deps: Deps, trx: Trx, payment: { id: string; amount: Money; method: string }) => Promise<void>
  /**
   * Money of a payment was refunded; `whole` when nothing is left of the payment that was credited, `subject` is what
   * the refund was about.
   */
  returned?: (
    deps: Deps,
    trx: Trx,
    refund: { id: string; at: number; whole: boolean; subject: string },
  ) => Promise<void>
  /** Ids of those that were paid, can never be delivered, and have no refund yet: the cashier refunds them. */
  undeliverable?: (db: Deps['db'], limit: number) => Promise<string[]>
}

/** No two features take the same kind. */
export const payables = defineHook<PayableKind>('payable', ({ kind }) => kind)

/** `plan.YFO-260301-000001`: the form in addresses, subjects of refunds and job keys. */
export const payableKey = ({ kind, id }: PayableRef): string => `${kind}.${id}`

/** The inverse of `payableKey`; `undefined` for any other text. */
export function parsePayable(text: string): PayableRef | undefined {
  const [, kind, id] = /^([a-z]{1,20})\.(.{1,60})$/.exec(text) ?? []
  return kind === undefined || id === undefined ? undefined : { kind, id }
}
