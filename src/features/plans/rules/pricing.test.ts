import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, endOfMonths, type Day } from '../../../lib/days/dates.ts'
import { formatMoney, fromMajor, money } from '../../../lib/money/money.ts'
import { loadPlans } from '../content/load-plans.ts'
import { deathBenefit, quote, termEnds, type QuoteInput } from './pricing.ts'
import type { Plan } from './plan-types.ts'
import { refundValue } from './cancellation-refund.ts'

const { plan: planOf, plans } = loadPlans()
const tierOf = (plan: Plan, id: string) => {
  const tier = plan.tiers.find((t) => t.id === id)
  if (!tier) throw new Error(id)
  return tier
}
const born = (age: number, on: Day): Day => addMonths(on, -12 * age)
function priced(input: QuoteInput): number {
  const result = quote(input)
  if (!result.ok) throw new Error(result.reason)
  return result.premium.amount
}
function refused(input: QuoteInput): string {
  const result = quote(input)
  return result.ok ? 'ok' : result.reason
}

const gold = {
  plan: planOf('us-campus'),
  tier: 'gold',
  start: '2026-08-20',
  end: '2027-06-05',
  birthDate: '2004-03-01',
} as const

it('a retired plan is sold until the day before, and its policies are priced as ever', () => {
  const retired = { ...gold, plan: { ...gold.plan, retired: '2026-08-01' } }
  expect(refused({ ...retired, today: '2026-07-31' })).toBe('ok')
  expect(refused({ ...retired, today: '2026-08-01' })).toBe('retired')
  expect(priced(retired)).toBe(priced(gold))
})

describe('the worked examples of domain §3.2', () => {
  it('Gold, age 22, 20 Aug 2026 to 5 Jun 2027: CNY 5,357.33', () => {
    const result = quote(gold)
    expect(result.ok && formatMoney(result.premium, 'en')).toBe('CNY\u00a05,357.33')
    expect(result.ok && result.breakdown[0]?.unit).toEqual({
      kind: 'month',
      price: fromMajor(560, 'CNY'),
      months: 9,
      days: 17,
    })
  })

  it('CNY 3,840 for 365 days, cancelled after 100: CNY 1,812.16', () => {
    const start = '2026-09-01'
    const result = refundValue({
      plan: planOf('us-campus'),
      premium: fromMajor(3840, 'CNY'),
      start,
      end: addDays(start, 364),
      cancelOn: addDays(start, 99),
      claimPaid: false,
    })
    expect(result.ok && formatMoney(result.amount, 'en')).toBe('CNY\u00a01,812.16')
  })
})

describe('prices', () => {
  it('take the age at the start of cover', () => {
    expect(priced({ ...gold, end: '2026-09-19', birthDate: '2001-08-21' })).toBe(56000)
    expect(priced({ ...gold, end: '2026-09-19', birthDate: '2001-08-20' })).toBe(76000)
  })

  it('go by the length of a trip', () => {
    const camp = { plan: planOf('short-camp'), tier: 'camp', start: '2027-07-01', birthDate: '2015-01-01' }
    const days = [1, 15, 16, 30, 31, 60, 61, 90, 91, 180].map((n) =>
      priced({ ...camp, end: addDays(camp.start, n - 1) }),
    )
    expect(days).toEqual([16800, 16800, 28800, 28800, 49800, 49800, 68800, 68800, 118000, 118000])
    expect(refused({ ...camp, end: addDays(camp.start, 180) })).toBe('term_too_long')
  })

  it('are the same at any age for OSHC and New Zealand', () => {
    for (const age of [3, 22, 67]) {
      const start = '2027-02-01'
      expect(
        priced({
          plan: planOf('au-oshc'),
          tier: 'family',
          start,
          end: endOfMonths(start, 24),
          birthDate: born(age, start),
        }),
      ).toBe(24 * 42000)
      expect(
        priced({
          plan: planOf('nz-study'),
          tier: 'study',
          start,
          end: endOfMonths(start, 1),
          birthDate: born(age, start),
        }),
      ).toBe(7200)
    }
  })

  it('say the first reason why not', () => {
    expect(refused({ ...gold, tier: 'bronze' })).toBe('tier')
    expect(refused({ ...gold, end: '2026-08-19' })).toBe('dates')
    expect(refused({ ...gold, end: '2026-02-30' })).toBe('dates')
    expect(refused({ ...gold, today: '2026-08-21' })).toBe('start_past')
    expect(refused({ ...gold, today: '2026-08-20' })).toBe('start_past')
    expect(refused({ ...gold, today: '2026-08-19' })).toBe('ok')
    expect(refused({ ...gold, today: '2025-08-19' })).toBe('ok')
    expect(refused({ ...gold, today: '2025-08-18' })).toBe('start_far')
    expect(refused({ ...gold, destination: 'uk' })).toBe('destination')
    expect(quote({ ...gold, end: '2026-09-18' })).toEqual({ ok: false, reason: 'term_too_short', end: '2026-09-19' })
    expect(quote({ ...gold, end: '2027-08-20' })).toEqual({ ok: false, reason: 'term_too_long', end: '2027-08-19' })
    expect(refused({ ...gold, birthDate: born(41, gold.start) })).toBe('age_range')
    expect(refused({ ...gold, plan: planOf('us-j1'), tier: 'plus', birthDate: born(14, gold.start) })).toBe('age_range')
    const canada = { ...gold, plan: planOf('ca-student') }
    expect(refused({ ...canada, tier: 'arrival' })).toBe('term_too_long')
    expect(refused({ ...canada, tier: 'full-year' })).toBe('ok')
  })

  it('add a spouse at 150% and each child under 18 at 80% of the student’s price', () => {
    const result = quote({
      ...gold,
      family: {
        spouse: { birthDate: '2003-01-01' },
        children: [{ birthDate: '2024-01-01' }, { birthDate: '2026-08-20' }],
      },
    })
    expect(result.ok && result.breakdown.map((line) => [line.who, line.premium.amount])).toEqual([
      ['student', 535733],
      ['spouse', 803600],
      ['child', 428586],
      ['child', 428586],
    ])
    expect(result.ok && result.premium.amount).toBe(535733 + 803600 + 2 * 428586)
    expect(refused({ ...gold, family: { children: [{ birthDate: born(18, gold.start) }] } })).toBe('child_age')
    expect(refused({ ...gold, family: { spouse: { birthDate: born(17, gold.start) } } })).toBe('spouse_age')
    expect(refused({ ...gold, family: { spouse: { birthDate: born(41, gold.start) } } })).toBe('spouse_age')
    expect(refused({ ...gold, family: { children: [{ birthDate: '2026-08-21' }] } })).toBe('dates')
    const camp = {
      plan: planOf('short-camp'),
      tier: 'camp',
      start: '2027-07-01',
      end: '2027-07-10',
      birthDate: '2015-01-01',
    }
    expect(refused({ ...camp, family: { children: [{ birthDate: '2020-01-01' }] } })).toBe('family_not_offered')
  })
})

/** A plan, tier, start and age that can be bought, and two days within the term. */
const purchase = fc
  .record({
    index: fc.nat(),
    tier: fc.nat(),
    start: fc.integer({ min: 0, max: 3000 }).map((n) => addDays('2026-01-01', n)),
    age: fc.nat(80),
    a: fc.nat(),
    b: fc.nat(),
  })
  .map(({ index, tier, start, age, a, b }) => {
    const plan = plans[index % plans.length] ?? planOf('us-campus')
    const chosen = plan.tiers[tier % plan.tiers.length] ?? tierOf(plan, 'gold')
    const { shortest, longest } = termEnds(chosen.term, start)
    const span = Math.round((Date.parse(longest) - Date.parse(shortest)) / 86_400_000) + 1
    const ends = [addDays(shortest, a % span), addDays(shortest, b % span)].sort()
    const years = plan.ages.from + (age % (plan.ages.to - plan.ages.from + 1))
    return { plan, tier: chosen.id, start, birthDate: born(Math.min(years, 100), start), ends }
  })

const family = fc.record({
  spouse: fc.option(fc.integer({ min: 18, max: 40 }), { nil: undefined }),
  children: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 8 }),
})

it('make the price of any family from its parts, to the cent, whatever the ages and the term', () => {
  fc.assert(
    fc.property(purchase, family, ({ ends: [, end = ''], ...rest }, { spouse, children }) => {
      const { start } = rest
      const together = {
        ...(spouse === undefined ? {} : { spouse: { birthDate: born(spouse, start) } }),
        children: children.map((age) => ({ birthDate: born(age, start) })),
      }
      const alone = quote({ ...rest, end })
      const result = quote({ ...rest, end, family: together })
      if (!rest.plan.family && (spouse !== undefined || children.length > 0)) {
        expect(result).toEqual({ ok: false, reason: 'family_not_offered' })
        return
      }
      expect(result.ok).toBe(alone.ok)
      if (!alone.ok || !result.ok) return
      expect(result.breakdown).toHaveLength(1 + (spouse === undefined ? 0 : 1) + children.length)
      expect(result.breakdown.every(({ premium }) => Number.isInteger(premium.amount) && premium.amount > 0)).toBe(true)
      expect(result.breakdown.reduce((sum, { premium }) => sum + premium.amount, 0)).toBe(result.premium.amount)
      expect(result.breakdown[0]?.premium).toEqual(alone.premium)
    }),
  )
})

describe('premiums, for every plan', () => {
  it('are positive integers that never fall as days rise', () => {
    fc.assert(
      fc.property(purchase, ({ ends: [early = '', late = ''], ...rest }) => {
        const [less, more] = [priced({ ...rest, end: early }), priced({ ...rest, end: late })]
        expect(Number.isSafeInteger(less) && less > 0).toBe(true)
        expect(more).toBeGreaterThanOrEqual(less)
      }),
      { numRuns: 500 },
    )
  })

  it('never fall from a tier to the next', () => {
    fc.assert(
      fc.property(purchase, ({ plan, tier: _, ends: [, end = ''], ...rest }) => {
        const prices = plan.tiers
          .map((tier) => quote({ ...rest, plan, tier: tier.id, end }))
          .flatMap((q) => (q.ok ? [q.premium.amount] : []))
        expect([...prices].sort((a, b) => a - b)).toEqual(prices)
      }),
    )
  })

  it('and refund values lie between nothing and the premium, and never rise with the days in force', () => {
    fc.assert(
      fc.property(purchase, fc.nat(2000), ({ ends: [, end = ''], ...rest }, used) => {
        const premium = money(priced({ ...rest, end }), rest.plan.currency)
        const back = (days: number): number => {
          const result = refundValue({
            ...rest,
            premium,
            end,
            cancelOn: addDays(rest.start, days - 1),
            claimPaid: false,
            proof: true,
          })
          return result.ok ? result.amount.amount : 0
        }
        expect(back(used)).toBeGreaterThanOrEqual(0)
        expect(back(used)).toBeLessThanOrEqual(premium.amount)
        expect(back(used + 1)).toBeLessThanOrEqual(back(used))
      }),
      { numRuns: 500 },
    )
  })
})

describe('death benefit of minors', () => {
  const global = planOf('global-study')
  const premier = tierOf(global, 'premier')
  it('is capped by age over all companies together', () => {
    expect(deathBenefit(global, premier, 18).amount).toBe(50_000_000)
    expect(deathBenefit(global, premier, 17).amount).toBe(50_000_000)
    expect(deathBenefit(global, premier, 9).amount).toBe(20_000_000)
    expect(deathBenefit(global, premier, 9, fromMajor(150_000, 'CNY')).amount).toBe(5_000_000)
    expect(deathBenefit(global, premier, 12, fromMajor(800_000, 'CNY')).amount).toBe(0)
  })
  it('is what the tier says below the cap, and none where there is none', () => {
    expect(deathBenefit(global, tierOf(global, 'basic'), 8).amount).toBe(10_000_000)
    const au = planOf('au-oshc')
    expect(deathBenefit(au, tierOf(au, 'single'), 30).amount).toBe(0)
  })
})
