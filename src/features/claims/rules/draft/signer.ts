/** Who signs a claim, and whose account it may be paid to. */
import { ageOn, type Day } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'

export interface Signer {
  role: 'insured' | 'guardian' | 'claimant'
  /** Name as on the ID; empty when the guardian is not known and must be typed. */
  name: string
}

export interface SignerFacts {
  insured: { idName: string; birthDate: Day }
  policyholder: { idName: string }
  /** "The insured is the policyholder's …" */
  relationship: string
  /** The claim is about the insured person's death: the buyer of the policy claims and signs. */
  death?: boolean
}

/**
 * After a death: the buyer, who claims. Otherwise the insured person or, if under 18 on the day of signing, a guardian:
 * the policyholder, if a parent.
 */
export function signerOf({ insured, policyholder, relationship, death = false }: SignerFacts, today: Day): Signer {
  if (death) return { role: 'claimant', name: policyholder.idName }
  if (ageOn(insured.birthDate, today) >= LIMITS.adultAge) return { role: 'insured', name: insured.idName }
  return { role: 'guardian', name: relationship === 'child' ? policyholder.idName : '' }
}
