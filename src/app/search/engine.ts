/**
 * Queries the index that the build made (`/pagefind/`), and checks each page that it proposes with our own rules
 * (`query.ts`).
 */
import { isKind, type Kind } from './result-kinds.ts'
import { ranked } from './ranking.ts'
import { questionWordsOf, countIn, pieces, standIns, termsOf, type Piece } from './query.ts'

/** The used part of pagefind's interface. The build writes its module, so it is known only at run time. */
interface Fragment {
  url: string
  content: string
  filters: Record<string, string[]>
  meta: Record<string, string>
  sub_results: { title: string; url: string; plain_excerpt: string; anchor?: { element: string } }[]
}
interface Match {
  id: string
  score: number
  data: () => Promise<Fragment>
}
interface Pagefind {
  options: (options: {
    excerptLength: number
    ranking: { metaWeights: Record<string, number>; pageLength: number }
  }) => Promise<void>
  init: () => Promise<void>
  search: (query: string) => Promise<{ results: Match[] }>
}

export interface Found {
  url: string
  title: Piece[]
  kind: Kind
  /** The section of the page that contains the words, where it has a heading. */
  section?: string
  text: Piece[]
}
export interface Outcome {
  found: Found[]
  /** Number of pages found, shown or not. */
  total: number
  /** Each page has only some of the words. */
  some: boolean
  /** Words that were searched in addition to those typed. */
  also: string[]
}

/** Pages checked per query: each is a request of some two KB the first time. */
const MOST = 20
const WORDS_ABOUT = 26

let loaded: Promise<Pagefind> | undefined

async function load(): Promise<Pagefind> {
  const address = '/pagefind/pagefind.js'
  const pagefind: Pagefind = await import(/* @vite-ignore */ address)
  // A text whose title has the words must be among the checked pages, before long legal terms that repeat them.
  await pagefind.options({
    excerptLength: WORDS_ABOUT,
    ranking: { metaWeights: { title: 30, words: 30 }, pageLength: 0.7 },
  })
  await pagefind.init()
  return pagefind
}

/** Loads the index once; a failure is not remembered, so that the next call tries again. */
export function ready(): Promise<Pagefind> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

/**
 * Pagefind hides that a part of the index failed to load: before "nothing" is shown, the index is requested. Throws
 * when it is unreachable.
 */
async function withinReach(): Promise<void> {
  const reply = await fetch('/pagefind/pagefind-entry.json', { cache: 'no-store' })
  if (!reply.ok) throw new Error(`${reply.status}`)
}

const address = (url: string): string => url.replace(/\.html(?=#|$)/, '')

/** Without the headings that the row already shows and without the cut-off mark, and with an open end. */
function passage(text: string, headings: readonly string[]): string {
  const bare = headings.reduce((held, heading) => {
    // The excerpt may begin in the middle of the heading.
    const end = Array.from({ length: Math.max(0, heading.length - 1) }, (_, at) => heading.slice(at)).find((part) =>
      held.startsWith(part),
    )
    return end ? held.slice(end.length) : held
  }, text)
  return bare.replace(/^[\s.,;:·。，；：、]+/, '').replace(/[^.。？?！!…]$/, '$&…')
}

type Section = Fragment['sub_results'][number]

/** The row of a page, with the section that matches the words best. */
function rowOf({ url, filters, meta, sub_results }: Fragment, terms: readonly (readonly string[])[]): Found {
  const words = terms.flat()
  const said = ({ title, plain_excerpt }: Section): number =>
    2 * countIn(title, terms) +
    countIn(plain_excerpt, terms) +
    pieces(plain_excerpt, words).filter(({ mark }) => mark).length / 10
  const [best] = sub_results
    .map((it) => ({ it, said: said(it) }))
    .sort((a, b) => b.said - a.said)
    .map(({ it }) => it)
  const [kind] = filters['kind'] ?? []
  const title = meta['title'] ?? ''
  // Where the title alone matches, the excerpt is the page's beginning.
  const heading = best?.anchor && best.title !== title && countIn(title, terms) < terms.length ? best.title : undefined
  return {
    url: address(heading && best ? best.url : url),
    title: pieces(title, words),
    kind: isKind(kind) ? kind : 'page',
    ...(heading && { section: heading }),
    text: pieces(passage(best?.plain_excerpt ?? '', [title, best?.title ?? '']), words),
  }
}

/** Pages that any of the queries proposes, best first, with their contents. */
async function proposed(pagefind: Pagefind, queries: readonly string[]): Promise<{ pages: Fragment[]; total: number }> {
  const answers = await Promise.all(queries.map((query) => pagefind.search(query)))
  const best = new Map<string, Match>()
  for (const match of answers.flatMap(({ results }) => results))
    if ((best.get(match.id)?.score ?? -1) < match.score) best.set(match.id, match)
  const matches = [...best.values()].sort((a, b) => b.score - a.score)
  return { pages: await Promise.all(matches.slice(0, MOST).map((match) => match.data())), total: matches.length }
}

/** Searches for all of the words; where no page has them all, for pages that have some. */
export async function search(query: string, groups: readonly (readonly string[])[]): Promise<Outcome> {
  const pagefind = await ready()
  const typed = termsOf(query, groups)
  const asides = questionWordsOf(query, groups)
  const terms = typed.map((term) => standIns(term, groups))
  const also = terms.flatMap((words, at) => words.filter((word) => word !== typed[at]))
  const all = typed.join(' ')
  // Each alternative word in place of its term, one at a time.
  const queries = [
    all,
    ...terms.flatMap((words, at) =>
      words.slice(1, 5).map((word) => typed.map((it, index) => (index === at ? word : it)).join(' ')),
    ),
  ]
  const hit = await proposed(pagefind, [...new Set(queries)].slice(0, 8))
  const having = (pages: readonly Fragment[], least: number): Fragment[] =>
    ranked(pages, { typed, asides, terms }, least)
  const full = having(hit.pages, terms.length)
  if (full.length === 0) await withinReach()
  if (full.length > 0 || terms.length < 2) {
    // Whether unchecked pages have the words is unknown.
    const total = hit.total > MOST && full.length === MOST ? hit.total : full.length
    return { found: full.map((page) => rowOf(page, terms)), total, some: false, also }
  }
  const part = having((await proposed(pagefind, terms.flat().slice(0, 8))).pages, 1)
  return { found: part.map((page) => rowOf(page, terms)), total: part.length, some: true, also }
}
