/** Everything in the content that may be meant, and is most likely a slip: the warnings of the check. */
import { figureDoubts } from '../../app/content/check/contradicting-figures.ts'
import { contradictionDoubts } from '../../app/content/check/contradictions.ts'
import { shapeDoubts } from '../../app/content/check/doubtful-shapes.ts'
import { wordDoubts } from '../../app/content/check/doubtful-words.ts'
import { markdownFilesOf } from '../../app/content/check/markdown-blocks.ts'
import { movedElsewhere } from '../../app/content/check/moved-pages.ts'
import { typedLimitDoubts } from '../../app/content/check/number-for-placeholder.ts'
import { numbersInBothLanguages } from '../../app/content/check/number-in-both-languages.ts'
import { twinItemDoubts } from '../../app/content/check/twin-items.ts'
import { twinNameDoubts } from '../../app/content/check/twin-names.ts'
import { twinValueDoubts } from '../../app/content/check/twin-values.ts'
import type { Tree } from '../../lib/content/content-tree.ts'
import type { Day } from '../../lib/days/dates.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import type { History } from './change-history.ts'
import { changedTexts } from './changed-sentences.ts'
import { factDoubts } from './doubtful-facts.ts'
import { noticeDoubts } from './doubtful-notices.ts'
import { planWordDoubts } from './doubtful-plan-words.ts'
import { endedTierDoubts } from './ended-tiers.ts'
import { doubtsOfPrepared } from './prepared-copies.ts'
import { figureJumps, priceJumps } from './price-jumps.ts'
import { returningWords } from './returning-words.ts'
import { foreignSchemes } from './foreign-schemes.ts'
import { slippedFigures } from './slipped-figures.ts'
import { staleFigures } from './twin-changes.ts'

/** `all` with drafts, `site` without them. */
export function contentDoubts(all: Tree, site: Tree, today: Day, history: History | undefined): SourceProblem[] {
  const texts = markdownFilesOf(site)
  return [
    ...priceJumps(all, history),
    ...figureJumps(all, history),
    ...movedElsewhere(all),
    ...slippedFigures(all, today, history),
    ...changedTexts(all, history),
    ...foreignSchemes(all),
    ...doubtsOfPrepared(all, today, history),
    ...typedLimitDoubts(texts),
    ...numbersInBothLanguages(texts),
    ...twinValueDoubts(texts),
    ...twinItemDoubts(texts),
    ...wordDoubts(texts),
    ...twinNameDoubts(texts),
    ...shapeDoubts(texts),
    ...contradictionDoubts(texts),
    ...figureDoubts(texts),
    ...factDoubts(all, today, history),
    ...noticeDoubts(all),
    ...planWordDoubts(site),
    ...returningWords(all, history, today),
    ...endedTierDoubts(all),
    ...staleFigures(all, history),
  ]
}
