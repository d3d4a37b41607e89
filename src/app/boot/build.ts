/** Bundles the boot script once per build and gives its text and CSP hash, from one source (design §4). */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { ROUTES, type Route } from '../../routes.ts'

export interface BootScript {
  text: string
  /** `sha256-…` as `security.csp.scriptDirective.hashes` wants it. */
  hash: `sha256-${string}`
}

/** Stands for the address until all is bundled: an address in words would be taken for a module to bundle. */
const ADDRESS = '__SEARCH'

/** `search` is the address of the search dialog, which the script loads on first use. */
export function bundleBoot({ search, apiBase = process.env.PUBLIC_API_BASE ?? '' }: { search: string; apiBase?: string }): BootScript {
  const result = buildSync({
    entryPoints: [fileURLToPath(new URL('./boot.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    tsconfigRaw: { compilerOptions: { strict: false } },
    define: { 'import.meta.env.PUBLIC_API_BASE': JSON.stringify(apiBase), 'import.meta.env.SEARCH': ADDRESS },
  })
  const text = withoutBallast(result.outputFiles[0]?.text.trim() ?? '').replace(ADDRESS, JSON.stringify(search))
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
}

/** Parts of a route's row that only the build reads, and what is so for most: this script is written into every page, so each byte counts. */
const BALLAST = /,(?:feature:"\w+"|access:"open"|entries:!0)/g

const rows: readonly Route[] = ROUTES
/** Rows that another row leads to are found by their id; of all others only the path is ever asked for. */
const NAMED = new Set(rows.flatMap(({ redirect, device }) => [redirect, device?.twin]))

/** Takes them out of the bundled list of routes. Throws when the bundler has come to write the list in another way. */
export function withoutBallast(script: string): string {
  const found = script.match(/feature:"/g)?.length ?? 0
  const slim = script.replace(BALLAST, '').replace(/\{id:"([\w.]+)",(?=path:)/g, (whole, id: string) => (NAMED.has(id) ? whole : '{'))
  if (found !== ROUTES.length || slim.includes('feature:"')) throw new Error('the boot script does not hold the routes as expected')
  return slim
}
