/** Bundles the boot script once per build and gives its text and CSP hash, from one source (design §4). */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

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
  const text = result.outputFiles[0]?.text.trim() ?? ''
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` }
}
