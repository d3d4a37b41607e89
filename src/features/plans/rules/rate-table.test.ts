import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, ageOn, endOfMonths } from '../../../lib/days/dates.ts'
import { money } from '../../../lib/money/money.ts'
import { loadPlans } from '../content/load-plans.ts'
import { quote } from './pricing.ts'
import { RATE_EXAMPLE, rateExample, rateTables, type AgeBand, type CoverLength } from './rate-table.ts'
import type { Plan } from './plan-types.ts'

const { plans, plan } = loadPlans()
const day = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const endOf = (start: string, { unit, count }: CoverLength): string =>
  unit === 'month' ? endOfMonths(start, count) : addDays(start, count - 1)
const ageIn = (ages: AgeBand, of: Plan): fc.Arbitrary<number> =>
  fc.integer(
    ages === 'any'
      ? { min: of.ages.from, max: of.ages.to }
      : { min: Math.max(ages.from, of.ages.from), max: Math.min(ages.to, of.ages.to) },
  )

describe.each(plans.map((it) => [it.id, it] as const))('%s', (_, it) => {
  test('has a price for every tier, age band and length that is sold', () => {
    const tables = rateTables(it)
    expect(tables.map(({ tier }) => tier)).toEqual(it.tiers.map(({ id }) => id))
    for (const { ages, rows } of tables) {
      expect(rows.length).toBeGreaterThan(0)
      for (const { prices } of rows) expect(prices).toHaveLength(ages.length)
    }
    if (it.premium.unit === 'month') expect(tables[0]?.ages).toHaveLength(it.premium.bands.length)
  })

  test('says what the price rule asks of anybody of that age, from any day', () => {
    for (const { tier, ages, rows } of rateTables(it))
      for (const { length, prices } of rows)
        ages.forEach((band, i) => {
          fc.assert(
            fc.property(day, ageIn(band, it), fc.integer({ min: 0, max: 364 }), (start, age, older) => {
              const birthDate = addDays(addMonths(start, -12 * age), -older)
              // Leap days and the month's end may make someone a year older: then it is not the age to be tested.
              fc.pre(ageOn(birthDate, start) === age)
              expect(quote({ plan: it, tier, start, end: endOf(start, length), birthDate })).toMatchObject({
                ok: true,
                premium: prices[i],
              })
            }),
            { numRuns: 3 },
          )
        })
  })
})

test('cover for up to a year has twelve rows, for longer whole years follow', () => {
  const counts = (id: string): number[] => (rateTables(plan(id))[0]?.rows ?? []).map(({ length }) => length.count)
  expect(counts('global-study')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(counts('au-oshc').slice(11)).toEqual([12, 24, 36, 48, 60])
  expect(counts('ca-student')).toEqual([1, 2, 3, 4])
  expect(counts('short-camp')).toEqual([15, 30, 60, 90, 180])
})

test('the example is the one that the price rule is written down with', () => {
  expect(rateExample(plan(RATE_EXAMPLE.plan))).toEqual({
    age: 22,
    months: 9,
    days: 17,
    monthly: money(56_000, 'CNY'),
    premium: money(535_733, 'CNY'),
  })
})
