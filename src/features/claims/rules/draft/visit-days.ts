/**
 * Valid days of a visit: inside the cover, not before the illness, not in the future. The same rules at the field, on
 * sending and on deciding.
 */
import { addDays, isDay, type Day } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { dayError } from '../../../../lib/days/read-day.ts'
import type { ClaimAnswers } from '../claim-fields.ts'
import { isMedical } from '../document-kinds.ts'
import { coverOn, type CoverDays } from './cover-on-day.ts'

export const VISIT_DAY_ERRORS = [
  'date_future',
  'visit_before_illness',
  'visit_before_cover',
  'visit_after_cover',
  'visit_after_cancelling',
] as const
export type VisitDayError = (typeof VISIT_DAY_ERRORS)[number]

type Told = Pick<ClaimAnswers, 'type' | 'incidentDay' | 'admitted'>

/** A stay in hospital that began within the term remains covered for a time after it (terms 3.3). */
export const isStay = ({ type, admitted }: Told): boolean =>
  type === 'inpatient' || (type === 'accident' && admitted === true)

/**
 * The error of a day of treatment; `today` is the latest day that has begun. Costs other than treatment (tuition,
 * tickets, things) may have been paid before the event, and before cover: for them only future days are refused.
 * `country`: where it was, for whoever claims (see `coverOn`); whoever decides is told of the days around cover, too.
 */
export function visitDayError(
  day: Day,
  told: Told,
  policy: CoverDays,
  today: Day,
  country?: string,
): VisitDayError | undefined {
  if (!isDay(day)) return undefined
  if (day > today) return 'date_future'
  if (told.type === '' || !isMedical(told.type)) return undefined
  const cover = coverOn(policy, day, country)
  if (cover === 'not_started') return 'visit_before_cover'
  if (isDay(told.incidentDay) && told.incidentDay <= today && day < told.incidentDay) return 'visit_before_illness'
  if (cover === 'covered' || (cover !== 'never_in_force' && isStay(told) && day <= lastDayOfStay(policy)))
    return undefined
  return cover === 'ended' ? 'visit_after_cover' : 'visit_after_cancelling'
}

/** Field → code for a stay: its days, and whether the bill is paid. Who is still in hospital leaves the last day open. */
export function stayErrors(
  told: Told &
    Pick<ClaimAnswers, 'admissionDay' | 'dischargeDay' | 'billPaid'> & { hospital?: ClaimAnswers['hospital'] },
  policy: CoverDays,
  today: Day,
): FieldErrors {
  if (!isStay(told)) return {}
  const { admissionDay, dischargeDay, billPaid } = told
  const on = (day: string): string | undefined =>
    isDay(day)
      ? visitDayError(day, told, policy, today, told.hospital?.country)
      : day === ''
        ? undefined
        : dayError(day)
  const admission = admissionDay === '' ? 'date_required' : on(admissionDay)
  const discharge =
    on(dischargeDay) ??
    (isDay(dischargeDay) && isDay(admissionDay) && dischargeDay < admissionDay ? 'discharge_too_early' : undefined)
  return {
    ...(admission ? { admissionDay: admission } : {}),
    ...(discharge ? { dischargeDay: discharge } : {}),
    ...(billPaid === null ? { billPaid: 'answer_required' } : {}),
  }
}

const lastDayOfStay = ({ end, cancelledOn }: CoverDays): Day =>
  addDays(cancelledOn !== null && cancelledOn < end ? cancelledOn : end, LIMITS.outlastDays)
