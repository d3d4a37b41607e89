import { describe, expect, it } from 'vitest'
import { takeOffWaiting, waitingPeriod, type WaitingFacts } from './waiting-period.ts'
import { both, EXAMPLE_A, line } from './calculate-settlement.testing.ts'

const FACTS: WaitingFacts = {
  type: 'outpatient',
  illness: '2026-03-05',
  waiting: { count: 15, unit: 'day', afterArrival: true },
  since: '2026-03-01',
  arrived: true,
}
const state = (over: Partial<WaitingFacts>) => waitingPeriod({ ...FACTS, ...over }).state

describe('the waiting period', () => {
  it('ends after its days, or its hours from midnight', () => {
    expect(waitingPeriod(FACTS)).toEqual({ state: 'applies', ends: '2026-03-16' })
    expect(state({ illness: '2026-03-15' })).toBe('applies')
    expect(state({ illness: '2026-03-16' })).toBe('none')
    expect(waitingPeriod({ ...FACTS, waiting: { count: 48, unit: 'hour', afterArrival: true } }).ends).toBe(
      '2026-03-03',
    )
  })

  it('is about illness, and where the plan says so about those who had arrived', () => {
    for (const type of ['accident', 'liability', 'travel', ''] as const) expect(state({ type })).toBe('none')
    expect(state({ waiting: null })).toBe('none')
    expect(state({ arrived: false })).toBe('none')
    expect(state({ arrived: null })).toBe('unknown')
    expect(state({ arrived: null, waiting: { count: 15, unit: 'day', afterArrival: false } })).toBe('applies')
  })

  it('keeps what is left of it where the cover before was shorter', () => {
    expect(waitingPeriod({ ...FACTS, since: '2026-02-20' })).toEqual({ state: 'applies', ends: '2026-03-07' })
  })

  it('takes off what is left of each line of care by clause 5.1, or shows why not', () => {
    const [invoice] = EXAMPLE_A.invoices
    if (!invoice) throw new RangeError('no invoice')
    const invoices = [{ ...invoice, lines: [...invoice.lines, { ...line('bag', 5_000), benefit: 'belongings' }] }]
    const at = { ends: '2026-03-16', illness: '2026-03-03' }
    const {
      invoices: [done],
      overruled,
    } = takeOffWaiting(invoices, at, undefined)
    expect(done?.lines.map((it) => it.amount - it.deductions.reduce((sum, one) => sum + one.amount, 0))).toEqual([
      0, 0, 0, 0, 5_000,
    ])
    expect(done?.lines[0]?.deductions).toMatchObject([{ clause: '5.1', amount: 12_000 }])
    expect(overruled).toEqual([])
    const aside = takeOffWaiting(invoices, at, both('An injury', '意外受伤'))
    expect(aside.invoices[0]?.lines[0]).toMatchObject({
      name: { en: 'visit (An injury)', cn: 'visit（意外受伤）' },
      deductions: [],
    })
    expect(aside.overruled).toMatchObject([{ what: 'waiting' }])
  })
})
