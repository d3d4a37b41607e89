import { describe, expect, it } from 'vitest'
import { differenceOf } from '../../../changes/server/premium-difference.ts'
import { loadPlans } from '../../../plans/content/load-plans.ts'
import { nextTerm } from '../extension/next-term.ts'
import { agesOf, quotePerson, type PricedPerson } from './price-of-person.ts'

const plan = loadPlans().plan('us-j1')
const person = (birthDate: string) => ({ birthDate }) as PricedPerson['people']['insured']
const of = (number: number, relationship: string, birthDate: string): PricedPerson => ({
  person: number,
  relationship,
  people: { policyholder: person('1998-08-20'), insured: person(birthDate) },
})
const TERM = { plan, tier: 'standard', start: '2026-08-20', end: '2027-02-19' }
const priced = (who: PricedPerson): number | string => {
  const found = quotePerson(who, TERM)
  return found.ok ? found.premium.amount : found.reason
}

describe('a term of a policy', () => {
  it('costs a member of the family a share of the student’s price, whatever their own age', () => {
    expect(priced(of(1, 'self', '1998-08-20'))).toBe(6 * 36_000)
    expect([priced(of(2, 'spouse', '1975-01-01')), priced(of(2, 'spouse', '2005-01-01'))]).toEqual([
      6 * 54_000,
      6 * 54_000,
    ])
    expect([priced(of(3, 'child', '2026-08-19')), priced(of(3, 'child', '2009-01-01'))]).toEqual([
      6 * 28_800,
      6 * 28_800,
    ])
  })
  it('is none for a child who is of age, and one for a child bought for by a parent alone is the child’s own', () => {
    expect(priced(of(3, 'child', '2008-08-20'))).toBe('child_age')
    expect(priced(of(1, 'child', '2008-08-20'))).toBe(6 * 26_000)
  })
  it('can follow for a child below the ages of the plan, until they are of age', () => {
    const next = (birthDate: string) =>
      nextTerm({
        plan,
        ages: agesOf({ person: 3, relationship: 'child' }, plan),
        tier: 'standard',
        since: '2026-03-01',
        starts: '2026-03-01',
        ends: '2026-08-31',
        birthDate,
        deathBenefitByOther: false,
        now: Date.UTC(2026, 7, 20),
      })
    expect(next('2020-01-01').ok).toBe(true)
    expect(next('2008-08-01')).toMatchObject({ ok: false, reason: 'age' })
  })
})

it('another date of birth of a member changes no price, and is outside only of the member’s own ages', () => {
  const difference = (births: readonly [string, string], tie: 'spouse' | 'child') =>
    differenceOf({
      terms: [{ plan, from: '2026-08-20', to: '2027-02-19' }],
      tier: 'standard',
      paid: { amount: 1, currency: 'CNY' },
      births,
      tie,
    })
  expect(difference(['1999-01-01', '1975-01-01'], 'spouse')).toEqual({ kind: 'same' })
  expect(difference(['2020-01-01', '2021-01-01'], 'child')).toEqual({ kind: 'same' })
  expect(difference(['2020-01-01', '2007-01-01'], 'child')).toMatchObject({
    kind: 'outside',
    age: 19,
    ages: { from: 0, to: 17 },
  })
})
