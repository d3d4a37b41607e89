import { expect, test } from 'vitest'
import { importersOfClassicZod, leaveOutUnusedCode, withFigures } from './leave-out-unused-code.build.ts'

const ZOD = '/x/node_modules/zod'
const CLASSIC = `${ZOD}/v4/classic/schemas.js`
/** Who imports whom, as the bundler knows it. */
const IMPORTERS: Readonly<Record<string, readonly string[]>> = {
  [CLASSIC]: [`${ZOD}/v4/classic/external.js`, `${ZOD}/v4/classic/iso.js`],
  [`${ZOD}/v4/classic/iso.js`]: [CLASSIC],
  [`${ZOD}/v4/classic/external.js`]: [`${ZOD}/index.js`],
  [`${ZOD}/index.js`]: ['/x/src/b.ts', '/x/src/a.ts', '/x/src/only-its-types.ts'],
  [`${ZOD}/v4/mini/schemas.js`]: ['/x/src/c.ts'],
}
const OURS = ['/x/src/a.ts', '/x/src/b.ts', '/x/src/c.ts']
const importersOf = (id: string): readonly string[] => IMPORTERS[id] ?? []

test('modules of ours that bring zod’s classic form into the bundle are named', () => {
  expect(importersOfClassicZod([...OURS, CLASSIC], importersOf)).toEqual(['/x/src/a.ts', '/x/src/b.ts'])
})

test('a module that only hands it on is named too', () => {
  const handsOn = (id: string) => (id === `${ZOD}/index.js` ? ['/x/src/hands-on.ts'] : importersOf(id))
  expect(importersOfClassicZod([...OURS, CLASSIC], handsOn)).toEqual(['/x/src/hands-on.ts'])
})

test('zod/mini, and the core that both forms share, may be in the bundle', () => {
  const ofMini = [`${ZOD}/v4/mini/schemas.js`, `${ZOD}/v4/core/schemas.js`]
  expect(importersOfClassicZod([...OURS, ...ofMini], importersOf)).toEqual([])
})

interface Build {
  error: (message: string) => never
  getModuleInfo: (id: string) => { importers: readonly string[] }
}
const build: Build = {
  error: (message) => {
    throw new Error(message)
  },
  getModuleInfo: (id) => ({ importers: importersOf(id) }),
}
/** Ends a build of our modules and these; `required` as of the plugin. */
function end(moduleIds: readonly string[], required?: readonly string[]): void {
  const { generateBundle } = leaveOutUnusedCode(required)
  const run = generateBundle as unknown as (this: Build, options: object, bundle: object) => void
  const files = { 'a.js': { type: 'chunk', moduleIds: OURS }, 'calls.js': { type: 'chunk', moduleIds } }
  run.call(build, {}, { ...files, 'a.css': { type: 'asset' } })
}

test('a build with zod’s classic form stops, and names who imports it', () => {
  expect(() => end([CLASSIC], [])).toThrow(/'zod' instead of 'zod\/mini'.*0008: \/x\/src\/a\.ts, \/x\/src\/b\.ts$/)
})

test('a bundle in which something to be replaced did not occur is refused', () => {
  expect(() => end([])).toThrow(/not in the bundle.*preload-helper/)
  expect(() => end([], [])).not.toThrow()
})

const IMPORT = "import { LIMITS } from '../../lib/limits-and-periods.ts'\n"

test('limits that a module names are figures in it, and the table of them all is not loaded', () => {
  expect(withFigures(`${IMPORT}const until = LIMITS.deviceDays * PLAN_LIMITS.adultAge`)).toBe('\nconst until = 30 * 18')
  const whole = `${IMPORT}const all = [LIMITS.deviceDays, Object.entries(LIMITS)]`
  expect(withFigures(whole)).toBe(`${IMPORT}const all = [30, Object.entries(LIMITS)]`)
})
