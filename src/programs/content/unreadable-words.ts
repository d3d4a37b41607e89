/** Why a file of words is not JSON, in words for an editor, and where. */
import { parseDocument } from 'yaml'

export function unreadableLine(text: string): { line: number; why: string } | undefined {
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const mark = /^(?:<{7}|={7}|>{7})/m.exec(text)
    if (mark)
      return {
        line: lineAt(mark.index),
        why: 'has two versions that git could not merge. Keep one of them, and remove the three lines of marks.',
      }
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return {
      line: lineAt(at === undefined ? text.trimEnd().length : Number(at)),
      why: 'cannot be read here: look for a missing comma, quotation mark or brace, on this line or the one above.',
    }
  }
  // JSON itself takes the last of two equal keys without a word.
  const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon).length
  if (written === countKeys(value)) return undefined
  const twice = parseDocument(text, { logLevel: 'error' }).errors.find(({ code }) => code === 'DUPLICATE_KEY')
  return { line: lineAt(twice?.pos[0] ?? 0), why: 'has a key that is there twice.' }
}

const countKeys = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>(
        (sum, inner) => sum + countKeys(inner),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )
