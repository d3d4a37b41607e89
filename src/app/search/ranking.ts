/** The order of the pages that were found. Pure. */
import { countIn } from './query.ts'

export interface Ranked {
  content: string
  filters: Record<string, string[]>
  meta: Record<string, string>
}

export interface Asked {
  /** Words as they were typed, and words of a question (how, when), which only titles are searched for. */
  typed: readonly string[]
  asides: readonly string[]
  /** Each typed word with those of the same meaning. */
  terms: readonly (readonly string[])[]
}

/**
 * Among equal pages a question is the likeliest answer, and lists of hospitals come last: they name each department
 * many times.
 */
const placeOf = (kind: string | undefined): number => (kind === 'question' ? 0 : kind === 'hospital' ? 2 : 1)

/**
 * Pages that have at least `least` of the words: most words first, then those in the title, then those that say the
 * typed word itself.
 */
export function ranked<P extends Ranked>(pages: readonly P[], { typed, asides, terms }: Asked, least: number): P[] {
  const each = (words: readonly string[]): string[][] => words.map((word) => [word])
  return pages
    .map((page, at) => {
      const title = page.meta['title'] ?? ''
      const text = `${title} ${page.content}`
      const titled = 2 * countIn(title, each(typed)) + countIn(title, each(asides))
      return {
        page,
        at,
        titled,
        has: countIn(text, terms),
        near: countIn(title, terms),
        own: countIn(text, each(typed)),
        place: placeOf(page.filters['kind']?.[0]),
      }
    })
    .filter(({ has }) => has >= least)
    .sort(
      (a, b) =>
        b.has - a.has || b.titled - a.titled || b.near - a.near || b.own - a.own || a.place - b.place || a.at - b.at,
    )
    .map(({ page }) => page)
}
