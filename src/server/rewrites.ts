/** What a host must know of the route table: shells of paths with run-time ids, and paths that lead elsewhere. */
import { LANGS, localPath } from '../lib/locale.ts'
import { matchRoute, ROUTES, type Route } from '../routes.ts'

const rows: readonly Route[] = ROUTES
const slash = (path: string): string => `/${path.replace(/^\/+/, '')}`

/** The page that answers a path with a run-time id, language prefix left out: `/checkstand/9` → `/checkstand/shell`. */
export function shellOf(path: string): string | undefined {
  const shell = matchRoute(path)?.shell
  return shell === undefined ? undefined : slash(shell)
}

/** The path that a row of its own leads to: `/` → `/home`. */
export function redirectOf(path: string): string | undefined {
  const target = matchRoute(path)?.redirect
  return target === undefined ? undefined : rows.find((row) => row.id === target)?.path
}

/** The text of `_redirects` (Netlify, Cloudflare Pages): redirects first, then rewrites to shells. */
export function redirectsFile(): string {
  const lines = LANGS.flatMap((lang) => rows.flatMap((row) => {
    const from = localPath(lang, row.path.replace(/\[(\w+)\]/g, ':$1'))
    const to = redirectOf(row.path)
    if (to !== undefined) return [`${from} ${localPath(lang, to)} 302`]
    return row.shell === undefined ? [] : [`${from} ${localPath(lang, slash(row.shell))} 200`]
  }))
  return `${[...lines.filter((it) => it.endsWith('302')), ...lines.filter((it) => it.endsWith('200'))].join('\n')}\n`
}
