import { describe, expect, it } from 'vitest'
import { LANGS } from '../../lib/locale.ts'
import { cellWords, ROWS } from './benefits.ts'
import { countRows, difference, fit, visasFor, type Column, type PlanNeeds } from './plan-fit.ts'
import { loadPlans } from './load-plans.ts'

const set = loadPlans()
const found = (wish: PlanNeeds) =>
  fit(set.plans, wish, (plan) => set.words('en', plan.id).name, 'en').filter((f) => f.fits).map((f) => f.plan.id)
const columns = (id: string): Column[] => set.plan(id).tiers.map((tier) => ({ plan: set.plan(id), tier }))
const row = (id: string, name: string) => difference(columns(id)).flatMap((g) => g.rows).find((r) => r.id === name)

describe('fit', () => {
  it('puts plans made for the place first, then the world, then by name', () => {
    expect(found({ destination: 'us' })).toEqual(['us-campus', 'us-j1', 'short-camp'])
    expect(found({ destination: 'uk' })).toEqual(['uk-plus', 'global-study', 'short-camp'])
    expect(found({ destination: 'de' })).toEqual(['eu-schengen', 'global-study', 'short-camp'])
    expect(found({ destination: 'us', visa: 'j1' })).toEqual(['us-j1'])
    expect(found({ destination: 'au', visa: 'student' })).toEqual(['au-oshc', 'global-study'])
  })
  it('goes by age and term', () => {
    expect(found({ destination: 'us', visa: 'f1', age: 41 })).toEqual([])
    expect(found({ destination: 'jp', age: 20, start: '2027-01-01', end: '2027-01-14' })).toEqual(['short-camp'])
    const canada = fit(set.plans, { destination: 'ca', start: '2027-01-01', end: '2027-08-31' }, (p) => p.id, 'en')[0]
    expect(canada?.tiers).toEqual(['full-year'])
  })
  it('names what a plan does not replace', () => {
    const global = fit(set.plans, { destination: 'au' }, (p) => p.id, 'en').find((f) => f.plan.id === 'global-study')
    expect(global?.caveat).toBe('not_oshc')
  })
  it('sorts Chinese names by the Chinese order and keeps every plan with its reasons', () => {
    const all = fit(set.plans, { destination: 'us' }, (p) => set.words('cn', p.id).name, 'cn')
    expect(all).toHaveLength(10)
    expect(all.filter((f) => !f.fits).every((f) => f.reasons.includes('destination'))).toBe(true)
  })
  it('offers the visas that some plan is made for', () => {
    expect(visasFor(set.plans, 'us')).toEqual(['f1', 'opt', 'j1', 'j2', 'short_study', 'visit'])
    expect(visasFor(set.plans, 'nz')).toEqual(['student', 'short_study', 'visit'])
  })
})

describe('difference', () => {
  it('marks rows that are the same, and the most cover', () => {
    expect(row('us-campus', 'yearMaximum')).toEqual({ id: 'yearMaximum', same: false, best: [2] })
    expect(row('us-campus', 'deductible')?.best).toEqual([2])
    expect(row('us-campus', 'mental')?.best).toEqual([2])
    expect(row('us-campus', 'delay')).toEqual({ id: 'delay', same: true, best: [] })
    expect(row('global-study', 'delay')?.best).toEqual([2])
    expect(row('uk-plus', 'perIllness')).toBeUndefined()
    expect(row('uk-plus', 'hospitalCash')).toBeUndefined()
  })
  it('ranks nothing across currencies', () => {
    const mixed: Column[] = [columns('nz-study'), columns('ca-student')].flatMap((c) => c.slice(0, 1))
    expect(difference(mixed).flatMap((g) => g.rows).find((r) => r.id === 'accident')).toEqual({ id: 'accident', same: false, best: [] })
  })
  it('counts rows', () => {
    const { rows, different } = countRows(difference(columns('us-campus')))
    expect(rows).toBeGreaterThan(different)
    expect(different).toBeGreaterThan(10)
  })
  it('has words for every cell of every plan in both languages', () => {
    for (const lang of LANGS) for (const plan of set.plans) for (const tier of plan.tiers) for (const { id } of ROWS) {
      const { value, notes } = cellWords(id, plan, tier, set.t(lang), lang)
      for (const text of [value, ...notes]) expect(text).not.toMatch(/^$|undefined|\{\{|NaN/)
    }
  })
})
