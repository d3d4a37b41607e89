/**
 * The death benefit within an assessment: the sum insured, due after an accident that led to the death in time (terms
 * 3.7). No deductible or share applies.
 */
import { addDays, isDay } from '../../../../lib/days/dates.ts'
import { formatMoney, fromMajor } from '../../../../lib/money/money.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { planOfPolicy } from '../../../policies/server/door.ts'
import { CLAUSE_OF } from '../../../plans/server/door.ts'
import { answersOf } from '../answer-columns.ts'
import type { Case } from '../case/load-case.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import { deathDayOf } from '../../rules/draft/death-errors.ts'
import { CLAUSES } from '../../rules/settlement/assessment.ts'

/** The death must follow within this many days of the accident (terms 3.7). */
const DEATH_WITHIN_DAYS = 180
const NAME: BothLanguages = { en: 'Accidental death benefit', cn: '意外身故保险金' }

interface SumLine {
  name: BothLanguages
  amount: string
  off: { kind: 'not_covered'; clause: string; reason: BothLanguages }[]
}

/**
 * The line of the sum insured; `undefined` if the claim is not about an accident, or the insured person has no death
 * benefit.
 */
export function deathBenefitLine(
  deps: Deps,
  { claim, policy }: Case,
  articles: readonly string[],
): SumLine | undefined {
  const answers = answersOf(deps, claim)
  const whole = policy.death_benefit
  if (answers.type !== 'death' || answers.deathCause !== 'accident' || whole <= 0) return undefined
  const { currency } = planOfPolicy(deps, policy).plan
  const amount = formatMoney(fromMajor(whole, currency), 'en', { style: 'bare' })
  const died = deathDayOf(answers)
  if (!isDay(died) || !isDay(answers.incidentDay) || died <= addDays(answers.incidentDay, DEATH_WITHIN_DAYS))
    return { name: NAME, amount, off: [] }
  const own = CLAUSE_OF.accident ?? CLAUSES.limit
  const reason = {
    en: `death more than ${DEATH_WITHIN_DAYS} days after the accident`,
    cn: `意外发生后超过${DEATH_WITHIN_DAYS}日身故`,
  }
  return {
    name: NAME,
    amount,
    off: [{ kind: 'not_covered', clause: articles.includes(own) ? own : CLAUSES.limit, reason }],
  }
}
