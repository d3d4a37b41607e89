/** Gives the texts of claims to the checker of content. */
import { problem, type Tree } from '../../../../lib/content/content-tree.ts'
import { checkProse } from '../../../../lib/content/text-section-files.ts'
import { ContentError, type SourceProblem } from '../../../../lib/content/source-problems.ts'
import { CLAIM_TEXTS, parseClaimText, type ClaimTextName } from '../../rules/draft/load-claim-texts.ts'

export const checkClaimTexts = (tree: Tree): SourceProblem[] =>
  checkProse<ClaimTextName>(tree, 'claims', CLAIM_TEXTS, (name, lang, raw, file) => {
    const { sections, version, date, points } = parseClaimText(lang, raw, file)
    const lists =
      name === 'application-form'
        ? sections.flatMap(({ blocks }) => blocks.flatMap((block) => ('items' in block ? block.items.slice(0, 1) : [])))
        : []
    if (lists.length > 0)
      throw new ContentError(
        lists.map((item) =>
          problem(
            file,
            lineOf(raw, item),
            item,
            'prose',
            'is in a list. The form is signed as numbered paragraphs: use only paragraphs here.',
            'a paragraph of plain words',
          ),
        ),
      )
    return { sections, head: { version, date, points } }
  })

const lineOf = (raw: string, words: string): number =>
  Math.max(1, raw.split('\n').findIndex((line) => line.endsWith(words)) + 1)
