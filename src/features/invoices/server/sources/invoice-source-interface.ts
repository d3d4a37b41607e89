/**
 * What can be invoiced: orders, and every payable that paid for a version of a policy. The rest of this feature knows
 * no kinds.
 */
import type { Currency } from '../../../../lib/money/money.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { UserContext } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'

export interface InvoiceSubject {
  kind: string
  id: string
  lang: Lang
  /** There is something to invoice: money was accepted and what was bought exists. */
  ready: boolean
  /** A school paid it in a group payment, and gets the invoice of that payment. */
  paidBySchool?: true
  /** Paid and not refunded, minor units. */
  kept: number
  /** A refund is requested or in progress: the sum is not final. */
  refundUnderWay: boolean
  currency: Currency
  /** The buyer: who concluded the contract. */
  policyholder: string
  /** Where messages go. */
  email: string
  seller: string
  item: string
  remark: string
}

export interface InvoiceSource {
  /** The payable of the caller, or a refusal `not_found`. */
  ofCaller: (ctx: UserContext, id: string) => Promise<InvoiceSubject>
  read: (deps: Deps, db: Deps['db'] | Trx, id: string) => Promise<InvoiceSubject>
}
