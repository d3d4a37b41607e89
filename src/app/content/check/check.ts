/**
 * Everything that can be wrong with the texts of `content/`, found in one go (docs/editing.md, "When something is
 * wrong").
 */
import type { Tree } from '../../../lib/content/content-tree.ts'
import { oncePer } from '../../../lib/content/remembering.ts'
import type { Day } from '../../../lib/days/dates.ts'
import { Addresses, type OtherEntries } from './addresses.ts'
import {
  headingProblems,
  nameProblems,
  neighbourProblems,
  pinProblems,
  unfinishedProblems,
  type DatedProblem,
} from './entry-problems.ts'
import { linkProblems, publicFile, type HasFile } from './link-problems.ts'
import { productProblems, type ProductFacts } from './product-problems.ts'
import { requiredEntryProblems } from './required-entries.ts'
import { movedPageProblems } from './moved-pages.ts'
import { brokenMarkupProblems } from './broken-markup.ts'
import { markProblems, toneProblems } from './writing-style.ts'
import { isAnnouncedLater, type Entry } from '../entry.ts'
import { entriesOf } from './content-files.ts'
import { differingTwins, missingTwins } from './translations.ts'
import { hiddenCharacterProblems } from './invisible-characters-in-files.ts'
import { copiedFieldProblems, repeatedBlockProblems } from './copied-words.ts'
import { noDayProblems } from './days-that-are-none.ts'
import { emptyPartProblems } from './empty-parts.ts'
import { languageProblems, yamlLanguageProblems } from './language-of-text.ts'
import { glossaryLineProblems } from './glossary-lines.ts'
import { leftoverProblems } from './leftovers.ts'
import { markdownFilesOf } from './markdown-blocks.ts'
import { siteValueProblems } from './site-values.ts'
import { twinBlockProblems } from './twin-blocks.ts'
import { typedMarkProblems } from './typed-marks.ts'
import { weekdayProblems } from './weekdays.ts'

export interface Facts {
  /** Day of the last content change: pins are compared with it. */
  today: Day
  /** The day on which the content is read: notices that begin later are no page yet. */
  day: Day
  /** Plans, terms and countries: what texts may link to besides each other. */
  others: OtherEntries
  /** Insurers and plans that products refer to; none while their files are broken. */
  products?: ProductFacts | undefined
  /** Addresses of pictures in `content/pictures`. */
  pictures?: ReadonlySet<string>
  hasFile?: HasFile
  /** Texts that are not published; `tree` has none of them, unless a draft itself is checked. */
  drafts?: readonly Entry[]
  /** Earlier versions of legal texts, which are not in `tree` and have a page. */
  earlier?: readonly Entry[]
  /** Paths of all files that were ever shown; without a history none are known. */
  published?: readonly string[]
}

const OF_EACH_ENTRY = [markProblems, brokenMarkupProblems].map((check) => oncePer(check))
const OF_EACH_TEXT = [typedMarkProblems, emptyPartProblems, repeatedBlockProblems, languageProblems].map((check) =>
  oncePer(check),
)

/** All problems of the collections, and of the form of every file. Not sorted. */
export function checkTexts(tree: Tree, facts: Facts): DatedProblem[] {
  const { today, day, others, products, pictures = new Set(), hasFile = publicFile } = facts
  const { drafts = [], earlier = [], published = [] } = facts
  const { entries, problems } = entriesOf(tree)
  const shown = entries.filter((entry) => !isAnnouncedLater(entry, day))
  const addresses = new Addresses([...shown, ...earlier], others, drafts)
  const texts = markdownFilesOf(tree)
  return [
    ...problems,
    ...entries.flatMap((entry) => entry.problems),
    ...missingTwins(tree),
    ...differingTwins(entries),
    ...nameProblems(entries),
    ...requiredEntryProblems(entries, tree.root),
    ...neighbourProblems(entries, drafts),
    ...productProblems(entries, products),
    ...headingProblems(entries),
    ...pinProblems(entries, today),
    ...unfinishedProblems(entries),
    ...shown.flatMap((entry) => linkProblems(entry, addresses, (address) => pictures.has(address) || hasFile(address))),
    ...OF_EACH_ENTRY.flatMap((check) => entries.flatMap(check)),
    ...movedPageProblems(tree, addresses, published, drafts),
    ...toneProblems(tree),
    ...hiddenCharacterProblems(tree),
    ...leftoverProblems(tree),
    ...glossaryLineProblems(tree),
    ...weekdayProblems(tree),
    ...noDayProblems(tree),
    ...siteValueProblems(tree),
    ...copiedFieldProblems(tree),
    ...OF_EACH_TEXT.flatMap((check) => texts.flatMap(check)),
    ...yamlLanguageProblems(tree),
    ...twinBlockProblems(texts),
  ]
}
