/** What no file may contain, and how long files and functions may be. */
import { grownOrShrunk, lengthsOf, LISTED, MOST, type Lengths } from './lengths.ts'
import { rule } from './rule.ts'
import { filesUnder, readTexts, scriptOf, type Texts } from './source.ts'

const files = (): string[] =>
  [...filesUnder('src'), ...filesUnder('tests')].filter(
    (file) => /\.(ts|tsx|astro|mjs|css)$/.test(file) && !file.startsWith('tests/fixtures/'),
  )

// In pieces, so that this file does not match itself.
const joined = (...pieces: string[]): string => pieces.join('')
const word = (...pieces: string[]): RegExp => new RegExp(joined(...pieces))

/** Comment lines, where a word is only a word. */
const COMMENT = /^\s*(\/\*|\*|\/\/)/

/** What no file may contain; `prose` may occur in comments. */
const BANS: readonly { name: string; pattern: RegExp; only?: RegExp; prose?: true }[] = [
  {
    name: 'half-done work',
    pattern: word('\\b(TO', 'DO|FIX', 'ME|XX', 'X)\\b|not imple', 'mented|coming ', 'soon|lorem ', 'ipsum'),
  },
  {
    name: 'a check switched off',
    pattern: word('@ts-(ig', 'nore|no', 'check)|(eslint|biome|prettier|oxfmt)-(dis', 'able|ig', 'nore)'),
  },
  { name: 'a type error hidden', pattern: word('@ts-exp', 'ect-error'), only: /^(?!.*\.test\.ts$)/ },
  // In a test it says that something does not compile, and why.
  { name: 'a type error without its reason', pattern: word('@ts-exp', 'ect-error(?! \\S)'), only: /\.test\.ts$/ },
  {
    name: 'a finding excused without a reason, or for a whole file',
    pattern: word('oxlint-dis', 'able(?!-next-line [^\\s,]+(, [^\\s,]+)* -- \\S+)'),
  },
  {
    name: 'a test switched off',
    pattern: word('\\b(test|it|describe)\\.(on', 'ly|sk', 'ip|to', 'do)\\b'),
    only: /\.test\.tsx?$/,
  },
  { name: 'a sleep', pattern: word('waitForTime', 'out'), only: /^tests\// },
  {
    name: 'an untyped value',
    prose: true,
    pattern: word(':\\s*an', 'y\\b|\\bas an', 'y\\b|<an', 'y[,>]|\\ban', 'y\\[\\]'),
    only: /\.(ts|tsx|astro)$/,
  },
  { name: 'an inline style', pattern: word('\\sstyle=', '["\'{]'), only: /\.(tsx|astro)$/ },
]

const linesOf = (file: string, text: string): string[] =>
  (file.endsWith('.astro') ? `${scriptOf(file, text)}\n${text}` : text).split('\n')

const banned = (texts: Texts): string[] =>
  [...texts].flatMap(([file, text]) =>
    linesOf(file, text).flatMap((line, index) =>
      BANS.filter(
        ({ pattern, only, prose }) =>
          (!only || only.test(file)) && !(prose && COMMENT.test(line)) && pattern.test(line),
      ).map(({ name }) => `${file}:${index + 1} ${name}: ${line.trim().slice(0, 80)}`),
    ),
  )
const made = (text: string, file = 'tests/e2e/a.test.ts'): Texts => new Map([[file, text]])

rule('nothing half-done, switched off or untyped', {
  of: () => readTexts(files()),
  faults: banned,
  looksAt: (texts) => texts.keys(),
  among: [
    'src/lib/money/money.ts',
    'src/ui/Button.tsx',
    'src/ui/Badge.astro',
    'src/app/styles/base.css',
    'tests/run.ts',
  ],
  atLeast: 2000,
  seeds: {
    'unfinished work': [made(joined('// TO', 'DO later')), ':1 half-done work'],
    'a type error hidden': [made(joined('// @ts-ig', 'nore')), ':1 a check switched off'],
    'a type error expected outside of a test': [
      made(joined('// @ts-exp', 'ect-error no such value'), 'src/a.ts'),
      ':1 a type error hidden',
    ],
    'a type error expected in a test for no reason': [
      made(joined('// @ts-exp', 'ect-error')),
      ':1 a type error without its reason',
    ],
    'a formatter told to leave a line': [made(joined('// oxfmt-ig', 'nore')), ':1 a check switched off'],
    'a finding excused without a reason': [
      made(joined('// oxlint-dis', 'able-next-line no-new')),
      ':1 a finding excused',
    ],
    'a finding excused for a whole file': [made(joined('// oxlint-dis', 'able no-new -- x')), ':1 a finding excused'],
    'a test left out': [made(joined('test.on', "ly('x', f)")), ':1 a test switched off'],
    'a sleep': [made(joined('await page.waitForTime', 'out(5)')), ':1 a sleep'],
    'an untyped value': [made(joined('const a: an', 'y = 1')), ':1 an untyped value'],
    'an untyped cast': [made(joined('x as an', 'y')), ':1 an untyped value'],
    'an inline style': [made(joined('<b sty', 'le={{ color: 1 }}>'), 'src/ui/X.tsx'), 'src/ui/X.tsx:1 an inline style'],
  },
  sound: {
    'what does not compile, in a test': made(joined('// @ts-exp', 'ect-error a value is missing')),
    'a word in a comment': made('// any of these\nconst many: Company[] = []', 'src/a.ts'),
    'a finding excused with its reason': made(joined('// oxlint-dis', 'able-next-line no-new -- it registers itself')),
  },
})

interface Measured {
  files: readonly string[]
  found: Lengths
  listed: Lengths
}
const lengths = (found: Lengths, listed: Lengths = {}): Measured => ({ files: [], found, listed })

rule(`files up to ${MOST.lines} lines, functions up to ${MOST.function}, complexity up to ${MOST.complexity}`, {
  of: (): Measured => ({ files: files(), found: lengthsOf(readTexts(files())), listed: LISTED }),
  faults: ({ found, listed }) => grownOrShrunk(found, listed),
  looksAt: (measured) => measured.files,
  among: ['src/lib/money/money.ts', 'src/app/styles/base.css', 'tests/run.ts'],
  atLeast: 2000,
  seeds: {
    'a file that is too long': [lengths({ 'a.ts': { lines: [301] } }), 'a.ts: lines 301, at most 300'],
    'a function that is too long': [lengths({ 'a.ts': { function: [81] } }), 'a.ts: function 81, at most 80'],
    'a file of the list that grew': [
      lengths({ 'a.ts': { lines: [310] } }, { 'a.ts': { lines: [305] } }),
      'a.ts: lines 310, at most 305',
    ],
    'a second function that is too long': [
      lengths({ 'a.ts': { complexity: [20, 16] } }, { 'a.ts': { complexity: [20] } }),
      'a.ts: complexity 16, at most 15',
    ],
    'a place of the list that is shorter now': [
      lengths({ 'a.ts': { lines: [302] } }, { 'a.ts': { lines: [305] } }),
      'a.ts: lines is 302 now: lower the list from 305',
    ],
    'a place of the list that is mended': [lengths({}, { 'a.ts': { lines: [305] } }), 'a.ts: lines is mended'],
  },
  sound: { 'what is listed': lengths({ 'a.ts': { lines: [305] } }, { 'a.ts': { lines: [305] } }) },
})

rule('lengths are measured, of a file that keeps to them', {
  of: () => readTexts(['src/lib/money/money.ts']),
  faults: (texts: Texts) =>
    Object.entries(lengthsOf(texts)).flatMap(([file, kinds]) => Object.keys(kinds).map((kind) => `${file}: ${kind}`)),
  looksAt: (texts) => texts.keys(),
  among: ['src/lib/money/money.ts'],
  seeds: { 'a file of 301 lines': [made('x\n'.repeat(301), 'src/a.css'), 'src/a.css: lines'] },
  sound: { 'a file of 300 lines': made('x\n'.repeat(300), 'src/a.css') },
})
