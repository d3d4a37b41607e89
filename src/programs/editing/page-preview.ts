/**
 * Address of an entry's real page. English and Chinese use different host names (both are this machine): the site keeps
 * the language in the browser's storage and redirects a visitor who once saw Chinese away from the English address;
 * separate hosts keep the two apart.
 */
import { LANGS, localPath, type Lang } from '../../lib/locale.ts'

export interface Preview {
  origins: string[]
  /** `path`: the English address of the page. */
  url: (lang: Lang, path: string) => string
}

export function previewOf(port: number): Preview {
  const origin = (lang: Lang): string => `http://${lang}.localhost:${port}`
  return { origins: LANGS.map(origin), url: (lang, path) => origin(lang) + localPath(lang, path) }
}
