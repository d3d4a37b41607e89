/** Marks that a page would show as they were typed, and words that it would not show: open bold, half tables, bullets. */
import { problem } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { childrenOf, lineOfNode, within, wordsOf, type MarkdownFile, type Node } from './markdown-blocks.ts'

interface Typed {
  pattern: RegExp
  code: string
  message: string
  example: (match: RegExpMatchArray) => string
}

/** Looked for in what is text to the parser: a mark that it has understood is text no longer. */
const TYPED: readonly Typed[] = [
  {
    pattern: /\*\*(?!\*)([^*\n]{0,30})/g,
    code: 'open_mark',
    message: 'has ** that are shown as stars: bold words have two before and two after, without a space inside.',
    example: ([, words = '']) => `**${words.trim().split(/[\s，。,.]/)[0] || 'words'}**`,
  },
  {
    pattern: /\[([^[\]\n]+)\]\s+\(((?:\/|https?:)[^()\n]*)\)/g,
    code: 'slip',
    message: 'is not a link: there is a space between its brackets.',
    example: ([, words = '', address = '']) => `[${words}](${address})`,
  },
  {
    pattern: /^[ \t]*[•●○▪▫◦‣■□➢➤✓✔·][ \t]*(.*)$/gm,
    code: 'slip',
    message:
      'begins with a bullet that was pasted, so it is not an item of a list: begin it with a hyphen and a space.',
    example: ([, words = '']) => `- ${words}`,
  },
  {
    pattern: /^[ \t]*(?:（(\d{1,2})）|(\d{1,2})[、．)）])(?!\d)[ \t]*(.*)$/gm,
    code: 'slip',
    message: 'is not an item of a list: after its number it needs a full stop and a space.',
    example: ([, inBrackets, number = inBrackets, words = '']) => `${number}. ${words}`,
  },
  {
    pattern: /^[ \t]*｜.*$/gm,
    code: 'table',
    message: 'has full-width ｜, so it is not a row of a table.',
    example: ([row]) =>
      row
        .trim()
        .replace(/\s*｜\s*/g, ' | ')
        .replace(/－/g, '-')
        .trim(),
  },
  {
    pattern: /^[ \t]*\|(.*\|.*)$/gm,
    code: 'table',
    message:
      'is not a row of a table: below the names of the columns there must be a line of hyphens with as many columns.',
    example: ([, cells = '']) => `|${' --- |'.repeat(cells.split('|').length - 1)}`,
  },
]

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

export const typedMarkProblems = (text: MarkdownFile): SourceProblem[] => {
  const nodes = text.blocks.flatMap((block) => [...within(block)])
  return nodes.flatMap((node) => {
    if (node.type === 'text') return typedIn(text, node, node.value)
    if (node.type === 'code') return indentedCode(text, node)
    if (node.type === 'table') return brokenRows(text, node)
    return []
  })
}

/** Bold that closes after a full-width mark: `writing-style.ts` reports it, with the sentence mended. */
const CLOSED_TOO_LATE = /\*\*[^*\n]+[。，：；）”]\*\*/g

function typedIn(text: MarkdownFile, node: Node, written: string): SourceProblem[] {
  const value = text.lang === 'cn' ? written.replace(CLOSED_TOO_LATE, (it) => it.replaceAll('*', ' ')) : written
  return TYPED.flatMap(({ pattern, code, message, example }) => {
    const [first, ...more] = [...value.matchAll(pattern)]
    if (!first) return []
    const line = lineOfNode(text, node) + value.slice(0, first.index).split('\n').length - 1
    const rest = more.length === 0 ? '' : ` So ${more.length === 1 ? 'is one' : `are ${more.length}`} more below it.`
    return [problem(text.file, line, shortened(first[0].trim()), code, message + rest, example(first))]
  })
}

function indentedCode(text: MarkdownFile, node: Node & { type: 'code' }): SourceProblem[] {
  const line = lineOfNode(text, node)
  const written = text.body.split('\n')[line - text.bodyLine] ?? ''
  if (/^\s*(```|~~~)/.test(written)) return []
  const [words = ''] = node.value.split('\n')
  return [
    problem(
      text.file,
      line,
      shortened(words.trim()),
      'slip',
      'begins with four spaces or a tab, so it is shown as program code: remove them.',
      words.trim(),
    ),
  ]
}

/** A cell too many is not shown at all; a row that ends early was not finished. */
function brokenRows(text: MarkdownFile, table: Node): SourceProblem[] {
  const [head, ...rows] = childrenOf(table)
  const columns = head ? childrenOf(head).length : 0
  return rows.flatMap((row) => {
    const cells = childrenOf(row).map((cell) => wordsOf(cell).trim())
    if (cells.length === columns) return []
    const message =
      cells.length > columns
        ? `has ${cells.length} cells, and the table has ${columns} columns: “${cells.slice(columns).join(' | ')}” would not be shown.`
        : `has ${cells.length} of ${columns} cells. Leave a cell empty if nothing belongs there.`
    const whole = Array.from({ length: columns }, (_, i) => cells[i] ?? '')
    return [
      problem(
        text.file,
        lineOfNode(text, row),
        shortened(`| ${cells.join(' | ')} |`),
        'table',
        message,
        `|${whole.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`,
      ),
    ]
  })
}
