/** What the dialog needs besides the index: `/data/search-en.json` and `/data/search-cn.json`, read when search is first used. */
import type { Resources } from '../i18n.ts'

export interface SearchData {
  /** The namespace `search` of the page's language, as the locale file has it. */
  words: Resources
  /** Questions asked often, with their addresses. */
  asked: { title: string; href: string }[]
  phone: string
}
