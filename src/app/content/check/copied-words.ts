/** Words that were copied and left as they were: of another text, which a new one began as, or of the lines above. */
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { isEarlierVersion } from './content-files.ts'
import { childrenOf, lineOfNode, wordsOf, type MarkdownFile, type Node } from './markdown-blocks.ts'

/** What stands in lists and search results, where two that are alike cannot be told apart. */
const SHOWN = /^(title|summary|answer|tagline|who): *["']?(.+?)["']? *$/gm
/** Terms are named by their plan, and products by their kind. */
const ALIKE = /^(?:clauses|insurers|purchase|claims)\//

/** Told in the text whose name comes later; a plan's name is compared by the plans. */
export function copiedFieldProblems({ root, files }: Tree): SourceProblem[] {
  const first = new Map<string, string>()
  return [...files].flatMap(([path, text]) => {
    if (!path.endsWith('.md') || ALIKE.test(path) || isEarlierVersion(path)) return []
    const folder = path.slice(0, path.lastIndexOf('/'))
    const head = text.startsWith('---\n') ? text.slice(0, text.indexOf('\n---', 3) + 1) : ''
    return [...head.matchAll(SHOWN)].flatMap(({ 1: field = '', 2: words = '', index }) => {
      // What nobody has written yet is told as that.
      if (words.includes('✎')) return []
      const key = `${folder} ${field} ${words}`
      const other = first.get(key)
      first.set(key, other ?? path)
      if (other === undefined) return []
      const why = `says word for word what ${root}/${other} says. If one began as a copy of the other, write it anew.`
      return [
        problem(
          `${root}/${path}`,
          head.slice(0, index).split('\n').length,
          field,
          'copied',
          why,
          `${field}: words of its own`,
        ),
      ]
    })
  })
}

/** Shorter ones may be said twice: a label, `See above.` */
export const SHORTEST = { en: 25, cn: 10 } as const

/** The same paragraph or item twice in a row, which is what is left when two people’s changes were both kept. */
export const repeatedBlockProblems = (text: MarkdownFile): SourceProblem[] => repeatedIn(text, text.blocks)

function repeatedIn(text: MarkdownFile, nodes: readonly Node[]): SourceProblem[] {
  return nodes.flatMap((node, i) => {
    const words = wordsOf(node).replace(/\s+/g, ' ').trim()
    const before = nodes[i - 1]
    const twice =
      before?.type === node.type &&
      words.length >= SHORTEST[text.lang] &&
      wordsOf(before).replace(/\s+/g, ' ').trim() === words
    const shown = words.length > 40 ? `${words.slice(0, 40)}…` : words
    const here = twice
      ? [
          problem(
            text.file,
            lineOfNode(text, node),
            shown,
            'repeated',
            'is there twice, one below the other: delete one.',
            words,
          ),
        ]
      : []
    return [...here, ...(node.type === 'list' ? repeatedIn(text, childrenOf(node)) : [])]
  })
}
