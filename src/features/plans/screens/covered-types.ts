/** What a plan covers, in words, for both arrangements of it. */
import type { CellWords } from '../benefits.ts'

export interface CoveredTier {
  id: string
  name: string
  who: string
}
export interface CoveredRow {
  name: string
  /** Alike in all tiers. */
  same: boolean
  /** One a tier; `best` has the most cover. */
  cells: readonly (CellWords & { best: boolean })[]
  clause: { number: string; href: string } | undefined
}
export interface CoveredGroup {
  title: string
  rows: readonly CoveredRow[]
}
