import { describe, expect, it } from 'vitest'
import { LANGS } from '../../../lib/locale.ts'
import { fromMajor } from '../../../lib/money/money.ts'
import { checkRequirement } from '../rules/destinations/visa-requirement-check.ts'
import { CLAUSE_OF } from '../rules/benefits.ts'
import { guideRate } from '../rules/approximate-yuan.ts'
import { inYuan } from '../rules/price-or-missing.ts'
import { loadPlans, toClientPlan } from './load-plans.ts'
import { planValues } from '../rules/plan-placeholders.ts'

const set = loadPlans()
const IDS = [
  'asia-plus',
  'au-oshc',
  'ca-student',
  'eu-schengen',
  'global-study',
  'nz-study',
  'short-camp',
  'uk-plus',
  'us-campus',
  'us-j1',
]

describe('the ten plans', () => {
  it('are all there, with words and terms in both languages', () => {
    expect(set.plans.map((plan) => plan.id)).toEqual(IDS)
    for (const id of IDS)
      for (const lang of LANGS) {
        expect(set.words(lang, id).questions.length).toBeGreaterThan(0)
        expect(set.clauses(lang, id).sha256).toMatch(/^[0-9a-f]{64}$/)
      }
  })

  it('leave no placeholder open', () => {
    for (const id of IDS)
      for (const lang of LANGS) {
        expect(JSON.stringify([set.words(lang, id), set.clauses(lang, id)])).not.toMatch(/\{\{[a-z]|undefined|\[object/)
      }
  })

  it('quote figures in the language of the page', () => {
    expect(set.figures('en', 'us-campus')['tier.gold.yearMaximum']).toBe('CNY\u00a04,000,000')
    expect(set.figures('cn', 'us-campus')['tier.gold.yearMaximum']).toBe('400万元')
    expect(set.figures('en', 'us-campus')['tier.gold.deductible.full']).toMatch(/^CNY\u00a01,000 a year \(.*1,500/)
    expect(set.figures('en', 'us-campus')['each.evacuation']).toBe(
      'Silver CNY\u00a0700,000; Gold CNY\u00a01,000,000; Platinum CNY\u00a02,000,000',
    )
    expect(set.figures('cn', 'global-study')['each.delay']).toContain('每5小时300元（最高600元）')
    // Germany and France are Schengen states and are not named beside them.
    expect(set.figures('en', 'uk-plus')['where']).toMatch(/trips to Schengen states, up to 30 days each$/)
    expect(set.figures('en', 'eu-schengen')['where']).toMatch(/^Schengen states; trips to United Kingdom, Ireland$/)
    expect(set.figures('cn', 'global-study')['where']).toBe('全球（不含美国）；回国探亲：30天内，限2万元')
  })

  it('have the same articles in both languages, with the numbers that sheets cite', () => {
    for (const id of IDS) {
      const [en = [], cn = []] = LANGS.map((lang) =>
        set.clauses(lang, id).articles.map((a) => `${a.id} ${a.exclusion}`),
      )
      expect(cn).toEqual(en)
    }
    for (const plan of set.plans.filter((p) => p.online)) {
      const ids = set.clauses('en', plan.id).articles.map((article) => article.id)
      for (const id of [
        '3.4',
        '3.9',
        '4.1',
        '4.2',
        '4.3',
        '5.1',
        '5.2',
        '5.3',
        '5.4',
        '5.5',
        '5.6',
        '6.1',
        '6.3',
        '6.7',
        '6.9',
        '8.5',
        '8.7',
      ]) {
        expect(ids).toContain(id)
      }
    }
  })

  it('mark what is not covered', () => {
    const bold = set
      .clauses('cn', 'us-campus')
      .articles.filter((article) => article.exclusion)
      .map((article) => article.id)
    expect(bold).toContain('5.2')
    expect(bold).toContain('4.1')
    expect(bold).not.toContain('3.2')
  })

  it('give a browser its figures and names', () => {
    const plan = toClientPlan(set, 'us-campus', 'cn')
    expect(plan.tierNames).toEqual({ silver: '银计划', gold: '金计划', platinum: '铂金计划' })
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
  })

  it('fill the purchase texts', () => {
    const gold = planValues(set, 'us-campus', 'gold', 'en')
    expect(gold['plan.deductible']).toBe(
      'CNY\u00a01,000 a year (each emergency room visit: CNY\u00a01,500 more, waived if admitted, none at the campus clinic)',
    )
    expect(planValues(set, 'global-study', 'premier', 'cn', 9)['plan.deathBenefit']).toBe('20万元')
    expect(planValues(set, 'ca-student', 'arrival', 'cn')['plan.refundFee']).toBe('25加元')
    for (const plan of set.plans)
      for (const tier of plan.tiers)
        for (const lang of LANGS) {
          for (const text of Object.values(planValues(set, plan.id, tier.id, lang)))
            expect(text).not.toMatch(/^$|undefined|\{\{/)
        }
    expect(() => planValues(set, 'us-campus', 'bronze', 'en')).toThrow(RangeError)
  })

  it('name the article each row rests on', () => {
    for (const plan of set.plans.filter((p) => p.online)) {
      const ids = set.clauses('en', plan.id).articles.map((article) => article.id)
      for (const id of Object.values(CLAUSE_OF)) expect(ids).toContain(id)
    }
  })

  it('meet the J-1 rule at a weak rate, figure by figure (domain §3.2)', () => {
    const rows = checkRequirement(set.plan('us-j1')).filter((row) => row.tier === 'standard')
    expect(rows.map(({ item, have, ok }) => [item, typeof have === 'number' ? have : have.amount / 100, ok])).toEqual([
      ['medical', 125_000, true],
      ['evacuation', 62_500, true],
      ['remains', 31_250, true],
      ['deductible', 87.5, true],
      ['ownShare', 25, true],
    ])
    expect(checkRequirement(set.plan('eu-schengen')).every((row) => row.ok)).toBe(true)
  })

  it('is read once', () => {
    expect(loadPlans()).toBe(set)
  })
})

describe('prices in another currency', () => {
  const rates = {
    file: 'rates.yaml',
    text: 'rates:\n  - { day: 2026-07-01, NZD: "4.1800" }\n  - { day: 2026-11-01, NZD: "4.2000" }\n',
  }
  it('have the rate of their day', () => {
    expect(guideRate(rates, 'NZD', '2026-10-31')).toEqual({ rate: '4.1800', day: '2026-07-01' })
    expect(guideRate(rates, 'NZD', '2026-11-01')).toEqual({ rate: '4.2000', day: '2026-11-01' })
    expect(guideRate(rates, 'CNY', '2026-11-01')).toBeUndefined()
  })
  it('are said in whole yuan for plans of insurers abroad, and only there', () => {
    for (const id of IDS) expect(toClientPlan(set, id, 'cn').guideRate !== undefined, id).toBe(!set.plan(id).online)
    expect(inYuan({ guideRate: { rate: '4.2000', day: '2026-11-01' } }, fromMajor(864.5, 'NZD'))).toEqual(
      fromMajor(3631, 'CNY'),
    )
    expect(inYuan({}, fromMajor(864, 'CNY'))).toBeUndefined()
  })
})
