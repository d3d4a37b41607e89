/**
 * Writes what the screen sends in the repository's format. The screen's own YAML writer would change quotes, order and
 * spacing of lines that nobody touched; so every field and text of an existing file whose value is unchanged stays byte
 * for byte.
 */
import { isDeepStrictEqual } from 'node:util'
import { Document, isScalar, parseDocument, Scalar, YAMLSeq } from 'yaml'
import { frontmatter } from '../../lib/content/frontmatter.ts'
import type { FieldOf } from './editable-collections.ts'
import { keepMarkdownFormat } from './keep-markdown-format.ts'

/** One field of a file with its text as written, line end included. */
interface Piece {
  name: string
  text: string
  value: unknown
  plain: boolean
}

/** `after` in the format of `before`, or in the repository's format where the file is new. Throws as `frontmatter` does. */
export function keepYamlFormat(before: string | undefined, after: string, fields: readonly FieldOf[]): string {
  const next = frontmatter(after, 'the entry')
  const held = before === undefined ? undefined : frontmatter(before, 'the file')
  const pieces = held && before !== undefined ? piecesOf(before) : []
  const head = headOf(pieces, next.data, fields)
  const body = `\n${keepMarkdownFormat(held?.body ?? '', next.body)}\n`
  return `---\n${head}---\n${body}`
}

/** The lines of each field. What is above the first field (a comment) belongs to it. */
function piecesOf(text: string): Piece[] {
  const front = /^---\n([\s\S]*?\n)---(?:\n|$)/.exec(text.replaceAll('\r\n', '\n'))?.[1] ?? ''
  const { contents } = parseDocument(front)
  const items = contents && 'items' in contents ? contents.items : []
  const starts = items.map((item) => ('key' in item && isScalar(item.key) ? (item.key.range?.[0] ?? 0) : 0))
  const data = frontmatter(text, 'the file').data
  return items.flatMap((item, i) => {
    if (!('key' in item) || !isScalar(item.key)) return []
    const name = String(item.key.value)
    const plain = isScalar(item.value) && item.value.type === Scalar.PLAIN
    return [{ name, text: front.slice(i === 0 ? 0 : starts[i], starts[i + 1]), value: data[name], plain }]
  })
}

function headOf(pieces: readonly Piece[], data: Record<string, unknown>, fields: readonly FieldOf[]): string {
  const known = new Map(fields.map((field) => [field.name, field]))
  const lines = pieces.flatMap((piece) => {
    const value = said(data[piece.name], known.get(piece.name))
    if (isDeepStrictEqual(value, said(piece.value, known.get(piece.name))))
      return [{ name: piece.name, text: piece.text }]
    const text =
      value === undefined ? '' : line(piece.name, value, piece.plain || known.get(piece.name)?.kind !== 'words')
    return [{ name: piece.name, text: withComments(piece.text, text) }]
  })
  const order = [...fields.map(({ name }) => name), ...Object.keys(data).filter((name) => !known.has(name))]
  for (const [at, name] of order.entries()) {
    const value = said(data[name], known.get(name))
    if (value === undefined || lines.some((it) => it.name === name)) continue
    const after = lines.findLastIndex((it) => order.indexOf(it.name) < at)
    lines.splice(after + 1, 0, { name, text: line(name, value, known.get(name)?.kind !== 'words') })
  }
  return lines.map(({ text }) => text).join('')
}

/** Comments beside a field survive a change of it. */
function withComments(before: string, written: string): string {
  const lines = before.split('\n')
  const first = lines.findIndex((it) => !it.startsWith('#'))
  const comments = (some: string[]): string =>
    some
      .filter((it) => it.startsWith('#'))
      .map((it) => `${it}\n`)
      .join('')
  return comments(lines.slice(0, first)) + written + comments(lines.slice(first))
}

/** A value as a file would hold it: omitted when empty or equal to the default; words in one line. */
function said(value: unknown, field: FieldOf | undefined): unknown {
  if (value === undefined || value === null || value === '') return undefined
  const one = typeof value === 'string' && field?.kind === 'words' ? value.trim().replace(/\s*\n\s*/g, ' ') : value
  if (field && 'default' in field && isDeepStrictEqual(one, field.default)) return undefined
  // The screen's switches are off by default (`editor-config.ts`), and say so for every file.
  if (field?.kind === 'yes' && !('default' in field) && one === false) return undefined
  return one
}

/** `name: value` as the repository's files write it. */
function line(name: string, value: unknown, plain: boolean): string {
  const doc = new Document({ [name]: value })
  const node = doc.get(name, true)
  if (isScalar(node) && typeof value === 'string') node.type = plain ? Scalar.PLAIN : Scalar.QUOTE_DOUBLE
  if (node instanceof YAMLSeq) node.flow = true
  return doc.toString({ lineWidth: 0, flowCollectionPadding: false })
}
