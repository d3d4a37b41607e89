/**
 * Line breaks of a title. Latin text breaks at spaces, Chinese between words, never before a closing or after an
 * opening mark.
 */

export type Measure = (text: string) => number

/** May not begin a line: marks, and particles that belong to the word before them. */
const CLOSING = /^[的了着吗呢吧\p{Pe}\p{Pf}，。、：；？！…—·%,.:;?!’”]/u
/** May not end a line. */
const OPENING = /[\p{Ps}\p{Pi}“‘¥$€£]$/u
const LATIN = /[\p{Script=Latin}\p{Nd}.,:/’'+–-]/u

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Pieces that are never broken, each with the space after it. */
export function pieces(text: string): string[] {
  const out: string[] = []
  for (const { segment } of segmenter.segment(text.trim().replace(/\s+/g, ' '))) {
    const last = out.at(-1)
    if (last !== undefined && joins(last, segment)) out[out.length - 1] = last + segment
    else out.push(segment)
  }
  return out
}

function joins(before: string, after: string): boolean {
  if (after === ' ') return true
  if (before.endsWith(' ')) return false
  return CLOSING.test(after) || OPENING.test(before) || bothLatin(before, after) || isCounted(before, after)
}

const bothLatin = (before: string, after: string): boolean =>
  LATIN.test(before.at(-1) ?? '') && LATIN.test(after.at(0) ?? '')

/** A number keeps its unit: 30岁, 2027年. */
const isCounted = (before: string, after: string): boolean => /\p{Nd}$/u.test(before) && /^\p{Script=Han}/u.test(after)

/** Fills lines up to `width`; no piece is wider than that. */
function filled(parts: readonly string[], width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line !== '' && measure((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = part
    } else line += part
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}

/** A piece wider than a line is broken wherever it must be. */
function cut(part: string, width: number, measure: Measure): string[] {
  if (measure(part.trimEnd()) <= width) return [part]
  const out: string[] = []
  let held = ''
  for (const char of part) {
    if (held !== '' && measure(held + char) > width) {
      out.push(held)
      held = char
    } else held += char
  }
  return [...out, held]
}

/** A line that ends where no reader pauses costs as much as a third of a line out of balance. */
const PAUSE = /[，。、：；？！,:;?!—]\s*$/u
const NO_PAUSE = 0.12

/**
 * Breaks `text` into as few lines as `width` allows: about equally long, and after a comma or colon rather than inside
 * a phrase. `measure` and `width` share a unit.
 */
export function balanced(text: string, width: number, measure: Measure): string[] {
  const parts = pieces(text).flatMap((part) => cut(part, width, measure))
  const count = filled(parts, width, measure).length
  const known = new Map<string, { cost: number; lines: string[] } | undefined>()
  const best = (from: number, left: number): { cost: number; lines: string[] } | undefined => {
    const key = `${from} ${left}`
    if (!known.has(key)) known.set(key, search(from, left))
    return known.get(key)
  }
  const search = (from: number, left: number): { cost: number; lines: string[] } | undefined => {
    if (left === 0) return from === parts.length ? { cost: 0, lines: [] } : undefined
    let found: { cost: number; lines: string[] } | undefined
    for (let to = from + 1; to <= parts.length; to++) {
      const line = parts.slice(from, to).join('').trimEnd()
      const share = measure(line) / width
      if (share > 1) break
      const rest = best(to, left - 1)
      if (!rest) continue
      const cost = share ** 2 + (to === parts.length || PAUSE.test(line) ? 0 : NO_PAUSE) + rest.cost
      if (!found || cost < found.cost) found = { cost, lines: [line, ...rest.lines] }
    }
    return found
  }
  return best(0, count)?.lines ?? filled(parts, width, measure)
}

export interface Title {
  size: number
  lines: string[]
}

/**
 * The largest of `sizes` in which the text needs at most `most(size)` lines; at the smallest size, the excess is cut
 * with an ellipsis.
 */
export function setTitle(
  text: string,
  width: number,
  sizes: readonly number[],
  most: (size: number) => number,
  measureAt: (size: number) => Measure,
): Title {
  for (const size of sizes) {
    const lines = balanced(text, width, measureAt(size))
    if (lines.length <= most(size)) return { size, lines }
  }
  const size = sizes.at(-1) ?? 1
  const lines = filled(
    pieces(text).flatMap((part) => cut(part, width, measureAt(size))),
    width,
    measureAt(size),
  )
  const kept = lines.slice(0, most(size))
  const last = kept.pop() ?? ''
  return { size, lines: [...kept, ellipsis(last, width, measureAt(size))] }
}

function ellipsis(line: string, width: number, measure: Measure): string {
  const chars = Array.from(line)
  while (chars.length > 1 && measure(`${chars.join('')}…`) > width) chars.pop()
  return `${chars.join('').replace(/[\s，、,：:；;]+$/u, '')}…`
}
