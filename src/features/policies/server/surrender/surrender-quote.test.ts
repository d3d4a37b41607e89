import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../../lib/days/dates.ts'
import { money } from '../../../../lib/money/money.ts'
import { loadPlans } from '../../../plans/server/door.ts'
import { workOut, type SurrenderCase } from './surrender-quote.ts'

const STARTS = '2026-09-01'
const plan = loadPlans().plan('global-study')
const base: SurrenderCase = {
  plan,
  premium: money(384_000, 'CNY'),
  starts: STARTS,
  ends: '2027-08-31',
  today: addDays(STARTS, 99),
  claims: 'none',
}
const linesOf = (over: Partial<SurrenderCase>) => {
  const found = workOut({ ...base, ...over })
  return found === 'ended' ? found : found.lines.map(({ id, amount }) => `${id} ${amount.amount}`)
}

test('CNY 3,840 for 365 days, cancelled after 100: CNY 1,812.16, and how', () => {
  expect(linesOf({})).toEqual(['premium 384000', 'expenses -134400', 'used -68384', 'total 181216'])
  expect(workOut(base)).toMatchObject({ lastDay: '2026-12-09', daysInForce: 100, daysOfTerm: 365 })
})

test('before the start the whole premium comes back, and there is no day of cover', () => {
  expect(linesOf({ today: '2026-08-31' })).toEqual(['premium 384000', 'total 384000'])
  expect(workOut({ ...base, today: '2026-08-31' })).toMatchObject({ lastDay: null, daysInForce: 0 })
})

test.each(['open', 'paid'] as const)('a claim that is %s changes nothing of it, before the start too', (claims) => {
  for (const today of ['2026-08-31', STARTS, base.today, '2027-08-30'])
    expect(linesOf({ claims, today })).toEqual(linesOf({ today }))
})

test('on the last day there is nothing left to cancel', () => {
  expect([
    linesOf({ today: '2027-08-30' })[0],
    linesOf({ today: '2027-08-31' }),
    linesOf({ today: '2028-01-01' }),
  ]).toEqual(['premium 384000', 'ended', 'ended'])
})

test('the lines add up to the refund, which lies between nothing and the premium and falls by the day', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.integer({ min: 1, max: 1_400 }),
      fc.integer({ min: -30, max: 1_500 }),
      (premium, days, at) => {
        const given = { ...base, premium: money(premium, 'CNY'), ends: addDays(STARTS, days) }
        const found = workOut({ ...given, today: addDays(STARTS, at) })
        const next = workOut({ ...given, today: addDays(STARTS, at + 1) })
        expect(found === 'ended').toBe(at >= days)
        if (found === 'ended') return
        const total = found.lines.at(-1)?.amount.amount
        expect(found.lines.slice(0, -1).reduce((sum, it) => sum + it.amount.amount, 0)).toBe(total)
        expect(found.amount.amount).toBe(total)
        expect(total).toBeGreaterThanOrEqual(0)
        expect(total).toBeLessThanOrEqual(premium)
        if (next !== 'ended') expect(next.amount.amount).toBeLessThanOrEqual(found.amount.amount)
      },
    ),
  )
})
