/**
 * Refunds that wait for their payer's account, for `LIMITS.refundAccountDays`; after that it is an operator's turn
 * again.
 */
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Deps } from '../../../server/dependencies.ts'

const DAY = 86_400_000

/** Refunds whose payer was recently asked for an account: it is their turn. */
export async function awaitingAccount(db: Deps['db'], now: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('refund_accounts')
    .select('id')
    .where('status', '=', 'asked')
    .where('asked_at', '>', now - LIMITS.refundAccountDays * DAY)
    .execute()
  return new Set(rows.map((it) => it.id))
}
