/** What belongs to one feature: `npm test -- --feature claims` checks a change of it in a minute or two. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FEATURES = 'src/features'
const API_TESTS = 'tests/api'

export const isFeature = (name: string): boolean => /^[a-z-]+$/.test(name) && existsSync(join(FEATURES, name))

/** The features that a test imports from, with the number of its imports. */
function importsByFeature(text: string): Map<string, number> {
  const out = new Map<string, number>()
  for (const [, name = ''] of text.matchAll(/\/src\/features\/([a-z-]+)\//g)) out.set(name, (out.get(name) ?? 0) + 1)
  return out
}

/** Whether a test is about the feature: it imports from no other feature more often. */
export function isAbout(feature: string, text: string): boolean {
  const counts = importsByFeature(text)
  return counts.has(feature) && counts.get(feature) === Math.max(...counts.values())
}

/** Folder of the feature, and the files of `tests/api` that are about it. */
export const filesOfFeature = (feature: string): { folder: string; tests: string[] } => ({
  folder: join(FEATURES, feature),
  tests: readdirSync(API_TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(API_TESTS, name))
    .filter((path) => isAbout(feature, readFileSync(path, 'utf8')))
    .sort(),
})
