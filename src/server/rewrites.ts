/** What a static host must know of the routes: shells of paths with run-time ids, and redirects. */
import { LANGS, localPath } from '../lib/locale.ts'
import { matchRoute, ROUTES, type Route } from '../routes.ts'
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

/**
 * The text of `_redirects` (Netlify, Cloudflare Pages): redirects first, then rewrites to shells. `moved`: pages that
 * were renamed or removed.
 */
export function redirectsFile(moved: ReadonlyMap<string, string> = contentRedirects()): string {
  const ofContent = LANGS.flatMap((lang) =>
    [...moved].map(([from, to]) => `${localPath(lang, from)} ${localPath(lang, to)} 301`),
  )
  const lines = LANGS.flatMap((lang) =>
    rows.flatMap((row) => {
      const to = redirectOf(row.path)
      if (to !== undefined) return [`${localPath(lang, row.path)} ${localPath(lang, to)} 302`]
      const { shell } = row
      return shell === undefined
        ? []
        : placeholdersOf(row.path).map((from) => `${localPath(lang, from)} ${localPath(lang, slash(shell))} 200`)
    }),
  )
  return `${[...ofContent, ...lines.filter((it) => it.endsWith('302')), ...lines.filter((it) => it.endsWith('200'))].join('\n')}\n`
}
