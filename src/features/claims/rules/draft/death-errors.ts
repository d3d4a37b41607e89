/**
 * What the step "what happened" needs for a death: the day, the cause as far as it is known, and the claimant's
 * relationship.
 */
import { isDay, type Day } from '../../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { dayError } from '../../../../lib/days/read-day.ts'
import type { ClaimAnswers } from '../claim-fields.ts'

/** The day of death: after an accident it is a field of its own. */
export const deathDayOf = ({
  deathCause,
  deathDay,
  incidentDay,
}: Pick<ClaimAnswers, 'deathCause' | 'deathDay' | 'incidentDay'>): string =>
  deathCause === 'accident' ? deathDay : incidentDay

/** Fields of the step "what happened" that only a death has. */
export function deathErrors({ deathCause, deathDay, incidentDay, claimant }: ClaimAnswers, today: Day): FieldErrors {
  const errors: FieldErrors = {}
  if (deathCause === '') errors['deathCause'] = 'cause_required'
  if (claimant.relation === '') errors['claimant'] = 'relation_required'
  if (deathCause !== 'accident') return errors
  if (!isDay(deathDay)) errors['deathDay'] = deathDay === '' ? 'death_day_required' : dayError(deathDay)
  else if (deathDay > today) errors['deathDay'] = 'death_future'
  else if (isDay(incidentDay) && deathDay < incidentDay) errors['deathDay'] = 'death_before_accident'
  return errors
}
