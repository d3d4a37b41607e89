import { expect, test } from 'vitest'
import type { Tree } from '../../lib/content/content-tree.ts'
import { figureJumps, newPrices, priceJumps } from './price-jumps.ts'

const plan = (...prices: number[]): string =>
  `tiers: {}\npremium:\n  unit: month\n  bands:\n${prices.map((it) => `    - { ages: { from: 1, to: 9 }, price: { gold: ${it} } }`).join('\n')}\n`
const tree = (files: Record<string, string>): Tree => ({ root: 'content', files: new Map(Object.entries(files)) })
const PREPARED = 'plans/us.from-2027-01-01.yaml'
const told = (before: string, after: string): string[] =>
  priceJumps(tree({ 'plans/us.yaml': before, [PREPARED]: after }), undefined).map(
    ({ file, line, code }) => `${file}:${line} ${code}`,
  )

test.each([
  ['ten times', plan(560, 980), plan(5600, 9800), true],
  ['a tenth', plan(560, 980), plan(56, 98), true],
  ['a new price list', plan(560, 980), plan(610, 1040), false],
  ['one price ten times, which the check of the plan itself says', plan(560, 980), plan(5600, 980), false],
  ['a file with another mistake', plan(560, 980), 'premium: [', false],
])('a prepared plan: %s', (_, before, after, warned) => {
  expect(told(before, after)).toEqual(warned ? [`content/${PREPARED}:2 price_jump`] : [])
})

const limits = (mental: number | string, share = 90): string =>
  `waiting: { count: 7, unit: day }\ntiers:\n  gold:\n    share: { network: ${share}, outside: 90 }\n    benefits:\n      mental: ${mental}\n${plan(560).replace('tiers: {}\n', '')}`
const figures = (before: string, after: string): string[] =>
  figureJumps(tree({ 'plans/us.yaml': before, [PREPARED]: after }), undefined).map(
    ({ line, field, message, example }) => `${line} ${field} ${message.split('.')[0]} → ${example}`,
  )

test.each<[string, string, string[]]>([
  [
    'a limit ten times as high',
    limits(50_000),
    ['6 tiers.gold.benefits.mental is 50000, and was 5000 before → mental: 5000'],
  ],
  ['a share with a digit lost', limits(5000, 9), ['4 tiers.gold.share.network is 9, and was 90 before → network: 90']],
  ['a limit doubled', limits(10_000), []],
  ['a limit that is no longer paid', limits('none'), []],
  ['prices, which are compared with each other', limits(5000).replace('560', '5600'), []],
  ['a file with another mistake', 'tiers: [', []],
])('a prepared plan: %s', (_, after, said) => {
  expect(figures(limits(5000), after)).toEqual(said)
})

test('a prepared product', () => {
  const product = (price: number): string => `---\ntitle: T\norder: ${price}\nprice: ${price}\n---\n\nprice: 1\n`
  const files = { 'other/en/a.md': product(98), 'other/en/a.from-2027-01-01.md': product(980) }
  expect(figureJumps(tree(files), undefined).map(({ file, line, field }) => `${file}:${line} ${field}`)).toEqual([
    'content/other/en/a.from-2027-01-01.md:4 price',
  ])
})

const NEW = 'plans/nz-new.from-2027-01-01.yaml'
test.each([
  ['like the others', [72], false],
  ['ten times', [720], true],
  ['a tenth', [7.2], true],
  ['all prices ten times', [800, 950, 1300], true],
  ['dearer than all, and not absurdly', [360, 420], false],
])('a new plan, compared with the others: %s', (_, prices, warned) => {
  const others = { 'plans/us.yaml': plan(300, 320), 'plans/asia.yaml': plan(80, 95), 'plans/nz.yaml': plan(72) }
  const found = newPrices(tree({ ...others, [NEW]: plan(...prices) }), undefined)
  expect(found.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual(
    warned ? [`content/${NEW}:2 price_jump`] : [],
  )
})

test('a plan that is not new, or the first of all, is compared with none', () => {
  const old = tree({ 'plans/us.yaml': plan(3000), 'plans/asia.yaml': plan(80), 'plans/nz.yaml': plan(72) })
  expect(newPrices(old, undefined)).toEqual([])
  expect(newPrices(tree({ 'plans/us.yaml': plan(300), [NEW]: plan(7200) }), undefined)).toEqual([])
})
