/** The terms of one benefit, minus what was used: its limit, and what is deducted from a cost automatically. */
import type { Rate } from '../../../../lib/money/money.ts'
import type { BothLanguages } from '../claim-value-schemas.ts'
import type { AssessmentInvoice } from './assessment.ts'

/** The part of the plan's table that a settlement needs; amounts in minor units. */
export interface BenefitTerms {
  state: string
  limit: number | null
  item: number | null
  visits: number | null
  clause: string
  name: BothLanguages
}

interface Sum {
  readonly amount: number
}
/** A row of the plan's benefit table; `injury` is the limit after an accident. */
interface TableRow {
  readonly state: string
  readonly amount?: Sum
  readonly visits?: number
  readonly item?: Sum
  readonly injury?: Sum
  readonly perHours?: number
  readonly max?: Sum
  readonly days?: number
}

/** The most that the row pays in the term, in minor units; `null` where it has no limit of its own. */
export function limitOfBenefit(
  { state, amount, injury, perHours, max, days }: TableRow,
  { accident = false } = {},
): number | null {
  if (state !== 'amount' || !amount) return null
  if (perHours !== undefined) return (max ?? amount).amount
  if (days !== undefined) return amount.amount * days
  return accident && injury ? injury.amount : amount.amount
}

/** The row of a benefit for the settlement. */
export const benefitTerms = (
  row: TableRow,
  { clause, name, accident }: { clause: string; name: BothLanguages; accident: boolean },
): BenefitTerms => ({
  state: row.state,
  limit: limitOfBenefit(row, { accident }),
  item: row.item?.amount ?? null,
  visits: row.state === 'visits' ? (row.visits ?? 0) : null,
  clause,
  name,
})

type Line = AssessmentInvoice['lines'][number]
const leftOf = ({ amount, deductions }: Line): number => amount - deductions.reduce((sum, it) => sum + it.amount, 0)

/** The largest amount in an invoice's currency that is worth no more than `most` in the settlement's. */
export function inInvoiceCurrency(most: number, rate: Rate | null, convertOf: (amount: number) => number): number {
  if (rate === null) return most
  let [low, high] = [0, 100_000_000_000]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (convertOf(middle) <= most) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * What the plan deducts from a line: all of it where the benefit is not covered or its visits are used up, else what
 * exceeds the limit for one item. `itemMost` is in the invoice's currency.
 */
export function proposedDeduction(
  line: Line,
  terms: BenefitTerms,
  { itemMost, visitsLeft }: { itemMost: number | null; visitsLeft: number | null },
): Line['deductions'] {
  const left = leftOf(line)
  const { name, clause } = terms
  if (left === 0) return []
  if (terms.state === 'none') {
    return [
      {
        kind: 'not_covered',
        amount: left,
        clause,
        reason: { en: `${name.en}: not part of this plan`, cn: `本方案不含${name.cn}` },
      },
    ]
  }
  if (visitsLeft !== null && visitsLeft <= 0) {
    return [
      {
        kind: 'item_limit',
        amount: left,
        clause,
        reason: {
          en: `${name.en}: all ${terms.visits ?? 0} visits are used up`,
          cn: `${name.cn}的${terms.visits ?? 0}次就诊已用完`,
        },
      },
    ]
  }
  if (itemMost !== null && left > itemMost) {
    return [
      {
        kind: 'item_limit',
        amount: left - itemMost,
        clause,
        reason: { en: `${name.en}: limit for one item`, cn: `${name.cn}：单件限额` },
      },
    ]
  }
  return []
}
