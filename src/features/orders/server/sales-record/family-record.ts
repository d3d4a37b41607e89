/**
 * What the sales record says of spouse and children: no names, as in all of it, but each one's key and relationship to
 * the student.
 */
import type { Opened } from '../draft/load-open-order.ts'

/**
 * `premium`: minor units of the order's currency · `deathBenefit`: whole CNY. A type, not an interface: it is stored in
 * the record as JSON.
 */
export type RecordedMember = { key: string; relationship: string; premium: number; deathBenefit: number }

export function familyRecord({ family, price }: Pick<Opened, 'family' | 'price'>): { family?: RecordedMember[] } {
  if (family.length === 0) return {}
  return {
    family: family.map(({ member: { key, relationship }, consequences }) => ({
      key,
      relationship,
      deathBenefit: consequences.deathBenefit,
      premium: price.breakdown.find((line) => line.key === key)?.premium.amount ?? 0,
    })),
  }
}
