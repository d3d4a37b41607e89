/**
 * What a settlement takes off each line of the invoices and pays for it: deductible, own share, what others have paid,
 * and what the limits cut off. Pure: amounts are minor units of the settlement's currency, and the parts always add up
 * to the whole (terms 3.1, 3.9, 4.1, 4.2 and 8.5).
 */
import { money, percent, type Currency } from '../../../../lib/money/money.ts'
import type { LINE_STEPS } from '../settlement-sheet.ts'
import type { BenefitLimit } from './assessment.ts'

interface CostLine {
  id: string
  invoice: string
  /** `''` is medical care without a limit of its own. */
  benefit: string
  eligible: number
}

export interface CostGroup {
  lines: readonly CostLine[]
  /** Deducted from the group in total; at most its eligible cost. */
  deductible: number
  /** Share that we pay, in per cent. */
  share: number
}

type Taken = (typeof LINE_STEPS)[number]
/** A line after every step; what is paid for it is the rest of `eligible`. */
export type SettledLine = CostLine & Record<Taken, number>

interface BenefitPaid {
  benefit: string
  paid: number
}

const total = (values: Iterable<number>): number => [...values].reduce((sum, it) => sum + it, 0)
const payableOf = (it: SettledLine): number =>
  it.eligible - it.deductible - it.share - it.other_insurance - it.above_limit

/**
 * Parts of `whole` in proportion to `weights`, whole numbers that add up to it: the largest remainders get the units
 * that are left.
 */
export function spread(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + BigInt(b), 0n)
  if (sum === 0n) {
    if (whole !== 0) throw new RangeError(`nothing to spread ${whole} over`)
    return weights.map(() => 0)
  }
  const exact = weights.map((weight) => BigInt(whole) * BigInt(weight))
  const parts = exact.map((value) => Number(value / sum))
  const rest = whole - total(parts)
  const order = exact
    .map((value, index) => ({ index, left: value % sum }))
    .sort((a, b) => (a.left === b.left ? a.index - b.index : a.left > b.left ? -1 : 1))
  for (const { index } of order.slice(0, rest)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** Takes an amount off lines in proportion to what is left of each. Returns what was taken, at most all of it. */
function takeOff(kind: Taken, amount: number, lines: readonly SettledLine[]): number {
  const weights = lines.map(payableOf)
  const taken = Math.min(amount, total(weights))
  const parts = spread(taken, weights)
  lines.forEach((it, i) => (it[kind] += parts[i] ?? 0))
  return taken
}

/** The same benefit after benefit: from the next one only what the ones before it do not have. */
function takeInOrder(kind: Taken, amount: number, order: readonly (readonly SettledLine[])[]): number {
  let left = amount
  for (const lines of order) left -= takeOff(kind, left, lines)
  return amount - left
}

/** Deductible and share of a group: benefits with a limit bear the deductible first, so that less of the limit is used. */
function ownPart({ lines, deductible, share }: CostGroup, currency: Currency, order: readonly string[]): SettledLine[] {
  const settled = lines.map((it) => ({ ...it, deductible: 0, share: 0, other_insurance: 0, above_limit: 0 }))
  let toBear = deductible
  let shared = 0
  let base = 0
  for (const benefit of order) {
    const own = settled.filter((it) => it.benefit === benefit)
    toBear -= takeOff('deductible', toBear, own)
    base += total(own.map(payableOf))
    // Differences of running sums: the parts add up to the group's share, whatever the rounding.
    const upTo = percent(money(base, currency), 100 - share).amount
    takeOff('share', upTo - shared, own)
    shared = upTo
  }
  return settled
}

export interface LimitedCosts {
  groups: readonly CostGroup[]
  currency: Currency
  /** The part of the own share that its cap returns. */
  shareGivenBack: number
  /**
   * Paid by others. For some `invoices`: taken off what is paid for those and nothing else, so that nobody loses by
   * saying what was paid for a visit of which we pay nothing. Without: off everything.
   */
  otherInsurance: readonly { amount: number; invoices: readonly string[] | null }[]
  benefits: readonly BenefitLimit[]
  /** What is left of the limit for the year or the illness; `null` without a limit. */
  limit: number | null
}

export interface LimitResult {
  lines: SettledLine[]
  /** Total above limits. */
  above: number
  /** Benefits whose own limit cut something off. */
  cut: string[]
  /** After all limits; adds up to what is payable, earlier decisions on the claim included. */
  paid: BenefitPaid[]
}

/** Cuts each benefit at its own remaining limit, then everything within the year maximum at the remaining maximum. */
export function cutAtLimits(costs: LimitedCosts): LimitResult {
  const { groups, currency, shareGivenBack, otherInsurance, benefits, limit } = costs
  const limited = new Set(benefits.filter((it) => it.limit !== null).map((it) => it.benefit))
  const names = ['', ...benefits.map((it) => it.benefit)]
  const limitedFirst = [...names].sort((a, b) => Number(limited.has(b)) - Number(limited.has(a)))
  // By id: units that cannot be divided fall on the same line whatever the order of the invoices.
  const lines = groups.flatMap((group) => ownPart(group, currency, limitedFirst)).sort((a, b) => (a.id < b.id ? -1 : 1))
  const of = (benefit: string, among: readonly SettledLine[] = lines): SettledLine[] =>
    among.filter((it) => it.benefit === benefit)
  // In the insured's favour: the cap returns money where there is no limit, and payments by others are deducted where
  // there is one.
  let toReturn = shareGivenBack
  for (const benefit of [...limitedFirst].reverse()) {
    const own = of(benefit)
    const shares = own.map((it) => it.share)
    const returned = Math.min(toReturn, total(shares))
    const parts = spread(returned, shares)
    own.forEach((it, i) => (it.share -= parts[i] ?? 0))
    toReturn -= returned
  }
  const named = otherInsurance.filter((it) => it.invoices !== null)
  for (const { amount, invoices } of [...named, ...otherInsurance.filter((it) => it.invoices === null)]) {
    const among = invoices === null ? lines : lines.filter((it) => invoices.includes(it.invoice))
    takeInOrder(
      'other_insurance',
      amount,
      limitedFirst.map((benefit) => of(benefit, among)),
    )
  }
  const cut: string[] = []
  let above = 0
  for (const { benefit, limit: left } of benefits) {
    const own = of(benefit)
    const over = left === null ? 0 : Math.max(0, total(own.map(payableOf)) - left)
    if (over === 0) continue
    cut.push(benefit)
    above += takeOff('above_limit', over, own)
  }
  const within = limitedFirst
    .filter((name) => !benefits.some((it) => it.benefit === name && it.beside))
    .map((benefit) => of(benefit))
  const over = limit === null ? 0 : Math.max(0, total(within.flat().map(payableOf)) - limit)
  above += takeInOrder('above_limit', over, within)
  const paid = names.map((benefit) => ({ benefit, paid: total(of(benefit).map(payableOf)) }))
  return { lines, above, cut, paid }
}
