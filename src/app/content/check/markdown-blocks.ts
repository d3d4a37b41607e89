/**
 * Every markdown file of the content as Astro's own parser reads it, so that the check sees what a page will show, and
 * not what the marks were meant to be.
 */
import { markdownToMdast, type MdastNode } from 'satteri'
import type { Tree } from '../../../lib/content/content-tree.ts'
import { oncePerText } from '../../../lib/content/remembering.ts'
import type { Lang } from '../../../lib/locale.ts'

export type Node = MdastNode

export interface MarkdownFile {
  /** Below the root: `notices/en/storm.md`. */
  path: string
  /** As problems name it. */
  file: string
  lang: Lang
  /** The fields above the text, as written; without the lines of hyphens. */
  head: string
  body: string
  /** Line of the file at which the body begins, counted from 1. */
  bodyLine: number
  blocks: readonly Node[]
}

const TEXT = /^[a-z]+\/(?:en|cn)\/.+\.md$/
const HEAD = /^---\n([\s\S]*?)\n---(?:\n|$)/

export const markdownFilesOf = ({ root, files }: Tree): MarkdownFile[] =>
  [...files].flatMap(([path, raw]) => (TEXT.test(path) ? [readMarkdown(root, path, raw)] : []))

const readMarkdown = oncePerText((root: string, path: string, raw: string): MarkdownFile => {
  const text = raw.replace(/^\uFEFF/, '')
  const [front = '', head = ''] = HEAD.exec(text) ?? []
  const body = text.slice(front.length)
  return {
    path,
    file: `${root}/${path}`,
    lang: path.includes('/cn/') ? 'cn' : 'en',
    head,
    body,
    bodyLine: front === '' ? 1 : front.split('\n').length,
    blocks: childrenOf(markdownToMdast(body)),
  }
})

export const childrenOf = (node: Node): readonly Node[] => ('children' in node ? node.children : [])

/** The node and everything in it. */
export function* within(node: Node): Generator<Node> {
  yield node
  for (const child of childrenOf(node)) yield* within(child)
}

/** The words of a node as a reader sees them; names of figures become `0`. */
export function wordsOf(node: Node): string {
  const words = 'value' in node ? node.value : childrenOf(node).map(wordsOf).join('')
  return words.replace(/\{\{[^}]*\}\}/g, '0')
}

/** Line of the file on which a node begins. */
export const lineOfNode = ({ bodyLine }: MarkdownFile, node: Node): number =>
  bodyLine + (node.position?.start.line ?? 1) - 1
