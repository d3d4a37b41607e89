/**
 * Bundles the scripts that are written into pages, once per build, and returns their text and CSP hash from one source
 * (design §4).
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { GUARD_RULES } from './routes-for-boot-script.ts'
import { CAPITALISED, SHELLS } from './shell-paths.ts'
import { OLDEST_BROWSERS } from '../build/oldest-browsers.ts'
import { onDemandScript, type OnDemandScript } from '../build/on-demand-script.build.ts'

export interface BootScript {
  text: string
  /** `sha256-…` in the form that `security.csp.scriptDirective.hashes` expects. */
  hash: `sha256-${string}`
}

const bundled = (file: string, define: Record<string, string> = {}): string =>
  buildSync({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: OLDEST_BROWSERS,
    tsconfigRaw: { compilerOptions: { strict: false } },
    define,
  }).outputFiles[0]?.text.trim() ?? ''

const script = (text: string): BootScript => ({
  text,
  hash: `sha256-${createHash('sha256').update(text).digest('base64')}`,
})

/** The script beside every island that reports when the island does not load (`LoadError.astro`). */
export const bundleLoadWatch = (): BootScript => script(bundled('./load-watch.ts'))

/** The first calls of a page, sent while its scripts load; `forms`: also those that begin something. */
export const bundleEarlyCalls = (forms: boolean): BootScript =>
  script(bundled('./send-early-calls.ts', { 'import.meta.env.FORMS': String(forms) }))

/** Restores the address with an id that led to its page. */
export const bundleRestoreAddress = (): BootScript => script(bundled('./restore-address.ts'))

/** Keeps the place of the notice that an entry is unknown (`UnknownEntry.astro`). */
export const bundleKeepEntryPlace = (): BootScript => script(bundled('./keep-entry-place.ts'))

/** The paths with ids that the page of unknown addresses needs, for hosts without rewrites. */
export const bundleFindShell = (): BootScript =>
  script(
    bundled('./find-shell.ts', {
      'import.meta.env.SHELLS': JSON.stringify(SHELLS),
      'import.meta.env.CAPITALISED': JSON.stringify(CAPITALISED),
    }),
  )

/** Exchanges a link's code for a session: loaded by the boot script of a page whose address carries one. */
export const bundleExchange = (apiBase = process.env.PUBLIC_API_BASE ?? ''): OnDemandScript =>
  onDemandScript('exchange', new URL('./exchange-link-token.ts', import.meta.url), {
    'import.meta.env': JSON.stringify({ PUBLIC_API_BASE: apiBase }),
  })

/** Placeholders for the addresses until everything is bundled; esbuild would try to bundle a quoted address as a module. */
const SEARCH = '__SEARCH'
const EXCHANGE = '__EXCHANGE'

/** Addresses of what the script loads on demand: the search dialog, and the exchange of a link's code. */
export function bundleBoot({ search, exchange }: { search: string; exchange: string }): BootScript {
  const text = bundled('./boot.ts', {
    'import.meta.env.SEARCH': SEARCH,
    'import.meta.env.EXCHANGE': EXCHANGE,
    'import.meta.env.GUARD_RULES': JSON.stringify(GUARD_RULES),
  })
  return script(text.replace(SEARCH, JSON.stringify(search)).replace(EXCHANGE, JSON.stringify(exchange)))
}
