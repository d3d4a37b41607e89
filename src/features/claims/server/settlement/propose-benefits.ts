/**
 * What the plan's table and earlier claims determine for each line: its benefit, its deduction, and what is left of its
 * limit.
 */
import { convert, money, type Currency } from '../../../../lib/money/money.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Words } from '../../../../server/load-words.ts'
import { BENEFITS, CLAUSE_OF, type BenefitId, type Tier } from '../../../plans/server/door.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import type { ClaimType } from '../../rules/document-kinds.ts'
import {
  CLAUSES,
  type AssessmentInvoice,
  type BenefitLimit,
  type Overruled,
} from '../../rules/settlement/assessment.ts'
import { BENEFIT_OF_TYPE, BENEFITS_OF_TRAVEL, OUTSIDE_YEAR_MAXIMUM } from '../../rules/settlement/benefit-names.ts'
import {
  benefitTerms,
  inInvoiceCurrency,
  proposedDeduction,
  type BenefitTerms,
} from '../../rules/settlement/benefit-terms.ts'
import { usedOf, visitsUsed, type UsedBenefits } from './used-benefits.ts'

/** What a handler may name: a benefit of the table, or medical care without a limit of its own. */
export const BENEFIT_NAMES = ['medical', ...BENEFITS] as const
export type BenefitName = (typeof BENEFIT_NAMES)[number]

type Line = AssessmentInvoice['lines'][number]
/** What a handler typed about a line's benefit. */
export interface BenefitInput {
  benefit?: BenefitName | undefined
  /** The reason for not applying the plan's own deduction. */
  overrule?: BothLanguages | undefined
}

/** The benefit of a line that states none; refuses `invalid` for a claim whose type has several. */
function benefitOf(type: ClaimType | '', { benefit }: BenefitInput, line: Line, place: string): BenefitId | undefined {
  if (benefit !== undefined) return benefit === 'medical' ? undefined : benefit
  const left = line.amount > line.deductions.reduce((sum, it) => sum + it.amount, 0)
  if (type === 'travel' && left)
    throw new Refusal('invalid', { fields: { [`${place}.benefit`]: `one of: ${BENEFITS_OF_TRAVEL.join(', ')}` } })
  return type === '' ? undefined : BENEFIT_OF_TYPE[type]
}

interface Facts {
  tier: Tier
  used: UsedBenefits
  type: ClaimType | ''
  currency: Currency
  words: Words
  /** Numbers of the articles of the plan's terms. */
  articles: readonly string[]
  /** By index of invoice and line. */
  input: (invoice: number, line: number) => BenefitInput
}

export interface ProposedBenefits {
  invoices: AssessmentInvoice[]
  benefits: BenefitLimit[]
  overruled: Overruled[]
}

/** Fills in benefit and deductions of every line. Refuses `invalid` with the place where a benefit must be stated. */
export function proposeBenefits(
  { tier, used, type, currency, words, articles, input }: Facts,
  invoices: readonly AssessmentInvoice[],
): ProposedBenefits {
  const terms = new Map<BenefitId, BenefitTerms>()
  const overruled: Overruled[] = []
  const visitsLeft = new Map<string, number>()
  const termsOf = (id: BenefitId): BenefitTerms => {
    const known =
      terms.get(id) ??
      benefitTerms(tier.benefits[id], {
        clause: clauseOf(id, articles),
        name: nameOf(words, id),
        accident: type === 'accident',
      })
    terms.set(id, known)
    if (known.visits !== null && !visitsLeft.has(id)) visitsLeft.set(id, known.visits - visitsUsed(used, id))
    return known
  }
  const done = invoices.map((invoice, i) => {
    const taken = new Set<BenefitId>()
    const lines = invoice.lines.map((line, n): Line => {
      const place = `invoices.${i}.lines.${n}`
      const given = input(i, n)
      const benefit = benefitOf(type, given, line, place)
      if (benefit === undefined) return line
      const found = termsOf(benefit)
      const itemMost =
        found.item === null
          ? null
          : inInvoiceCurrency(found.item, invoice.rate, (amount) => converted(invoice, amount, currency))
      const proposed = proposedDeduction(line, found, { itemMost, visitsLeft: visitsLeft.get(benefit) ?? null })
      if (proposed.length > 0 && given.overrule) {
        overruled.push({ what: place, step: 'line', reason: given.overrule })
        return { ...line, benefit, name: withReason(line.name, given.overrule) }
      }
      const deductions = [...line.deductions, ...proposed]
      if (line.amount > deductions.reduce((sum, it) => sum + it.amount, 0)) taken.add(benefit)
      return { ...line, benefit, deductions }
    })
    for (const benefit of taken)
      if (visitsLeft.has(benefit)) visitsLeft.set(benefit, (visitsLeft.get(benefit) ?? 0) - 1)
    return { ...invoice, lines }
  })
  const benefits = [...terms].map(([benefit, { limit, name }]): BenefitLimit => ({
    benefit,
    name,
    limit: limit === null ? null : Math.max(0, limit - usedOf(used, benefit)),
    beside: OUTSIDE_YEAR_MAXIMUM.has(benefit),
  }))
  return { invoices: done, benefits, overruled }
}

const converted = ({ currency, rate }: AssessmentInvoice, amount: number, to: Currency): number =>
  rate ? convert(money(amount, currency), rate, to).amount : amount

/** The article of the benefit, or that of limits where the benefit has none of its own. */
function clauseOf(id: BenefitId, articles: readonly string[]): string {
  const own = CLAUSE_OF[id]
  return own !== undefined && articles.includes(own) ? own : CLAUSES.limit
}

const nameOf = (words: Words, id: string): BothLanguages => ({
  en: words('en', `plans:benefit.row.${id}`),
  cn: words('cn', `plans:benefit.row.${id}`),
})
const withReason = (name: BothLanguages, reason: BothLanguages): BothLanguages => ({
  en: `${name.en} (${reason.en})`,
  cn: `${name.cn}（${reason.cn}）`,
})
