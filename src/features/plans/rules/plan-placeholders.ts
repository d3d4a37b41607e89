/** The `plan.*` placeholders of the purchase texts, for one plan and tier. */
import type { Lang } from '../../../lib/locale.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { formatAmount } from '../../../lib/money/money.ts'
import type { OrderPlaceholder } from '../../../lib/content/placeholders.ts'
import { cardLineOf, helpLinesOf, recipientAbroad } from './assistance-companies.ts'
import { cellWords, type RowId } from './benefits.ts'
import { cellText, whereWords } from './figure-placeholders.ts'
import type { PlanSet } from '../content/load-plans.ts'
import { deathBenefit, familyAges } from './pricing.ts'

export type PlanValues = Record<Extract<OrderPlaceholder, `plan.${string}`>, string>

/**
 * Words for a plan and tier, units included. `age` (of the insured at the start of cover) caps the death benefit of a
 * minor; without it an adult is meant. Throws a `RangeError` for a plan or tier that does not exist.
 */
export function planValues(
  set: PlanSet,
  planId: string,
  tierId: string,
  lang: Lang,
  age: number = LIMITS.adultAge,
): PlanValues {
  const plan = set.plan(planId)
  const tier = plan.tiers.find(({ id }) => id === tierId)
  if (!tier) throw new RangeError(`No such tier: ${planId} ${tierId}`)
  const t = set.t(lang)
  const words = set.words(lang, planId)
  const clauses = set.clauses(lang, planId)
  const row = (id: RowId): string => cellText(cellWords(id, plan, tier, t, lang), lang)
  return {
    'plan.name': words.name,
    'plan.tier': words.tiers[tierId]?.name ?? tierId,
    'plan.insurer': set.insurerWords(lang, plan.insurer).fullName,
    'plan.where': whereWords(plan, t, lang),
    'plan.ages': row('ages'),
    'plan.family': plan.family
      ? t('plans:family.rule', {
          youngest: familyAges('spouse', plan).from,
          oldest: familyAges('spouse', plan).to,
          adult: LIMITS.adultAge,
          spouse: plan.family.spouse,
          child: plan.family.child,
        })
      : t('plans:family.none'),
    'plan.terms': row('term'),
    'plan.waiting': plan.waiting ? t('plans:waitingRule', { waiting: row('waiting') }) : row('waiting'),
    'plan.preExisting': row('preExisting'),
    'plan.yearMaximum': row('yearMaximum'),
    'plan.deductible': row('deductible'),
    'plan.share': row('share'),
    'plan.refundFee': formatAmount(
      plan.refund.kind === 'unused_months' ? plan.refund.fee : { amount: 0, currency: plan.currency },
      lang,
    ),
    'plan.deathBenefit': formatAmount(deathBenefit(plan, tier, age), lang),
    'plan.filing': clauses.filing,
    'plan.termsVersion': clauses.version,
    'plan.complaintLine': set.insurer(plan.insurer).complaints,
    'plan.recipientAbroad': recipientAbroad(set, plan.insurer, lang),
    'plan.helpLine': cardLineOf(helpLinesOf(set, planId, lang)),
  }
}
