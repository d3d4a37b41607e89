/** Languages and addresses: `en` is the default and has the plain path, `cn` is under `/cn` (design §2). */
export const LANGS = ['en', 'cn'] as const
export type Lang = (typeof LANGS)[number]
export const DEFAULT_LANG: Lang = 'en'
/** The tags for `<html lang>`, `hreflang` and `Intl`. */
export const HTML_LANG: Record<Lang, string> = { en: 'en', cn: 'zh-CN' }
export const otherLang = (lang: Lang): Lang => (lang === 'en' ? 'cn' : 'en')

const PREFIX = '/cn'

/**
 * Removes trailing slashes. A loop, because a regular expression would take quadratic time on paths with many slashes
 * elsewhere.
 */
export function withoutEnd(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Splits an address path: `/cn/plan/list` → `{ lang: 'cn', path: '/plan/list' }`. No trailing slash, root is `/`. */
export function splitPath(pathname: string): { lang: Lang; path: string } {
  const cn = pathname === PREFIX || pathname.startsWith(`${PREFIX}/`)
  const rest = cn ? pathname.slice(PREFIX.length) : pathname
  const path = withoutEnd(rest) || '/'
  return { lang: cn ? 'cn' : 'en', path }
}

/** The address of a path (query and hash kept) in a language: `('cn', '/home?a=1')` → `/cn/home?a=1`. */
export function localPath(lang: Lang, path: string): string {
  if (lang === 'en') return path
  return path === '/' ? PREFIX : `${PREFIX}${path}`
}

/** Joins the non-empty parts of a name: "Global Study, Plus". */
export const joined = (lang: Lang, ...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(lang === 'cn' ? '，' : ', ')

/** Names or numbers in a list without "and": "A, B", "A、B". */
export const joinedNames = (lang: Lang, names: readonly string[]): string => names.join(lang === 'cn' ? '、' : ', ')

/** Statements in one line: "A; B", "A；B". */
export const joinedClauses = (lang: Lang, clauses: readonly string[]): string =>
  clauses.join(lang === 'cn' ? '；' : '; ')

/** "A, B and C", "A、B和C". */
export const listInWords = (names: readonly string[], lang: Lang): string =>
  new Intl.ListFormat(lang === 'cn' ? HTML_LANG.cn : 'en-GB', { type: 'conjunction' }).format(names)

/** Joins sentences; Chinese has no space between them. */
export const sentences = (lang: Lang, ...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join(lang === 'cn' ? '' : ' ')

/** `[...lang]` static paths: English without a prefix, Chinese under `cn`. */
export const langPaths = (): { params: { lang: string | undefined } }[] => [
  { params: { lang: undefined } },
  { params: { lang: 'cn' } },
]

/** The language of a page's `[...lang]` part. */
export const langOf = (param: string | undefined): Lang => (param === 'cn' ? 'cn' : 'en')

/** Language and slug of an entry's id: `cn/eshc-europe`. */
export function splitId(id: string): { lang: Lang; slug: string } {
  const at = id.indexOf('/')
  return { lang: langOf(id.slice(0, at)), slug: id.slice(at + 1) }
}
