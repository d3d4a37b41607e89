/** A text as readers compare it: its fields, then each heading, paragraph and row, with the line on which it stands. */
import { oncePer } from '../../../lib/content/remembering.ts'
import { childrenOf, lineOfNode, wordsOf, type MarkdownFile, type Node } from './markdown-blocks.ts'

export interface Part {
  line: number
  kind: string
  words: string
}

const KINDS: Partial<Record<Node['type'], string>> = { heading: 'heading', paragraph: 'paragraph', tableRow: 'row' }

/** Every check asks for them: they are made once for each text. */
export const partsOf = oncePer((text: MarkdownFile): readonly Part[] => {
  const fields = text.head.split('\n').map((words, i) => ({ line: i + 2, kind: 'field', words: words.trim() }))
  return [...fields.filter(({ words }) => words !== ''), ...text.blocks.flatMap((block) => partsIn(text, block))]
})

function partsIn(text: MarkdownFile, node: Node): Part[] {
  const kind = KINDS[node.type]
  if (kind === undefined) return childrenOf(node).flatMap((child) => partsIn(text, child))
  const cells = node.type === 'tableRow' ? childrenOf(node).map(sourceWords).join(' | ') : sourceWords(node)
  return [{ line: lineOfNode(text, node), kind, words: cells.replace(/\s+/g, ' ') }]
}

/** With the names of figures: one for another is a change. */
const sourceWords = (node: Node): string =>
  'value' in node
    ? node.value
    : childrenOf(node).length > 0
      ? childrenOf(node).map(sourceWords).join('')
      : wordsOf(node)
