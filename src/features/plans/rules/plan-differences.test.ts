import { describe, expect, it } from 'vitest'
import { LANGS } from '../../../lib/locale.ts'
import { cellWords, ROWS } from './benefits.ts'
import { loadPlans, toComparedPlan } from '../content/load-plans.ts'
import { forWhom } from './for-whom.ts'
import { countRows, difference, firstFigures, type Column } from './plan-differences.ts'

const set = loadPlans()
const columns = (id: string): Column[] => set.plan(id).tiers.map((tier) => ({ plan: set.plan(id), tier }))
const row = (id: string, name: string) =>
  difference(columns(id))
    .flatMap((g) => g.rows)
    .find((r) => r.id === name)

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
    expect(
      difference(mixed)
        .flatMap((g) => g.rows)
        .find((r) => r.id === 'accident'),
    ).toEqual({ id: 'accident', same: false, best: [] })
  })
  const pick = (...named: [string, number][]) =>
    difference(named.map(([id, tier]) => columns(id)[tier] as Column)).flatMap((g) => g.rows)
  const bestIn = (rows: ReturnType<typeof pick>, name: string) => rows.find((r) => r.id === name)?.best
  it('ranks no deductible for each illness against one for a year, but none at all before both', () => {
    expect(bestIn(pick(['us-j1', 1], ['us-campus', 1], ['us-campus', 2]), 'deductible')).toEqual([])
    expect(bestIn(pick(['us-j1', 1], ['ca-student', 0]), 'deductible')).toEqual([1])
    expect(bestIn(pick(['us-j1', 0], ['us-j1', 1]), 'deductible')).toEqual([1])
  })
  it('compares no deductible or share that depends on other insurance', () => {
    const rows = pick(['asia-plus', 0], ['global-study', 0], ['global-study', 2])
    expect([bestIn(rows, 'deductible'), bestIn(rows, 'share')]).toEqual([[], []])
  })
  it('puts the lowest maximum of the own share first, and none last', () => {
    expect(bestIn(pick(['us-j1', 1], ['us-campus', 1], ['us-campus', 2]), 'ownCap')).toEqual([2])
    expect(bestIn(pick(['us-campus', 0], ['us-j1', 1]), 'ownCap')).toEqual([0])
  })
  it('puts nothing left to bear oneself before every maximum', () => {
    const [paysAll] = columns('us-campus')
      .slice(0, 1)
      .map(({ plan, tier }) => ({ plan, tier: { ...tier, share: { network: 100, outside: 100 } } }))
    expect(
      bestIn(
        difference([...columns('us-campus'), paysAll as Column]).flatMap((g) => g.rows),
        'ownCap',
      ),
    ).toEqual([3])
  })
  it('says where there is no share to bear, and where it has no cap', () => {
    const cap = (id: string, tier: number, lang: 'en' | 'cn') =>
      cellWords('ownCap', set.plan(id), set.plan(id).tiers[tier] as Column['tier'], set.t(lang), lang).value
    expect([cap('uk-plus', 1, 'en'), cap('uk-plus', 1, 'cn')]).toEqual(['You pay nothing', '无须自付'])
    expect([cap('uk-plus', 0, 'en'), cap('uk-plus', 0, 'cn')]).toEqual(['No cap', '不设上限'])
    expect(bestIn(pick(['uk-plus', 0], ['us-campus', 0]), 'ownCap')).toEqual([1])
    expect(bestIn(pick(['uk-plus', 0], ['us-campus', 0], ['uk-plus', 1]), 'ownCap')).toEqual([2])
  })
  it('puts care as for any illness before an amount or a number of visits', () => {
    expect(bestIn(pick(['us-j1', 1], ['us-campus', 1], ['us-campus', 2]), 'mental')).toEqual([2])
    expect(bestIn(pick(['us-j1', 1], ['us-campus', 1]), 'mental')).toEqual([])
  })
  it('counts rows', () => {
    const { rows, different } = countRows(difference(columns('us-campus')))
    expect(rows).toBeGreaterThan(different)
    expect(different).toBeGreaterThan(10)
  })
  it('has words for every cell of every plan in both languages', () => {
    for (const lang of LANGS)
      for (const plan of set.plans)
        for (const tier of plan.tiers)
          for (const { id } of ROWS) {
            const { value, notes } = cellWords(id, plan, tier, set.t(lang), lang)
            for (const text of [value, ...notes]) expect(text).not.toMatch(/^$|undefined|\{\{|NaN/)
          }
  })
})

describe('for whom', () => {
  const compared = (lang: 'en' | 'cn', ...named: [string, number][]) =>
    forWhom(
      named.map(([id, tier]) => {
        const plan = toComparedPlan(set, id, lang)
        return { plan, tier: plan.tiers[tier] as Column['tier'] }
      }),
      set.t(lang),
      lang,
    )
  it('says of each plan and tier for whom it is: people, places, visas, ages', () => {
    const rows = compared('en', ['us-campus', 0], ['us-j1', 1])
    expect(rows.map(({ id, same }) => [id, same])).toEqual([
      ['who', false],
      ['tier', false],
      ['where', false],
      ['visas', false],
      ['ages', false],
    ])
    const texts = rows.map(({ cells }) => cells.map(({ value }) => value))
    expect(texts[0]?.[0]).toMatch(/^Students in F-1 status/)
    expect(texts[1]?.[0]).toBe('For schools that set no minimum, or only a low one.')
    expect(texts[2]?.[0]).toBe('United States; trips elsewhere, up to 30 days each')
    expect(texts[3]).toEqual(['F-1, OPT', 'J-1, J-2'])
    expect(texts[4]?.[0]).toBe('6 to 40')
    const visas = compared('en', ['global-study', 0]).find(({ id }) => id === 'visas')
    expect(visas?.cells[0]?.value).toBe('Student visa, a course of a few months, visitor visa or no visa')
  })
  it('says once what all share', () => {
    const rows = compared('cn', ['us-campus', 0], ['us-campus', 2])
    expect(rows.filter(({ same }) => !same).map(({ id }) => id)).toEqual(['tier'])
    expect(rows[1]?.cells.map(({ value }) => value)).toEqual([
      '适合学校没有要求，或要求较低的学生。',
      '适合学校豁免表不接受单次疾病限额的学生。',
    ])
  })
  it('has words for every plan in both languages', () => {
    for (const lang of LANGS)
      for (const plan of set.plans)
        for (const { cells } of compared(lang, ...plan.tiers.map((_, i): [string, number] => [plan.id, i])))
          for (const { value } of cells) expect(value).not.toMatch(/^$|undefined|\{\{|plans:/)
  })
})

describe('the figures at the head of a plan’s page', () => {
  it('stand under every tier, also where the tiers share a value', () => {
    for (const plan of set.plans)
      for (const { values } of firstFigures(plan, set.t('cn'), 'cn'))
        expect([1, plan.tiers.length]).toContain(values.length)
    const rows = firstFigures(set.plan('eu-schengen'), set.t('cn'), 'cn')
    expect(rows.map(({ values }) => values.length)).toEqual(rows.map(() => 2))
  })
  it('stand once where all tiers share all of them', () => {
    expect(firstFigures(set.plan('short-camp'), set.t('en'), 'en').map(({ values }) => values.length)).toEqual([
      1, 1, 1,
    ])
  })
})
