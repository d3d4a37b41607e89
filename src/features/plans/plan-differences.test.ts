import { describe, expect, it } from 'vitest'
import { LANGS } from '../../lib/locale.ts'
import { cellWords, ROWS } from './benefits.ts'
import { loadPlans } from './load-plans.ts'
import { countRows, difference, type Column } from './plan-differences.ts'

const set = loadPlans()
const columns = (id: string): Column[] => set.plan(id).tiers.map((tier) => ({ plan: set.plan(id), tier }))
const row = (id: string, name: string) => difference(columns(id)).flatMap((g) => g.rows).find((r) => r.id === name)

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
