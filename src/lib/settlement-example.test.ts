import { expect, it } from 'vitest'
import { convert, money, type Money } from './money.ts'
import { EXAMPLE_CNY, EXAMPLE_GBP, EXAMPLE_RATE } from './settlement-example.ts'

const total = (lines: readonly { sum: Money }[]) => lines.reduce((all, { sum }) => all + sum.amount, 0)

it('adds up to the cent: invoiced less each deduction, converted once, is what is paid', () => {
  const eligible = money(total(EXAMPLE_GBP), 'GBP')
  expect(eligible.amount).toBe(23840)
  expect(convert(eligible, { rate: EXAMPLE_RATE.rate }, 'CNY')).toEqual(EXAMPLE_CNY[0]?.sum)
  expect(total(EXAMPLE_CNY.slice(0, -1))).toBe(EXAMPLE_CNY.at(-1)?.sum.amount)
})
