/** What the claimant stated, for `claims show`: every answer that bears on the decision, masked unless revealed. */
import { bankFields as bankFieldsOf } from '../../../../lib/money/bank-fields-by-country.ts'
import { maskContact } from '../../../../lib/people/contact.ts'
import { isDay, latestDay } from '../../../../lib/days/dates.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { openPolicy } from '../../../policies/server/door.ts'
import { answersOf, openAccount } from '../answer-columns.ts'
import { claimedAmounts } from '../case/claim-list-summary.ts'
import type { Case } from '../case/load-case.ts'
import type { ClaimAccount, ClaimAnswers, Hospital, Visit } from '../../rules/claim-fields.ts'
import { tailOf } from '../documents/decision-letter-file.ts'
import { coverOn, type CoverDays } from '../../rules/draft/cover-on-day.ts'
import { visitDayError } from '../../rules/draft/visit-days.ts'
import { DISCREPANCY_WORDS } from '../../rules/settlement/discrepancies.ts'
import { isNameUnsure } from '../settlement/correct-account.ts'
import { heirParts } from '../settlement/heirs-as-payees.ts'
import { sum } from './case-lines.ts'

/** `-` for nothing, dots for what is not revealed. */
export const maskedText = (text: string, reveal: boolean): string => (reveal ? text : text === '' ? '-' : '•••')

/** In the order of the form: contact, event, hospital, visits, account, heirs. */
export function answerLines(deps: Deps, found: Case, reveal: boolean): string[] {
  const answers = answersOf(deps, found.claim)
  const account = found.claim.account === null ? null : openAccount(deps, found.claim.account)
  return [
    `contact ${maskedText(answers.contactPerson, reveal)}  ${maskedText(answers.contactPhone, reveal)}  ${reveal ? answers.email : maskContact(answers.email)}`,
    `told: ${maskedText(answers.description, reveal)}`,
    eventLine(answers, reveal),
    ...eventDayLines(answers, openPolicy(deps, found.policy)),
    `hospital ${hospitalText(answers.hospital, reveal)}  claimed ${
      claimedAmounts(answers)
        .map((it) => sum(it.amount, it.currency))
        .join(' + ') || '-'
    }`,
    ...answers.visits.flatMap((it) => visitLines(deps, found, it, reveal)),
    account ? accountLine(account, reveal) : 'account -',
    ...(account && isNameUnsure(deps, found, account)
      ? ['  ! account: its name is not plainly that of who is paid']
      : []),
    ...heirLines(deps, found, answers, reveal),
  ]
}

const yesNo = (answer: boolean | null): string => (answer === null ? '-' : answer ? 'yes' : 'no')

/** The claim was taken because it may have been the first day already, or the last one still. */
function eventDayLines({ incidentDay }: ClaimAnswers, policy: CoverDays): string[] {
  const cover = isDay(incidentDay) ? coverOn(policy, incidentDay) : 'covered'
  if (cover === 'covered') return []
  const when = cover === 'not_started' ? 'before the cover began' : 'after the cover ended'
  return [`  ! event: the day ${when} in Beijing; check the hour and the place`]
}

function eventLine(
  {
    type,
    incidentTime,
    place,
    admitted,
    admissionDay,
    dischargeDay,
    billPaid,
    thirdParty,
    medicine,
    otherInsurance,
  }: ClaimAnswers,
  reveal: boolean,
): string {
  return [
    `answers of ${type || '-'}`,
    `other insurance ${yesNo(otherInsurance)}`,
    `medicine ${yesNo(medicine)}`,
    `kept overnight ${yesNo(admitted)}`,
    ...(admissionDay === '' ? [] : [`in hospital ${admissionDay} to ${dischargeDay || '?'}`]),
    ...(billPaid === null ? [] : [`bill paid ${yesNo(billPaid)}`]),
    `somebody else involved ${yesNo(thirdParty)}`,
    ...(incidentTime === '' ? [] : [`at ${incidentTime}`]),
    ...(place === '' ? [] : [`in ${maskedText(place, reveal)}`]),
  ].join('  ')
}

function hospitalText({ slug, name, city, country }: Hospital, reveal: boolean): string {
  if (!reveal) return maskedText(name, reveal)
  return [name, city, country, slug && `listed as ${slug}`].filter(Boolean).join(', ')
}

/** A visit as claimed, its amounts as typed, and the error of its day, if any. */
function visitLines(deps: Deps, { claim, policy }: Case, visit: Visit, reveal: boolean): string[] {
  const { id, day, amount, currency, typed, invoice, elsewhere, other } = visit
  const wrong = visitDayError(
    day,
    answersOf(deps, claim),
    openPolicy(deps, policy),
    latestDay(claim.submitted_at ?? deps.clock()),
  )
  const figure = (minor: number | null, text: string | undefined): string =>
    `${minor === null || currency === '' ? '-' : sum(minor, currency)}${text ? `  typed ${text}` : ''}`
  return [
    `  visit ${id}  ${day}  ${figure(amount, typed)}  invoice ${maskedText(invoice, reveal)}${elsewhere ? `  in ${hospitalText(elsewhere, reveal)}` : ''}`,
    ...(other
      ? [`  visit ${id}: other insurance ${maskedText(other.payer, reveal)} paid ${figure(other.amount, other.typed)}`]
      : []),
    ...(wrong ? [`  ! visit ${id}: ${DISCREPANCY_WORDS[wrong]}`] : []),
  ]
}

function accountLine(account: ClaimAccount, reveal: boolean): string {
  const { accountOwn, payeeName, payeeRelation, accountCountry, accountName, bankName, bankFields } = account
  const owner = accountOwn === false ? `of ${maskedText(payeeName, reveal)} (${payeeRelation || '-'})` : 'own'
  const fields = Object.entries(bankFields).map(([id, text]) => `  ${id} ${maskedText(text, reveal)}`)
  const branch = bankFieldsOf(accountCountry).some(({ id }) => id === 'branch') && !bankFields['branch']
  return `account ${owner}  ${accountCountry}  ${maskedText(accountName, reveal)}  ${numberText(account, reveal)}  ${bankName}${fields.join('')}${branch ? '  branch not known' : ''}`
}

const numberText = ({ accountNumber }: Pick<ClaimAccount, 'accountNumber'>, reveal: boolean): string =>
  reveal ? accountNumber : `ending ${tailOf(accountNumber)}`

/** For a death: who claims, and each heir with their part. */
function heirLines(deps: Deps, found: Case, answers: ClaimAnswers, reveal: boolean): string[] {
  const { type, deathCause, deathDay, claimant, heirShares } = answers
  if (type !== 'death') return []
  const paid = found.claim.paid_minor ?? 0
  return [
    `death by ${deathCause}${deathDay ? ` on ${deathDay}` : ''}  claimant ${maskedText(claimant.name, reveal)}, ${claimant.relation}${reveal ? `, ${claimant.idType} ${claimant.idNumber}` : ''}  shares ${heirShares || '-'}`,
    ...heirParts(deps, found, paid).map(({ payee, person, share, amount }) => {
      const account = openAccount(deps, payee.account)
      return `heir ${payee.id}  ${maskedText(person?.name ?? account.payeeName, reveal)}  ${person?.relation ?? '-'}${reveal && person ? `  ${person.idType} ${person.idNumber}` : ''}${person?.guardian ? `  guardian ${maskedText(person.guardian, reveal)}` : ''}  share ${share}${found.claim.currency ? `  ${sum(amount, found.claim.currency)}` : ''}  ${accountLine(account, reveal)}`
    }),
  ]
}
