/**
 * The dialog's data besides the index: `/data/search-en.json` and `/data/search-cn.json`, fetched when search is first
 * used.
 */
import type { Resources } from '../translate.ts'

export interface SearchData {
  /** The namespace `search` of the page's language, as the locale file has it. */
  words: Resources
  /** Frequent questions, with their addresses. */
  asked: { title: string; href: string }[]
  /** The service line. */
  phone: string
}
