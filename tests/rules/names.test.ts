/**
 * Names of files say what is in them, in the words of the trade or of the web (design §11): no metaphor, no half
 * sentence, no bare adverb.
 */
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeUnder, readSource } from './source.ts'

/** Names that the repository once had and that told a newcomer nothing; the whole name of a file, up to its first dot. */
const MEANINGLESS = new Set([
  'act',
  'aside',
  'asked',
  'born',
  'cannot',
  'coming',
  'faces',
  'failed',
  'focus-again',
  'foreign',
  'fresh',
  'hand',
  'held',
  'ill',
  'keep-place',
  'kept',
  'lane',
  'later',
  'leaving',
  'loaded',
  'look',
  'made',
  'near',
  'not-then',
  'nothing',
  'nothing-to-save',
  'once',
  'own-file',
  'paint',
  'reach',
  'said',
  'shelf',
  'slim',
  'standing',
  'there',
  'too-old',
  'tries',
  'trouble',
  'use-said',
  'who',
  'why',
  'wish',
  'written',
])

/** Two files of a folder that differ only in their ending or in one letter: `checklist` and `checklists`. */
const alike = (one: string, other: string): boolean => one !== other && (one === `${other}s` || other === `${one}s`)

const nameOf = (path: string): string => basename(path).replace(/\..*$/, '')
const meaningless = (paths: readonly string[]): string[] =>
  paths.filter((path) => MEANINGLESS.has(nameOf(path).toLowerCase()))

/** Within one folder; a data type and its list in one module do not count. */
function pairs(paths: readonly string[]): string[] {
  const folders = Map.groupBy(
    paths.filter((path) => !/\.(test|testing)\.tsx?$/.test(path)),
    (path) => path.slice(0, path.lastIndexOf('/')),
  )
  return [...folders.values()].flatMap((files) =>
    files.flatMap((a, i) =>
      files
        .slice(i + 1)
        .filter((b) => alike(nameOf(a), nameOf(b)))
        .map((b) => `${a} · ${b}`),
    ),
  )
}

/**
 * Words that promise figures: a file that only applies those of `lib/limits-and-periods.ts` is named by its act or
 * question instead.
 */
const OF_FIGURES = /(^|-)(limits|lifetime|periods|times)(-|$)/
/** A number given a name, other than the length of a unit of time. */
const HOLDS_FIGURE = /\bconst (?!(?:SECOND|MINUTE|HOUR|DAY|MONTH)\b)\w+ = [^\n]*\d|^\s+\w+: [\d_]+,/m
const withoutFigures = (files: readonly { path: string; text: string }[]): string[] =>
  files.filter(({ path, text }) => OF_FIGURES.test(nameOf(path)) && !HOLDS_FIGURE.test(text)).map(({ path }) => path)

describe('names of files', () => {
  const paths = codeUnder('src')

  test('say what is in them', () => {
    expect(meaningless(paths)).toEqual([])
  })

  test('tell two files of a folder apart', () => {
    expect(pairs(paths)).toEqual([])
  })

  test('promise figures only where figures are', () => {
    expect(
      withoutFigures(
        paths.filter((path) => !/\.test\.tsx?$/.test(path)).map((path) => ({ path, text: readSource(path).text })),
      ),
    ).toEqual([])
  })

  test('the rule finds what it is for', () => {
    expect(
      meaningless(['src/a/kept.ts', 'src/a/Ill.astro', 'src/a/written.server.ts', 'src/a/kept-pdf.server.ts']),
    ).toHaveLength(3)
    expect(pairs(['src/a/checklist.ts', 'src/a/checklists.ts', 'src/b/view.ts', 'src/a/views.ts'])).toHaveLength(1)
    const applied =
      'const DAY = 86_400_000\nexport const until = (now: number): number => now + LIMITS.draftDays * DAY\n'
    expect(
      withoutFigures([
        { path: 'src/a/draft-lifetime.server.ts', text: applied },
        { path: 'src/a/set-draft-deadline.server.ts', text: applied },
        { path: 'src/a/code-limits.ts', text: 'export const MOST = 5\n' },
        { path: 'src/a/periods.ts', text: 'export const P = {\n  draftDays: 60,\n}\n' },
      ]),
    ).toEqual(['src/a/draft-lifetime.server.ts'])
  })
})
