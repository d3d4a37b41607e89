/**
 * Markdown in the form of the house. The editor draws a text and writes it anew when it is saved; what it writes otherwise
 * than an editor of the house would is put right here, so that only what was changed differs.
 */

const ROW = /^\|.*\|$/
const RULE = /^\|(?:\s*:?-+:?\s*\|)+$/

/** `after` in the form of the house; each of its blocks that says what one of `before` said stands as it stood there. */
export function keepProse(before: string, after: string): string {
  const held = new Map(blocksOf(before).map((block) => [gist(block), block]))
  return blocksOf(after).map((block) => held.get(gist(block)) ?? block).join('\n\n')
}

/** Blocks between empty lines: one line end, no space at the ends, tables as they stand in all our texts. */
const blocksOf = (text: string): string[] =>
  text.replaceAll('\r\n', '\n').replace(/^\s*\n/, '').trimEnd().split(/\n{2,}/).map(houseTable)

/** What a block says: the editor writes `_` for `*`, and a backslash before a sign that it does not take for markup. */
const gist = (block: string): string => block.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('_', '*')

/** `| --- |` becomes `|---|`. A table without heads loses its first row in the editor and would be no table without one. */
function houseTable(block: string): string {
  const lines = block.split('\n')
  if (lines.length === 0 || !lines.every((line) => ROW.test(line.trimEnd()))) return block
  const rows = lines.map((line) => (RULE.test(line) ? line.replaceAll(' ', '').replace(/-{3,}/g, '---') : line))
  if (rows.length > 1 && !RULE.test(rows[1] ?? '')) {
    const columns = (rows[0] ?? '').replaceAll('\\|', '').split('|').length - 2
    rows.unshift(`|${' |'.repeat(columns)}`, `|${'---|'.repeat(columns)}`)
  }
  return rows.join('\n')
}
