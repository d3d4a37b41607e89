/**
 * The settlement example of the front page and of /insurance: domain §5.4 A, a GP visit in London under Global Study,
 * Standard. Minor units.
 */
import { add, money, scale, type Money } from './money.ts'

const gbp = (amount: number): Money => money(amount, 'GBP')
const cny = (amount: number): Money => money(amount, 'CNY')

export interface ExampleLine {
  /** `home:example.line.<id>` */
  id: 'invoiced' | 'vitamins' | 'bloodTest' | 'eligible' | 'deductible' | 'share' | 'paid'
  sum: Money
  clause?: string
  kind: 'line' | 'deduction' | 'subtotal' | 'total'
}

export const EXAMPLE_PLAN = 'global-study'
/** Pounds to yuan on the day the invoice was paid (clause 8.7), in ten-thousandths. */
export const EXAMPLE_RATE = { rate: '9.1500', day: '2026-03-03' }

/** First in pounds, as invoiced; after the conversion in yuan. */
export const EXAMPLE_GBP: readonly ExampleLine[] = [
  { id: 'invoiced', sum: gbp(27540), kind: 'line' },
  { id: 'vitamins', sum: gbp(-2200), clause: '6.7', kind: 'deduction' },
  { id: 'bloodTest', sum: gbp(-1500), clause: '6.3', kind: 'deduction' },
]
/** The bill without the uncovered items, as invoiced and converted. */
export const EXAMPLE_ELIGIBLE_GBP = gbp(23840)
export const EXAMPLE_ELIGIBLE_CNY = cny(218136)
export const EXAMPLE_CNY: readonly ExampleLine[] = [
  { id: 'eligible', sum: EXAMPLE_ELIGIBLE_CNY, clause: '8.7', kind: 'subtotal' },
  { id: 'deductible', sum: cny(-30000), clause: '4.1', kind: 'deduction' },
  { id: 'share', sum: cny(-18814), clause: '4.2', kind: 'deduction' },
  { id: 'paid', sum: cny(169322), kind: 'total' },
]

/**
 * The same bill under each tier of the plan: deductible of a visit, and the insured's share in per cent
 * (`content/plans/global-study.yaml`).
 */
export const EXAMPLE_TIERS = {
  basic: { deductible: cny(50000), percent: 20 },
  standard: { deductible: cny(30000), percent: 10 },
  premier: { deductible: cny(0), percent: 0 },
} as const
export type ExampleTier = keyof typeof EXAMPLE_TIERS

/**
 * The amount after the deductible, the insured's share of it, and the payment. The share is rounded; the payment is the
 * rest.
 */
export function tierSums(tier: ExampleTier): { after: Money; share: Money; paid: Money } {
  const { deductible, percent } = EXAMPLE_TIERS[tier]
  const after = add(EXAMPLE_ELIGIBLE_CNY, cny(-deductible.amount))
  const share = scale(after, percent, 100)
  return { after, share, paid: add(after, cny(-share.amount)) }
}
