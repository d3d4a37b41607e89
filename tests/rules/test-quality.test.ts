/** No test that cannot fail, as far as its text tells. */
import { rule, type Rule } from './rule.ts'
import { filesUnder, readTexts, type Texts } from './source.ts'
import { checkingNames, parse, testsIn, weaknesses } from './weak-tests.ts'

/** Tests and their helpers, which may check in their place. */
const readTests = (): Texts =>
  readTexts([
    ...filesUnder('tests').filter((file) => /\.tsx?$/.test(file)),
    ...filesUnder('src').filter((file) => /\.test\.tsx?$|testing.*\.tsx?$/.test(file)),
  ])
/** Read once: the trees of all tests take ten seconds of a busy machine. */
const trees = new Map<string, ReturnType<typeof parse>>()
function treeOf(file: string, text: string): ReturnType<typeof parse> {
  const known = trees.get(`${file}\n${text}`) ?? parse(file, text)
  trees.set(`${file}\n${text}`, known)
  return known
}
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const one = (text: string): Texts => new Map([['x.test.ts', text]])

const WEAK: Record<string, string> = {
  'checks nothing': "test('a', async () => { await open() })",
  'passes where there is nothing to look at':
    "test('a', () => { if (!rows.length) return\n expect(rows).toEqual([]) })",
  'expects nothing of what it holds': "test('a', () => { expect(1)\n expect(2).toBe(2) })",
  'waits for nobody: await is missing': "test('a', () => { expect(save()).rejects.toThrow() })",
  'catches its own failure': "test('a', async () => { await expect(save()).resolves.toBe(1).catch(() => undefined) })",
  'a few digits are found in random text': "test('a', () => { expect(row).not.toMatch(/Lin|8801/) })",
  'six digits are found in random text': "test('a', () => { expect(logs()).not.toContain(code) })",
  'gives up sooner than a busy machine may take':
    "test('a', async () => { await page.waitForRequest('x', { timeout: 1 })\n expect(1).toBe(1) })",
}
const seeds: Rule<Texts>['seeds'] = Object.fromEntries(
  Object.entries(WEAK).map(([what, text]) => [what, [one(text), what]]),
)

rule('every test can fail, as far as its text tells', {
  of: readTests,
  faults: (texts) => {
    const sources = [...texts].map(([file, text]) => treeOf(file, text))
    const checking = checkingNames(sources)
    return sources.filter(({ fileName }) => isTest(fileName)).flatMap((source) => weaknesses(source, checking))
  },
  looksAt: (texts) =>
    [...texts].flatMap(([file, text]) => (isTest(file) && testsIn(treeOf(file, text)).length > 0 ? [file] : [])),
  among: ['src/lib/money/money.test.ts', 'tests/api/orders.test.ts', 'tests/rules/runner.test.ts'],
  atLeast: 300,
  seeds: {
    ...seeds,
    'an each over several lines that checks nothing': [
      one("test.each([\n  ['a'],\n])(\n  'a %s',\n  async (a) => {\n    await open(a)\n  },\n)"),
      'x.test.ts:1 checks nothing',
    ],
    'a code among other secrets': [
      one("test('a', () => { for (const it of [PHONE, code ?? '?']) expect(logs).not.toContain(it) })"),
      'x.test.ts:1 six digits are found in random text',
    ],
    'a test with a limit of its own': [
      one("test('a', async () => { expect(await find()).toBe(1) }, 120_000)"),
      'x.test.ts:1 gives up sooner',
    ],
    'a file with a limit of its own': [
      one("vi.setConfig({ testTimeout: 60_000 })\ntest('a', () => expect(find()).toBe(1))"),
      'x.test.ts:1 gives up sooner',
    ],
    'a promise over several lines': [
      one("test('a', () => {\n  expect(\n    save(),\n  )\n    .resolves\n    .toBe(1)\n})"),
      'x.test.ts:2 waits for nobody',
    ],
  },
  sound: {
    'a helper that checks': one(
      "const look = () => expect(1).toBe(1)\nclass Buyer { buy() { look() } }\ntest('a', () => new Buyer().buy())\ntest('b', () => fc.assert(law))",
    ),
  },
})
