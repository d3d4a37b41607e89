/**
 * Keeps code out of the browser's bundle that none of our pages needs (decisions 0008 and 0069): Vite's loader of lazy
 * parts is replaced by ours, a part of nanostores is left out, zod's classic form is refused, and limits are figures
 * instead of the table of them all. What is to be replaced is found by path; a build that does not find it stops, so a
 * new version of Vite cannot bring it back unnoticed.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { LIMITS } from '../../lib/limits-and-periods.ts'

/** Vite's loader of lazy parts; ours is a third of its size. */
const PRELOAD_HELPER = '\0vite/preload-helper.js'
const preloadHelper = fileURLToPath(new URL('preload-helper.ts', import.meta.url))

/** Follows some keys of a store. `useStore` names it, and none of our screens passes keys. */
const LISTEN_KEYS = '/node_modules/nanostores/listen-keys/index.js'
const NO_KEYS = `
export const listenKeys = () => { throw new Error('left out, see decision 0069') }
export const subscribeKeys = listenKeys`

/** zod's schemas with methods: a bundler cannot drop any of these. `zod/mini` has the same checks as functions. */
const CLASSIC_ZOD = '/node_modules/zod/v4/classic/'
const ZOD = '/node_modules/zod/'

/** The modules outside zod by which its classic form got into a bundle of these modules; none where it did not. */
export function importersOfClassicZod(
  bundled: readonly string[],
  importersOf: (id: string) => readonly string[],
): string[] {
  // A set grows while it is walked: from the classic form up through the files of zod that export it.
  const ofZod = new Set(bundled.filter((id) => id.includes(CLASSIC_ZOD)))
  const importers = new Set<string>()
  for (const id of ofZod)
    for (const importer of importersOf(id)) (importer.includes(ZOD) ? ofZod : importers).add(importer)
  // What only hands zod on is not in the bundle itself.
  const ours = [...importers].filter((id) => bundled.includes(id))
  return (ours.length > 0 ? ours : [...importers]).sort()
}

const figures = new Map<string, number>(Object.entries(LIMITS))

/**
 * A module with the figures of the limits that it names, because the first of them would load the whole table. One that
 * asks for the table itself still has it.
 */
export function withFigures(code: string): string {
  const figured = code.replace(/\b(?:PLAN_)?LIMITS\.(\w+)/g, (named, limit) => String(figures.get(limit) ?? named))
  const alone = figured.replace(/^import \{ (?:PLAN_)?LIMITS \} from .*$/gm, '')
  return /\b(PLAN_)?LIMITS\b/.test(alone) ? figured : alone
}

/** `required`: what the build must find; the page of parts, which is not the product, contains less of it. */
export function leaveOutUnusedCode(required: readonly string[] = [PRELOAD_HELPER, LISTEN_KEYS]): Plugin {
  const found = new Set<string>()
  return {
    name: 'leave-out-unused-code',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(id) {
      if (id !== PRELOAD_HELPER) return undefined
      found.add(id)
      return preloadHelper
    },
    load(id) {
      if (!id.endsWith(LISTEN_KEYS)) return undefined
      found.add(LISTEN_KEYS)
      return NO_KEYS
    },
    transform: {
      filter: { code: /LIMITS \} from .*(?:limits-and-periods|plan-limits)\.ts/ },
      handler: (code) => ({ code: withFigures(code), map: null }),
    },
    generateBundle(_, bundle) {
      const missing = required.filter((id) => !found.has(id))
      if (missing.length > 0) this.error(`not in the bundle any more, see decision 0069: ${missing.join(', ')}`)
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const importers = importersOfClassicZod(modules, (id) => this.getModuleInfo(id)?.importers ?? [])
      if (importers.length > 0)
        this.error(`'zod' instead of 'zod/mini' in the browser's bundle, see decision 0008: ${importers.join(', ')}`)
    },
  }
}
