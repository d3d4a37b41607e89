/**
 * The settlement sheet as one row per line of the invoices, the way the insurer with code `pingan` prints it:
 * deductions from the whole (deductible, share, …) are distributed over the lines, so that each row and each column
 * adds up to the cent (design §6.8).
 */
import type { Currency } from '../../../lib/money.ts'
import { STEPS, SUM_INSURED, type Sheet, type SheetLine } from '../settlement-sheet.ts'

type StepKind = (typeof STEPS)[number]

export interface SheetRow {
  /** Running number over the whole sheet, from 1. */
  no: number
  invoice: string
  /** This row is the sum insured, not an invoice. */
  sum: boolean
  line: SheetLine
  /** Currency of `line`. */
  currency: Currency
  /** Deducted from this line, in the invoice's currency. */
  notPayable: number
  /** Its part of the eligible sum, in the currency of the settlement. */
  converted: number
  /** Its part of each step, in the currency of the settlement. */
  taken: Record<StepKind, number>
  /** converted − all of `taken`. */
  paid: number
}

/**
 * Parts of `total` in proportion to `weights`, whole numbers that add up to it: the largest remainders get the units
 * that are left.
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + BigInt(b), 0n)
  if (sum === 0n) {
    if (total !== 0) throw new RangeError(`nothing to spread ${total} over`)
    return weights.map(() => 0)
  }
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight))
  const parts = exact.map((value) => Number(value / sum))
  const rest = total - parts.reduce((a, b) => a + b, 0)
  const order = exact
    .map((value, index) => ({ index, left: value % sum }))
    .sort((a, b) => (a.left === b.left ? a.index - b.index : a.left > b.left ? -1 : 1))
  for (const { index } of order.slice(0, rest)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** One row per line, in the order of the invoices. The sum of `paid` is the sheet's `payable`. */
export function sheetRows(sheet: Sheet): SheetRow[] {
  const rows: SheetRow[] = []
  for (const { id, number, currency, converted, lines } of sheet.invoices) {
    const parts = spread(
      converted,
      lines.map(({ eligible }) => eligible),
    )
    lines.forEach((line, i) => {
      const part = parts[i] ?? 0
      const notPayable = line.deductions.reduce((sum, { amount }) => sum + amount, 0)
      rows.push({
        no: rows.length + 1,
        invoice: number,
        sum: id === SUM_INSURED,
        line,
        currency,
        notPayable,
        converted: part,
        taken: nothing(),
        paid: part,
      })
    })
  }
  for (const { kind, amount } of sheet.steps) {
    const parts = spread(
      amount,
      rows.map(({ paid }) => paid),
    )
    rows.forEach((row, i) => {
      const part = parts[i] ?? 0
      row.taken[kind] += part
      row.paid -= part
    })
  }
  return rows
}

const nothing = (): Record<StepKind, number> => ({
  deductible: 0,
  share: 0,
  other_insurance: 0,
  above_limit: 0,
  already_paid: 0,
})

/** Steps that occur in a sheet, in order. */
export const stepKinds = (sheet: Sheet): StepKind[] =>
  STEPS.filter((kind) => sheet.steps.some((step) => step.kind === kind && step.amount > 0))
