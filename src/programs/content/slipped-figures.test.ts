import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Tree } from '../../lib/content/content-tree.ts'
import { changedTexts, changedWords } from './changed-sentences.ts'
import { commitAll, gitIn } from './content-history.testing.ts'
import { foreignSchemes } from './foreign-schemes.ts'
import { slippedFigures } from './slipped-figures.ts'

const tree = (files: Record<string, string>): Tree => ({ root: 'content', files: new Map(Object.entries(files)) })
const told = (files: Record<string, string>): string[] =>
  slippedFigures(tree(files), '2026-11-29', undefined).map(
    ({ file, line, field, example }) => `${file.slice('content/'.length)}:${line} ${field} → ${example}`,
  )
const LATER = 'from-2027-01-01'

test.each<[string, string, string, string[]]>([
  ['digits exchanged', 'price: 288', 'price: 828', [`other/en/a.${LATER}.md:3 828 → 288`]],
  ['another unit', 'per: trip', 'per: year', [`other/en/a.${LATER}.md:3 per: year → per: trip`]],
  ['another price', 'price: 288', 'price: 298', []],
  ['another day', 'date: 2026-12-01', 'date: 2027-01-01', []],
  ['a line more', 'price: 288', 'price: 828\nshare: 90', []],
])('a product: %s', (_, before, after, expected) => {
  const head = (fields: string): string => `---\ntitle: T\n${fields}\n---\n`
  expect(told({ 'other/en/a.md': head(before), [`other/en/a.${LATER}.md`]: head(after) })).toEqual(expected)
})

test.each<[string, string, string[]]>([
  ['rising', '{ gold: 190 }', []],
  ['the same', '{ gold: 170 }', []],
  ['below a younger one', '{ gold: 109 }', ['plans/a.yaml:4 gold: 109 → gold: 170']],
])('an age band: %s', (_, price, expected) => {
  const band = (from: number, sum: string): string =>
    `    - { ages: { from: ${from}, to: ${from + 6} }, price: ${sum} }\n`
  const text = `premium:\n  bands:\n${band(18, '{ gold: 170 }').slice(0, -1)}\n${band(25, price)}`
  expect(told({ 'plans/a.yaml': text })).toEqual(expected)
})

test.each<[string, string, string, string[]]>([
  ['of another country', 'destinations: [us]\nvisas: [f1]', 'destinations: { worldExcept: [us] }\nvisas: [f1]', ['b']],
  ['of other visas', 'destinations: [us]\nvisas: [j1, j2]', 'destinations: [us]\nvisas: [f1, opt]', ['b']],
  ['that fits', 'destinations: [us, ca]\nvisas: [f1]', 'destinations: [us]\nvisas: [f1, opt]', []],
])('a successor %s', (_, old, next, expected) => {
  const files = { 'plans/a.yaml': `replacedBy: b\nretired: 2027-01-01\n${old}\n`, 'plans/b.yaml': `${next}\n` }
  const found = slippedFigures(tree(files), '2026-11-29', undefined)
  expect(found.map(({ field }) => field)).toEqual(expected)
})

test('a plan that is retired decades ahead, or by a copy on a day that has passed', () => {
  expect(told({ 'plans/a.yaml': 'a: b\nretired: 2072-01-31\n' })).toEqual([
    'plans/a.yaml:2 retired: 2072-01-31 → retired: 2026-12-29',
  ])
  expect(told({ 'plans/a.yaml': 'retired: 2027-01-31\n' })).toEqual([])
})

test.each<[string, string, string, string[]]>([
  ['the scheme of another country', '[ie]', 'ACC pays for injuries.', ['ACC']],
  ['the law of another country', '[ie]', 'New Zealand law applies.', ['New Zealand law']],
  [
    'another country, again and again',
    '[nz]',
    'You study in Ireland.\n\nThe journey to Ireland is covered.',
    ['Ireland'],
  ],
  ['a country that is excluded', '[nz]', 'Not in Ireland.\n\nTreatment outside Ireland.', []],
  ['what the plan covers', '[nz]', 'ACC pays. New Zealand law applies.', []],
  ['the world', '{ worldExcept: [us] }', 'The NHS, and OSHC.', []],
])('a plan’s words: %s', (_, destinations, words, expected) => {
  const files = { 'plans/a.yaml': `destinations: ${destinations}\n`, 'clauses/en/a.md': `${words}\n` }
  expect(foreignSchemes(tree(files)).map(({ field }) => field)).toEqual(expected)
})

test('figures that no insurer sets', () => {
  expect(told({ 'plans/a.yaml': 'health: [1, 2, 2]\nfamily: { spouse: 80, child: 150 }\n' })).toEqual([
    'plans/a.yaml:1 health → health: [1, 2]',
    'plans/a.yaml:2 family: { spouse: 80, child: 150 } → family: { spouse: 150, child: 80 }',
  ])
  expect(told({ 'plans/a.yaml': '- { ages: { from: 6, to: 9 }, price: { a: 119.5 } }\n' })).toEqual([
    'plans/a.yaml:1 a: 119.5 → a: 120',
  ])
  expect(told({ 'plans/a.yaml': 'health: [1, 2]\nfamily: { spouse: 80, child: 80 }\n' })).toEqual([])
})

test('what a copy of a plan changes', () => {
  const copy = (before: string, after: string): string[] =>
    told({ 'plans/a.yaml': `${before}\n`, [`plans/a.${LATER}.yaml`]: `${after}\n` })
  expect(copy('waiting: { count: 48, unit: hour }', 'waiting: { count: 48, unit: day }')).toEqual([
    `plans/a.${LATER}.yaml:1 { count: 48, unit: day } → { count: 48, unit: hour }`,
  ])
  expect(copy('waiting: { count: 48, unit: hour }', 'waiting: { count: 2, unit: day }')).toEqual([])
  expect(copy('term: { unit: month, from: 1, to: 12 }', 'term: { unit: day, from: 1, to: 12 }')).toEqual([
    `plans/a.${LATER}.yaml:1 { unit: day, from: 1, to: 12 } → { unit: month, from: 1, to: 12 }`,
  ])
  expect(copy('a: b', 'retired: 2026-12-31')).toEqual([
    `plans/a.${LATER}.yaml:1 retired: 2026-12-31 → retired: 2027-01-01`,
  ])
  expect(copy('retired: 2026-12-31', 'retired: 2026-12-31')).toEqual([])
  expect(copy('a: b', 'retired: 2027-01-01')).toEqual([])
})

test('an article about another country', () => {
  const article = (words: string): string => `---\ncountries: [uk]\n---\n${words}\n`
  const found = foreignSchemes(tree({ 'articles/en/a.md': article('Medicare pays. The NHS pays. In Ireland, too.') }))
  expect(found.map(({ field }) => field)).toEqual(['Medicare'])
})

test.each<[string, string, string, string[]]>([
  ['a name that became a number', 'Within {{trips.days}} days.', 'Within 60 days.', ['60 → {{trips.days}}']],
  ['digits exchanged', 'Yours. Within 15 days.', 'Within 51 days. Ours.', ['51 → 15']],
  ['a digit more', 'Within 15 days.', 'Within 150 days.', ['150 → 15']],
  ['another figure', 'Within 15 days.', 'Within 20 days.', []],
  ['a negation lost', 'It never affects you. A.', 'B. It affects you.', ['It affects you. → It never affects you.']],
  ['a negation lost in Chinese', '这不影响理赔。', '这影响理赔。', ['这影响理赔。 → 这不影响理赔。']],
  ['another negation', '没有问到的无需告知。', '未问到的无需告知。', []],
  ['a negation between words', 'It may not be more.', 'It may be more.', ['It may be more. → It may not be more.']],
  [
    'a name that became a number and its unit',
    'Waiting period: {{plan.waiting}}.',
    'Waiting period: 15 days.',
    ['15 → {{plan.waiting}}'],
  ],
  ['a name that became a number in Chinese', '等待期：{{plan.waiting}}。', '等待期：15天。', ['15 → {{plan.waiting}}']],
  [
    'another name',
    'Waiting period: {{plan.waiting}}.',
    'Waiting period: {{plan.preExisting}}.',
    ['{{plan.preExisting}} → {{plan.waiting}}'],
  ],
  [
    'two names exchanged',
    '未满10周岁{{a.under}}元，10至17周岁{{a.over}}元。',
    '未满10周岁{{a.over}}元，10至17周岁{{a.under}}元。',
    ['{{a.over}} → {{a.under}}', '{{a.under}} → {{a.over}}'],
  ],
  ['another form of a name', 'Limit: {{tier.a.dental}}.', 'Limit: {{tier.a.dental.full}}.', []],
  ['a sign of a calculation', '退还金额＝保费×（1－天数÷365）。', '退还金额＝保费×（1－天数×365）。', ['× → ÷']],
  ['a sign in English', 'premium × (1 − days ÷ 365)', 'premium × (1 + days ÷ 365)', ['+ → −']],
  ['a zone', 'Beijing time (UTC+8).', 'Beijing time (UTC-8).', ['- → +']],
])('a text and what it was: %s', (_, before, after, expected) => {
  const found = changedTexts(tree({ 'legal/en/a.md': before, [`legal/en/a.${LATER}.md`]: after }), undefined)
  expect(found.map(({ field, example }) => `${field} → ${example}`)).toEqual(expected)
})

test('an id, and a place in the list', () => {
  const question = (id: string): string => `questions:\n  - id: ${id}\n    text: "Are you ill?"\n`
  const files = { 'purchase/en/health.md': question('q1'), [`purchase/en/health.${LATER}.md`]: question('q2') }
  expect(changedTexts(tree(files), undefined).map(({ field }) => field)).toEqual(['id: q2'])
  const faq = '---\ngroup: care\norder: 3\n---\n'
  const history = { changes: new Map(), all: new Map([['faq/en/a.md', []]]), last: 0 }
  const found = changedTexts(tree({ 'faq/en/a.md': faq, 'faq/en/b.md': faq }), history)
  expect(found.map(({ file }) => file)).toEqual(['content/faq/en/b.md'])
})

test('words of the interface and what they were', () => {
  const root = mkdtempSync(join(tmpdir(), 'words-'))
  const write = (file: string, it: unknown): void => {
    mkdirSync(join(root, 'cn'), { recursive: true })
    writeFileSync(join(root, 'cn', file), JSON.stringify(it, undefined, 2))
  }
  const asked = (): string[] => changedWords(root).map(({ line, field, example }) => `${line} ${field} → ${example}`)
  expect(asked()).toEqual([])
  gitIn(root, ['init', '-q'])
  write('a.json', {
    a: { long: '请勿超过500字', paid: '{{insurer}}已支付赔案{{case}}。' },
    b: '已赔付',
    c: '5天',
    no: '保留订单',
    yes: '申请退款',
  })
  commitAll(root)
  expect(asked()).toEqual([])
  write('a.json', {
    a: { long: '请勿超过50字', paid: '{{case}}已支付赔案{{insurer}}。' },
    b: '未赔付',
    c: '6天',
    no: '申请退款',
    yes: '保留订单',
  })
  write('new.json', { a: '500' })
  expect(asked()).toEqual(['3 a.long → 500', '4 a.paid → {{insurer}}', '6 b → 已赔付', '8 no → 保留订单'])
  write('a.json', '{')
  expect(asked()).toEqual([])
  rmSync(root, { recursive: true })
})
