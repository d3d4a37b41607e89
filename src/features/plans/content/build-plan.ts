/** Turns the figures of a plan's file into a `Plan`: whole units of currency become `Money`. */
import { fromMajor, type Money } from '../../../lib/money/money.ts'
import { keysOf, recordOf } from '../../../lib/object-keys.ts'
import type { RawBenefit, RawPlan } from './plan-file-schema.ts'
import type { Plan, PreExisting, Premium, Requirement, Tier } from '../rules/plan-types.ts'
import type { Benefit } from '../rules/benefit-types.ts'

export function buildPlan(id: string, raw: RawPlan): Plan {
  const { trips, homeVisits, requirement, after, retired, replacedBy, ...rest } = raw
  const amount = (value: number): Money => fromMajor(value, raw.currency)
  return {
    ...rest,
    id,
    ...(after && { after }),
    ...(retired && { retired }),
    ...(replacedBy && { replacedBy }),
    ...(trips && { trips }),
    ...(homeVisits && { homeVisits: { days: homeVisits.days, limit: amount(homeVisits.limit) } }),
    ...(requirement && { requirement: buildRequirement(requirement) }),
    refund: raw.refund.kind === 'net_premium' ? raw.refund : { ...raw.refund, fee: amount(raw.refund.fee) },
    tiers: Object.entries(raw.tiers).map(([tierId, tier]) => buildTier(tierId, tier, raw)),
    premium: buildPremium(raw),
  }
}

function buildTier(id: string, raw: RawPlan['tiers'][string], plan: RawPlan): Tier {
  const amount = (value: number): Money => fromMajor(value, plan.currency)
  const { ownCap, ...shares } = raw.share
  return {
    id,
    yearMaximum: typeof raw.yearMaximum === 'number' ? amount(raw.yearMaximum) : raw.yearMaximum,
    ...(raw.perIllness !== undefined && { perIllness: amount(raw.perIllness) }),
    deductible: {
      per: raw.deductible.per,
      amount: amount(raw.deductible.amount),
      ...amounts(raw.deductible, ['emergencyRoom', 'campusClinic', 'withoutPublic'], amount),
    },
    share: { ...shares, ...(ownCap !== undefined && { ownCap: amount(ownCap) }) },
    preExisting: buildPreExisting(raw.preExisting, amount),
    term: raw.term ?? plan.term,
    benefits: recordOf(keysOf(raw.benefits), (benefit) => buildBenefit(raw.benefits[benefit], amount)),
  }
}

function buildPreExisting(raw: RawPlan['tiers'][string]['preExisting'], amount: (value: number) => Money): PreExisting {
  if (raw.kind === 'excluded') return { kind: raw.kind, ...amounts(raw, ['suddenOnset'], amount) }
  if (raw.kind !== 'after_months') return raw
  const { kind, months, psychiatricMonths } = raw
  return {
    kind,
    months,
    ...(psychiatricMonths !== undefined && { psychiatricMonths }),
    ...amounts(raw, ['suddenOnset'], amount),
  }
}

function buildBenefit(raw: RawBenefit, amount: (value: number) => Money): Benefit {
  const { state, visits, perHours, days, afterMonths, conditions = [] } = raw
  return {
    state: state ?? (visits === undefined ? 'amount' : 'visits'),
    ...amounts(raw, ['amount', 'item', 'family', 'injury', 'deductible', 'max'], amount),
    ...(visits !== undefined && { visits }),
    ...(perHours !== undefined && { perHours }),
    ...(days !== undefined && { days }),
    ...(afterMonths !== undefined && { afterMonths }),
    conditions,
  }
}

function buildPremium({ premium, currency }: RawPlan): Premium {
  const price = (raw: Record<string, number>): Record<string, Money> =>
    Object.fromEntries(Object.entries(raw).map(([tier, value]) => [tier, fromMajor(value, currency)]))
  if (premium.unit === 'trip')
    return { unit: 'trip', bands: premium.bands.map((b) => ({ days: b.days, price: price(b.price) })) }
  return { unit: 'month', bands: premium.bands.map((b) => ({ ...b.ages, price: price(b.price) })) }
}

function buildRequirement(raw: NonNullable<RawPlan['requirement']>): Requirement {
  const { id, asOf, currency, weakRate, medical, ownShare } = raw
  const amount = (value: number): Money => fromMajor(value, currency)
  return {
    id,
    asOf,
    currency,
    weakRate,
    medical: amount(medical),
    ...amounts(raw, ['evacuation', 'remains', 'deductible'], amount),
    ...(ownShare !== undefined && { ownShare }),
  }
}

/** Those of the named fields that are present, as money. */
function amounts<K extends string>(
  raw: Partial<Record<K, number>>,
  names: readonly K[],
  amount: (value: number) => Money,
): Partial<Record<K, Money>> {
  const out: Partial<Record<K, Money>> = {}
  for (const name of names) {
    const value = raw[name]
    if (value !== undefined) out[name] = amount(value)
  }
  return out
}
