/** How many payments, codes and links may be made for one payable in a day (`STORAGE_LIMITS`). */
import { STORAGE_LIMITS } from '../../../../lib/storage-limits.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { PayableRef } from '../payable.ts'

const DAY = 86_400_000

const countOf = ({ count }: { count: string | number | bigint }): number => Number(count)

/**
 * Refuses with `payments_many` when no other payment may be begun: each opens a trade at the provider and is kept by
 * accounting. The one that is open can still be paid.
 */
export async function requirePaymentSpace(trx: Trx, { kind, id }: PayableRef, now: number): Promise<void> {
  const begun = await trx
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('created_at', '>', now - DAY)
    .executeTakeFirstOrThrow()
  if (countOf(begun) >= STORAGE_LIMITS.paymentsDay) throw new Refusal('payments_many')
}

/** Refuses with `payments_many` when too many requests with keys of their own were stored, even for one payment. */
export async function requireRequestSpace(trx: Trx, { kind, id }: PayableRef, now: number): Promise<void> {
  const stored = await trx
    .selectFrom('payment_keys')
    .innerJoin('payments', 'payments.id', 'payment_keys.payment_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('payments.payable_kind', '=', kind)
    .where('payments.payable_id', '=', id)
    .where('payment_keys.at', '>', now - DAY)
    .executeTakeFirstOrThrow()
  if (countOf(stored) >= STORAGE_LIMITS.paymentRequestsDay) throw new Refusal('payments_many')
}

/** Refuses with `codes_many` when too many QR codes of the payable were made. */
export async function requireCodeSpace(trx: Trx, { kind, id }: PayableRef, now: number): Promise<void> {
  const made = await trx
    .selectFrom('payment_codes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('created_at', '>', now - DAY)
    .executeTakeFirstOrThrow()
  if (countOf(made) >= STORAGE_LIMITS.paymentCodesDay) throw new Refusal('codes_many')
}

/** Refuses the buyer with `links_many` when too many links were made; operators make any number. */
export async function requireLinkSpace(trx: Trx, { kind, id }: PayableRef, now: number): Promise<void> {
  const made = await trx
    .selectFrom('payment_links')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('made_by', '=', 'buyer')
    .where('created_at', '>', now - DAY)
    .executeTakeFirstOrThrow()
  if (countOf(made) >= STORAGE_LIMITS.paymentLinksDay) throw new Refusal('links_many')
}
