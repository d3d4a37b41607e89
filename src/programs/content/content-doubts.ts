/** Everything in the content that may be meant, and is most likely a slip: the warnings of the check. */
import { figureDoubts } from '../../app/content/check/contradicting-figures.ts'
import { contradictionDoubts } from '../../app/content/check/contradictions.ts'
import { shapeDoubts } from '../../app/content/check/doubtful-shapes.ts'
import { wordDoubts } from '../../app/content/check/doubtful-words.ts'
import { markdownFilesOf, type MarkdownFile } from '../../app/content/check/markdown-blocks.ts'
import { movedElsewhere } from '../../app/content/check/moved-pages.ts'
import { typedLimitDoubts } from '../../app/content/check/number-for-placeholder.ts'
import { numbersInBothLanguages } from '../../app/content/check/number-in-both-languages.ts'
import { twinItemDoubts } from '../../app/content/check/twin-items.ts'
import { twinNameDoubts } from '../../app/content/check/twin-names.ts'
import { twinValueDoubts } from '../../app/content/check/twin-values.ts'
import type { Tree } from '../../lib/content/content-tree.ts'
import type { Day } from '../../lib/days/dates.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import type { Attempts } from './attempts.ts'
import type { History } from './change-history.ts'
import { changedTexts } from './changed-sentences.ts'
import { factDoubts } from './doubtful-facts.ts'
import { noticeDoubts } from './doubtful-notices.ts'
import { planWordDoubts } from './doubtful-plan-words.ts'
import { endedTierDoubts } from './ended-tiers.ts'
import { doubtsOfPrepared } from './prepared-copies.ts'
import { figureJumps, newPrices, priceJumps } from './price-jumps.ts'
import { returningWords } from './returning-words.ts'
import { foreignSchemes } from './foreign-schemes.ts'
import { slippedFigures } from './slipped-figures.ts'
import { staleFigures } from './twin-changes.ts'

interface Content {
  /** With drafts. */
  all: Tree
  /** Without them. */
  site: Tree
  today: Day
  history: History | undefined
}
type Doubts = readonly (readonly [string, (of: Content, texts: readonly MarkdownFile[]) => readonly SourceProblem[]])[]

/** By name, so that whoever mends one that ends unexpectedly knows which it is. */
const DOUBTS: Doubts = [
  ['priceJumps', ({ all, history }) => priceJumps(all, history)],
  ['figureJumps', ({ all, history }) => figureJumps(all, history)],
  ['newPrices', ({ all, history }) => newPrices(all, history)],
  ['movedElsewhere', ({ all }) => movedElsewhere(all)],
  ['slippedFigures', ({ all, today, history }) => slippedFigures(all, today, history)],
  ['changedTexts', ({ all, history }) => changedTexts(all, history)],
  ['foreignSchemes', ({ all }) => foreignSchemes(all)],
  ['doubtsOfPrepared', ({ all, today, history }) => doubtsOfPrepared(all, today, history)],
  ['typedLimitDoubts', (_, texts) => typedLimitDoubts(texts)],
  ['numbersInBothLanguages', (_, texts) => numbersInBothLanguages(texts)],
  ['twinValueDoubts', (_, texts) => twinValueDoubts(texts)],
  ['twinItemDoubts', (_, texts) => twinItemDoubts(texts)],
  ['wordDoubts', (_, texts) => wordDoubts(texts)],
  ['twinNameDoubts', (_, texts) => twinNameDoubts(texts)],
  ['shapeDoubts', (_, texts) => shapeDoubts(texts)],
  ['contradictionDoubts', (_, texts) => contradictionDoubts(texts)],
  ['figureDoubts', (_, texts) => figureDoubts(texts)],
  ['factDoubts', ({ all, today, history }) => factDoubts(all, today, history)],
  ['noticeDoubts', ({ all }) => noticeDoubts(all)],
  ['planWordDoubts', ({ site }) => planWordDoubts(site)],
  ['returningWords', ({ all, history, today }) => returningWords(all, history, today)],
  ['endedTierDoubts', ({ all }) => endedTierDoubts(all)],
  ['staleFigures', ({ all, history }) => staleFigures(all, history)],
]

export function contentDoubts(content: Content, attempts: Attempts): SourceProblem[] {
  const texts = attempts.list('', () => markdownFilesOf(content.site), 'markdownFilesOf')
  return DOUBTS.flatMap(([name, doubts]) => attempts.list('', () => doubts(content, texts), name))
}
