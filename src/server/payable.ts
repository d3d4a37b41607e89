/**
 * A payable: anything that the cashier takes money for. A feature registers its kinds in `ServerFeature.payables`; no other list of kinds
 * exists, and the cashier knows of a kind only what stands here.
 */
import type { Day } from '../lib/dates.ts'
import type { Lang } from '../lib/locale.ts'
import type { Money } from '../lib/money.ts'
import type { Context } from './call-handlers.ts'
import type { Trx } from './db/database.ts'
import type { Deps, PayableRegistry } from './dependencies.ts'

export interface PayableRef {
  kind: string
  id: string
}

export interface PayableState {
  /** What its payer knows it by: the number of an order, of a policy. */
  number: string
  /** Whether it can be paid now, and if not, why. */
  standing: 'payable' | 'paid' | 'expired' | 'cancelled' | 'not_submitted'
  /** `null` while it is not known. */
  amount: Money | null
  /** Instant after which no money is taken, ms; `null` for no end. */
  payUntil: number | null
  /** The type by which its payment links are addressed, `/h5/pay/{type}/{id}`, where they have pages of their own. */
  linkType?: 'collection'
}

/** What a payer is shown, in the language asked for; empty for what a kind does not have. */
export interface PayableView {
  /** Its own status, for pages that know the kind. */
  status: string
  /** Everything that paying brings has come: pages stop to ask. */
  settled: boolean
  /** What it is, where it is not the first purchase of a policy. */
  about: string
  plan: string
  tier: string
  insurer: string
  /** First and last day of cover that is paid for. */
  start: Day | null
  end: Day | null
  /** Full name of who is insured; the cashier shortens it for somebody else who pays. */
  insured: string
  /** Where several are insured: each by name, with their part of the amount. */
  parts?: readonly { name: string; amount: Money }[]
  /** Full name of who bought or asked for it, shortened likewise. */
  buyer?: string
  /** Name of the school whose campaign it came by. */
  campaign?: string
  /** Number of the application that it pays for, if it is one. */
  application: string | null
  /** Path of the page from which it is paid, without language. */
  back: string | null
  /** What its owner reads once the money is here; `null` where the succeed page has words of its own for the status. */
  after: { title: string; text: string } | null
}

export interface PayableMoney {
  id: string
  paymentId: string
  /** Now, ms. */
  at: number
  /** When the payer paid, by the provider's clock. */
  boughtAt: number
}

export interface PayableKind {
  /** Lower-case letters; stored with each payment. */
  kind: string
  /** Query parameter by which addresses and calls name one, where it is not `pay=<kind>.<id>`. */
  param?: 'order'
  /** Words that name one by its number in messages ("Next term of policy {{number}}"), where it is no order. */
  named?: string
  /** Holds the thing until the end of the transaction, also against whoever changes or closes it. */
  lock: (trx: Trx, id: string) => Promise<void>
  /** `undefined` where there is none of this id. */
  find: (db: Trx | Deps['db'], id: string, now: number) => Promise<PayableState | undefined>
  /** Refuses `not_found` for a caller who may not pay for it; a QR code of somebody who may needs no such leave. */
  requirePayer: (ctx: Context, id: string) => Promise<void>
  describe: (deps: Deps, id: string, lang: Lang) => Promise<PayableView>
  /** Names that an account for money that goes back may carry: whoever bought it, in every form known. */
  payerNames?: (deps: Deps, db: Trx | Deps['db'], id: string) => Promise<string[]>
  /** Who is told of money that goes back. */
  contact: (deps: Deps, trx: Trx, id: string) => Promise<{ to: string; lang: Lang } | undefined>
  /**
   * Money came. `paid`: taken, once for each thing · `already`: another payment paid it · `dead`: it takes no money any more. For the latter
   * two the cashier gives the money back.
   */
  paid: (deps: Deps, trx: Trx, money: PayableMoney) => Promise<'paid' | 'already' | 'dead'>
  /** A payment of it was refused by the bank or wallet, and no money came. */
  closed?: (deps: Deps, trx: Trx, payment: { id: string; amount: Money; method: string }) => Promise<void>
  /** Money of a payment went back; `whole` when nothing of that payment is left. */
  returned?: (deps: Deps, trx: Trx, refund: { id: string; at: number; whole: boolean }) => Promise<void>
  /** Ids of those that were paid and can never be delivered, and of which no refund was made yet: the cashier gives the money back. */
  undeliverable?: (db: Deps['db'], limit: number) => Promise<string[]>
}

const registries = new WeakMap<PayableRegistry, ReadonlyMap<string, PayableKind>>()

/** The registry that `Deps` carries; a kind that is named twice stops the start. */
export function collectPayables(kinds: readonly PayableKind[]): PayableRegistry {
  const all = new Map(kinds.map((it) => [it.kind, it]))
  if (all.size !== kinds.length) throw new Error('two features register the same kind of payable')
  const registry = { kinds: [...all.keys()] }
  registries.set(registry, all)
  return registry
}

/** What the features registered, by kind. */
export const payableKinds = ({ payables }: Pick<Deps, 'payables'>): ReadonlyMap<string, PayableKind> => registries.get(payables) ?? new Map()

/** `plan.YFO-260301-000001`: as addresses, subjects of refunds and job keys name one. */
export const payableKey = ({ kind, id }: PayableRef): string => `${kind}.${id}`

/** The opposite of `payableKey`; `undefined` for text that is none. */
export function parsePayable(text: string): PayableRef | undefined {
  const [, kind, id] = /^([a-z]{1,20})\.(.{1,60})$/.exec(text) ?? []
  return kind === undefined || id === undefined ? undefined : { kind, id }
}
