/** What a plan covers, in words, for both arrangements. */
import type { CellWords } from '../rules/benefits.ts'

export interface CoveredTier {
  id: string
  name: string
  who: string
}
export interface CoveredRow {
  name: string
  /** Alike in all tiers. */
  same: boolean
  /** One for each tier; `best` has the most cover. */
  cells: readonly (CellWords & { best: boolean })[]
  clause: { number: string; href: string } | undefined
}
export interface CoveredGroup {
  id: string
  title: string
  rows: readonly CoveredRow[]
}
