import { describe, expect, it } from 'vitest'
import { LANGS } from '../../../../lib/locale.ts'
import { cellWords } from '../../rules/benefits.ts'
import { loadPlans, toClientPlan } from '../../content/load-plans.ts'
import { EMPTY_SEARCH, type PlanSearch } from '../../rules/plan-search.ts'
import { buyPath } from '../buy-path.ts'
import { meets, results } from './listed-plans.ts'
import { firstYear, whyNothing } from './why-no-plan-fits.ts'

const set = loadPlans()
const plans = set.plans.map((plan) => toClientPlan(set, plan.id, 'en'))
const run = (part: Partial<PlanSearch>) => results(plans, { ...EMPTY_SEARCH, ...part }, '2026-11-20', 'en')
const ids = (part: Partial<PlanSearch>) => run(part).fitting.map(({ plan }) => plan.id)

describe('the plan list', () => {
  it('shows every plan when nothing is asked', () => expect(ids({})).toHaveLength(plans.length))
  it('puts plans made for the place first, then by name', () => {
    expect(ids({ to: 'us' })).toEqual(['us-campus', 'us-j1', 'short-camp'])
    expect(ids({ to: 'jp' })[0]).toBe('asia-plus')
  })
  it('keeps only tiers that have what is needed', () => {
    const found = run({ to: 'us', needs: ['maternity'] }).fitting
    expect(found.flatMap(({ plan, shown }) => shown.map((tier) => `${plan.id}.${tier.id}`))).toEqual([
      'us-campus.gold',
      'us-campus.platinum',
      'us-j1.plus',
    ])
    for (const { shown } of found) for (const tier of shown) expect(meets(tier, 'maternity')).toBe(true)
  })
  it('says which plans do not fit, and why', () => {
    const { others } = run({ to: 'us', birth: '1980-01-01', start: '2026-12-01' })
    expect(others.find(({ plan }) => plan.id === 'us-campus')?.reasons).toContain('age_range')
  })
  it('offers the first year of a stay that is longer than anything sold, and nothing else', () => {
    const long = (part: Partial<PlanSearch>) =>
      firstYear(plans, { ...EMPTY_SEARCH, start: '2026-12-01', birth: '2005-05-05', ...part }, '2026-11-20', 'en')
    expect(ids({ to: 'us', start: '2026-12-01', end: '2028-11-30', birth: '2005-05-05' })).toEqual([])
    expect(long({ to: 'us', end: '2028-11-30' })).toBe('2027-11-30')
    expect(long({ to: 'us', end: '2027-06-30' })).toBeUndefined()
    // Nothing would fit a shorter stay either.
    expect(long({ to: 'us', end: '2028-11-30', birth: '1930-01-01' })).toBeUndefined()
  })
  it('names why no plan fits', () => {
    const why = (part: Partial<PlanSearch>) =>
      whyNothing(plans, { ...EMPTY_SEARCH, start: '2027-09-01', end: '2028-08-31', ...part }, '2026-11-20', 'en')
    expect(why({ to: 'de', birth: '1950-04-03' })).toBe('age')
    expect(why({ to: 'uk', birth: '2024-01-03' })).toBe('age')
    expect(why({ to: 'us', birth: '2005-01-01', needs: ['maternity'], insurers: ['lanqiao'] })).toBe('filter')
    expect(why({ to: 'au', visa: 'student', end: '2027-09-02', birth: '2005-01-01' })).toBe('short')
    expect(why({ to: 'us', end: '2030-08-31', birth: '2005-01-01' })).toBe('long')
    expect(why({ to: 'jp', visa: 'j1', birth: '2005-01-01' })).toBe('visa')
    // Too old for the plans by the month, too long for the one by the trip.
    expect(why({ to: 'uk', birth: '1985-01-01' })).toBe('several')
  })
  it('leads to buying with what was answered, and with the only place of a plan', () => {
    const nz = plans.find(({ id }) => id === 'nz-study')
    expect(
      nz && buyPath(nz, 'standard', { to: '', start: '2027-01-01', end: '', birth: '2005-05-05', family: [] }, 'cn'),
    ).toBe('/cn/confirm?plan=nz-study&tier=standard&to=nz&start=2027-01-01&birth=2005-05-05')
    const campus = plans.find(({ id }) => id === 'us-campus')
    expect(
      campus &&
        buyPath(
          campus,
          'gold',
          {
            to: 'jp',
            start: '',
            end: '',
            birth: '',
            family: [
              { who: 'spouse', birth: '2000-01-01' },
              { who: 'child', birth: '2020-01-01' },
            ],
          },
          'en',
        ),
    ).toBe('/confirm?plan=us-campus&tier=gold&to=us&spouse=2000-01-01&child=2020-01-01')
  })
  it('lists as without a deductible only what takes none from anybody', () => {
    const found = run({ needs: ['noDeductible'] }).fitting
    for (const { plan, shown } of found)
      for (const tier of shown) {
        expect([tier.deductible.amount.amount, tier.deductible.withoutPublic], plan.id).toEqual([0, undefined])
        for (const lang of LANGS)
          expect(cellWords('deductible', plan, tier, set.t(lang), lang).value).toMatch(/^(None|无)$/)
      }
    expect(found.map(({ plan }) => plan.id)).not.toContain('asia-plus')
    expect(found.map(({ plan }) => plan.id)).toContain('eu-schengen')
  })
  it('says in the one line of a list what a plan takes and pays without public insurance', () => {
    const asia = set.plan('asia-plus')
    for (const tier of asia.tiers)
      for (const lang of LANGS) {
        const of = (row: 'deductible' | 'share') => cellWords(row, asia, tier, set.t(lang), lang).value
        expect(of('deductible')).toContain('500')
        expect(of('share')).toContain('60%')
      }
  })
  it('sorts by sum insured, unlimited first', () => {
    const sorted = ids({ sort: 'maximum' })
    expect(sorted.slice(0, 2).sort()).toEqual(['au-oshc', 'nz-study'])
    expect(sorted.indexOf('us-campus')).toBeLessThan(sorted.indexOf('asia-plus'))
  })
})
