/**
 * Markdown in the repository's format. The editor parses a text and writes it anew on saving; where its output differs
 * from our format it is corrected here, so that a diff shows only what was changed.
 */

const ROW = /^\|.*\|$/
const RULE = /^\|(?:\s*:?-+:?\s*\|)+$/

/** `after` in our format; each block and table row that says the same as one of `before` keeps the text of `before`. */
export function keepMarkdownFormat(before: string, after: string): string {
  const old = blocksOf(before)
  const held = new Map(old.map((block) => [gist(block), block]))
  const tables = old.map(rowsOf).filter((rows) => rows !== undefined)
  return blocksOf(after)
    .map((block) => {
      const rows = rowsOf(block)
      return held.get(gist(block)) ?? (rows ? keepTable(rows, tables) : block)
    })
    .join('\n\n')
}

/** Blocks between empty lines: one line end, no space at the ends. */
const blocksOf = (text: string): string[] =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split(/\n{2,}/)

/**
 * What a block says, in a comparable form: the editor writes `_` for `*`, and a backslash before signs that it takes
 * for no markup.
 */
const gist = (block: string): string => block.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('_', '*')

/** The rows of a table; undefined for any other block. */
function rowsOf(block: string): string[] | undefined {
  const lines = block.split('\n').map((line) => line.trimEnd())
  return lines.every((line) => ROW.test(line)) ? lines : undefined
}

const cellsOf = (row: string): string[] =>
  row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
const rowOf = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`
const ruleOf = (row: string): string => row.replaceAll(' ', '').replace(/-{3,}/g, '---')

/**
 * The editor spaces the line below a table's head and drops the alignment of its columns; of a table without heads it
 * drops the first row, which makes it no table. Both are restored.
 */
function keepTable(rows: readonly string[], tables: readonly (readonly string[])[]): string {
  const all = RULE.test(rows[1] ?? '')
    ? rows
    : [rowOf(cellsOf(rows[0] ?? '').map(() => '')), rowOf(cellsOf(rows[0] ?? '').map(() => '---')), ...rows]
  const [heads = '', rule = ''] = all
  const says = (row: string): string => gist(rowOf(cellsOf(row)))
  const same = tables.find(
    (table) => says(table[0] ?? '') === says(heads) && cellsOf(table[1] ?? '').length === cellsOf(rule).length,
  )
  const known = new Map(tables.flat().map((row) => [says(row), row]))
  const sided = rule.includes(':') ? undefined : same?.[1]
  return all
    .map((row, i) => (i === 1 ? (sided ?? ruleOf(row)) : (known.get(says(row)) ?? rowOf(cellsOf(row)))))
    .join('\n')
}
