/** A text without words, a heading without words, a heading without a text below it. */
import { problem } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { COLLECTION_NAMES } from '../collections.ts'
import { lineOfNode, wordsOf, type MarkdownFile } from './markdown-blocks.ts'

/** Only texts with a page: what a form shows may be fields alone, and policy terms have chapters without words. */
const WITH_PAGE = new RegExp(`^(${COLLECTION_NAMES.join('|')})/`)

export function emptyPartProblems(text: MarkdownFile): SourceProblem[] {
  const { blocks, file, bodyLine, lang, path } = text
  const words = lang === 'cn' ? '自2027年1月1日起，…' : 'From 1 January 2027 …'
  if (WITH_PAGE.test(path) && text.head !== '' && blocks.length === 0)
    return [problem(file, bodyLine, 'text', 'empty', 'is empty: below the fields there are no words.', words)]
  return blocks.flatMap((block, i) => {
    if (block.type !== 'heading') return []
    const title = wordsOf(block).trim()
    const marks = '#'.repeat(block.depth)
    if (title === '')
      return [
        problem(
          file,
          lineOfNode(text, block),
          marks,
          'empty',
          'is a heading without words: write them, or remove it.',
          `${marks} ${lang === 'cn' ? '怎么申请' : 'How to claim'}`,
        ),
      ]
    const next = blocks[i + 1]
    const ends = next === undefined || (next.type === 'heading' && next.depth <= block.depth)
    if (!ends || !WITH_PAGE.test(path)) return []
    return [
      problem(
        file,
        lineOfNode(text, block),
        title,
        'empty',
        'has nothing below it: write the text, or remove the heading in both languages.',
        words,
      ),
    ]
  })
}
