/** What a complete claim needs (spec §5 "Claim"): field → code, by the same rules in the browser and at submission. */
import { isCountry } from '../../../../lib/hospitals/countries-of-hospitals-and-banks.ts'
import { isCurrency } from '../../../../lib/money/currencies.ts'
import { AMOUNT_ERRORS, canMean, readAmount } from '../../../../lib/money/parse-amount.ts'
import { bankErrors } from '../../../../lib/money/bank-fields-by-country.ts'
import { isEmail, isMobile, normaliseEmail, normaliseMobile, plainNumber } from '../../../../lib/people/contact.ts'
import { isDay, type Day } from '../../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../../lib/errors.ts'
import { checkName } from '../../../../lib/people/person-names.ts'
import { dayError } from '../../../../lib/days/read-day.ts'
import { hiddenInAccount, hiddenInEvent } from './invisible-characters-in-claim.ts'
import type { ClaimAccount, ClaimAnswers, Visit } from '../claim-fields.ts'
import { askedAnswers } from './asked-answers.ts'
import { accountNameFit } from './account-holder-check.ts'
import { deathErrors } from './death-errors.ts'
import { MADE_DOCUMENTS, madeDocuments } from './made-documents.ts'
import { mayBeUnavailable, uploadedOf } from './required-documents.ts'
import { coverOn, incidentDayError, type CoverDays } from './cover-on-day.ts'
import { declarationsFor, isOptional } from './declarations.ts'
import { stayErrors, VISIT_DAY_ERRORS, visitDayError } from './visit-days.ts'
import { isMedical, type DocumentKind } from '../document-kinds.ts'
import { CLAIM_STEPS, type ClaimStep } from '../../list-contract.ts'
import type { DocumentStatus } from '../status-values.ts'
import type { ChecklistItem } from '../draft-view-schema.ts'

const MAINLAND = 'CN'
/**
 * Codes whose words are `claimform:fieldError.<code>`: they contain the policy's days, or are about amounts of
 * invoices.
 */
export const CLAIM_FIELD_ERRORS = [
  ...VISIT_DAY_ERRORS.filter((it) => it !== 'date_future'),
  ...AMOUNT_ERRORS,
  'amount_unclear',
  'currency_required',
  'not_covered_then',
  'visit_hospital_required',
  'discharge_too_early',
] as const

/** Keys are `visits.<id>.day` and so on; `visits` itself when a medical claim has none. */
export function eventErrors(given: ClaimAnswers, today: Day, policy: CoverDays): FieldErrors {
  const answers = askedAnswers(given)
  const errors: FieldErrors = {}
  const wrong = (key: string, code: string | undefined | false): void => {
    if (code) errors[key] ??= code
  }
  const medical = answers.type !== '' && isMedical(answers.type)
  const empty = (text: string, code: string): string | false => text.trim() === '' && code
  wrong('type', answers.type === '' && 'select_required')
  wrong('incidentDay', incidentDayError(answers.incidentDay, today))
  if (answers.type === 'accident') {
    wrong('place', empty(answers.place, 'required'))
    wrong('admitted', answers.admitted === null && 'answer_required')
    wrong('thirdParty', answers.thirdParty === null && 'answer_required')
  }
  wrong('contactPerson', empty(answers.contactPerson, 'contact_person_required'))
  wrong('contactPhone', empty(answers.contactPhone, 'contact_phone_required') || phoneError(answers.contactPhone))
  wrong(
    'email',
    empty(answers.email, 'claim_mail_required') || (!isEmail(normaliseEmail(answers.email)) && 'email_format'),
  )
  // Nobody is made to describe how someone died: the certificates do.
  wrong('description', answers.type !== 'death' && empty(answers.description, 'situation_required'))
  if (medical) {
    wrong('hospital', empty(answers.hospital.name, 'hospital_required'))
    wrong('medicine', answers.medicine === null && 'answer_required')
    wrong('visits', answers.visits.length === 0 && 'visit_required')
  }
  // Asked only once the type is chosen: the summary must not link to a field that is not shown.
  wrong(
    'otherInsurance',
    answers.type !== '' && answers.type !== 'death' && answers.otherInsurance === null && 'answer_required',
  )
  const ofType = answers.type === 'death' ? deathErrors(answers, today) : stayErrors(answers, policy, today)
  for (const [key, code] of Object.entries(ofType)) wrong(key, code)
  for (const visit of answers.visits) {
    for (const [field, code] of Object.entries(visitErrors(visit, answers, policy, today)))
      wrong(`visits.${visit.id}.${field}`, code)
  }
  for (const [key, code] of Object.entries({ ...hiddenInEvent(answers), ...unknownCountries(answers) }))
    wrong(key, code)
  return errors
}

function visitErrors(visit: Visit, answers: ClaimAnswers, policy: CoverDays, today: Day): FieldErrors {
  const { day, currency, elsewhere } = visit
  const wrongDay = isDay(day)
    ? visitDayError(day, answers, policy, today, (elsewhere ?? answers.hospital).country)
    : day === ''
      ? 'date_required'
      : dayError(day)
  const wrongAmount = amountError(visit)
  return {
    ...(wrongDay ? { day: wrongDay } : {}),
    ...(isCurrency(currency) ? {} : { currency: 'currency_required' }),
    ...(wrongAmount ? { amount: wrongAmount } : {}),
    ...(answers.otherInsurance ? otherErrors(visit) : {}),
    ...(elsewhere !== null && elsewhere.name.trim() === '' ? { elsewhere: 'visit_hospital_required' } : {}),
  }
}

/**
 * Hospitals in a country that is not of our list: refused when they are saved. Answers that were stored before there
 * was a list are read all the same.
 */
export function unknownCountries({ hospital, visits = [] }: Partial<ClaimAnswers>): FieldErrors {
  const all = [
    ['hospital', hospital] as const,
    ...visits.map((it) => [`visits.${it.id}.elsewhere`, it.elsewhere] as const),
  ]
  return Object.fromEntries(
    all
      .filter(([, it]) => it && it.country !== '' && !isCountry(it.country))
      .map(([key]) => [key, 'hospital_country_unknown']),
  )
}

/** What other insurance has paid may be left open; a sum needs its payer, and a payer a sum that can be read. */
function otherErrors({ currency, other }: Visit): FieldErrors {
  if (!other || (other.payer.trim() === '' && other.typed.trim() === '')) return {}
  const wrong = amountError({ ...other, currency })
  return {
    ...(other.payer.trim() === '' ? { otherPayer: 'required' } : {}),
    ...(wrong ? { otherAmount: wrong } : {}),
  }
}

/** An amount must be one that the person's own figures can mean in that currency. */
function amountError({
  amount,
  currency,
  typed = '',
}: Pick<Visit, 'amount' | 'currency' | 'typed'>): string | undefined {
  if (typed.trim() === '' || currency === '')
    return amount === null || amount === 0 ? (typed.trim() === '' ? 'amount_required' : undefined) : undefined
  const reading = readAmount(typed, currency)
  if (reading.kind === 'wrong') return reading.code
  if (amount === null || !canMean(typed, amount, currency)) return 'amount_unclear'
  return amount === 0 ? 'amount_required' : undefined
}

/**
 * A mainland mobile number, or any number with its country code, since students are abroad: of a number of another
 * country without one nobody can tell where to call. Eleven digits beginning with 1 may also be a number of +1.
 */
function phoneError(text: string): string | false {
  if (isMobile(normaliseMobile(text))) return false
  const plain = plainNumber(text)
  return !/^1\d{10}$/.test(plain) && !/^(?:\+|00)[1-9]\d{6,16}$/.test(plain) && 'contact_format'
}

/** The bank account: its holder, its country, and whether it is valid. Also used for an account that is corrected later. */
export function accountErrors(answers: ClaimAccount, holders: readonly string[]): FieldErrors {
  const errors: FieldErrors = {}
  const own = answers.accountOwn
  if (own === null) errors['accountOwn'] = 'account_owner_required'
  if (own === false) {
    const payee = checkName(answers.payeeName, 'any')
    if (!payee.ok) errors['payeeName'] = payee.code === 'name_required' ? 'payee_name_required' : payee.code
    if (answers.payeeRelation === '') errors['payeeRelation'] = 'payee_relation_required'
  }
  if (answers.accountCountry === '') errors['accountCountry'] = 'account_country_required'
  else {
    if (own === false && answers.accountCountry !== MAINLAND) errors['accountOwn'] = 'account_own_only'
    Object.assign(errors, bankErrors(answers.accountCountry, answers))
  }
  if (answers.accountName.trim() === '') errors['accountName'] = 'account_name_required'
  else if (own !== null && !errors['payeeName'] && accountNameFit(answers, holders) === 'different')
    errors['accountName'] = 'account_name_match'
  for (const [key, code] of Object.entries(hiddenInAccount(answers))) errors[key] ??= code
  return errors
}

type Held = readonly { kind: DocumentKind; pages: number; status?: DocumentStatus }[]

/** Required items with too few documents. */
const missingDocuments = (list: readonly ChecklistItem[], documents: Held): ChecklistItem[] =>
  list.filter(({ kind, required, least }) => required && uploadedOf(kind, documents) < least)

/** Kind → code for every required item that is missing, unless the person has said why it cannot be obtained. */
export function documentErrors(
  list: readonly ChecklistItem[],
  documents: Held,
  unavailable: ClaimAnswers['unavailable'] = [],
): FieldErrors {
  const explained = (kind: DocumentKind): boolean =>
    mayBeUnavailable(kind) && unavailable.some((one) => one.kind === kind)
  const missing = missingDocuments(list, documents).filter(({ kind }) => !explained(kind))
  return Object.fromEntries(
    missing.map(({ kind }) => [kind, kind === 'payee_id' ? 'payee_id_required' : 'document_required']),
  )
}

/** The reasons that count when the claim is sent: those for documents that are required and missing. */
export const unavailableNow = ({
  answers,
  checklist,
  documents,
}: Pick<ClaimFacts, 'answers' | 'checklist' | 'documents'>): ClaimAnswers['unavailable'] => {
  const missing = missingDocuments(checklist, documents)
  return answers.unavailable.filter(
    (one) => mayBeUnavailable(one.kind) && missing.some(({ kind }) => kind === one.kind),
  )
}

export interface ClaimFacts {
  answers: ClaimAnswers
  /** The latest day that has begun anywhere (`latestDay`): whoever claims may be west of where it happened. */
  today: Day
  policy: CoverDays
  holders: readonly string[]
  checklist: readonly ChecklistItem[]
  documents: readonly { kind: DocumentKind; pages: number; status?: DocumentStatus }[]
  /** If the account of an earlier claim was chosen (`answers.accountFrom`), it may still be paid to. */
  accountKnown: boolean
  /**
   * For a death: the errors of the heirs (`heirErrors`). The browser takes them from the server, because their rules
   * are loaded with their page only.
   */
  heirs: FieldErrors
  /** Today's text is signed by the right person. */
  signed: boolean
}

export type ClaimErrors = Partial<Record<ClaimStep, FieldErrors>>

/** Everything that is missing or wrong, by step; steps without errors are left out. */
export function claimErrors(facts: ClaimFacts): ClaimErrors {
  const { answers, today, policy } = facts
  const uncovered =
    isDay(answers.incidentDay) && coverOn(policy, answers.incidentDay, answers.hospital.country) !== 'covered'
  const unticked = [
    ...madeDocuments(answers, facts.documents).map((kind) => MADE_DOCUMENTS[kind]),
    ...declarationsFor(answers).filter((id) => !isOptional(id)),
  ].filter((id) => !answers.declarations.includes(id))
  const all: Record<ClaimStep, FieldErrors> = {
    policy: uncovered ? { policy: 'not_covered_then' } : {},
    sign: facts.signed ? {} : { signature: 'signature_required' },
    event: eventErrors(answers, today, policy),
    account:
      answers.type === 'death'
        ? facts.heirs
        : answers.accountFrom === ''
          ? accountErrors(answers, facts.holders)
          : facts.accountKnown
            ? {}
            : { accountFrom: 'account_again' },
    documents: documentErrors(facts.checklist, facts.documents, answers.unavailable),
    check: Object.fromEntries(unticked.map((id) => [`declarations.${id}`, 'declaration_required'])),
  }
  return Object.fromEntries(
    CLAIM_STEPS.flatMap((step) => (Object.keys(all[step]).length > 0 ? [[step, all[step]]] : [])),
  )
}
