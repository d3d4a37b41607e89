import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesUnder } from './source.ts'
import { checkingNames, parse, weaknesses } from './weak-tests.ts'

const HELPERS = filesUnder('tests').filter((file) => /\.tsx?$/.test(file))
const TESTS = [
  ...HELPERS,
  ...filesUnder('src').filter((file) => /\.test\.tsx?$/.test(file) || /testing/.test(file)),
].filter((file) => /\.tsx?$/.test(file))

test('every test can fail, as far as its text tells', () => {
  const sources = TESTS.map((file) => parse(file, readFileSync(file, 'utf8')))
  const checking = checkingNames(sources)
  const found = sources
    .filter(({ fileName }) => /\.test\.tsx?$/.test(fileName))
    .flatMap((source) => weaknesses(source, checking))
  expect(found).toEqual([])
})

test.each([
  ['checks nothing', "test('a', async () => { await open() })"],
  [
    'passes where there is nothing to look at',
    "test('a', () => { if (!rows.length) return\n expect(rows).toEqual([]) })",
  ],
  ['expects nothing of what it holds', "test('a', () => { expect(1)\n expect(2).toBe(2) })"],
  ['waits for nobody: await is missing', "test('a', () => { expect(save()).rejects.toThrow() })"],
  [
    'catches its own failure',
    "test('a', async () => { await expect(save()).resolves.toBe(1).catch(() => undefined) })",
  ],
  [
    'gives up before anything could come',
    "test('a', async () => { await page.waitForRequest('x', { timeout: 1 })\n expect(1).toBe(1) })",
  ],
])('the rule finds what %s', (what, text) => {
  const source = parse('x.test.ts', text)
  expect(weaknesses(source, checkingNames([source]))).toEqual([
    expect.stringMatching(new RegExp(`^x\\.test\\.ts:\\d+ ${what}$`)),
  ])
})

test('a helper that checks is enough', () => {
  const source = parse(
    'x.test.ts',
    "const look = () => expect(1).toBe(1)\nclass Buyer { buy() { look() } }\ntest('a', () => new Buyer().buy())\ntest('b', () => fc.assert(law))",
  )
  expect(weaknesses(source, checkingNames([source]))).toEqual([])
})
