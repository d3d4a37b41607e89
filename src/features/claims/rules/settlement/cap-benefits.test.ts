import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAtLimits, type CostGroup, type LimitedCosts, type SettledLine } from './cap-benefits.ts'
import { benefitTerms, inInvoiceCurrency, limitOfBenefit, proposedDeduction } from './benefit-terms.ts'
import { addsUp, settle } from './calculate-settlement.ts'
import { assessments, both, EXAMPLE_A, line } from './calculate-settlement.testing.ts'

const BENEFITS = ['', 'dental', 'mental', 'belongings']
const named = (benefit: string, limit: number | null, beside = false) => ({
  benefit,
  name: both(benefit),
  limit,
  beside,
})
const total = (values: readonly number[]): number => values.reduce((sum, it) => sum + it, 0)
const sum = fc.integer({ min: 0, max: 5_000_000 })

const groups: fc.Arbitrary<CostGroup[]> = fc
  .array(
    fc
      .record({
        lines: fc.tuple(
          ...BENEFITS.map((benefit) =>
            fc.record({ eligible: sum, invoice: fc.constantFrom('i1', 'i2') }).map((it) => ({ ...it, benefit })),
          ),
        ),
        deductible: sum,
        share: fc.integer({ min: 0, max: 10_000 }).map((it) => it / 100),
      })
      .map((it) => ({ ...it, deductible: Math.min(it.deductible, total(it.lines.map((part) => part.eligible))) })),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.map((it, i) => ({ ...it, lines: it.lines.map((one) => ({ ...one, id: `${i} ${one.benefit}` })) })))
const costs: fc.Arbitrary<LimitedCosts> = fc.record({
  groups,
  currency: fc.constant('CNY' as const),
  shareGivenBack: fc.constant(0),
  otherInsurance: fc.array(fc.record({ amount: sum, invoices: fc.constantFrom(null, ['i1'], ['i2']) }), {
    maxLength: 3,
  }),
  limit: fc.option(sum),
  benefits: fc
    .tuple(fc.option(sum), fc.option(sum), fc.option(sum))
    .map(([dental, mental, belongings]) => [
      named('dental', dental),
      named('mental', mental),
      named('belongings', belongings, true),
    ]),
})

describe('limits of benefits', () => {
  it('pay nothing below zero, never above what is left, and add up to the cent', () => {
    fc.assert(
      fc.property(costs, (given) => {
        const { paid, above } = cutAtLimits(given)
        const of = (benefit: string): number => paid.find((it) => it.benefit === benefit)?.paid ?? 0
        expect(paid.every((it) => it.paid >= 0)).toBe(true)
        for (const { benefit, limit } of given.benefits)
          if (limit !== null) expect(of(benefit)).toBeLessThanOrEqual(limit)
        if (given.limit !== null) expect(total(['', 'dental', 'mental'].map(of))).toBeLessThanOrEqual(given.limit)
        const { lines } = cutAtLimits(given)
        const taken = (it: SettledLine): number => it.deductible + it.share + it.other_insurance
        expect(total(paid.map((it) => it.paid)) + above).toBe(total(lines.map((it) => it.eligible - taken(it))))
        // Which benefit bears the deductible first depends on its limit, and with it what is paid for one invoice.
        if (given.otherInsurance.some(({ invoices }) => invoices !== null)) return
        const free = cutAtLimits({
          ...given,
          limit: null,
          benefits: given.benefits.map((it) => ({ ...it, limit: null })),
        })
        expect(total(paid.map((it) => it.paid)) + above).toBe(total(free.paid.map((it) => it.paid)))
      }),
    )
  })

  it('whatever the order of decision, claims of one benefit are paid the smaller of their sum and the limit', () => {
    fc.assert(
      fc.property(fc.array(sum, { minLength: 1, maxLength: 6 }), sum, fc.nat(), (claims, limit, turn) => {
        const decide = (order: readonly number[]): number =>
          order.reduce((used, eligible) => {
            const { paid } = cutAtLimits({
              groups: [
                {
                  lines: [{ id: 'a', invoice: 'i1', benefit: 'dental', eligible }],
                  deductible: 0,
                  share: 100,
                },
              ],
              currency: 'CNY',
              shareGivenBack: 0,
              otherInsurance: [],
              benefits: [named('dental', Math.max(0, limit - used))],
              limit: null,
            })
            return used + total(paid.map((it) => it.paid))
          }, 0)
        const at = turn % claims.length
        expect(decide(claims)).toBe(Math.min(limit, total(claims)))
        expect(decide([...claims.slice(at), ...claims.slice(0, at)])).toBe(decide(claims))
      }),
    )
  })

  it('stand on the sheet with what was left, and the sheet adds up with every benefit', () => {
    const dental = {
      ...EXAMPLE_A,
      benefits: [{ ...named('dental', 50_000), name: both('Emergency dental', '紧急牙科') }],
    }
    const invoices = dental.invoices.map((it) => ({
      ...it,
      lines: it.lines.map((one) => ({ ...one, benefit: 'dental' })),
    }))
    const { sheet } = settle({ ...dental, invoices })
    expect(sheet).toMatchObject({
      payable: 50_000,
      uses: [{ benefit: 'dental', paid: 50_000 }],
      visits: [{ benefit: 'dental', count: 1 }],
    })
    expect(sheet.steps.find((it) => it.kind === 'above_limit')?.note).toEqual({
      en: 'Emergency dental: 500.00 left',
      cn: '紧急牙科剩余500.00',
    })
    fc.assert(
      fc.property(assessments, sum, (it, limit) => {
        const lines = it.invoices.map((invoice) => ({
          ...invoice,
          lines: invoice.lines.map((one, i) => (i % 2 === 0 ? { ...one, benefit: 'dental' } : one)),
        }))
        const settled = settle({ ...it, alreadyPaid: 0, invoices: lines, benefits: [named('dental', limit)] }).sheet
        expect(addsUp(settled)).toBe(true)
        expect(settled.uses?.find((use) => use.benefit === 'dental')?.paid ?? 0).toBeLessThanOrEqual(limit)
      }),
    )
  })

  it('refuse a line of a benefit that nobody limits', () => {
    const invoices = EXAMPLE_A.invoices.map((it) => ({
      ...it,
      lines: it.lines.map((one) => ({ ...one, benefit: 'dental' })),
    }))
    expect(() => settle({ ...EXAMPLE_A, invoices })).toThrow('no_benefit')
  })
})

describe('what a row of the plan takes off a line', () => {
  const words = { clause: '3.5', name: both('Dental', '牙科'), accident: false }
  const take = (
    row: Parameters<typeof benefitTerms>[0],
    itemMost: number | null = null,
    visitsLeft: number | null = null,
  ) =>
    proposedDeduction(
      line('a', 10_000, { kind: 'not_covered', amount: 1_000, clause: '6.1', reason: both('x') }),
      benefitTerms(row, words),
      { itemMost, visitsLeft },
    )

  it('is all that is left of it where the benefit is not covered or its visits are used up', () => {
    expect(take({ state: 'none' })).toMatchObject([{ kind: 'not_covered', amount: 9_000, clause: '3.5' }])
    expect(take({ state: 'visits', visits: 10 }, null, 0)).toMatchObject([{ kind: 'item_limit', amount: 9_000 }])
    expect(take({ state: 'visits', visits: 10 }, null, 1)).toEqual([])
    expect(take({ state: 'included' })).toEqual([])
  })

  it('is what lies above the limit for one item, in the currency of the invoice', () => {
    expect(take({ state: 'amount', amount: { amount: 400_000 }, item: { amount: 50_000 } }, 6_000)).toMatchObject([
      { kind: 'item_limit', amount: 3_000 },
    ])
    // 1,000.00 at 9.15 is 109.28 and a fraction of a penny: the payment is never above the limit.
    expect(inInvoiceCurrency(100_000, { rate: '9.1500', per: 1 }, (it) => Math.round(it * 9.15))).toBe(10_929)
    expect(inInvoiceCurrency(100_000, null, (it) => it)).toBe(100_000)
  })

  it('knows limits by hours, by days and after an injury', () => {
    expect(limitOfBenefit({ state: 'amount', amount: { amount: 300 }, perHours: 5, max: { amount: 900 } })).toBe(900)
    expect(limitOfBenefit({ state: 'amount', amount: { amount: 100 }, days: 30 })).toBe(3_000)
    expect(
      limitOfBenefit({ state: 'amount', amount: { amount: 100 }, injury: { amount: 400 } }, { accident: true }),
    ).toBe(400)
    expect(limitOfBenefit({ state: 'included' })).toBeNull()
  })
})
