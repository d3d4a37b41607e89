/** Which benefit of the plan a claim is about, and which are paid in addition to the year maximum (terms 3.1). */
import type { BenefitId } from '../../../plans/contract.ts'
import type { ClaimType } from '../document-kinds.ts'

/** The benefit of all costs of a type of claim; other types are medical care, or have several benefits. */
export const BENEFIT_OF_TYPE: Partial<Record<ClaimType, BenefitId>> = {
  // Costs after a death; the sum insured is `accident`, by itself.
  dental: 'dental',
  mental: 'mental',
  evacuation: 'evacuation',
  interruption: 'studyStop',
  liability: 'liability',
  death: 'remains',
}
/** A claim about travel may have several benefits, so the handler states the one of each cost. */
export const BENEFITS_OF_TRAVEL: readonly BenefitId[] = ['belongings', 'delay', 'familyVisit']

export const OUTSIDE_YEAR_MAXIMUM: ReadonlySet<string> = new Set([
  'accident',
  'liability',
  'belongings',
  'delay',
  'studyStop',
])
