import { describe, expect, it } from 'vitest'
import { loadPlans } from '../content/load-plans.ts'
import { fit, visasFor, type PlanNeeds } from './rank-plans.ts'

const set = loadPlans()
const found = (needs: PlanNeeds) =>
  fit(set.plans, needs, (plan) => set.words('en', plan.id).name, 'en')
    .filter((f) => f.fits)
    .map((f) => f.plan.id)

describe('fit', () => {
  it('puts plans made for the place first, then the world, then by name', () => {
    expect(found({ destination: 'us' })).toEqual(['us-campus', 'us-j1', 'short-camp'])
    expect(found({ destination: 'uk' })).toEqual(['uk-plus', 'global-study', 'short-camp'])
    expect(found({ destination: 'de' })).toEqual(['eu-schengen', 'global-study', 'short-camp'])
    expect(found({ destination: 'us', visa: 'j1' })).toEqual(['us-j1'])
    expect(found({ destination: 'au', visa: 'student' })).toEqual(['au-oshc', 'global-study'])
  })
  it('goes by name alone while no place is chosen, as the list says of itself', () => {
    const names = fit(set.plans, {}, (plan) => set.words('en', plan.id).name, 'en').map(
      (f) => set.words('en', f.plan.id).name,
    )
    expect(names).toEqual([...names].sort(new Intl.Collator('en').compare))
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
