/** The answers of a plan's table to what schools' waiver forms ask (content/articles "school-waiver"). */
import { daysBetween, formatDay, type Day } from '../../../../lib/days/dates.ts'
import { formatAmount, formatMoney } from '../../../../lib/money/money.ts'
import { joinedClauses } from '../../../../lib/locale.ts'
import type { PlanSet, RowId } from '../../../plans/server/door.ts'
import type { Row } from '../../../../server/pdf/a4-document.ts'
import { factsOfRows, joinedNotes, OWN_COST_ROWS, sumOf, type InsuredPlan, type Translate } from './benefit-figures.ts'
import { convertFromCny, type DayRate } from '../rates/printed-exchange-rates.ts'

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

/** One answer; what is not covered is answered too, because a school's own form asks for it all the same. */
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

/**
 * The lines of the letter, in which nobody asks: benefits that the tier does not have are left out (the letter says
 * so). What the insured person bears is always stated.
 */
export function waiverRows(
  of: InsuredPlan,
  { start, end }: { start: Day; end: Day },
  set: PlanSet,
  say: Translate,
  rate: DayRate | undefined,
): Row[] {
  const lacking = new Set<RowId>(
    factsOfRows(WAIVER_ROWS, of, set, say)
      .filter(({ id, fact }) => fact.none && !OWN_COST_ROWS.includes(id))
      .map(({ id }) => id),
  )
  const summers = summersWithin(start, end)
  return [
    {
      label: say('policydocuments:waiver.days'),
      value: say('policydocuments:waiver.dayCount', { count: daysBetween(start, end) + 1 }),
      ...(summers.length > 0
        ? {
            note: joinedClauses(
              of.lang,
              summers.map((year) =>
                say('policydocuments:waiver.summer', {
                  from: formatDay(`${year}-06-01`, of.lang),
                  to: formatDay(`${year}-08-31`, of.lang),
                }),
              ),
            ),
          }
        : {}),
    },
    { label: say('policydocuments:waiver.care'), value: say(`policydocuments:waiver.scope.${of.plan.scope}`) },
    ...WAIVER_ROWS.filter((id) => !lacking.has(id)).map((id) => waiverRow(id, of, set, say, rate)),
  ]
}

/** Years whose whole summer vacation, 1 June to 31 August, lies in a period. */
export function summersWithin(start: Day, end: Day): number[] {
  const [first, last] = [Number(start.slice(0, 4)), Number(end.slice(0, 4))]
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).filter(
    (year) => start <= `${year}-06-01` && `${year}-08-31` <= end,
  )
}
