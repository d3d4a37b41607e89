import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convert, money } from '../../../../lib/money/money.ts'
import { equationInOneRow, equationOf } from './result-equation.ts'
import { settle } from './calculate-settlement.ts'
import { assessments, both, line as lineOf } from './calculate-settlement.testing.ts'
import { spread } from './cap-benefits.ts'
import { payableInAll, sheetRows } from './spread-over-lines.ts'
import { LINE_STEPS, STEPS, type Sheet } from '../settlement-sheet.ts'
import type { Assessment } from './assessment.ts'

const words = { en: 'x', cn: '某' }
const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/**
 * Sheets that add up, from before lines were settled, with up to three invoices in any currency and each step at most
 * once.
 */
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
    steps: fc
      .uniqueArray(fc.record({ kind: fc.constantFrom(...STEPS), part: fc.double({ min: 0, max: 1, noNaN: true }) }), {
        selector: ({ kind }) => kind,
      })
      .map((drawn) => drawn.toSorted((a, b) => STEPS.indexOf(a.kind) - STEPS.indexOf(b.kind))),
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
        expect(total(rows.map((row) => row.paid))).toBe(payableInAll(sheet))
        for (const kind of LINE_STEPS) {
          expect(total(rows.map(({ taken }) => taken[kind]))).toBe(
            total(sheet.steps.filter((step) => step.kind === kind).map(({ amount }) => amount)),
          )
        }
      }),
    )
  })
  test('of every settlement: lines, visits and sheet agree, and nothing is paid for a visit that its deductible eats', () => {
    fc.assert(
      fc.property(assessments, (assessment) => {
        const { sheet, groups } = settle(assessment)
        const rows = sheetRows(sheet)
        expect(total(rows.map((row) => row.paid))).toBe(payableInAll(sheet))
        expect(payableInAll(sheet)).toBe(sheet.payable + assessment.alreadyPaid)
        for (const kind of LINE_STEPS)
          expect(total(rows.map(({ taken }) => taken[kind]))).toBe(
            sheet.steps.find((step) => step.kind === kind)?.amount ?? 0,
          )
        const groupOf = new Map(
          assessment.invoices.flatMap((it) => it.lines.map((one) => [one.id, one.group ?? it.group] as const)),
        )
        for (const { group, eligible, deductible, share } of groups) {
          const own = rows.filter((row) => groupOf.get(row.line.id) === group.id)
          expect(total(own.map((row) => row.converted))).toBe(eligible)
          expect(total(own.map(({ taken }) => taken.deductible))).toBe(deductible)
          if (assessment.shareCap === null) expect(total(own.map(({ taken }) => taken.share))).toBe(share)
          if (deductible === eligible) expect(own.every((row) => row.paid === 0)).toBe(true)
        }
        for (const { line: one, notPayable, converted, taken, paid } of rows) {
          expect(one.invoiced - notPayable).toBe(one.eligible)
          expect(converted - total(Object.values(taken))).toBe(paid)
          expect(paid).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
  test('the second visit is eaten by its deductible, the first is paid, and so after a review', () => {
    const group = (id: string) => ({ id, name: both(id), deductible: 30_000, deductibleNote: both(id), share: 90 })
    const invoice = (id: string, amount: number): Assessment['invoices'][number] => ({
      id,
      visit: id,
      number: id,
      provider: 'Clinic',
      day: '2026-03-03',
      currency: 'CNY',
      group: id,
      rate: null,
      lines: [lineOf(`${id}-1`, amount)],
    })
    const assessment: Assessment = {
      currency: 'CNY',
      groups: [group('v1'), group('v2')],
      invoices: [invoice('v1', 100_000), invoice('v2', 17_558)],
      shareCap: null,
      otherInsurance: [],
      limit: null,
      limitNote: words,
      alreadyPaid: 0,
      alreadyNote: words,
      paidToHospital: 0,
      benefits: [],
      illness: '2026-03-01',
      overruled: [],
    }
    const shown = (given: Assessment) => sheetRows(settle(given).sheet).map(({ taken, paid }) => [taken, paid])
    const none = { deductible: 0, share: 0, other_insurance: 0, above_limit: 0 }
    const rows = [
      [{ ...none, deductible: 30_000, share: 7_000 }, 63_000],
      [{ ...none, deductible: 17_558 }, 0],
    ]
    expect(shown(assessment)).toEqual(rows)
    expect(shown({ ...assessment, alreadyPaid: 50_000 })).toEqual(rows)
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
        const equation = equationOf({
          ...sheet,
          paidToHospital: Math.floor(sheet.payable / 3),
          paidToYou: sheet.payable - Math.floor(sheet.payable / 3),
        })
        const { invoiced, network, terms, payable, paidToHospital, paidToYou } = equation
        expect(invoiced - total(terms.map(({ amount }) => amount)) - paidToHospital).toBe(paidToYou)
        expect(invoiced - total(terms.map(({ amount }) => amount))).toBe(payable)
        expect(payable).toBe(sheet.payable)
        expect(terms.every(({ amount }) => amount > 0)).toBe(true)
        expect(new Set(terms.map(({ kind }) => kind)).size).toBe(terms.length)
        const row = equationInOneRow(equation)
        expect(row.first.amount - total(row.terms.map(({ amount }) => amount))).toBe(payable)
        expect(row.terms.length + (paidToHospital > 0 ? 1 : 0)).toBeLessThanOrEqual(row.first.ofNetwork ? 6 : 5)
        // What nobody owes is never among what is not payable: not in its sum, not in its number of lines.
        const refused = sheet.invoices.flatMap(({ lines }) =>
          lines.filter(({ deductions }) => deductions.some(({ kind }) => kind !== 'network_discount')),
        )
        for (const shown of [terms, row.terms])
          expect(shown.find(({ kind }) => kind === 'not_payable')?.count ?? 0).toBe(
            invoiced - sheet.eligible - network > 0 ? refused.length : 0,
          )
      }),
    )
  })
})
