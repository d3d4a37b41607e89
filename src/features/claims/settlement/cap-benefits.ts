/**
 * What a settlement pays for each benefit, and what its limits cut off. Pure: amounts are minor units of the
 * settlement's currency, and the parts always add up to what the groups leave (terms 3.1 and 3.9).
 */
import { money, percent, type Currency } from '../../../lib/money.ts'
import type { BenefitLimit } from './assessment.ts'

/** Costs of one benefit in one group; `''` is medical care without a limit of its own. */
interface CostPart {
  benefit: string
  eligible: number
}

export interface CostGroup {
  parts: readonly CostPart[]
  /** Deducted from the group in total; at most its eligible cost. */
  deductible: number
  /** Share that we pay, in per cent. */
  share: number
}

interface BenefitPaid {
  benefit: string
  paid: number
}

interface Amounts {
  /** Remaining after deductible and own share. */
  payable: number
  /** The insured's own share. */
  share: number
}

const total = (values: Iterable<number>): number => [...values].reduce((sum, it) => sum + it, 0)

/**
 * Deductible and share of a group by benefit: benefits with a limit bear the deductible first, so that less of the
 * limit is used.
 */
function amountsOf(
  { parts, deductible, share }: CostGroup,
  currency: Currency,
  limited: ReadonlySet<string>,
): Map<string, Amounts> {
  const ordered = [...parts].sort((a, b) => Number(limited.has(b.benefit)) - Number(limited.has(a.benefit)))
  const out = new Map<string, Amounts>()
  let toBear = deductible
  let shared = 0
  let base = 0
  for (const { benefit, eligible } of ordered) {
    const borne = Math.min(toBear, eligible)
    toBear -= borne
    base += eligible - borne
    // Differences of running sums: the parts add up to the group's share, whatever the rounding.
    const upTo = percent(money(base, currency), 100 - share).amount
    const own = upTo - shared
    shared = upTo
    out.set(benefit, { payable: eligible - borne - own, share: own })
  }
  return out
}

export interface LimitedCosts {
  groups: readonly CostGroup[]
  currency: Currency
  /** The part of the own share that its cap returns. */
  shareGivenBack: number
  /** Paid by others. */
  otherInsurance: number
  benefits: readonly BenefitLimit[]
  /** What is left of the limit for the year or the illness; `null` without a limit. */
  limit: number | null
}

export interface LimitResult {
  /** Total above limits. */
  above: number
  /** Benefits whose own limit cut something off. */
  cut: string[]
  /** After all limits; adds up to what is payable, earlier decisions on the claim included. */
  paid: BenefitPaid[]
}

/** Cuts each benefit at its own remaining limit, then everything within the year maximum at the remaining maximum. */
export function cutAtLimits({
  groups,
  currency,
  shareGivenBack,
  otherInsurance,
  benefits,
  limit,
}: LimitedCosts): LimitResult {
  const limited = new Set(benefits.filter((it) => it.limit !== null).map((it) => it.benefit))
  const sums = new Map<string, Amounts>()
  for (const group of groups) {
    for (const [benefit, it] of amountsOf(group, currency, limited)) {
      const before = sums.get(benefit) ?? { payable: 0, share: 0 }
      sums.set(benefit, { payable: before.payable + it.payable, share: before.share + it.share })
    }
  }
  const paid = new Map([...sums].map(([benefit, it]) => [benefit, it.payable]))
  const names = [...paid.keys()]
  const limitedFirst = [...names].sort((a, b) => Number(limited.has(b)) - Number(limited.has(a)))
  // In the insured's favour: the cap returns money where there is no limit, and payments by others are deducted where
  // there is one.
  spread(
    shareGivenBack,
    [...limitedFirst].reverse(),
    (it) => sums.get(it)?.share ?? 0,
    (it, amount) => paid.set(it, (paid.get(it) ?? 0) + amount),
  )
  const takeOff = (amount: number, order: readonly string[]): number =>
    spread(
      amount,
      order,
      (it) => paid.get(it) ?? 0,
      (it, part) => paid.set(it, (paid.get(it) ?? 0) - part),
    )
  takeOff(otherInsurance, limitedFirst)
  const cut: string[] = []
  let above = 0
  for (const { benefit, limit: left } of benefits) {
    const over = left === null ? 0 : Math.max(0, (paid.get(benefit) ?? 0) - left)
    if (over === 0) continue
    cut.push(benefit)
    above += takeOff(over, [benefit])
  }
  const within = limitedFirst.filter((name) => !benefits.some((it) => it.benefit === name && it.beside))
  const over = limit === null ? 0 : Math.max(0, total(within.map((it) => paid.get(it) ?? 0)) - limit)
  above += takeOff(over, within)
  return { above, cut, paid: [...paid].map(([benefit, amount]) => ({ benefit, paid: amount })) }
}

/** Distributes an amount over names in order, each up to its amount. Returns what was distributed. */
function spread(
  amount: number,
  order: readonly string[],
  most: (name: string) => number,
  put: (name: string, part: number) => void,
): number {
  let left = amount
  for (const name of order) {
    const part = Math.min(left, most(name))
    left -= part
    put(name, part)
  }
  return amount - left
}
