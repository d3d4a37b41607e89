/** What a complete claim wants (spec §5 "Claim"): field → code, by the same rules in the browser and at submission. */
import { bankErrors } from '../../../lib/bank-account.ts'
import { isEmail, isMobile, normaliseEmail, normaliseMobile } from '../../../lib/contact.ts'
import { isDay, type Day } from '../../../lib/dates.ts'
import type { FieldErrors } from '../../../lib/errors.ts'
import { checkName, compareNames, normaliseLatinName } from '../../../lib/names.ts'
import type { ClaimAccount, ClaimAnswers, Visit } from '../answers.ts'
import { heldOf } from './checklist.ts'
import { coverOn, incidentDayError, type CoverDays } from './cover.ts'
import { DECLARATIONS } from './declarations.ts'
import { isMedical, type DocumentKind } from '../kinds.ts'
import { CLAIM_STEPS, type ClaimStep } from '../rows.ts'
import type { ChecklistItem } from '../views.ts'

const MAINLAND = 'CN'

/** `visits.<id>.day` and so on; `visits` itself when a medical claim names none. */
export function eventErrors(answers: ClaimAnswers, today: Day): FieldErrors {
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
  wrong('contactPhone', empty(answers.contactPhone, 'contact_required') || phoneError(answers.contactPhone))
  wrong('email', empty(answers.email, 'claim_mail_required') || (!isEmail(normaliseEmail(answers.email)) && 'email_format'))
  wrong('description', empty(answers.description, 'situation_required'))
  if (medical) {
    wrong('hospital', empty(answers.hospital.name, 'hospital_required'))
    wrong('medicine', answers.medicine === null && 'answer_required')
    wrong('visits', answers.visits.length === 0 && 'visit_required')
  }
  // Asked once the type is chosen: a summary must not lead to what is not there.
  wrong('otherInsurance', answers.type !== '' && answers.otherInsurance === null && 'answer_required')
  for (const visit of answers.visits) {
    for (const [field, code] of Object.entries(visitErrors(visit, today))) wrong(`visits.${visit.id}.${field}`, code)
  }
  return errors
}

function visitErrors({ day, amount, currency }: Visit, today: Day): FieldErrors {
  return {
    ...(isDay(day) ? day > today ? { day: 'date_future' } : {} : { day: 'date_required' }),
    ...(amount === null || amount === 0 ? { amount: 'amount_required' } : {}),
    ...(currency === '' ? { currency: 'select_required' } : {}),
  }
}

/** A mainland mobile number, or any number with its country code: students are abroad. */
function phoneError(text: string): string | false {
  if (isMobile(normaliseMobile(text))) return false
  const plain = text.normalize('NFKC').replace(/[\s().-]/g, '')
  if (/^1\d*$/.test(plain)) return 'phone_format'
  return !/^(\+|00)?\d{6,18}$/.test(plain) && 'contact_format'
}

/** The name that the account must carry: the insured person's in any form known, or the payee's. */
export type NameFit = 'same' | 'unsure' | 'different'

/**
 * Spec §5: the account name equals the card holder's name. `unsure`: another form of a rare character, or letters where only Chinese
 * characters are known; it passes, and a person looks at it.
 */
export function accountNameFit(answers: Pick<ClaimAnswers, 'accountOwn' | 'accountName' | 'payeeName'>, holders: readonly string[]): NameFit {
  const names = answers.accountOwn === false ? [answers.payeeName] : holders
  const fits = names.map((name) => fit(name, answers.accountName))
  if (fits.includes('same')) return 'same'
  if (fits.includes('unsure')) return 'unsure'
  const letters = isLatin(answers.accountName) && names.length > 0 && !names.some(isLatin)
  return letters ? 'unsure' : 'different'
}

const isLatin = (name: string): boolean => /[a-z]/i.test(name) && !/\p{Script=Han}/u.test(name)

/** Banks abroad write the given name first: the same words in another order are the same name. */
function fit(name: string, account: string): NameFit {
  const words = (text: string): string => normaliseLatinName(text).split(/[\s-]+/).sort().join(' ')
  return isLatin(name) && isLatin(account) && words(name) === words(account) ? 'same' : compareNames(name, account)
}

/** The bank account: whose, where, and whether it can be one. Also for an account that is corrected later. */
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
  else if (own !== null && !errors['payeeName'] && accountNameFit(answers, holders) === 'different') errors['accountName'] = 'account_name_match'
  return errors
}

/** Kind → code for every required item that is not there, or not all of it. */
export function documentErrors(list: readonly ChecklistItem[], documents: readonly { kind: DocumentKind; pages: number }[]): FieldErrors {
  const missing = list.filter(({ kind, required, least }) => required && heldOf(kind, documents) < least)
  return Object.fromEntries(missing.map(({ kind }) => [kind, kind === 'payee_id' ? 'payee_id_required' : 'document_required']))
}

export interface ClaimFacts {
  answers: ClaimAnswers
  /** Shanghai day. */
  today: Day
  policy: CoverDays
  holders: readonly string[]
  checklist: readonly ChecklistItem[]
  documents: readonly { kind: DocumentKind; pages: number }[]
  /** A signature on today's text by the right person. */
  signed: boolean
}

export type ClaimErrors = Partial<Record<ClaimStep, FieldErrors>>

/** Everything that is still wrong or missing, by step; steps without errors are left out. */
export function claimErrors(facts: ClaimFacts): ClaimErrors {
  const { answers, today, policy } = facts
  const uncovered = isDay(answers.incidentDay) && coverOn(policy, answers.incidentDay) !== 'covered'
  const unticked = DECLARATIONS.filter((id) => !answers.declarations.includes(id))
  const all: Record<ClaimStep, FieldErrors> = {
    policy: uncovered ? { policy: 'not_covered_then' } : {},
    sign: facts.signed ? {} : { signature: 'signature_required' },
    event: eventErrors(answers, today),
    account: accountErrors(answers, facts.holders),
    documents: documentErrors(facts.checklist, facts.documents),
    check: Object.fromEntries(unticked.map((id) => [`declarations.${id}`, 'declaration_required'])),
  }
  return Object.fromEntries(CLAIM_STEPS.flatMap((step) => (Object.keys(all[step]).length > 0 ? [[step, all[step]]] : [])))
}
