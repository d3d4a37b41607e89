import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readTree } from '../../app/content/check/content-files.ts'
import { problemText } from '../../lib/content/source-problems.ts'
import type { Tree } from '../../lib/content/content-tree.ts'
import { historyOf } from './change-history.ts'
import { commitAll, gitIn } from './content-history.testing.ts'
import { endedTierDoubts } from './ended-tiers.ts'
import { doubtsOfPrepared, preparedDateProblems } from './prepared-copies.ts'
import { returningWords } from './returning-words.ts'

const text = (words: string, version = '1.1', date = '2026-11-01'): string =>
  `---\ntitle: Terms\nversion: "${version}"\ndate: ${date}\n---\n\n${words}\n`
const copy = (words: string, date = '2027-01-01'): string => text(words, '1.2', date)
const tree = (en: string, cn: string, folder = 'legal'): Tree => ({
  root: 'content',
  files: new Map([
    [`${folder}/en/a.md`, text('Old words.')],
    [`${folder}/cn/a.md`, text('原来的文字。')],
    [`${folder}/en/a.from-2027-01-01.md`, en],
    [`${folder}/cn/a.from-2027-01-01.md`, cn],
  ]),
})
const doubts = (...files: Parameters<typeof tree>): string[] =>
  doubtsOfPrepared(tree(...files), '2026-11-29', undefined).map(({ file, message }) => `${file}: ${message}`)

test('one language of a prepared text was written, and the other was left as it was', () => {
  expect(doubts(copy('New words.'), copy('原来的文字。'))).toEqual([
    'content/legal/cn/a.from-2027-01-01.md: says what holds until then, and content/legal/en/a.from-2027-01-01.md says something new. Write the change in this language too.',
  ])
  expect(doubts(copy('Old words.'), copy('新的文字。'))).toHaveLength(1)
  expect(doubts(copy('New words.'), copy('新的文字。'))).toEqual([])
})

test('a prepared text that changes nothing is told once; terms may change by the figures of their plan', () => {
  expect(doubts(copy('Old words.'), copy('原来的文字。'))).toEqual([
    'content/legal/en/a.from-2027-01-01.md: says what holds until then, so nothing changes on 2027-01-01. Write what changes, or delete the file in both languages.',
  ])
  expect(doubts(copy('Old words.'), copy('原来的文字。'), 'clauses')).toEqual([])
})

test('figures of a plan that were copied and left as they were', () => {
  const files = new Map([
    ['plans/us.yaml', 'online: true\nchanged: 2026-11-01\n'],
    ['plans/us.from-2027-01-01.yaml', 'online: true\nchanged: 2027-01-01\n'],
  ])
  expect(doubtsOfPrepared({ root: 'content', files }, '2026-11-29', undefined).map(({ code }) => code)).toEqual([
    'from_unchanged',
  ])
})

test('the date of a prepared text is the day in the name of its file', () => {
  const told = (date: string): string[] =>
    preparedDateProblems(tree(copy('New words.', date), copy('新的文字。'))).map(
      ({ file, line, message, example }) => `${file}:${line} ${message} → ${example}`,
    )
  expect(told('2026-12-01')).toEqual([
    'content/legal/en/a.from-2027-01-01.md:4 is not 2027-01-01, the day in the name of the file, from which it is shown. → date: 2027-01-01',
  ])
  expect(told('2027-01-01')).toEqual([])
})

describe('a tier that ends', () => {
  const DAY = '2027-02-01'
  const words = (sentence: string, tiers = '{ arrival: { name: Arrival }, full: { name: Full year } }'): string =>
    `---\nname: Arrival in Canada\ntiers: ${tiers}\n---\n\n${sentence}\n`
  const told = (sentence: string, path = `plans/en/ca.from-${DAY}.md`): string[] => {
    const files = new Map([
      ['plans/ca.yaml', 'tiers: { arrival: { a: 1 }, full: { a: 1 } }\n'],
      [`plans/ca.from-${DAY}.yaml`, 'tiers: { full: { a: 1 } }\n'],
      ['plans/en/ca.md', words('A plan.')],
      [`plans/en/ca.from-${DAY}.md`, words('A plan.', '{ full: { name: Full year } }')],
      ['plans/cn/ca.md', words('方案。', '{ arrival: { name: 抵达款 }, full: { name: 全年款 } }')],
      [`plans/cn/ca.from-${DAY}.md`, words('方案。', '{ full: { name: 全年款 } }')],
      ['clauses/en/ca.md', 'Terms.'],
      ['plans/en/uk.md', '---\nname: Other\ntiers: { first: { name: Arrival } }\n---\n'],
    ])
    files.set(path, path.startsWith('plans') ? words(sentence, '{ full: { name: Full year } }') : sentence)
    return endedTierDoubts({ root: 'content', files }).map((it) => problemText(it))
  }

  test.each<[string, string, string[]]>([
    [
      'a sentence of the copy',
      'Before.\n\nArrival bridges the wait, and Arrival ends.\n\nTake Arrival.',
      [
        'content/plans/en/ca.from-2027-02-01.md:8: Arrival: names a tier that ends on 2027-02-01, by content/plans/ca.from-2027-02-01.yaml. Write the sentence without it, unless something else is meant. So does line 10. Example: the sentence without it',
      ],
    ],
    [
      'the word in lower case, in another word, in the name of the plan',
      'On arrival: Arrivals. Arrival in Canada.',
      [],
    ],
  ])('%s', (_, sentence, expected) => {
    expect(told(sentence)).toEqual(expected)
  })

  test.each<[string, string, string | undefined]>([
    ['articles', 'Canada: Arrival bridges the wait. See [it](/plan/details/ca).', '1: Arrival'],
    ['faq', 'Arrival in Canada.\n\nTake Arrival.', '3: Arrival'],
    ['guides', 'It is sold as Arrival or Full year.', '1: Arrival'],
    ['faq', 'Arrival may be late.', undefined],
    ['faq', 'Arrival in Canada.\n\n[Other](/plan/details/uk): Arrival stays.', undefined],
    ['notices', 'Arrival in Canada: Arrival is new.', undefined],
  ])('a text in %s: %s', (folder, sentence, expected) => {
    const [found, ...more] = told(sentence, `${folder}/en/a.md`)
    expect(found?.replace(`content/${folder}/en/a.md:`, '').split(': names')[0]).toBe(expected)
    expect(more).toEqual([])
    if (expected !== undefined) expect(found).toContain(`in a copy, content/${folder}/en/a.from-${DAY}.md, unless`)
  })

  test('a Chinese name that no other plan has', () => {
    expect(told('可选抵达款。', 'faq/cn/a.md')).toEqual([
      expect.stringContaining('content/faq/cn/a.md:1: 抵达款: names'),
    ])
  })

  test('terms that were not copied; the other language by its own name', () => {
    expect(told('Arrival: 6 months.', 'clauses/en/ca.md')).toEqual([
      expect.stringContaining(
        'content/clauses/en/ca.md:1: Arrival: names a tier that ends on 2027-02-01, by content/plans/ca.from-2027-02-01.yaml. Write the sentence without it in a copy, content/clauses/en/ca.from-2027-02-01.md, unless',
      ),
    ])
    expect(told('等待期间可选抵达款。', `plans/cn/ca.from-${DAY}.md`)).toEqual([
      expect.stringMatching(/^content\/plans\/cn\/ca\.from-2027-02-01\.md:6: 抵达款: names a tier/),
    ])
  })
})

describe('a correction that the copy for a later day has not', () => {
  const PLAN = 'plans/us.yaml'
  const LATER = 'plans/us.from-2027-01-01.yaml'
  const figures = (mental: number, price: number, changed = '2026-11-01'): string =>
    `changed: ${changed}\ntiers:\n  gold:\n    benefits: { mental: ${mental} }\npremium:\n  bands:\n    - price: { gold: ${price} }\n`
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'copies-'))
    gitIn(root, ['init', '-q'])
    save('readme', 'x')
    commitAll(root)
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))
  function save(path: string, words: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), words)
  }
  const told = (): string[] =>
    returningWords(readTree(root), historyOf(root, Date.UTC(2026, 11, 1)), '2026-12-01').map((it) =>
      problemText(it).replaceAll(root, 'content'),
    )

  test('a figure that was changed after the copy was made, committed or not', () => {
    save(PLAN, figures(5000, 560))
    commitAll(root)
    save(LATER, figures(5000, 610, '2027-01-01'))
    expect(told()).toEqual([])
    save(PLAN, figures(6000, 560))
    const returns =
      'content/plans/us.from-2027-01-01.yaml:4: tiers.gold.benefits.mental: is 5000, as content/plans/us.yaml had it before; now it is 6000 there, for readers from the next release on. On 2027-01-01 the old one returns: change it here too. If it was to change on 2027-01-01 only, change it here, and put the old one back there. Example: mental: 6000'
    expect(told()).toEqual([returns])
    commitAll(root)
    expect(told()).toEqual([returns])
    save(LATER, figures(6000, 610, '2027-01-01'))
    expect(told()).toEqual([])
  })

  test('several are told at the first; what the copy changes itself is not', () => {
    save(PLAN, figures(5000, 560))
    save(LATER, figures(5000, 560, '2027-01-01'))
    commitAll(root)
    save(PLAN, figures(6000, 570))
    expect(told()).toEqual([expect.stringContaining('The same is true of premium.bands.0.price.gold.')])
    save(LATER, figures(7000, 580, '2027-01-01'))
    expect(told()).toEqual([])
  })

  test('a sentence of a text', () => {
    save('legal/en/a.md', text('Within 30 days.\n\nSee below.'))
    save('legal/en/a.from-2027-01-01.md', copy('Within 30 days.\n\nSee above.'))
    commitAll(root)
    save('legal/en/a.md', text('Within 45 days.\n\nSee below.'))
    expect(told()).toEqual([
      'content/legal/en/a.from-2027-01-01.md:7: Within 30 days.: still stands here, as content/legal/en/a.md had it before; now it is “Within 45 days.” there, for readers from the next release on. On 2027-01-01 the old one returns: change it here too. If it was to change on 2027-01-01 only, change it here, and put the old one back there. Example: Within 45 days.',
    ])
  })

  test('nothing is known without a history', () => {
    expect(returningWords(readTree(root), undefined, '2026-12-01')).toEqual([])
  })
})

describe('several copies of one file, each made from the one in force', () => {
  const told = (files: Record<string, string>, today = '2026-12-01'): string[] =>
    returningWords({ root: 'content', files: new Map(Object.entries(files)) }, undefined, today).map(
      ({ file, line, field, message }) => `${file}:${line} ${field}: ${message}`,
    )
  const plan = (...bodies: string[]): Record<string, string> =>
    Object.fromEntries(bodies.map((body, i) => [`plans/us${i === 0 ? '' : `.from-2027-0${i}-01`}.yaml`, body]))
  test('the later one takes back a figure or a sentence of the earlier one', () => {
    expect(told(plan('a: 1\nb: 1\n', 'a: 2\nb: 1\n', 'a: 1\nb: 2\n'))).toEqual([
      'content/plans/us.from-2027-02-01.yaml:1 a: is 1, as before 2027-01-01, from which content/plans/us.from-2027-01-01.yaml makes it 2: on 2027-02-01 that change would be undone. Write it here too, unless it holds for a time only.',
    ])
    expect(told(plan('a: 1\nb: 1\n', 'a: 2\nb: 1\n', 'a: 2\nb: 2\n'))).toEqual([])
    expect(told(plan('a: 1\n', 'a: 2\n', 'a: 3\n', 'a: 1\n'))).toHaveLength(1)
    const words = { 'legal/en/a.md': 'Old.\n', 'legal/en/a.from-2027-01-01.md': 'New.\n' }
    expect(told({ ...words, 'legal/en/a.from-2027-02-01.md': 'Old.\n\nMore.\n' })).toHaveLength(1)
    expect(told({ ...words, 'legal/en/a.from-2027-02-01.md': 'New.\n\nMore.\n' })).toEqual([])
  })
  test('what has begun is as it was meant', () => {
    expect(told(plan('a: 1\n', 'a: 2\n', 'a: 1\n'), '2027-02-01')).toEqual([])
  })
})

test('a copy with another day than its name, a day that is over, or a version too far', () => {
  const HISTORY = { changes: new Map(), all: new Map(), last: 0 }
  const codes = (files: Record<string, string>): string[] =>
    doubtsOfPrepared({ root: 'content', files: new Map(Object.entries(files)) }, '2026-11-29', HISTORY).map(
      ({ line, code }) => `${line} ${code}`,
    )
  const [plan, terms] = ['plans/a.yaml', 'legal/en/a.md']
  const later = (path: string, day = '2027-02-01'): string => path.replace(/(\.[a-z]+)$/, `.from-${day}$1`)
  expect(codes({ [plan]: 'a: 1\n', [later(plan)]: 'a: 2\nchanged: 2026-11-27\n' })).toEqual(['2 from_date'])
  expect(codes({ [plan]: 'a: 1\n', [later(plan)]: 'a: 2\nchanged: 2027-02-01\n' })).toEqual([])
  expect(codes({ [plan]: 'a: 1\n', [later(plan, '2026-02-01')]: 'a: 2\n' })).toEqual(['1 from_past'])
  const version = (it: string): string => `---\nversion: "${it}"\n---\n${it}\n`
  expect(codes({ [terms]: version('1.6'), [later(terms)]: version('1.17') })).toEqual(['2 from_version'])
  expect(codes({ [terms]: version('1.9'), [later(terms)]: version('1.10') })).toEqual([])
  expect(codes({ [terms]: version('1.9'), [later(terms)]: version('2.0') })).toEqual([])
})

test('a name that misses the form', () => {
  const files = new Map(
    ['plans/a.form-2027-02-01.yaml', 'plans/a.from-2027-02-01.yaml', 'notices/en/b-2027.md'].map((it) => [it, '']),
  )
  expect(preparedDateProblems({ root: 'content', files }).map(({ file, example }) => `${file} ${example}`)).toEqual([
    'content/plans/a.form-2027-02-01.yaml content/plans/a.from-2027-02-01.yaml',
  ])
})
