/** Which pages a query finds, and in which order. Pure: the same texts and query give the same list. */
import { alike, chineseWords, fold, isPhrase, placesOf, wordsIn } from './query.ts'
import type { Kind } from './result-kinds.ts'
import type { SearchedPage } from './search-data.ts'

/** How often a word is on a page, and where. */
type Counts = Record<Part, number>
type Folded = Record<Part, string>
/** `lead`: how the page begins, which is what it is about. */
const PARTS = ['title', 'lead', 'heading', 'text'] as const
type Part = (typeof PARTS)[number]
const none = (): Counts => ({ title: 0, lead: 0, heading: 0, text: 0 })

/** Characters of a page's beginning. */
const LEAD = 160

/** The pages of one language, ready to be searched: each word is looked up once. */
export interface Texts {
  pages: readonly SearchedPage[]
  /** By word, the counts of each page that has it, by its number. */
  countsOf: (word: string) => ReadonlyMap<number, Counts>
  /** Chinese words of the titles. */
  titleWords: readonly string[]
  /** Length of a page's text in relation to the mean. */
  lengths: readonly number[]
}

/** Every Latin word of the pages with the pages that have it: a query then compares words, not pages. */
function vocabularyOf(pages: readonly Folded[]): Map<string, Map<number, Counts>> {
  const all = new Map<string, Map<number, Counts>>()
  pages.forEach((page, at) => {
    for (const part of PARTS)
      for (const word of wordsIn(page[part])) {
        const held = all.get(word) ?? new Map<number, Counts>()
        const counts = held.get(at) ?? none()
        counts[part]++
        all.set(word, held.set(at, counts))
      }
  })
  return all
}

export function readTexts(pages: readonly SearchedPage[]): Texts {
  const folded = pages.map(({ title, sections }) => ({
    title: fold(title),
    lead: fold((sections[0]?.text ?? '').slice(0, LEAD)),
    heading: fold(sections.flatMap(({ heading }) => heading ?? []).join(' ')),
    text: fold(sections.map(({ text }) => text).join(' ')),
  }))
  const vocabulary = vocabularyOf(folded)
  const mean = folded.reduce((sum, { text }) => sum + text.length, 0) / Math.max(folded.length, 1)
  const known = new Map<string, ReadonlyMap<number, Counts>>()
  const count = (word: string): ReadonlyMap<number, Counts> => {
    const found = new Map<number, Counts>()
    const add = (at: number, counts: Counts): void => {
      const held = found.get(at) ?? none()
      for (const part of PARTS) held[part] += counts[part]
      found.set(at, held)
    }
    if (!isPhrase(word)) {
      for (const [other, pagesWith] of vocabulary) if (alike(word, other)) for (const [at, it] of pagesWith) add(at, it)
      return found
    }
    folded.forEach((page, at) => {
      const counts = none()
      for (const part of PARTS) counts[part] = placesOf(word, page[part]).length
      if (PARTS.some((part) => counts[part] > 0)) add(at, counts)
    })
    return found
  }
  return {
    pages,
    titleWords: chineseWords(pages.map(({ title }) => title).join('\n')),
    lengths: folded.map(({ text }) => text.length / mean),
    countsOf: (word) => {
      const held = known.get(word) ?? count(word)
      known.set(word, held)
      return held
    },
  }
}

export interface Asked {
  /** Each word as it was typed, then those of the same meaning. */
  terms: readonly (readonly string[])[]
  /** Words of a question (how, when), which only titles are searched for. */
  asides: readonly string[]
}

export interface Ranked {
  page: SearchedPage
  /** How many of the typed words it has, each itself or by one of the same meaning. */
  has: number
}

/**
 * How likely a page of this kind is the answer to what people type. A question is; a list of hospitals names every
 * department, and terms repeat every word of the trade.
 */
const LIKELY: Record<Kind, number> = {
  question: 1.2,
  guide: 1.15,
  article: 1.05,
  page: 1,
  plan: 0.8,
  product: 0.8,
  notice: 0.75,
  legal: 0.5,
  terms: 0.5,
  hospital: 0.5,
}

/** A word that only means the same says a little less than the typed one. */
const OF_SAME_MEANING = 0.85
/** Pages with less than this share of the best page's points only mention a word. */
const LEAST = 0.15
const WEIGHTS = { title: 4, lead: 1.5, heading: 1.2, text: 2 }

/** Rare words tell pages apart, so they count more (as in BM25). */
const rarity = (pages: number, having: number): number => Math.log(1 + (pages - having + 0.5) / (having + 0.5))

/** The points of one word on one page: repeating it says less each time, and in a long text less than in a short one. */
function pointsOf({ title, lead, heading, text }: Counts, length: number): number {
  return (
    (title > 0 ? WEIGHTS.title : 0) +
    (lead > 0 ? WEIGHTS.lead : 0) +
    (heading > 0 ? WEIGHTS.heading : 0) +
    WEIGHTS.text * (text / (text + 0.6 + 0.9 * length))
  )
}

/** Pages with at least one of the words, the likeliest first. */
export function ranked(texts: Texts, { terms, asides }: Asked): Ranked[] {
  const points = new Map<number, { sum: number; has: number; weight: number }>()
  let whole = 0
  for (const words of terms) {
    const best = new Map<number, number>()
    words.forEach((word, index) => {
      for (const [at, counts] of texts.countsOf(word)) {
        const value = pointsOf(counts, texts.lengths[at] ?? 1) * (index === 0 ? 1 : OF_SAME_MEANING)
        best.set(at, Math.max(best.get(at) ?? 0, value))
      }
    })
    const rare = rarity(texts.pages.length, best.size)
    whole += rare
    for (const [at, value] of best) {
      const held = points.get(at) ?? { sum: 0, has: 0, weight: 0 }
      points.set(at, { sum: held.sum + rare * value, has: held.has + 1, weight: held.weight + rare })
    }
  }
  for (const aside of asides) {
    const titled = [...texts.countsOf(aside)].filter(([, { title }]) => title > 0)
    const bonus = WEIGHTS.title * rarity(texts.pages.length, titled.length)
    for (const [at] of titled) {
      const held = points.get(at)
      if (held) held.sum += bonus
    }
  }
  const rows = [...points].flatMap(([at, { sum, has, weight }]) => {
    const page = texts.pages[at]
    // What a page lacks of the query counts against it.
    return page ? [{ page, has, at, score: sum * (weight / whole) * LIKELY[page.kind] }] : []
  })
  const most = Math.max(...rows.map(({ score }) => score))
  return rows
    .filter(({ score }) => score >= LEAST * most)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ page, has }) => ({ page, has }))
}
