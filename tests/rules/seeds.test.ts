/** Every test of this folder is a rule with seeded faults, so that none can go blind and stay green. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { isBuilt } from './dist.ts'
import { notSeen, rule } from './rule.ts'
import { filesUnder, readTexts, type Texts } from './source.ts'
import { parse, testsIn } from './weak-tests.ts'

/** Plain tests: files, or their outermost names, with the reason. None may look at the sources or at the built site. */
const PLAIN: Readonly<Record<string, string>> = {
  'addresses.test.ts': 'gives addresses to a function',
  'browsers.test.ts: each feature has its example': 'compares two lists of the rule',
  'dist.test.ts': 'gives made-up pages to the readers of built pages',
  'packages.test.ts: the lock file is mended where an optional package is missing':
    'gives a broken lock file to a tool',
  'runner.test.ts': 'tests the test runner',
  'seeds.test.ts': 'tests how rules are made',
  'terms.test.ts: how a row of the table is read': 'gives a small table to the reader of the table',
}

const file = (path: string): string => path.replace('tests/rules/', '')
const titleOf = (call: ts.CallExpression): string => {
  const [title] = call.arguments
  return title && ts.isStringLiteralLike(title) ? title.text : ''
}
/** The title of a test, or of the outermost group around it. */
function outermost(node: ts.CallExpression): string {
  let found = node
  for (let at: ts.Node = node; at.parent; at = at.parent)
    if (ts.isCallExpression(at) && /^describe\b/.test(at.expression.getText())) found = at
  return titleOf(found)
}
const plainTests = (texts: Texts): string[] =>
  [...texts].flatMap(([path, text]) => testsIn(parse(path, text)).map((call) => `${file(path)}: ${outermost(call)}`))
const isOf = (name: string, entry: string): boolean => name === entry || name.startsWith(`${entry}: `)

interface Tests {
  texts: Texts
  plain: readonly string[]
}
const made = (text: string, ...plain: string[]): Tests => ({ texts: new Map([['tests/rules/a.test.ts', text]]), plain })

rule('every test is a rule with seeded faults, or stands among the plain tests with a reason', {
  of: (): Tests => ({
    texts: readTexts(filesUnder('tests/rules').filter((path) => path.endsWith('.test.ts'))),
    plain: Object.keys(PLAIN),
  }),
  faults: ({ texts, plain }) => {
    const names = [...new Set(plainTests(texts))]
    return [
      ...names.filter((name) => !plain.some((entry) => isOf(name, entry))).map((name) => `${name} has no seeded fault`),
      ...plain.filter((entry) => !names.some((name) => isOf(name, entry))).map((entry) => `${entry} is not there`),
    ]
  },
  looksAt: ({ texts }) => [...plainTests(texts), ...[...texts.keys()].map(file)],
  among: [
    'runner.test.ts: the test runner',
    'terms.test.ts: how a row of the table is read',
    'addresses.test.ts: %s can be right',
    'walls.test.ts',
  ],
  atLeast: 30,
  seeds: {
    'a test': [made("test('a', () => expect(1).toBe(1))"), 'a.test.ts: a has no seeded fault'],
    'a test in a group': [
      made("describe.runIf(isBuilt)('b', () => {\n  describe('c', () => {\n    test('a', () => f())\n  })\n})"),
      'a.test.ts: b has no seeded fault',
    ],
    'a test of a list': [made("test.each([\n  1,\n])(\n  'a %s',\n  (it) => f(it),\n)"), 'a.test.ts: a %s has no'],
    'a test beside plain ones': [
      made("test('a', () => f())\ntest('b', () => f())", 'a.test.ts: a'),
      'a.test.ts: b has no seeded fault',
    ],
    'a reason for a test that is gone': [made('', 'a.test.ts: a'), 'a.test.ts: a is not there'],
  },
  sound: {
    'a rule': made("rule('a', { of, faults, looksAt, among, seeds })"),
    'a plain test': made("test('a', () => f())", 'a.test.ts: a'),
  },
})

interface Listed {
  files: readonly string[]
  /** The page with the table of these files. */
  page: string
}
const rowsIn = (page: string): string[] =>
  page
    .slice(page.indexOf('What `tests/rules` checks:'))
    .split('\n## ')[0]
    ?.split('\n')
    .flatMap((line) =>
      [...(/^\| (`[^|]+) \|/.exec(line)?.[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
    ) ?? []
const table = (rows: string): string =>
  `What \`tests/rules\` checks:\n\n| file | checks |\n${rows}\n## Pictures\n| \`c\` | c |`

rule('every file of tests is in the table of docs/testing.md, and nothing else', {
  of: (): Listed => ({
    files: filesUnder('tests/rules').flatMap((path) => (/([\w-]+)\.test\.ts$/.exec(path) ?? []).slice(1)),
    page: readFileSync('docs/testing.md', 'utf8'),
  }),
  faults: ({ files, page }) => [
    ...files.filter((name) => !rowsIn(page).includes(name)).map((name) => `${name} is not in the table`),
    ...rowsIn(page)
      .filter((name) => !files.includes(name))
      .map((name) => `${name} is no file of tests`),
  ],
  looksAt: ({ page }) => rowsIn(page),
  among: ['terms', 'required-texts', 'hygiene'],
  atLeast: 25,
  seeds: {
    'a file that the table lacks': [{ files: ['a', 'b'], page: table('| `a` | a |') }, 'b is not in the table'],
    'a row of a file that is gone': [{ files: ['a'], page: table('| `a`, `b` | a |') }, 'b is no file of tests'],
  },
})

test('a rule without a seeded fault cannot be made', () => {
  const blind = { of: () => [], faults: () => [], looksAt: () => [], among: ['a'], seeds: {} } as const
  expect(() => rule('blind', blind)).toThrow('blind: a rule needs a seeded fault')
})

test('a rule falls that looks at nothing, at too little, or not at what it must', () => {
  const looksAt = (names: readonly string[]) => names
  expect(notSeen({ looksAt, among: ['policydocuments'] }, ['policies'])).toEqual(['does not look at policydocuments'])
  expect(notSeen({ looksAt, among: ['a'] }, [])).toEqual(['does not look at a', 'looks at 0 of at least 1'])
  expect(notSeen({ looksAt, among: ['a'], atLeast: 3 }, ['a', 'b', 'b'])).toEqual(['looks at 2 of at least 3'])
  expect(notSeen({ looksAt, among: ['a'], atLeast: 2 }, ['a', 'b'])).toEqual([])
})

test('there is a built site, about which half of the rules are (npm run build)', () => {
  expect(isBuilt).toBe(true)
})
