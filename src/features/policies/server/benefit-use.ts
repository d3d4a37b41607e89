/** How much of each limit was used, shown beside the limit on the policy's page (decision 0090). */
import { ageOn, type Day } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import { formatAmount, money, type Currency } from '../../../lib/money/money.ts'
import type { BenefitLeft } from './hooks.ts'
import type { FactRow, Translate } from './documents/benefit-figures.ts'
import type { Fact } from '../contract.ts'

interface UseWords {
  lang: Lang
  currency: Currency
  say: Translate
}

/** The facts of a plan's rows, with the remaining amount for each limit that was used. */
export function withUse(rows: readonly FactRow[], limits: readonly BenefitLeft[], words: UseWords): Fact[] {
  return rows.map(({ id, fact }) => {
    // The year maximum is always in the summary.
    const limit = id === 'yearMaximum' ? undefined : limits.find((it) => it.id === id)
    return limit && limit.used > 0 ? { ...fact, notes: [useNote(limit, words), ...fact.notes] } : fact
  })
}

function useNote({ id, unit, used, left }: BenefitLeft, { lang, currency, say }: UseWords): string {
  const figure = (amount: number): string =>
    unit === 'visits' ? String(amount) : formatAmount(money(amount, currency), lang)
  const kind = unit === 'visits' ? 'visits' : id === 'deductible' || id === 'ownCap' ? 'borne' : 'money'
  return say(`policies:used.${kind}`, { used: figure(used), left: figure(left) })
}

interface Reader {
  role: 'buyer' | 'insured'
  relationship: string
  /** Birth date of the insured person. */
  birthDate: Day
}

/**
 * A used benefit tells what someone was treated for. It is shown to the insured person, and to the buyer of a child's
 * policy; another buyer sees only what is left of the year maximum.
 */
export const maySeeBenefitUse = ({ role, relationship, birthDate }: Reader, today: Day): boolean =>
  role === 'insured' || relationship === 'self' || ageOn(birthDate, today) < 18
