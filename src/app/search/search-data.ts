/** The dialog's data, fetched when search is first used. */
import type { Lang } from '../../lib/locale.ts'
import type { Resources } from '../words/translate.ts'
import type { Kind } from './result-kinds.ts'

/** `/data/search-en.json` and `/data/search-cn.json`. */
export interface SearchData {
  /** The namespace `search` of the page's language, as the locale file has it. */
  words: Resources
  /** Words of the term list that people should not read here but may type, with the word to use: groups of synonyms. */
  terms: string[][]
  /** Frequent questions, with their addresses. */
  asked: { title: string; href: string }[]
  /** The service line. */
  phone: string
}

/** What is searched of one page. */
export interface SearchedPage {
  url: string
  title: string
  kind: Kind
  /** Its text, cut at headings that have an anchor; the first part has none. */
  sections: { id?: string; heading?: string; text: string }[]
}

/** The texts of all pages of a language, written by the build from the pages (`search-texts.build.ts`). */
export const textsPath = (lang: Lang): string => `/data/search-texts-${lang}.json`
