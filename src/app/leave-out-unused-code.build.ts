/**
 * Leaves code out of the browser's bundle that none of our pages can reach (decisions 0008 and 0069). Modules are found
 * by path, names by the parser; a build in which one of them is not found stops, so a new version of zod or Vite cannot
 * bring the code back unnoticed.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** The folder of packages may be a link: the bundler names its files by their real paths. */
const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path)
const inZod = (path: string): string =>
  realPath(fileURLToPath(new URL(`../../node_modules/zod/v4/${path}`, import.meta.url)))

/**
 * zod's conversion to JSON Schema: bound to every schema's prototype, so no bundler drops it. Nothing in the browser
 * calls it.
 */
const JSON_SCHEMA = ['core/to-json-schema.js', 'core/json-schema-processors.js'].map(inZod)

/** zod's English messages: our schemas carry codes, and words live in the locale files. */
const MESSAGES = inZod('locales/en.js')

/** zod's parsers that are compiled at run time: the content policy forbids that, so a browser never runs them. */
const SCHEMAS = inZod('core/schemas.js')
const COMPILED = '$ZodObjectJIT'
const INTERPRETED = '$ZodObject'

/** Vite's loader of lazy parts; ours is a third of its size. */
const PRELOAD_HELPER = '\0vite/preload-helper.js'
const preloadHelper = fileURLToPath(new URL('preload-helper.ts', import.meta.url))

type Parse = (code: string) => { body: readonly Declaration[] }
interface Declaration {
  type: string
  start: number
  end: number
  declaration?: { type: string; declarations?: readonly { id: object }[] } | null
}

/** zod's schemas, with the interpreting parser under the compiling parser's name. */
export function withoutCompiledParsers(code: string, parse: Parse): string {
  const exports = parse(code).body
  const named = (name: string): Declaration | undefined =>
    exports.find(
      ({ type, declaration }) =>
        type === 'ExportNamedDeclaration' &&
        declaration?.declarations?.some(({ id }) => 'name' in id && id.name === name),
    )
  const compiled = named(COMPILED)
  if (!compiled || !named(INTERPRETED))
    throw new Error(`zod no longer exports ${COMPILED} beside ${INTERPRETED}: see decision 0069`)
  return `${code.slice(0, compiled.start)}export const ${COMPILED} = ${INTERPRETED};${code.slice(compiled.end)}`
}

/** A module that exports the same names and does nothing. */
export const emptyModule = (names: readonly string[]): string =>
  `const none = () => undefined\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }\n`

/** All modules that are replaced. */
const REPLACED = [...JSON_SCHEMA, MESSAGES, SCHEMAS, PRELOAD_HELPER]

/** `required`: what the build must find; the page of parts, which is not the product, contains less of it. */
export function leaveOutUnusedCode(required: readonly string[] = REPLACED): Plugin {
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
    async load(id) {
      if (!REPLACED.includes(id)) return undefined
      found.add(id)
      if (id === SCHEMAS) return withoutCompiledParsers(readFileSync(id, 'utf8'), (code) => this.parse(code))
      if (id === MESSAGES) return 'export default () => ({})\n'
      return emptyModule(Object.keys(await import(pathToFileURL(id).href)))
    },
    generateBundle() {
      const missing = required.filter((id) => !found.has(id))
      if (missing.length > 0) this.error(`not in the bundle any more, see decision 0069: ${missing.join(', ')}`)
    },
  }
}

/** Files of zod that are to be replaced and do not exist. */
export const missingFiles = (): string[] => REPLACED.filter((id) => id !== PRELOAD_HELPER && !existsSync(id))
