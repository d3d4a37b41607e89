/** Valid link targets of a text: pages of the route list, entries of the collections, and the anchors of each page. */
import { DOCUMENT_PICTURES, PICTURE_GROUP_IDS, pictureAnchor } from '../../../lib/content/document-pictures.ts'
import { closestWord } from '../../../lib/text/closest-word.ts'
import { ARTICLE_TOPICS, FAQ_GROUPS, OTHER_NEEDS } from '../schemas.ts'
import { matchRoute, pathFor, ROUTES, type RouteId } from '../../../routes.ts'
import { collectionOf, COLLECTION_NAMES, type CollectionName } from '../collections.ts'
import type { Entry } from '../entry.ts'
import { HELP_LINES, namesHelpLines } from '../help-lines.ts'
import { headingsOf } from './markdown.ts'

/** Entries that do not come from markdown, by route and slug, with the anchors of their pages. */
export type OtherEntries = Partial<Record<RouteId, ReadonlyMap<string, readonly string[]>>>

/** Anchors that a screen writes by itself. `tests/rules/anchors.test.ts` searches the built pages for each. */
export const PAGE_ANCHORS: Partial<Record<RouteId, readonly string[]>> = {
  'faq.list': FAQ_GROUPS,
  information: ARTICLE_TOPICS,
  'claims.download': ['form', 'letter', 'phrases', 'checklist', 'invoices'],
  'claims.documents': [...PICTURE_GROUP_IDS, ...DOCUMENT_PICTURES.map(pictureAnchor)],
  insurance: ['example'],
  efficient: ['clock'],
  hospital: ['countries'],
  'other.list': OTHER_NEEDS,
  'plan.entry': ['covered', 'not-covered', 'school', 'documents', 'questions'],
}
/** Anchors on every page. */
const EVERYWHERE = ['main']

/** Pages that redirect by `?id=` to an entry. */
const BY_ID: Readonly<Record<string, RouteId>> = {
  '/notice/content': 'notice.entry',
  '/claims/FAQ/content': 'faq.entry',
  '/claims/content': 'claims.entry',
  '/information/content': 'information.entry',
  '/other/overseas/details': 'overseas.entry',
}

/** The page that a text is on; each text of `pages` has its own address. */
export function ownPath({ collection, slug }: Entry): string {
  const { route } = collectionOf(collection)
  return route ? pathFor(route, { slug }) : `/${slug}`
}

/** Sections that the page of a text adds to it. */
const WITH_HELP_LINES: readonly CollectionName[] = ['faq', 'guides', 'articles']
const drawnBelow = ({ collection, data, body }: Entry): string[] => {
  const pictures = DOCUMENT_PICTURES.filter(
    (id) => Array.isArray(data?.['documents']) && data['documents'].includes(id),
  ).map(pictureAnchor)
  const lines = WITH_HELP_LINES.includes(collection) && namesHelpLines(body) ? [HELP_LINES] : []
  return pictures.length > 0 ? ['documents', ...pictures, ...lines] : lines
}

/** Words of the last part of an address; short ones join others and say nothing. */
const wordsOf = (path: string): string[] =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .split('-')
    .filter((it) => it.length > 3)

export class Addresses {
  /** Path → anchors, of every page that exists at build time. */
  readonly #pages = new Map<string, ReadonlySet<string>>()
  /** Routes whose entries are all in `#pages`. */
  readonly #listed = new Set<string>()
  /** Path → file, of texts that have no page yet. */
  readonly #drafts: ReadonlyMap<string, string>

  constructor(entries: readonly Entry[], others: OtherEntries = {}, drafts: readonly Entry[] = []) {
    this.#drafts = new Map(drafts.map((entry) => [ownPath(entry), entry.file]))
    for (const route of ROUTES) if (!route.path.includes('[')) this.#add(route.path, route.id, [])
    for (const name of COLLECTION_NAMES) {
      const { route } = collectionOf(name)
      if (route) this.#listed.add(route)
    }
    for (const entry of entries) {
      const path = ownPath(entry)
      this.#add(path, ROUTES.find((route) => route.path === path)?.id, [
        ...headingsOf(entry).map((_, i) => `s${i + 1}`),
        ...drawnBelow(entry),
      ])
    }
    for (const { id } of ROUTES) {
      const list = others[id]
      if (list) this.#listed.add(id)
      for (const [slug, anchors] of list ?? []) this.#add(pathFor(id, { slug, country: slug }), id, anchors)
    }
  }

  #add(path: string, route: RouteId | undefined, anchors: readonly string[]): void {
    this.#pages.set(path, new Set([...EVERYWHERE, ...((route && PAGE_ANCHORS[route]) ?? []), ...anchors]))
  }

  /** True when a page is at the path; always, for a path whose id is known only at run time. */
  has(path: string): boolean {
    if (this.#pages.has(path)) return true
    const route = matchRoute(path)
    return route !== undefined && !this.#listed.has(route.id)
  }

  /** True when a page is certainly at the path. */
  lists(path: string): boolean {
    return this.#pages.has(path)
  }

  /** Anchors of a page; undefined where they are unknown before it is built. */
  anchors(path: string): ReadonlySet<string> | undefined {
    return this.#pages.get(path)
  }

  /** The entry that a bare path opens with `?id=`; undefined for any other address. */
  byId(path: string, query: string): string | undefined {
    const route = BY_ID[path]
    const id = new URLSearchParams(query).get('id')
    return route !== undefined && id !== null ? pathFor(route, { slug: id }) : undefined
  }

  /** The file of the draft that would be at the path; undefined where a page is, or nothing. */
  draftAt(path: string): string | undefined {
    return this.has(path) ? undefined : this.#drafts.get(path)
  }

  /** The page of the same kind that has most words of the address; the list of that kind where none has one. */
  successor(path: string): string {
    const above = (page: string): string => page.slice(0, page.lastIndexOf('/'))
    const words = new Set(wordsOf(path))
    const common = (page: string): number => wordsOf(page).filter((it) => words.has(it)).length
    const [best] = [...this.#pages.keys()]
      .filter((page) => above(page) === above(path) && common(page) > 0)
      .sort((a, b) => common(b) - common(a))
    if (best !== undefined) return best
    let list = above(path)
    // Pages that only open another one by its id are no lists.
    while (list !== '' && (!this.lists(list) || /\/(?:content|details)$/.test(list))) list = above(list)
    return list === '' ? '/home' : list
  }

  /** The page with the most similar address. */
  near(path: string): string {
    return closestWord(path, [...this.#pages.keys()]) ?? '/home'
  }
}
