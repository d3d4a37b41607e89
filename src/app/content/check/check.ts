/**
 * Everything that can be wrong with the texts of `content/`, found in one go (docs/editing.md, "When something is
 * wrong").
 */
import type { Tree } from '../../../lib/content-tree.ts'
import type { Day } from '../../../lib/dates.ts'
import { Addresses, type OtherEntries } from './addresses.ts'
import {
  earlierVersionProblems,
  headingProblems,
  nameProblems,
  neighbourProblems,
  pinProblems,
  unfinishedProblems,
  type DatedProblem,
} from './entry-problems.ts'
import { linkProblems, type HasFile } from './link-problems.ts'
import { productProblems, type ProductFacts } from './product-problems.ts'
import { requiredEntryProblems } from './required-entries.ts'
import { movedPageProblems } from './moved-pages.ts'
import { brokenMarkupProblems } from './broken-markup.ts'
import { markProblems, toneProblems } from './writing-style.ts'
import { entriesOf } from './content-files.ts'
import { differingTwins, missingTwins } from './translations.ts'
import { hiddenCharacterProblems } from './invisible-characters-in-files.ts'

export interface Facts {
  /** Day of the last content change: pins are compared with it. */
  today: Day
  /** Plans, terms and countries: what texts may link to besides each other. */
  others: OtherEntries
  /** Insurers and plans that products refer to; none while their files are broken. */
  products?: ProductFacts | undefined
  hasFile?: HasFile
  /** Paths of all files that were ever committed; without a history none are known. */
  published?: readonly string[]
}

/** All problems of the collections, and of the form of every file. Not sorted. */
export function checkTexts(tree: Tree, { today, others, products, hasFile, published = [] }: Facts): DatedProblem[] {
  const { entries, problems } = entriesOf(tree)
  const addresses = new Addresses(entries, others)
  return [
    ...problems,
    ...entries.flatMap((entry) => entry.problems),
    ...missingTwins(tree),
    ...differingTwins(entries),
    ...nameProblems(entries),
    ...requiredEntryProblems(entries, tree.root),
    ...neighbourProblems(entries),
    ...productProblems(entries, products),
    ...earlierVersionProblems(entries),
    ...headingProblems(entries),
    ...pinProblems(entries, today),
    ...unfinishedProblems(entries),
    ...entries.flatMap((entry) => linkProblems(entry, addresses, hasFile)),
    ...entries.flatMap(markProblems),
    ...entries.flatMap(brokenMarkupProblems),
    ...movedPageProblems(tree, addresses, published),
    ...toneProblems(tree),
    ...hiddenCharacterProblems(tree),
  ]
}
