/**
 * Addresses as people type them and chats copy them. Our server and the page of unknown addresses, which static hosts
 * show, lead on by it; the hosts' own rules know the prefixes only (`rewrites.ts`).
 */

/** Prefixes that other sites use for our languages, in small letters and as the standard writes them. English has none. */
export const LANGUAGE_PREFIXES = {
  en: ['/en'],
  cn: ['/zh', '/zh-cn', '/zh-CN', '/zh-hans', '/zh-Hans', '/zh-hans-cn', '/zh-Hans-CN'],
} as const

const EN = /^\/en(?:-[a-z]{2})?(?=\/|$)/i
const CN = /^\/(?:cn|zh(?:[-_][a-z-_]+)?)(?=\/|$)/i
/** What a sentence puts behind an address, and a chat takes for its end. */
const GLUED = /[\s.,;:!'"’”)\]}>、，。；：！？）】》」』…]+$/u

/** The path that was meant, for one that belongs to no page; the same where nothing is to be mended. */
export function meantPath(pathname: string): string {
  const path = unglued(pathname)
  // One slash: two would begin the address of another site.
  if (EN.test(path)) return path.replace(EN, '').replace(/^[/\\]+/, '/') || '/home'
  return path.replace(CN, '/cn')
}

/** The decoded marks go; what stands before them stays as it was written. */
function unglued(pathname: string): string {
  let path = pathname
  for (;;) {
    const last = /(?:(?:%[0-9a-f]{2})+|[^%])$/i.exec(path)?.[0] ?? ''
    const text = decoded(last)
    const rest = text?.replace(GLUED, '')
    if (text === undefined || rest === undefined || rest === text) return path
    path = path.slice(0, path.length - last.length) + (rest === '' ? '' : encodeURIComponent(rest))
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * The language that an address asks for by a query, as other sites do (`?lang=cn`), and the query without it. Our
 * server and nginx lead on by it; a host with rules for paths only shows the page, which has a switch.
 */
export function askedLanguage(search: string): { lang: 'en' | 'cn'; search: string } | undefined {
  const query = new URLSearchParams(search)
  const asked = query.get('lang')?.toLowerCase()
  const lang = asked === 'en' ? 'en' : asked && /^(?:cn|zh(?:[-_].*)?)$/.test(asked) ? 'cn' : undefined
  if (!lang) return undefined
  query.delete('lang')
  const rest = query.toString()
  return { lang, search: rest && `?${rest}` }
}
