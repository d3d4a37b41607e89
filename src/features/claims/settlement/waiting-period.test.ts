import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../lib/dates.ts'
import { continuousSince, takeOffWaiting, waitingPeriod, type WaitingFacts } from './waiting-period.ts'
import { both, EXAMPLE_A, line } from './settlement.testing.ts'

const FACTS: WaitingFacts = { type: 'outpatient', illness: '2026-03-05', waiting: { count: 15, unit: 'day', afterArrival: true }, since: '2026-03-01', arrived: true }
const state = (over: Partial<WaitingFacts>) => waitingPeriod({ ...FACTS, ...over }).state

describe('the waiting period', () => {
  it('ends after its days, or its hours from midnight', () => {
    expect(waitingPeriod(FACTS)).toEqual({ state: 'applies', ends: '2026-03-16' })
    expect(state({ illness: '2026-03-15' })).toBe('applies')
    expect(state({ illness: '2026-03-16' })).toBe('none')
    expect(waitingPeriod({ ...FACTS, waiting: { count: 48, unit: 'hour', afterArrival: true } }).ends).toBe('2026-03-03')
  })

  it('is about illness, and where the plan says so about those who had arrived', () => {
    for (const type of ['accident', 'liability', 'travel', ''] as const) expect(state({ type })).toBe('none')
    expect(state({ waiting: null })).toBe('none')
    expect(state({ arrived: false })).toBe('none')
    expect(state({ arrived: null })).toBe('unknown')
    expect(state({ arrived: null, waiting: { count: 15, unit: 'day', afterArrival: false } })).toBe('applies')
  })

  it('does not begin again with the next term, unless a day lies between', () => {
    const term = { start: '2026-03-01', end: '2027-02-28' }
    expect(continuousSince(term, [])).toBe('2026-03-01')
    expect(continuousSince(term, [{ start: '2025-03-01', end: '2026-02-28' }, { start: '2024-03-01', end: '2025-02-28' }])).toBe('2024-03-01')
    expect(continuousSince(term, [{ start: '2025-03-01', end: '2026-02-27' }])).toBe('2026-03-01')
    // With a last term of a few days the rest of the first waiting period remains.
    expect(waitingPeriod({ ...FACTS, since: continuousSince(term, [{ start: '2026-02-20', end: '2026-02-28' }]) })).toEqual({ state: 'applies', ends: '2026-03-07' })
  })

  it('never begins later for another term, in any order of them', () => {
    const day = fc.integer({ min: 0, max: 400 }).map((it) => addDays('2026-01-01', it))
    const term = fc.tuple(day, fc.integer({ min: 0, max: 120 })).map(([start, days]) => ({ start, end: addDays(start, days) }))
    fc.assert(fc.property(term, fc.array(term, { maxLength: 6 }), (own, others) => {
      const since = continuousSince(own, others)
      expect(since <= own.start).toBe(true)
      expect(continuousSince(own, [...others].reverse())).toBe(since)
    }))
  })

  it('takes off what is left of each line of care by clause 5.1, or shows why not', () => {
    const [invoice] = EXAMPLE_A.invoices
    if (!invoice) throw new RangeError('no invoice')
    const invoices = [{ ...invoice, lines: [...invoice.lines, { ...line('bag', 5_000), benefit: 'belongings' }] }]
    const at = { ends: '2026-03-16', illness: '2026-03-03' }
    const { invoices: [done], overruled } = takeOffWaiting(invoices, at, undefined)
    expect(done?.lines.map((it) => it.amount - it.deductions.reduce((sum, one) => sum + one.amount, 0))).toEqual([0, 0, 0, 0, 5_000])
    expect(done?.lines[0]?.deductions).toMatchObject([{ clause: '5.1', amount: 12_000 }])
    expect(overruled).toEqual([])
    const aside = takeOffWaiting(invoices, at, both('An injury', '意外受伤'))
    expect(aside.invoices[0]?.lines[0]).toMatchObject({ name: { en: 'visit (An injury)', cn: 'visit（意外受伤）' }, deductions: [] })
    expect(aside.overruled).toMatchObject([{ what: 'waiting' }])
  })
})
