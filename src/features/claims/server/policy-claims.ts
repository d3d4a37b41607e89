/** What a policy's claims mean for it: whether it may be cancelled, and what is left of its limits. */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { Tier } from '../../plans/server/door.ts'
import { benefitsLeft } from './settlement/benefits-left.ts'
import { usedBenefits } from './settlement/used-benefits.ts'
import { isOpen, type ClaimStatus } from '../rules/status-values.ts'
import type { BenefitLeft, ClaimsOnPolicies } from '../../policies/server/door.ts'

/** Decided, and the money has not arrived. */
const TO_BE_PAID: readonly ClaimStatus[] = ['approved', 'partially_approved', 'paying', 'payment_failed']

/**
 * `paid`: something was paid, or will be · `open`: sent and not decided · `none`: neither; drafts and rejected claims
 * do not count.
 */
export async function claimsOnPolicy(db: Deps['db'] | Trx, policyId: string): Promise<'none' | 'open' | 'paid'> {
  const rows = await db
    .selectFrom('claims')
    .select(['status', 'paid_minor', 'on_account'])
    .where('policy_id', '=', policyId)
    .execute()
  const claims = rows.map((row) => ({
    status: row.status,
    paid: (row.paid_minor ?? 0) > 0 || row.on_account !== null,
  }))
  if (claims.some((it) => it.paid || it.status === 'paid' || TO_BE_PAID.includes(it.status))) return 'paid'
  return claims.some((it) => isOpen(it.status)) ? 'open' : 'none'
}

/**
 * Was the death of the insured person reported, on any term of the policy, and the claim neither rejected nor
 * withdrawn? Then no extension is offered or suggested.
 */
async function deathOnPolicy(db: Deps['db'] | Trx, policyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('claims')
    .select('claims.id')
    .where('policy_id', 'in', (eb) =>
      eb
        .selectFrom('policies')
        .innerJoin('policies as own', (join) =>
          join.onRef('own.order_id', '=', 'policies.order_id').onRef('own.person', '=', 'policies.person'),
        )
        .select('policies.id')
        .where('own.id', '=', policyId),
    )
    .where('type', '=', 'death')
    .where('claims.status', 'not in', ['draft', 'discarded', 'cancelled', 'rejected'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * What is left of each limit of the policy's tier after all decisions on its claims; claims under review do not count
 * yet.
 */
async function benefitsUsed(
  from: Pick<Deps, 'db' | 'seal'>,
  { policyId, tier }: { policyId: string; tier: Tier },
): Promise<BenefitLeft[]> {
  return benefitsLeft(tier, await usedBenefits(from, policyId))
}

/** For the features below: policies ask what their claims mean for them. */
export const claimsOnPolicies: ClaimsOnPolicies = {
  standing: claimsOnPolicy,
  death: deathOnPolicy,
  limits: benefitsUsed,
}
