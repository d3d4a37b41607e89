/** Asks the index that the build made (`/pagefind/`), and looks at each page it proposes with our own eyes (`query.ts`). */
import { isKind, type Kind } from './result-kinds.ts'
import { asidesOf, countIn, pieces, standIns, termsOf, type Piece } from './query.ts'

/** The part of pagefind's interface that is used. Its module is written by the build and known at run time only. */
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
  options: (options: { excerptLength: number; ranking: { metaWeights: Record<string, number>; pageLength: number } }) => Promise<void>
  init: () => Promise<void>
  search: (query: string) => Promise<{ results: Match[] }>
}

export interface Found {
  url: string
  title: Piece[]
  kind: Kind
  /** The section of the page that has the words, where it has a heading. */
  section?: string
  text: Piece[]
}
export interface Outcome {
  found: Found[]
  /** How many pages there are, shown or not. */
  total: number
  /** Pages have some of the words only. */
  some: boolean
  /** Words that were searched besides those typed. */
  also: string[]
}

/** Pages looked at for one query: each is a request of some two KB the first time. */
const MOST = 20
const WORDS_ABOUT = 26

let loaded: Promise<Pagefind> | undefined

async function load(): Promise<Pagefind> {
  const address = '/pagefind/pagefind.js'
  const pagefind = (await import(/* @vite-ignore */ address)) as Pagefind
  // A text whose title has the words must be among those that are looked at, before long terms that repeat them.
  await pagefind.options({ excerptLength: WORDS_ABOUT, ranking: { metaWeights: { title: 30, words: 30 }, pageLength: 0.7 } })
  await pagefind.init()
  return pagefind
}

/** Loads the index once; a failure is forgotten, so that the next call tries again. */
export function ready(): Promise<Pagefind> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

/** Pagefind keeps quiet about a part of the index that did not come: before "nothing" is said, the index is asked for. Throws when it is out of reach. */
async function withinReach(): Promise<void> {
  const reply = await fetch('/pagefind/pagefind-entry.json', { cache: 'no-store' })
  if (!reply.ok) throw new Error(`${reply.status}`)
}

const address = (url: string): string => url.replace(/\.html(?=#|$)/, '')

/** Without the headings that stand in the row already and the mark at which it was cut, and open at its end. */
function passage(text: string, headings: readonly string[]): string {
  const bare = headings.reduce((held, heading) => {
    // The passage may begin in the middle of the heading.
    const end = Array.from({ length: Math.max(0, heading.length - 1) }, (_, at) => heading.slice(at)).find((part) => held.startsWith(part))
    return end ? held.slice(end.length) : held
  }, text)
  return bare.replace(/^[\s.,;:·。，；：、]+/, '').replace(/[^.。？?！!…]$/, '$&…')
}

type Section = Fragment['sub_results'][number]

/** The row of a page: of its sections the one that says most about the words. */
function rowOf({ url, filters, meta, sub_results }: Fragment, terms: readonly (readonly string[])[]): Found {
  const words = terms.flat()
  const said = ({ title, plain_excerpt }: Section): number => 2 * countIn(title, terms) + countIn(plain_excerpt, terms) + pieces(plain_excerpt, words).filter(({ mark }) => mark).length / 10
  const [best] = sub_results.map((it) => ({ it, said: said(it) })).sort((a, b) => b.said - a.said).map(({ it }) => it)
  const [kind] = filters['kind'] ?? []
  const title = meta['title'] ?? ''
  // Where the title says it all, the page is read from its beginning.
  const heading = best?.anchor && best.title !== title && countIn(title, terms) < terms.length ? best.title : undefined
  return {
    url: address(heading && best ? best.url : url),
    title: pieces(title, words),
    kind: isKind(kind) ? kind : 'page',
    ...(heading && { section: heading }),
    text: pieces(passage(best?.plain_excerpt ?? '', [title, best?.title ?? '']), words),
  }
}

/** Pages that any of the queries proposes, best first, with what they hold. */
async function proposed(pagefind: Pagefind, queries: readonly string[]): Promise<{ pages: Fragment[]; total: number }> {
  const answers = await Promise.all(queries.map((query) => pagefind.search(query)))
  const best = new Map<string, Match>()
  for (const match of answers.flatMap(({ results }) => results)) if ((best.get(match.id)?.score ?? -1) < match.score) best.set(match.id, match)
  const matches = [...best.values()].sort((a, b) => b.score - a.score)
  return { pages: await Promise.all(matches.slice(0, MOST).map((match) => match.data())), total: matches.length }
}

/** Searches for all of the words; where no page has them all, for pages that have some. */
export async function search(query: string, groups: readonly (readonly string[])[]): Promise<Outcome> {
  const pagefind = await ready()
  const typed = termsOf(query, groups)
  const asides = asidesOf(query, groups)
  const terms = typed.map((term) => standIns(term, groups))
  const also = terms.flatMap((words, at) => words.filter((word) => word !== typed[at]))
  const all = typed.join(' ')
  // Each other word in its place, one at a time.
  const queries = [all, ...terms.flatMap((words, at) => words.slice(1, 5).map((word) => typed.map((it, index) => (index === at ? word : it)).join(' ')))]
  const hit = await proposed(pagefind, [...new Set(queries)].slice(0, 8))
  const having = (pages: readonly Fragment[], least: number): Fragment[] =>
    pages
      .map((page, at) => {
        const title = page.meta['title'] ?? ''
        const inTitle = (words: readonly string[]): number => countIn(title, words.map((word) => [word]))
        const titled = 2 * inTitle(typed) + inTitle(asides)
        // Of pages that say the same, lists of hospitals come last: they name each department many times.
        return { page, at, titled, has: countIn(`${title} ${page.content}`, terms), near: countIn(title, terms), list: page.filters['kind']?.[0] === 'hospital' ? 1 : 0 }
      })
      .filter(({ has }) => has >= least)
      .sort((a, b) => b.has - a.has || b.titled - a.titled || b.near - a.near || a.list - b.list || a.at - b.at)
      .map(({ page }) => page)
  const full = having(hit.pages, terms.length)
  if (full.length === 0) await withinReach()
  if (full.length > 0 || terms.length < 2) {
    // Of pages that were not looked at nobody knows whether they have the words.
    const total = hit.total > MOST && full.length === MOST ? hit.total : full.length
    return { found: full.map((page) => rowOf(page, terms)), total, some: false, also }
  }
  const part = having((await proposed(pagefind, terms.flat().slice(0, 8))).pages, 1)
  return { found: part.map((page) => rowOf(page, terms)), total: part.length, some: true, also }
}
