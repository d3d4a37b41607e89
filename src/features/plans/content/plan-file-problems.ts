/** Errors in the files of plans. Their format is shared by all content. */
import type { SourceProblem } from '../../../lib/content/source-problems.ts'

export { ContentError, Lines, problemText, type Path } from '../../../lib/content/source-problems.ts'

export type ProblemCode =
  | 'syntax'
  | 'shape'
  | 'unknown_field'
  | 'missing_twin'
  | 'unknown_insurer'
  | 'wrong_currency'
  | 'insurer_may_not'
  | 'premium_gap'
  | 'premium_overlap'
  | 'premium_tiers'
  | 'tier_words'
  | 'requirement_not_met'
  | 'replaced_by'
  | 'placeholder'
  | 'section'
  | 'article'
  | 'unlikely'
  | 'typed_figure'
  | 'twice'

export interface Problem extends SourceProblem {
  readonly code: ProblemCode
}
