/** Lines of YAML that begin at another place than those beside them: a space lost or typed, which no editor sees. */

interface OutOfLine {
  /** Counted from 1. */
  line: number
  field: string
  message: string
  example: string
}

const FIELD = /^( *)((?:- )*)([\w-]+):(?: (.*))?$/

/** Lines that stand within no brackets, where places count. */
function* fieldLines(
  text: string,
): Generator<{ line: number; spaces: number; dashes: string; field: string; value: string }> {
  let depth = 0
  for (const [i, line] of text.split('\n').entries()) {
    const inBrackets = depth > 0
    depth += (line.match(/[[{]/g)?.length ?? 0) - (line.match(/[\]}]/g)?.length ?? 0)
    const [, before = '', dashes = '', field, value = ''] = FIELD.exec(line) ?? []
    if (!inBrackets && field !== undefined) yield { line: i + 1, spaces: before.length, dashes, field, value }
  }
}

/** The first one; what the parser says of it and of the lines below it follows from it. */
export function outOfLine(text: string): OutOfLine | undefined {
  let levels: number[] = []
  let opens = true
  for (const { line, spaces, dashes, field, value } of fieldLines(text)) {
    const inner = levels.find((level) => level > spaces)
    levels = levels.filter((level) => level <= spaces)
    if (dashes === '' && levels.at(-1) !== spaces && !(opens && inner === undefined))
      return told(line, field, spaces, inner ?? levels.at(-1) ?? 0)
    levels = [...levels.filter((level) => level < spaces), spaces + dashes.length]
    opens = value === '' || value.startsWith('#')
  }
  return undefined
}

const told = (line: number, field: string, spaces: number, expected: number): OutOfLine => ({
  line,
  field,
  message: `begins with ${counted(spaces)}, and the lines beside it with ${expected || 'none'}: write as many.`,
  example: `${counted(expected)}, then ${field}:`,
})
const counted = (spaces: number): string => (spaces === 0 ? 'no space' : spaces === 1 ? '1 space' : `${spaces} spaces`)
