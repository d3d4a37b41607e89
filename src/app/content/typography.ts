/** Reduces a text to its words, and checks Chinese typography. Terms are checked in `term-list.ts`. */

/** Removes everything that is not words: links, code, placeholders, marks, references like 62.14(b), addresses. */
export const plain = (text: string): string =>
  text
    .replace(/`[^`]*`|\s*\{#[^}]*\}/g, '')
    .replace(/!?(\[[^\]]*\])\([^)]*\)/g, '$1')
    .replace(/\{\{[^}]*\}\}|\{[^}]*\}/g, '0')
    .replace(/<\/?[\w-]+[^>]*>/g, '')
    .replace(/\d\([a-z]\)/g, '0')
    .replace(/\b(?:https?:\/\/|\/)[\w./?=&#%-]+/g, '')

const HAN = '[\\u3400-\\u9fff\\u{20000}-\\u{3134f}]'
const HALF_WIDTH = new RegExp(`${HAN}\\s?[,;:!?()]|[,;!?()]\\s?${HAN}|${HAN}\\.(?:\\s|$)`, 'u')
const HAND_SPACE = new RegExp(`${HAN} +[A-Za-z0-9]|[A-Za-z0-9%] +${HAN}`, 'u')
const STRAIGHT_QUOTE = new RegExp(`["']${HAN}|${HAN}["']`, 'u')

const FAULTS = [
  { fault: 'half-width punctuation', pattern: HALF_WIDTH, example: '保单，条款。' },
  { fault: 'a typed space', pattern: HAND_SPACE, example: '下载PDF，共3页' },
  { fault: 'a straight quotation mark', pattern: STRAIGHT_QUOTE, example: '“保单”' },
] as const

/**
 * Typography mistakes in a Chinese line that is `plain` already: full-width punctuation, no spaces by hand, Chinese
 * quotation marks.
 */
export function chineseFaults(text: string): { fault: string; found: string; example: string }[] {
  return FAULTS.flatMap(({ fault, pattern, example }) => {
    const found = pattern.exec(text)
    return found ? [{ fault, found: text.slice(Math.max(0, found.index - 6), found.index + 8), example }] : []
  })
}
/** Fast check of a whole `plain` text, before its lines are checked one by one. */
export const maybeBadChinese = (text: string): boolean => FAULTS.some(({ pattern }) => pattern.test(text))

/** The same for a list of lines. */
export const badChinese = (line: string): string[] =>
  chineseFaults(plain(line)).map(({ fault, found }) => `${fault}: “${found}”`)
