/** The settlement sheet (domain §5.4): invoiced − each deduction with its clause = paid, to the cent (design §6.8). */
import { z } from 'zod/mini'
import { currencySchema } from '../../../lib/money/money-schema.ts'
import { bothLanguages, clause, day } from './claim-value-schemas.ts'
import { OUTCOMES } from './status-values.ts'

/** Minor units; never negative: a deduction is written as a positive amount. */
const minor = z.int().check(z.nonnegative())

/** Id of the part of a sheet that is not an invoice: the sum insured of the death benefit. */
export const SUM_INSURED = 'sum-insured'

/** Deductions from a line, in the invoice's currency. */
export const LINE_DEDUCTIONS = ['not_covered', 'network_discount', 'above_customary', 'item_limit'] as const
/** Deductions from the eligible total, in the currency of the settlement, in this order. */
/** Those that come off single lines; what was paid before is no line's. */
export const LINE_STEPS = ['deductible', 'share', 'other_insurance', 'above_limit'] as const
export const STEPS = [...LINE_STEPS, 'already_paid'] as const

/** What the steps take off a line, in the currency of the settlement; what is paid for it is the rest of `eligible`. */
const settledSchema = z.object({
  /** Its part of the invoice's `converted`. */
  eligible: minor,
  deductible: minor,
  share: minor,
  other_insurance: minor,
  above_limit: minor,
})

const lineSchema = z.object({
  id: z.string(),
  name: bothLanguages,
  invoiced: minor,
  deductions: z.array(z.object({ kind: z.enum(LINE_DEDUCTIONS), amount: minor, clause, reason: bothLanguages })),
  eligible: minor,
  /** Missing in decisions from before it was recorded. */
  settled: z.optional(settledSchema),
})

const invoiceSchema = z.object({
  id: z.string(),
  /** The visit it belongs to, if the claim stated it. */
  visit: z.nullable(z.string()),
  number: z.string(),
  provider: z.string(),
  day,
  currency: currencySchema,
  lines: z.array(lineSchema).check(z.minLength(1)),
  invoiced: minor,
  eligible: minor,
  /** `null` where the invoice is in the currency of the settlement. `per` 100 for JPY and KRW. */
  rate: z.nullable(z.object({ rate: z.string(), per: z.int(), day, source: bothLanguages, clause })),
  /** The eligible total in the currency of the settlement: converted once, rounded half up. */
  converted: minor,
})

const stepSchema = z.object({
  kind: z.enum(STEPS),
  amount: minor,
  clause,
  /** How it was calculated: "this visit", "10% of 1,881.36". */
  note: bothLanguages,
})

export const sheetSchema = z.object({
  currency: currencySchema,
  outcome: z.enum(OUTCOMES),
  invoices: z.array(invoiceSchema).check(z.minLength(1)),
  /** Sum of `converted`. */
  eligible: minor,
  steps: z.array(stepSchema),
  /** eligible − steps. */
  payable: minor,
  paidToHospital: minor,
  /** payable − paidToHospital. */
  paidToYou: minor,
  /**
   * What the claim has used of each benefit by this and earlier decisions; `''` is medical care without a limit of its
   * own.
   */
  uses: z.optional(z.array(z.object({ benefit: z.string(), paid: minor }))),
  /** Visits, for benefits whose visits the plan counts. */
  visits: z.optional(z.array(z.object({ benefit: z.string(), count: z.int().check(z.nonnegative()) }))),
  /** The day on which the illness began, according to the assessment. */
  illness: z.optional(z.string()),
})
export type Sheet = z.output<typeof sheetSchema>
export type SheetInvoice = z.output<typeof invoiceSchema>
export type SheetLine = z.output<typeof lineSchema>
export type SheetStep = z.output<typeof stepSchema>
