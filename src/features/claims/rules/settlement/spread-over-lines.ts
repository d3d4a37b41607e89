/**
 * The settlement sheet as one row per line of the invoices, the way the insurer with code `pingan` prints it. Each row
 * and each column adds up to the cent (design §6.8). What earlier decisions paid is no line's: it comes off the total.
 */
import type { Currency } from '../../../../lib/money/money.ts'
import { LINE_STEPS, SUM_INSURED, type Sheet, type SheetLine } from '../settlement-sheet.ts'
import { spread } from './cap-benefits.ts'

type LineStep = (typeof LINE_STEPS)[number]

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
  taken: Record<LineStep, number>
  /** converted − all of `taken`. */
  paid: number
}

/** One row per line, in the order of the invoices. The sum of `paid` is `payableInAll`. */
export function sheetRows(sheet: Sheet): SheetRow[] {
  const rows: SheetRow[] = []
  for (const { id, number, currency, converted, lines } of sheet.invoices) {
    const parts = spread(
      converted,
      lines.map(({ eligible }) => eligible),
    )
    lines.forEach((line, i) => {
      const part = line.settled?.eligible ?? parts[i] ?? 0
      const { deductible = 0, share = 0, other_insurance = 0, above_limit = 0 } = line.settled ?? {}
      const taken = { deductible, share, other_insurance, above_limit }
      rows.push({
        no: rows.length + 1,
        invoice: number,
        sum: id === SUM_INSURED,
        line,
        currency,
        notPayable: line.deductions.reduce((sum, { amount }) => sum + amount, 0),
        converted: part,
        taken,
        paid: LINE_STEPS.reduce((left, kind) => left - taken[kind], part),
      })
    })
  }
  // Decisions from before each line was settled: nothing more precise is known.
  if (rows.some(({ line }) => !line.settled)) spreadSteps(sheet, rows)
  return rows
}

function spreadSteps({ steps }: Sheet, rows: readonly SheetRow[]): void {
  for (const kind of LINE_STEPS) {
    const parts = spread(
      steps.find((it) => it.kind === kind)?.amount ?? 0,
      rows.map(({ paid }) => paid),
    )
    rows.forEach((row, i) => {
      const part = parts[i] ?? 0
      row.taken[kind] += part
      row.paid -= part
    })
  }
}

/** What earlier decisions and payments on account have paid of the sheet. */
export const paidBefore = ({ steps }: Sheet): number => steps.find((it) => it.kind === 'already_paid')?.amount ?? 0

/** Payable with what was paid before. */
export const payableInAll = (sheet: Sheet): number => sheet.payable + paidBefore(sheet)

/** Steps that take something off the lines of a sheet, in order. */
export const stepKinds = (sheet: Sheet): LineStep[] =>
  LINE_STEPS.filter((kind) => sheet.steps.some((step) => step.kind === kind && step.amount > 0))
