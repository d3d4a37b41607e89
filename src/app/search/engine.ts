/** Searches the texts of the site's pages, which are loaded once, in the reader's language, when search is first used. */
import type { Lang } from '../../lib/locale.ts'
import { excerptOf } from './excerpt.ts'
import { countIn, pieces, questionWordsOf, standIns, termsOf, type Piece } from './query.ts'
import { ranked, readTexts, type Texts } from './ranking.ts'
import type { Kind } from './result-kinds.ts'
import { textsPath, type SearchedPage } from './search-data.ts'

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

/** Rows that are shown. */
const MOST = 20

let loaded: Promise<Texts> | undefined

async function load(lang: Lang): Promise<Texts> {
  const reply = await fetch(textsPath(lang))
  if (!reply.ok) throw new Error(`${reply.status}`)
  const pages: SearchedPage[] = await reply.json()
  return readTexts(pages)
}

/** Loads the texts once; a failure is not remembered, so that the next call tries again. */
export function ready(lang: Lang): Promise<Texts> {
  loaded ??= load(lang).catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

/** The row of a page, with the section that matches the words best. */
function rowOf({ url, title, kind, sections }: SearchedPage, terms: readonly (readonly string[])[]): Found {
  const words = terms.flat()
  const said = ({ heading = '', text }: SearchedPage['sections'][number]): number =>
    2 * countIn(heading, terms) + countIn(text, terms)
  const [best] = sections.map((it) => ({ it, said: said(it) })).sort((a, b) => b.said - a.said)
  // Where the title alone matches, the excerpt is the page's beginning.
  const section = best && best.said > 0 && countIn(title, terms) < terms.length ? best.it : undefined
  const { id, heading, text = '' } = section ?? sections.find((it) => it.text !== '') ?? {}
  const shown = section && id !== undefined
  return {
    url: shown ? `${url}#${id}` : url,
    title: pieces(title, words),
    kind,
    ...(shown && heading && { section: heading }),
    text: pieces(excerptOf(text, words), words),
  }
}

/** The pages for a query, those with all of its words before those with some; pure but for the texts. */
export function findIn(texts: Texts, query: string, synonyms: readonly (readonly string[])[]): Outcome {
  // Words of titles are known words: the browser alone would cut 转学了 into characters.
  const groups = [...synonyms, ...texts.titleWords.map((word) => [word])]
  const typed = termsOf(query, groups)
  const terms = typed.map((term) => standIns(term, groups))
  const pages = ranked(texts, { terms, asides: questionWordsOf(query, groups) })
  return {
    found: pages.slice(0, MOST).map(({ page }) => rowOf(page, terms)),
    total: pages.length,
    some: pages.every(({ has }) => has < terms.length),
    also: terms.flatMap((words, at) => words.filter((word) => word !== typed[at] && texts.countsOf(word).size > 0)),
  }
}

export const search = async (query: string, groups: readonly (readonly string[])[], lang: Lang): Promise<Outcome> =>
  findIn(await ready(lang), query, groups)
