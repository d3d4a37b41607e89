import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { NEW_IN, type NewIn } from '../../app/content/new-entry-template.ts'
import { LANGS } from '../../lib/locale.ts'
import { runContent } from './run-content-command.ts'
import { rowsOf } from '../../../tests/tools/long-form.ts'

const NOW = Date.UTC(2026, 10, 20, 17)
/** One folder for all: the check remembers texts by their place. */
const content = mkdtempSync(join(tmpdir(), 'new-'))
let said: string[] = []

beforeEach(() => {
  rmSync(content, { recursive: true })
  cpSync('content', content, { recursive: true })
  said = []
})
afterAll(() => rmSync(content, { recursive: true, force: true }))

const run = async (...argv: string[]): Promise<number> => {
  const print = (line: string): void => void said.push(line.replaceAll(content, 'content'))
  return runContent(argv, { content, now: NOW, print, fail: print })
}
const file = (path: string): string => join(content, path)
const all = (): string[] => readdirSync(content, { recursive: true }).map(String)
const text = (path: string): string => readFileSync(file(path), 'utf8')

const FIGURES = ['--price', '62', '--per', 'year', '--longest', '366']
/** Facts that a new product cannot be created without. */
const NEEDED: Partial<Record<NewIn, string[]>> = {
  other: ['--insurer', 'qinghe', '--need', 'travel', ...FIGURES],
  overseas: ['--insurer', 'rhenania', '--need', 'home', '--countries', 'de,fr', ...FIGURES],
}

test.each(rowsOf(NEW_IN, (_, i) => i % 2 === 0))(
  '%s: both twins are in order but for their words, and in order once those are written',
  async (collection) => {
    expect(await run('new', collection, 'fresh-text', ...(NEEDED[collection] ?? []))).toBe(0)
    expect(said.slice(0, 2)).toEqual([
      `content/${collection}/en/fresh-text.md`,
      `content/${collection}/cn/fresh-text.md`,
    ])
    said = []
    expect(await run('check')).toBe(1)
    expect(said).toEqual([
      expect.stringMatching(
        new RegExp(`^content/${collection}/cn/fresh-text\\.md:2: title: still has the text of the template`),
      ),
      expect.stringMatching(
        new RegExp(`^content/${collection}/en/fresh-text\\.md:2: title: still has the text of the template`),
      ),
      '2 to correct in the content.',
    ])
    for (const [lang, words] of [
      ['en', 'Written words'],
      ['cn', '写好的文字'],
    ] as const) {
      const path = `${collection}/${lang}/fresh-text.md`
      writeFileSync(file(path), text(path).replace(/✎ [^"\n]+/g, words))
    }
    // A version in force is kept from then on.
    if (collection === 'legal') expect(await run('record')).toBe(0)
    said = []
    expect(await run('check')).toBe(0)
  },
)

test('a template is told even when only its mark was taken away', async () => {
  await run('new', 'notices', 'fresh-text')
  for (const lang of LANGS)
    writeFileSync(file(`notices/${lang}/fresh-text.md`), text(`notices/${lang}/fresh-text.md`).replaceAll('✎ ', ''))
  said = []
  expect(await run('check')).toBe(1)
  const refused = said.filter((line) => line.includes('still has the text of the template'))
  expect(refused.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
    'content/notices/cn/fresh-text.md',
    'content/notices/en/fresh-text.md',
  ])
})

test('date and place are taken by themselves', async () => {
  await run('new', 'faq', 'fresh-text', '--group', 'care')
  expect(text('faq/cn/fresh-text.md')).toMatch(/group: care\norder: \d+\ndate: 2026-11-21\nnext: \[\]/)
  const first = Number(/order: (\d+)/.exec(text('faq/en/fresh-text.md'))?.[1])
  await run('new', 'faq', 'second-text', '--group', 'care')
  expect(text('faq/en/second-text.md')).toContain(`order: ${first + 1}\n`)
  await run('new', 'articles', 'third-text', '--topic', 'costs')
  expect(text('articles/en/third-text.md')).toContain('topic: costs')
})

test('a product has the facts that were given, its insurer’s currency and the next place', async () => {
  await run('new', 'overseas', 'fresh-text', ...(NEEDED.overseas ?? []))
  expect(text('overseas/cn/fresh-text.md')).toMatch(
    /insurer: rhenania\nneed: home\ncountries: \[de, fr\]\ncurrency: EUR\nprice: 62\nper: year\nlongest: 366\ndate: 2026-11-21\norder: \d+\n/,
  )
  expect(text('overseas/cn/fresh-text.md')).toContain('## 责任免除')
  expect(said.join('\n')).toContain('/other/overseas/details/fresh-text')
})

test('a product that is a plan has the plan’s figures and none of its own', async () => {
  const plans =
    readdirSync(file('overseas/en'))
      .map((name) => text(`overseas/en/${name}`))
      .find((raw) => raw.includes('\nplan: ')) ?? ''
  const [, insurer = '', plan = ''] = /insurer: (\S+)[\s\S]*plan: (\S+)/.exec(plans) ?? []
  expect(
    await run(
      'new',
      'overseas',
      'fresh-text',
      '--insurer',
      insurer,
      '--need',
      'study',
      '--countries',
      'ca',
      '--plan',
      plan,
    ),
  ).toBe(0)
  expect(text('overseas/en/fresh-text.md')).toContain(`plan: ${plan}\n`)
  expect(text('overseas/en/fresh-text.md')).not.toContain('price:')
})

test('what to do next is said, with the addresses', async () => {
  await run('new', 'legal', 'fresh-text')
  expect(said.join('\n')).toContain(
    'http://localhost:4321/information/content/fresh-text and http://localhost:4321/cn/information/content/fresh-text',
  )
})

test.each([
  [['notices', 'upload-receipts'], /The name is taken: content\/notices\/\w\w\/upload-receipts\.md/],
  [['articles', 'privacy'], /The name is taken: content\/legal\//],
  [['legal', 'first-72-hours'], /The name is taken: content\/articles\//],
  [['notices', 'Fresh Text'], /Fresh Text is not an address/],
  [['notices', '../faq/en/x'], /is not an address/],
  [['notices'], /Name one address/],
  [['notices', 'a', 'b'], /Name one address/],
  [['hospitals', 'x'], /content\/hospitals\/<country>\.yaml/],
  [['pages', 'x'], /needs code/],
  [[], /Name a collection: notices, faq, guides, articles, legal/],
  [['faq', 'x', '--group', 'none'], /--group is one of: choosing/],
  [['notices', 'x', '--group', 'care'], /This has no group/],
  [['notices', 'x', '--colour'], /colour/],
  [['notices', 'x', '--price', '3'], /This has no price/],
  [
    [
      'other',
      'laptop',
      '--insurer',
      'qinghe',
      '--need',
      'travel',
      '--price',
      '62',
      '--per',
      'year',
      '--longest',
      '366',
    ],
    /The name is taken: content\/other\//,
  ],
  [
    [
      'overseas',
      'laptop',
      '--insurer',
      'rhenania',
      '--need',
      'home',
      '--countries',
      'de',
      '--price',
      '62',
      '--per',
      'year',
      '--longest',
      '366',
    ],
    /The name is taken: content\/other\//,
  ],
  [['other', 'x'], /--insurer is one of: .*qinghe/],
  [['other', 'x', '--insurer', 'rhenania'], /--insurer is one of: (?!.*rhenania)/],
  [['overseas', 'x', '--insurer', 'qinghe'], /--insurer is one of: .*rhenania/],
  [['other', 'x', '--insurer', 'qinghe', '--need', 'oshc'], /--need is one of: parents/],
  [['other', 'x', '--insurer', 'qinghe', '--need', 'travel', '--countries', 'de'], /--countries belongs to overseas/],
  [['overseas', 'x', '--insurer', 'rhenania', '--need', 'home'], /--countries is one or more of/],
  [
    ['overseas', 'x', '--insurer', 'rhenania', '--need', 'home', '--countries', 'de,mars'],
    /--countries is one or more of/,
  ],
  [
    ['overseas', 'x', '--insurer', 'rhenania', '--need', 'home', '--countries', 'de', '--plan', 'au-oshc'],
    /has no plan|--plan is one of/,
  ],
  [['other', 'x', '--insurer', 'qinghe', '--need', 'travel', '--price', '1,000'], /--price is an amount in whole CNY/],
  [
    ['other', 'x', '--insurer', 'qinghe', '--need', 'travel', '--price', '62', '--per', 'week'],
    /--per is one of: month/,
  ],
  [
    ['other', 'x', '--insurer', 'qinghe', '--need', 'travel', '--price', '62', '--per', 'year'],
    /--longest is the number/,
  ],
])('new %j is refused, and nothing is written', async (args, expected) => {
  const before = all()
  expect(await run('new', ...args)).toBe(2)
  expect(said.join('\n')).toMatch(expected)
  expect(all()).toEqual(before)
})

test('one of the two is never left behind', async () => {
  rmSync(file('notices/cn'), { recursive: true })
  writeFileSync(file('notices/cn'), 'no folder')
  await expect(run('new', 'notices', 'fresh-text')).rejects.toThrow()
  expect(existsSync(file('notices/en/fresh-text.md'))).toBe(false)
})
