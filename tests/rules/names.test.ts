/**
 * Names of files say what is in them, in the words of the trade or of the web (design §11): no metaphor, no half
 * sentence, no bare adverb.
 */
import { basename } from 'node:path'
import { once, rule } from './rule.ts'
import { codeUnder, readTexts, type Texts } from './source.ts'

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
const HOLDS_FIGURE = /\bconst (?!(?:SECOND|MINUTE|HOUR|DAY|MONTH)\b)\w+ =\s*[^\n]*\d|^\s+\w+: [\d_]+,/m
const promising = (texts: Texts): [path: string, text: string][] =>
  [...texts].filter(([path]) => !/\.test\.tsx?$/.test(path) && OF_FIGURES.test(nameOf(path)))

const readCode = once(() => readTexts(codeUnder('src')))
const paths = (texts: Texts): Iterable<string> => texts.keys()
const named = (...files: string[]): Texts => new Map(files.map((file) => [file, '']))

rule('names of files say what is in them', {
  of: readCode,
  faults: (texts) => meaningless([...texts.keys()]),
  looksAt: paths,
  among: ['src/routes.ts', 'src/lib/limits-and-periods.ts', 'src/app/layouts/Page.astro'],
  atLeast: 1000,
  seeds: {
    'a name that says nothing': [named('src/a/kept.ts'), 'src/a/kept.ts'],
    'the same name of a page': [named('src/a/Ill.astro'), 'src/a/Ill.astro'],
    'the same name on the server': [named('src/a/server/written.ts'), 'src/a/server/written.ts'],
  },
  sound: { 'a name that says more': named('src/a/server/kept-pdf.ts') },
})

rule('names of files tell two files of a folder apart', {
  of: readCode,
  faults: (texts) => pairs([...texts.keys()]),
  looksAt: paths,
  among: ['src/routes.ts', 'src/lib/limits-and-periods.ts', 'src/app/layouts/Page.astro'],
  seeds: {
    'one and many': [named('src/a/checklist.ts', 'src/a/checklists.ts'), 'src/a/checklist.ts · src/a/checklists.ts'],
  },
  sound: {
    'files of two folders, and the test of a file': named('src/b/view.ts', 'src/a/views.ts', 'src/b/views.test.ts'),
  },
})

const APPLIED = 'const DAY = 86_400_000\nexport const until = (now: number): number => now + LIMITS.draftDays * DAY\n'

rule('names of files promise figures only where figures are', {
  of: readCode,
  faults: (texts) =>
    promising(texts)
      .filter(([, text]) => !HOLDS_FIGURE.test(text))
      .map(([path]) => path),
  looksAt: (texts) => promising(texts).map(([path]) => path),
  among: ['src/lib/limits-and-periods.ts'],
  seeds: {
    'a file that only applies figures': [new Map([['src/a/draft-lifetime.ts', APPLIED]]), 'src/a/draft-lifetime.ts'],
  },
  sound: {
    'another name': new Map([['src/a/set-draft-deadline.ts', APPLIED]]),
    'a figure': new Map([['src/a/code-limits.ts', 'export const MOST = 5\n']]),
    'a figure on the next line': new Map([['src/a/code-limits.ts', 'export const MOST =\n  5\n']]),
    'a list of figures': new Map([['src/a/periods.ts', 'export const P = {\n  draftDays: 60,\n}\n']]),
  },
})
