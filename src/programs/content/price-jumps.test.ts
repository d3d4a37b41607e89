import { expect, test } from 'vitest'
import type { Tree } from '../../lib/content/content-tree.ts'
import { priceJumps } from './price-jumps.ts'

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
