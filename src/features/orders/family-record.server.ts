/** What the sales record says of spouse and children. As all of it, it names nobody: each is known by their key and by what they are to the student. */
import type { Opened } from './opened-order.server.ts'

/** `premium`: minor units of the order's currency · `deathBenefit`: whole CNY. A type and no interface: it goes into the record as JSON. */
export type RecordedMember = { key: string; relationship: string; premium: number; deathBenefit: number }

export function familyRecord({ family, price }: Pick<Opened, 'family' | 'price'>): { family?: RecordedMember[] } {
  if (family.length === 0) return {}
  return {
    family: family.map(({ member: { key, relationship }, consequences }) => ({
      key, relationship, deathBenefit: consequences.deathBenefit, premium: price.breakdown.find((line) => line.key === key)?.premium.amount ?? 0,
    })),
  }
}
