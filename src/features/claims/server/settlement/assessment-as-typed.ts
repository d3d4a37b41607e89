/**
 * Schema of an assessment as a handler types it (docs/operating.md shows a file). `assess-claim.ts` completes
 * it.
 */
import { z } from 'zod'
import { CURRENCIES } from '../../../../lib/money/currencies.ts'
import { BENEFIT_NAMES } from './propose-benefits.ts'
import { bothLanguages, clause, day } from '../../rules/claim-value-schemas.ts'
import { LINE_DEDUCTIONS } from '../../rules/settlement-sheet.ts'

/** As typed: "120.00", "1,693.22". Parsed with the currency's decimals. */
const sumText = z.string()
const name = z.string().regex(/^[\w.-]{1,40}$/, 'invalid')

const lineInput = z.strictObject({
  name: bothLanguages,
  amount: sumText,
  group: name.optional(),
  benefit: z.enum(BENEFIT_NAMES).optional(),
  /** Reason for paying the line although the plan deducts it. */
  overrule: z.optional(bothLanguages),
  /** Without `amount` the whole line is deducted. */
  off: z
    .array(
      z.strictObject({
        kind: z.enum(LINE_DEDUCTIONS).default('not_covered'),
        amount: sumText.optional(),
        clause,
        reason: bothLanguages,
      }),
    )
    .default([]),
})
export type LineInput = z.output<typeof lineInput>

/** Values are text, as `parse(…, { schema: 'failsafe' })` gives them: clause 4.10 stays 4.10. */
export const assessInput = z.strictObject({
  /** Why a part, or all of it, is not payable. */
  reason: z.optional(bothLanguages),
  clauses: z.array(clause).default([]),
  /** The benefit of all lines that state none. */
  benefit: z.enum(BENEFIT_NAMES).optional(),
  /** A day on which the illness began other than the claim's: claims with the same day share a limit. */
  illness: z.strictObject({ day, reason: bothLanguages }).optional(),
  /** Why the waiting period does not apply: an injury, or an arrival after the purchase. */
  waiting: z.optional(bothLanguages),
  groups: z
    .record(
      name,
      z.strictObject({
        name: z.optional(bothLanguages),
        deductible: sumText.optional(),
        note: z.optional(bothLanguages),
        share: z.coerce.number().min(0).max(100).optional(),
        shareReason: z.optional(bothLanguages),
        /** `no`: the share for treatment outside the network applies. */
        network: z.enum(['yes', 'no']).default('yes'),
      }),
    )
    .default({}),
  invoices: z
    .array(
      z.strictObject({
        /**
         * Not an invoice but the sum insured of the death benefit; its one line follows from the policy unless lines
         * are typed.
         */
        sumInsured: z.literal('yes').optional(),
        visit: z.string().optional(),
        number: z.string().optional(),
        provider: z.string().optional(),
        day: z.optional(day),
        currency: z.enum(CURRENCIES).optional(),
        /** Typed by hand where the table has no rate: with its day and its source. */
        rate: z.strictObject({ rate: z.string(), day, source: bothLanguages }).optional(),
        group: name.optional(),
        lines: z.array(lineInput).min(1).optional(),
      }),
    )
    .optional(),
  /**
   * In the currency of the settlement; `of`: the visit or invoice that it was paid for. Missing: what the claimant
   * stated; an empty list: none.
   */
  otherInsurance: z.array(z.strictObject({ amount: sumText, note: bothLanguages, of: name.optional() })).optional(),
  limit: sumText.optional(),
  limitReason: z.optional(bothLanguages),
  shareCap: sumText.optional(),
  shareCapReason: z.optional(bothLanguages),
  paidToHospital: sumText.optional(),
})
export type AssessInput = z.output<typeof assessInput>
