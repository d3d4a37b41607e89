/** What a static host must know of the routes: shells of paths with run-time ids, and redirects. */
import { LANGS, localPath, type Lang } from '../../lib/locale.ts'
import { LANGUAGE_PREFIXES } from '../../lib/text/meant-path.ts'
import { inCaseOf, inLowerCase } from '../../lib/text/path-pattern.ts'
import { matchRoute, ROUTES, type Route } from '../../routes.ts'
import { contentRedirects } from './content-redirects.ts'

const rows: readonly Route[] = ROUTES
const slash = (path: string): string => `/${path.replace(/^\/+/, '')}`

/** The page that answers a path with a run-time id, language prefix left out: `/checkstand/9` → `/checkstand/shell`. */
export function shellOf(path: string): string | undefined {
  const shell = matchRoute(path)?.shell
  return shell === undefined ? undefined : slash(shell)
}

/** The target of a path whose route redirects: `/` → `/home`. */
export function redirectOf(path: string): string | undefined {
  const target = matchRoute(path)?.redirect
  return target === undefined ? undefined : rows.find((row) => row.id === target)?.path
}

/** A path in the syntax of those hosts; one with an optional last part becomes two. */
export function placeholdersOf(path: string): string[] {
  const whole = path.replace(/\[(\w+)\]\??/g, ':$1')
  return path.endsWith('?') ? [whole.slice(0, whole.lastIndexOf('/')), whole] : [whole]
}

/** A rule of a static host, in the syntax of `_redirects`; 200 shows another file under the same address. */
export interface HostRule {
  from: string
  to: string
  status: 200 | 301 | 302
}

/** Paths with capital letters: people type them, and links in chats lose them. */
const capitalised: readonly string[] = rows.map(({ path }) => path).filter((path) => path !== inLowerCase(path))

/**
 * The path as its route writes it, where only the case of letters differs: `/claims/faq` → `/claims/FAQ`. `undefined`
 * where it is right, or belongs to no route.
 */
export const rightCaseOf = (path: string): string | undefined =>
  matchRoute(path) ? undefined : rows.map((row) => inCaseOf(row.path, path)).find((right) => right !== undefined)

/** What static hosts must do with our paths, redirects first. `moved`: pages that were renamed or removed. */
export function hostRules(moved: ReadonlyMap<string, string> = contentRedirects()): HostRule[] {
  const ofContent = [...moved].map(([from, to]): HostRule => ({ from, to, status: 301 }))
  const redirects = rows.flatMap((row): HostRule[] => {
    const to = redirectOf(row.path)
    return to === undefined ? [] : [{ from: row.path, to, status: 302 }]
  })
  const otherCase = capitalised.map((path): HostRule => {
    const [to = path] = placeholdersOf(path)
    return { from: inLowerCase(path).replace(/\[(\w+)\]/g, ':$1'), to, status: 301 }
  })
  const shells = rows.flatMap(({ path, shell }) =>
    shell === undefined ? [] : placeholdersOf(path).map((from): HostRule => ({ from, to: slash(shell), status: 200 })),
  )
  return [ofContent, redirects, otherCase, shells].flatMap((rules) =>
    LANGS.flatMap((lang) =>
      rules.map(({ from, to, status }) => ({ from: localPath(lang, from), to: localPath(lang, to), status })),
    ),
  )
}

/** First parts of our paths: `/claims`. */
const TOPS = [...new Set(rows.map(({ path }) => `/${path.split('/')[1] ?? ''}`))].filter((top) => /^\/\w/.test(top))
const hasBelow = (top: string): boolean => rows.some(({ path }) => path.startsWith(`${top}/`))

/**
 * As other sites write languages in their addresses. Below `/en` each of our first parts has a line: a rule for all of
 * them would put what was typed at the beginning of an address, and `/en//evil.example` lead Netlify to another site.
 */
function prefixLines(lang: Lang, prefix: string): string[] {
  const all = (from: string, to: string): string => `${from}/* ${to}/:splat 301`
  const [home, root] = [localPath(lang, '/home'), localPath(lang, '')]
  return [
    `${prefix} ${home} 301`,
    `${prefix}/ ${home} 301`,
    ...(root === ''
      ? TOPS.flatMap((top) => [
          ...(matchRoute(top) ? [`${prefix}${top} ${redirectOf(top) ?? top} 301`] : []),
          ...(hasBelow(top) ? [all(prefix + top, top)] : []),
        ])
      : [all(prefix, root)]),
  ]
}

/**
 * The text of `_redirects` (Netlify, Cloudflare Pages). Both remove `/` and `.html` at the end of a page's address
 * themselves; a redirect's address with `/` has no page, so it has a line. The last lines are Netlify's, which has one
 * `404.html` and would show these files: Cloudflare finds the nearest `404.html` by itself, shows none of its own
 * files, and passes over this status.
 */
export function redirectsFile(moved?: ReadonlyMap<string, string>): string {
  const ofRoutes = hostRules(moved).flatMap(({ from, to, status }) => [
    `${from} ${to} ${status}`,
    ...(status === 302 && from !== '/' ? [`${from}/ ${to} ${status}`] : []),
    ...(from !== '/' && to === localPath('cn', '/home') ? [`${from}/index.html ${to} 301`] : []),
  ])
  const lines = [
    ...ofRoutes,
    ...LANGS.flatMap((lang) => LANGUAGE_PREFIXES[lang].flatMap((prefix) => prefixLines(lang, prefix))),
  ]
  // Cloudflare looks fixed addresses up at once as long as they come before the first placeholder.
  const [fixed, placeholders] = [false, true].map((it) => lines.filter((line) => line.includes('/:') === it))
  const notPublic = ['_headers', '_redirects', '_earlier.json'].map((file) => `/${file} /404.html 404!`)
  return `${[...(fixed ?? []), ...(placeholders ?? []), ...notPublic, '/cn/* /cn/404.html 404'].join('\n')}\n`
}
