import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { convert, money, type Money } from './money.ts'
import {
  EXAMPLE_CNY,
  EXAMPLE_ELIGIBLE_GBP,
  EXAMPLE_GBP,
  EXAMPLE_PLAN,
  EXAMPLE_RATE,
  EXAMPLE_TIERS,
  tierSums,
} from './settlement-example.ts'

const total = (lines: readonly { sum: Money }[]) => lines.reduce((all, { sum }) => all + sum.amount, 0)

it('adds up to the cent: invoiced less each deduction, converted once, is what is paid', () => {
  const eligible = money(total(EXAMPLE_GBP), 'GBP')
  expect(eligible).toEqual(EXAMPLE_ELIGIBLE_GBP)
  expect(eligible.amount).toBe(23840)
  expect(convert(eligible, { rate: EXAMPLE_RATE.rate }, 'CNY')).toEqual(EXAMPLE_CNY[0]?.sum)
  expect(total(EXAMPLE_CNY.slice(0, -1))).toBe(EXAMPLE_CNY.at(-1)?.sum.amount)
})

it('has the tiers of the plan, and in its own tier the sums of the settlement', () => {
  const tiers = z
    .object({
      tiers: z.record(
        z.string(),
        z.object({ deductible: z.object({ amount: z.number() }), share: z.object({ outside: z.number() }) }),
      ),
    })
    .parse(parse(readFileSync(`content/plans/${EXAMPLE_PLAN}.yaml`, 'utf8'))).tiers
  const figures = Object.entries(EXAMPLE_TIERS).map(([id, { deductible, percent }]) => [
    id,
    { deductible: { amount: deductible.amount / 100 }, share: { outside: 100 - percent } },
  ])
  expect(tiers).toEqual(Object.fromEntries(figures))
  const { share, paid } = tierSums('standard')
  expect([-share.amount, paid.amount]).toEqual([EXAMPLE_CNY[2]?.sum.amount, EXAMPLE_CNY[3]?.sum.amount])
  expect([tierSums('basic'), tierSums('premier')].map((it) => it.paid.amount)).toEqual([134509, 218136])
})
