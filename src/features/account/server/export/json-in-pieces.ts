/** A large value as JSON, a piece at a time, so that writing it takes no long turn of the event loop. */

/** Characters of a piece at least: many small ones take longer to compress. */
const PIECE = 32_768

/** The bytes of `JSON.stringify(value, null, 2)` and a line break. */
export async function* jsonInPieces(value: object): AsyncGenerator<Uint8Array> {
  let text = ''
  for (const part of partsOf(value, 0)) {
    text += part
    if (text.length < PIECE) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(`${text}\n`)
}

/** Tables and their rows are taken apart, a row is written whole. */
const DEEPEST = 2
const indented = (depth: number): string => `\n${'  '.repeat(depth)}`

function* partsOf(value: unknown, depth: number): Generator<string> {
  if (depth === DEEPEST || typeof value !== 'object' || value === null) {
    // Line breaks inside of texts are escaped, so these are the layout's.
    return yield JSON.stringify(value, null, 2).replaceAll('\n', indented(depth))
  }
  const isList = Array.isArray(value)
  const entries = isList
    ? value.map((it: unknown) => ['', it] as const)
    : Object.entries(value).map(([key, it]) => [`${JSON.stringify(key)}: `, it] as const)
  if (entries.length === 0) return yield isList ? '[]' : '{}'
  yield isList ? '[' : '{'
  for (const [i, [key, part]] of entries.entries()) {
    yield `${i === 0 ? '' : ','}${indented(depth + 1)}${key}`
    yield* partsOf(part, depth + 1)
  }
  yield `${indented(depth)}${isList ? ']' : '}'}`
}
