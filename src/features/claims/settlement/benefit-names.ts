/** Which benefit of the plan a claim is about, and which stand beside the year maximum (terms 3.1). */
import type { ClaimType } from '../document-kinds.ts'

/** The benefit of every cost of such a claim; other types are medical care, or have several. */
export const BENEFIT_OF_TYPE: Partial<Record<ClaimType, string>> = {
  // Costs after a death; the sum insured is `accident`, by itself.
  dental: 'dental', mental: 'mental', evacuation: 'evacuation', interruption: 'studyStop', liability: 'liability', death: 'remains',
}
/** Travel has several, and which one a cost belongs to is the handler's to say. */
export const BENEFITS_OF_TRAVEL: readonly string[] = ['belongings', 'delay', 'familyVisit']

export const BESIDE_YEAR_MAXIMUM: ReadonlySet<string> = new Set(['accident', 'liability', 'belongings', 'delay', 'studyStop'])
