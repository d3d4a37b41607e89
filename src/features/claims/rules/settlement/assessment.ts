/**
 * What a handler decides about a claim, line by line and complete: the input of `settle`. A handler types only what
 * differs from the plan (`assess-claim.ts` fills in the rest); the resulting sheet is what people read.
 */
import { z } from 'zod'
import { CURRENCIES } from '../../../../lib/money/currencies.ts'
import { bothLanguages, clause, day } from '../claim-value-schemas.ts'
import { LINE_DEDUCTIONS } from '../settlement-sheet.ts'

/** Minor units. */
const minor = z.number().int().nonnegative().max(100_000_000_000)
const name = z.string().regex(/^[\w.-]{1,40}$/, 'invalid')

/** Clauses on which the sheet's steps are based (domain §5.3; one numbering for every plan). */
export const CLAUSES = {
  deductible: '4.1',
  share: '4.2',
  outside: '4.3',
  otherInsurance: '8.5',
  limit: '3.9',
  paid: '8.4',
  rate: '8.7',
  waiting: '5.1',
} as const

/** Costs to which one deductible and one share apply: a visit, the hospital's bills, all of a year. */
const groupSchema = z.object({
  id: name,
  name: bothLanguages,
  /** The remaining deductible, in the currency of the settlement; no more than the eligible cost is deducted. */
  deductible: minor,
  deductibleNote: bothLanguages,
  /** Share that we pay, in per cent. */
  share: z.number().min(0).max(100).multipleOf(0.01),
})

const deduction = z.object({ kind: z.enum(LINE_DEDUCTIONS), amount: minor.positive(), clause, reason: bothLanguages })

const lineInput = z.object({
  id: name,
  name: bothLanguages,
  amount: minor,
  /** Defaults to the invoice's group. */
  group: name.optional(),
  /** The plan's benefit that the cost belongs to; without one: medical care without a limit of its own. */
  benefit: name.optional(),
  deductions: z.array(deduction),
})

const invoiceInput = z.object({
  id: name,
  visit: z.string().nullable(),
  number: z.string().max(60),
  provider: z.string().max(120),
  /** The day of payment, whose rate applies. */
  day,
  currency: z.enum(CURRENCIES),
  group: name,
  /** `null` in the currency of the settlement. `byHand`: typed by the handler, with its own day and source. */
  rate: z
    .object({
      rate: z.string().regex(/^\d{1,6}\.\d{1,6}$/, 'invalid'),
      per: z.literal([1, 100, 10_000]),
      day,
      source: bothLanguages,
      byHand: z.boolean().optional(),
    })
    .nullable(),
  lines: z.array(lineInput).min(1, 'required').max(200),
})

/** A benefit of the plan and what is left of it. */
const benefitLimit = z.object({
  benefit: name,
  name: bothLanguages,
  /** In the currency of the settlement; `null` where it has no limit of its own. */
  limit: minor.nullable(),
  /** Paid in addition to the year maximum, not within it (terms 3.1). */
  beside: z.boolean(),
})
export type BenefitLimit = z.output<typeof benefitLimit>

/** Figures of the plan that a handler set aside: recorded by name, with the reason on the sheet. */
const overruledSchema = z.object({
  what: z.string().max(80),
  step: z.enum(['line', 'deductible', 'share', 'above_limit']),
  reason: bothLanguages,
})
export type Overruled = z.output<typeof overruledSchema>

export const assessmentSchema = z.object({
  currency: z.enum(CURRENCIES),
  groups: z.array(groupSchema).min(1, 'required').max(40),
  invoices: z.array(invoiceInput).min(1, 'required').max(60),
  /** Most that the insured still bears as own share in this term; `null` without a cap. */
  shareCap: minor.nullable(),
  /** What others have paid, in the currency of the settlement. */
  otherInsurance: z
    .array(
      z.object({
        amount: minor,
        note: bothLanguages,
        /** The visit or the invoice that it was paid for; missing where it was paid for all of them. */
        of: z.string().max(40).optional(),
      }),
    )
    .max(20),
  /** What is left of the limit that applies; `null` where there is none. */
  limit: minor.nullable(),
  limitNote: bothLanguages,
  /** Benefits that lines refer to. */
  benefits: z.array(benefitLimit).max(20),
  /** The day on which the illness or accident began, as assessed: claims with the same day share the limit per illness. */
  illness: z.string().max(10),
  overruled: z.array(overruledSchema).max(60),
  /** What earlier decisions on this claim have paid: a later one pays the difference. */
  alreadyPaid: minor,
  alreadyNote: bothLanguages,
  paidToHospital: minor,
})
export type Assessment = z.output<typeof assessmentSchema>
export type AssessmentInvoice = Assessment['invoices'][number]
export type Group = z.output<typeof groupSchema>

/** The result of one group, for the handler: minor units of the settlement's currency. */
export interface GroupResult {
  group: Group
  eligible: number
  deductible: number
  share: number
  payable: number
}

/** Ids of the invoices that a visit or an invoice is named by. */
export const invoicesOf = (invoices: readonly AssessmentInvoice[], of: string): string[] =>
  invoices.filter((it) => it.visit === of || it.id === of).map((it) => it.id)

/**
 * Why an assessment cannot be settled, as path → code; empty when it can. `above_line` a line loses more than it has ·
 * `no_group` · `no_benefit` · `no_invoice` · `twice` the same id · `rate_missing`, `rate_needless`.
 */
export function assessmentErrors({
  groups,
  invoices,
  currency,
  benefits,
  otherInsurance,
}: Assessment): Record<string, string> {
  const errors: Record<string, string> = {}
  const known = new Set(groups.map((it) => it.id))
  const seen = new Set<string>()
  const once = (kind: string, id: string, path: string): void => {
    if (seen.has(`${kind} ${id}`)) errors[path] = 'twice'
    seen.add(`${kind} ${id}`)
  }
  groups.forEach((group, i) => once('group', group.id, `groups.${i}`))
  otherInsurance.forEach(({ of }, i) => {
    if (of !== undefined && invoicesOf(invoices, of).length === 0) errors[`otherInsurance.${i}.of`] = 'no_invoice'
  })
  invoices.forEach((invoice, i) => {
    const at = `invoices.${i}`
    once('invoice', invoice.id, at)
    if (!known.has(invoice.group)) errors[`${at}.group`] = 'no_group'
    if (invoice.currency === currency && invoice.rate) errors[`${at}.rate`] = 'rate_needless'
    if (invoice.currency !== currency && !invoice.rate) errors[`${at}.rate`] = 'rate_missing'
    invoice.lines.forEach((line, n) => {
      once('line', line.id, `${at}.lines.${n}`)
      if (line.benefit !== undefined && !benefits.some((it) => it.benefit === line.benefit))
        errors[`${at}.lines.${n}.benefit`] = 'no_benefit'
      if (line.group !== undefined && !known.has(line.group)) errors[`${at}.lines.${n}.group`] = 'no_group'
      if (line.deductions.reduce((sum, it) => sum + it.amount, 0) > line.amount)
        errors[`${at}.lines.${n}`] = 'above_line'
    })
  })
  return errors
}
