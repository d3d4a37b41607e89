import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convert, money } from '../../../lib/money.ts'
import { equationOf } from './result-equation.ts'
import { sheetRows, spread } from './spread-over-lines.ts'
import { STEPS, type Sheet } from '../settlement-sheet.ts'

const words = { en: 'x', cn: '某' }
const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** Sheets that add up, with up to three invoices in any currency and each step at most once. */
const sheets = fc
  .record({
    invoices: fc.array(
      fc.record({
        rate: fc.option(fc.constantFrom('9.1500', '7.1084', '0.0465'), { nil: null }),
        lines: fc.array(
          fc.record({
            invoiced: fc.integer({ min: 0, max: 5_000_000 }),
            off: fc.double({ min: 0, max: 1, noNaN: true }),
            kind: fc.constantFrom('not_covered', 'network_discount', 'above_customary', 'item_limit'),
          }),
          { minLength: 1, maxLength: 5 },
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    steps: fc.array(fc.record({ kind: fc.constantFrom(...STEPS), part: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      maxLength: 5,
    }),
  })
  .map(({ invoices, steps }): Sheet => {
    const made = invoices.map(({ rate, lines }, i) => {
      const out = lines.map(({ invoiced, off, kind }, j) => {
        const amount = Math.floor(invoiced * off)
        return {
          id: `${i}-${j}`,
          name: words,
          invoiced,
          deductions: amount > 0 ? [{ kind, amount, clause: '6.1', reason: words } as const] : [],
          eligible: invoiced - amount,
        }
      })
      const currency = rate === null ? ('CNY' as const) : ('GBP' as const)
      const eligible = total(out.map((line) => line.eligible))
      const converted = rate === null ? eligible : convert(money(eligible, currency), { rate }, 'CNY').amount
      return {
        id: `${i}`,
        visit: null,
        number: `INV-${i}`,
        provider: 'Clinic',
        day: '2026-11-12',
        currency,
        lines: out,
        invoiced: total(out.map((line) => line.invoiced)),
        eligible,
        rate: rate === null ? null : { rate, per: 1, day: '2026-11-12', source: words, clause: '8.7' },
        converted,
      }
    })
    const eligible = total(made.map(({ converted }) => converted))
    let left = eligible
    const taken = steps.map(({ kind, part }) => {
      const amount = Math.floor(left * part)
      left -= amount
      return { kind, amount, clause: '4.1', note: words }
    })
    return {
      currency: 'CNY',
      outcome: 'approved',
      invoices: made,
      eligible,
      steps: taken,
      payable: left,
      paidToHospital: 0,
      paidToYou: left,
    }
  })

describe('a sum spread over weights', () => {
  test('adds up, and gives nobody more than its weight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 20 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weights, part) => {
          const amount = Math.floor(total(weights) * part)
          const parts = spread(amount, weights)
          expect(total(parts)).toBe(amount)
          expect(parts.every((it, i) => it >= 0 && it <= (weights[i] ?? 0))).toBe(true)
        },
      ),
    )
  })
  test('thirds of a cent', () => {
    expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(spread(0, [0, 0])).toEqual([0, 0])
    expect(() => spread(1, [0])).toThrow(RangeError)
  })
})

describe('the sheet line by line', () => {
  test('each row and each column adds up to the cent', () => {
    fc.assert(
      fc.property(sheets, (sheet) => {
        const rows = sheetRows(sheet)
        for (const { line, notPayable, converted, taken, paid } of rows) {
          expect(line.invoiced - notPayable).toBe(line.eligible)
          expect(converted - total(Object.values(taken))).toBe(paid)
          expect(paid).toBeGreaterThanOrEqual(0)
        }
        expect(total(rows.map((row) => row.converted))).toBe(sheet.eligible)
        expect(total(rows.map((row) => row.paid))).toBe(sheet.payable)
        for (const kind of STEPS) {
          expect(total(rows.map(({ taken }) => taken[kind]))).toBe(
            total(sheet.steps.filter((step) => step.kind === kind).map(({ amount }) => amount)),
          )
        }
      }),
    )
  })
  test('numbers the rows over all invoices', () => {
    const [sheet] = fc.sample(sheets, 1)
    if (sheet)
      expect(sheetRows(sheet).map(({ no }) => no)).toEqual(
        sheet.invoices.flatMap(({ lines }) => lines).map((_, i) => i + 1),
      )
  })
})

describe('the equation', () => {
  test('invoiced − each term = payable, in few terms', () => {
    fc.assert(
      fc.property(sheets, (sheet) => {
        const { invoiced, terms, payable, paidToHospital, paidToYou } = equationOf({
          ...sheet,
          paidToHospital: Math.floor(sheet.payable / 3),
          paidToYou: sheet.payable - Math.floor(sheet.payable / 3),
        })
        expect(invoiced - total(terms.map(({ amount }) => amount)) - paidToHospital).toBe(paidToYou)
        expect(invoiced - total(terms.map(({ amount }) => amount))).toBe(payable)
        expect(payable).toBe(sheet.payable)
        expect(terms.every(({ amount }) => amount > 0)).toBe(true)
        expect(new Set(terms.map(({ kind }) => kind)).size).toBe(terms.length)
      }),
    )
  })
})
