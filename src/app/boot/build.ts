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

export function bundleBoot(apiBase = process.env.PUBLIC_API_BASE ?? ''): BootScript {
  const result = buildSync({
    entryPoints: [fileURLToPath(new URL('./boot.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    define: { 'import.meta.env': JSON.stringify({ PUBLIC_API_BASE: apiBase }) },
  })
  const text = withoutBallast(result.outputFiles[0]?.text.trim() ?? '')
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
