/**
 * Markdown in the form of the house. The editor draws a text and writes it anew when it is saved; what it writes otherwise
 * than an editor of the house would is put right here, so that only what was changed differs.
 */

const ROW = /^\|.*\|$/
const RULE = /^\|(?:\s*:?-+:?\s*\|)+$/

/** `after` in the form of the house; each block and row of a table that says what one of `before` said stands as it stood there. */
export function keepMarkdownFormat(before: string, after: string): string {
  const old = blocksOf(before)
  const held = new Map(old.map((block) => [gist(block), block]))
  const tables = old.map(rowsOf).filter((rows) => rows !== undefined)
  return blocksOf(after).map((block) => {
    const rows = rowsOf(block)
    return held.get(gist(block)) ?? (rows ? keepTable(rows, tables) : block)
  }).join('\n\n')
}

/** Blocks between empty lines: one line end, no space at the ends. */
const blocksOf = (text: string): string[] => text.replaceAll('\r\n', '\n').replace(/^\s*\n/, '').trimEnd().split(/\n{2,}/)

/** What a block says: the editor writes `_` for `*`, and a backslash before a sign that it does not take for markup. */
const gist = (block: string): string => block.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('_', '*')

/** The rows of a table; undefined for any other block. */
function rowsOf(block: string): string[] | undefined {
  const lines = block.split('\n').map((line) => line.trimEnd())
  return lines.every((line) => ROW.test(line)) ? lines : undefined
}

const cellsOf = (row: string): string[] => row.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim())
const rowOf = (cells: readonly string[]): string => `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`
const ruleOf = (row: string): string => row.replaceAll(' ', '').replace(/-{3,}/g, '---')

/**
 * The editor spaces the rule below the heads and drops the side to which its columns are set; of a table without heads it drops
 * the first row, and then it is no table. Both come back.
 */
function keepTable(rows: readonly string[], tables: readonly (readonly string[])[]): string {
  const all = RULE.test(rows[1] ?? '') ? rows : [rowOf(cellsOf(rows[0] ?? '').map(() => '')), rowOf(cellsOf(rows[0] ?? '').map(() => '---')), ...rows]
  const [heads = '', rule = ''] = all
  const says = (row: string): string => gist(rowOf(cellsOf(row)))
  const same = tables.find((table) => says(table[0] ?? '') === says(heads) && cellsOf(table[1] ?? '').length === cellsOf(rule).length)
  const known = new Map(tables.flat().map((row) => [says(row), row]))
  const sided = rule.includes(':') ? undefined : same?.[1]
  return all.map((row, i) => (i === 1 ? sided ?? ruleOf(row) : known.get(says(row)) ?? rowOf(cellsOf(row)))).join('\n')
}
