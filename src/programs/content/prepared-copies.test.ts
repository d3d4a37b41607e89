import { describe, expect, test } from 'vitest'
import { problemText } from '../../lib/content/source-problems.ts'
import type { Tree } from '../../lib/content/content-tree.ts'
import { endedTierDoubts } from './ended-tiers.ts'
import { doubtsOfPrepared, preparedDateProblems } from './prepared-copies.ts'

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
  doubtsOfPrepared(tree(...files)).map(({ file, message }) => `${file}: ${message}`)

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
  expect(doubtsOfPrepared({ root: 'content', files }).map(({ code }) => code)).toEqual(['from_unchanged'])
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
    ])
    files.set(path, path.startsWith('clauses') ? sentence : words(sentence, '{ full: { name: Full year } }'))
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
