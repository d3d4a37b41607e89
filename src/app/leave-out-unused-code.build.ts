/** Leaves out of the browser's bundle what no page of ours can reach (decision 0008). */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Turning schemas into JSON Schema: methods of every zod schema, so no bundler drops it, and nothing here calls it. */
const JSON_SCHEMA = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/

/** zod's English messages: our schemas carry codes, and words live in the locale files. */
const MESSAGES = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/

/** Parsers that zod writes as source and compiles: the content policy forbids that, so in a browser of ours they never run. */
const SCHEMAS = /[\\/]zod[\\/]v4[\\/]core[\\/]schemas\.js$/
const COMPILED = /^export const \$ZodObjectJIT = [^]*?^\}\);$/m

/** The schemas without their compiler. Throws when a new zod writes it another way: then nobody would notice that it came back. */
export function interpreted(code: string): string {
  if (!COMPILED.test(code)) throw new Error('zod no longer has $ZodObjectJIT where leave-out-unused-code.build.ts looks for it')
  return code.replace(COMPILED, 'export const $ZodObjectJIT = $ZodObject;')
}

/** What Vite loads later parts with; ours is a third of it. */
const PRELOAD_HELPER = '\0vite/preload-helper.js'
const preloadHelper = fileURLToPath(new URL('preload-helper.ts', import.meta.url))

/** A module with the same names that does nothing. */
export function hollow(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name)
  const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name = '']) => name)
  return `const none = () => undefined\nexport { ${[...names, ...renamed].map((name) => `none as ${name}`).join(', ')} }\n`
}

export const leaveOutUnusedCode = () => ({
  name: 'leave-out-unused-code',
  enforce: 'pre' as const,
  apply: 'build' as const,
  applyToEnvironment: ({ name }: { name: string }): boolean => name === 'client',
  resolveId: (id: string): string | undefined => (id === PRELOAD_HELPER ? preloadHelper : undefined),
  load: (id: string): string | undefined => {
    if (SCHEMAS.test(id)) return interpreted(readFileSync(id, 'utf8'))
    if (MESSAGES.test(id)) return 'export default () => ({})\n'
    return JSON_SCHEMA.test(id) ? hollow(readFileSync(id, 'utf8')) : undefined
  },
})
