/** The answers of a plan's table to what schools' waiver forms ask (content/articles "school-waiver"). */
import { formatAmount, formatMoney } from '../../lib/money.ts'
import type { PlanSet, RowId } from '../plans/server-contract.server.ts'
import type { Row } from './documents/fact-types.server.ts'
import { factsOfRows, joinedNotes, sumOf, type InsuredPlan, type Translate } from './benefit-figures.server.ts'
import { convertFromCny, type DayRate } from './printed-exchange-rates.server.ts'

/** In the order in which forms ask for them. */
export const WAIVER_ROWS = [
  'yearMaximum',
  'perIllness',
  'deductible',
  'share',
  'ownCap',
  'preExisting',
  'waiting',
  'mental',
  'maternity',
  'drugs',
  'evacuation',
  'remains',
  'directBilling',
] as const satisfies readonly RowId[]
export type WaiverRowId = (typeof WAIVER_ROWS)[number]

/** One answer; what is not covered is stated too, because forms ask for it all the same. */
export function waiverRow(
  id: WaiverRowId,
  of: InsuredPlan,
  set: PlanSet,
  say: Translate,
  rate: DayRate | undefined,
): Row {
  const [found] = factsOfRows([id], of, set, say)
  if (!found) throw new RangeError(`no row ${id}`)
  const { label, value, notes } = found.fact
  const sum = sumOf(id, of.tier)
  if (!rate || !sum || sum.amount === 0) return { label, value, ...joinedNotes(notes, of.lang) }
  const foreign = formatMoney(convertFromCny(sum, rate), of.lang)
  // These words say what an amount is paid per, so they are kept beside the amount.
  return id === 'deductible' || id === 'ownCap'
    ? { label, value, ...joinedNotes([foreign, ...notes], of.lang) }
    : { label, value: foreign, ...joinedNotes([formatAmount(sum, of.lang), ...notes], of.lang) }
}

export const waiverRows = (of: InsuredPlan, set: PlanSet, say: Translate, rate: DayRate | undefined): Row[] => [
  { label: say('policydocuments:waiver.care'), value: say(`policydocuments:waiver.scope.${of.plan.scope}`) },
  ...WAIVER_ROWS.map((id) => waiverRow(id, of, set, say, rate)),
]
