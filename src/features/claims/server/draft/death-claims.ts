/**
 * Who may claim for a death on the site: the person who bought the policy for someone else. For heirs without access an
 * operator opens the claim (decision 0071).
 */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal, type UserContext } from '../../../../server/http/call-handlers.ts'
import { planOfPolicy, roleOnPolicy, type InsuredPolicy } from '../../../policies/server/door.ts'
import type { ClaimAnswers } from '../../rules/claim-fields.ts'
import type { HeirRelation } from '../../rules/heirs.ts'

/** Does the policy pay anything when its insured person dies: the death benefit, or the return of the remains? */
export const paysForDeath = (deps: Deps, policy: InsuredPolicy): boolean =>
  policy.deathBenefit > 0 || planOfPolicy(deps, policy).tier.benefits.remains.state !== 'none'

/** `role`: the caller's role on the policy. Nobody may claim for a death with the login of the person who died. */
export const mayClaimDeath = (deps: Deps, policy: InsuredPolicy, role: 'buyer' | 'insured' | null): boolean =>
  role === 'buyer' && policy.relationship !== 'self' && paysForDeath(deps, policy)

/**
 * Refuses `no_death_claim` to everybody else. Inside a transaction pass it as `trx`: kind and policy may change
 * independently.
 */
export async function requireDeathClaim(ctx: UserContext, policy: InsuredPolicy, trx?: Trx): Promise<void> {
  if (!mayClaimDeath(ctx.deps, policy, await roleOnPolicy(ctx, policy.id, trx))) throw new Refusal('no_death_claim')
}

/** "The insured is the policyholder's child": the policyholder is a parent. */
const CLAIMS_AS: Readonly<Record<string, HeirRelation>> = { child: 'parent', spouse: 'spouse', parent: 'child' }

/** Initial answers of a claim for a death: the buyer claims, and no earlier account of the insured person is offered. */
export const deathAnswers = ({ people: { policyholder }, relationship }: InsuredPolicy): Partial<ClaimAnswers> => ({
  type: 'death',
  contactPerson: policyholder.idName,
  accountFrom: '',
  claimant: { name: '', relation: CLAIMS_AS[relationship] ?? '', idType: '', idNumber: '' },
})

/** The claimant for form and payment: name and ID are taken from the policy, not typed. */
export const withClaimant = (answers: ClaimAnswers, { people: { policyholder } }: InsuredPolicy): ClaimAnswers =>
  answers.type === 'death'
    ? {
        ...answers,
        claimant: {
          ...answers.claimant,
          name: policyholder.idName,
          idType: policyholder.idType,
          idNumber: policyholder.idNumber,
        },
      }
    : answers
