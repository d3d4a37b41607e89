/**
 * Only what was asked: a draft keeps what somebody typed before they chose another kind of claim, so that nothing is
 * lost when they choose back, and what is sent must not say it.
 */
import { NO_HOSPITAL, type ClaimAnswers } from '../claim-fields.ts'
import { isMedical } from '../document-kinds.ts'
import { NO_CLAIMANT } from '../heirs.ts'
import { isStay } from './visit-days.ts'

export function askedAnswers(answers: ClaimAnswers): ClaimAnswers {
  const { type, accountOwn, deathCause, otherInsurance } = answers
  const death = type === 'death'
  const medical = type !== '' && isMedical(type)
  const other = !death && otherInsurance === true
  return {
    ...answers,
    ...(type === 'accident' ? {} : { incidentTime: '', place: '', thirdParty: null, admitted: null }),
    ...(medical ? {} : { hospital: NO_HOSPITAL, medicine: null }),
    ...(isStay(answers) ? {} : { admissionDay: '', dischargeDay: '', billPaid: null }),
    ...(death
      ? { otherInsurance: null, ...(deathCause === 'accident' ? {} : { deathDay: '' as const }) }
      : { deathCause: '' as const, deathDay: '' as const, claimant: NO_CLAIMANT, heirs: [], heirShares: '' as const }),
    ...(accountOwn === false ? {} : { payeeName: '', payeeRelation: '' as const }),
    visits: other ? answers.visits : answers.visits.map(({ other: _, ...visit }) => visit),
  }
}
