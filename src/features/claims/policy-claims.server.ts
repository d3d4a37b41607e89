/** How the claims on a policy stand, for whoever wants to end it. */
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import { isOpen, type ClaimStatus } from './status.ts'

/** Decided, and money is still on its way. */
const TO_BE_PAID: readonly ClaimStatus[] = ['approved', 'partially_approved', 'paying', 'payment_failed']

/** `paid`: something was paid, or will be · `open`: sent and not decided · `none`: nothing of the two; drafts and refused ones do not count. */
export async function claimsOnPolicy(db: Deps['db'] | Trx, policyId: string): Promise<'none' | 'open' | 'paid'> {
  const rows = await db.selectFrom('claims').select(['status', 'paid_minor']).where('policy_id', '=', policyId).execute()
  const claims = rows.map((row) => ({ status: row.status as ClaimStatus, paid: Number(row.paid_minor ?? 0) > 0 }))
  if (claims.some((it) => it.paid || it.status === 'paid' || TO_BE_PAID.includes(it.status))) return 'paid'
  return claims.some((it) => isOpen(it.status)) ? 'open' : 'none'
}
