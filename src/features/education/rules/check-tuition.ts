/** Checks the answers of a tuition payment; shared by form and server. Pure. */
import { channelOf, isEmail, isMobile } from '../../../lib/people/contact.ts'
import type { FieldErrors } from '../../../lib/errors.ts'
import { fromMajor, type Money } from '../../../lib/money/money.ts'
import { isCurrency } from '../../../lib/money/currencies.ts'
import { checkName, normaliseName } from '../../../lib/people/person-names.ts'
import type { School } from './school-files.ts'

/** Longest texts, characters. */
export const TUITION_TEXT = { name: 100, studentNumber: 20, reference: 35 } as const

/** The facts about a school that form and server need. */
export type ServedSchool = Pick<School, 'slug' | 'currencies' | 'studentNumber'>

export interface TuitionDraft {
  school: string
  studentNumber: string
  student: string
  payer: string
  /** Reference of the school's invoice; empty where the school uses none. */
  reference: string
  currency: string
  /** Minor units; `null` where no unambiguous amount was entered. */
  fee: number | null
  /** Mobile number or email, in its normal form. */
  contact: string
}

/** In the school's notation: without the spaces or hyphens that people copy. */
export const normaliseStudentNumber = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '')
export const normaliseReference = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ')
export const normalisePerson = (text: string): string => normaliseName(text)

/** Limits of one payment at this school; `undefined` for a currency that it does not accept. */
export function feeLimits(
  { currencies }: Pick<School, 'currencies'>,
  currency: string,
): { least: Money; most: Money } | undefined {
  if (!isCurrency(currency)) return undefined
  const limits = currencies[currency]
  return limits && { least: fromMajor(limits.least, currency), most: fromMajor(limits.most, currency) }
}

/** Field errors in the order of the form. */
export function checkTuition(draft: TuitionDraft, school: ServedSchool | undefined): FieldErrors {
  return {
    ...schoolErrors(draft, school),
    ...peopleErrors(draft),
    ...feeErrors(draft, school),
    ...contactErrors(draft.contact),
  }
}

function schoolErrors({ school: chosen, studentNumber }: TuitionDraft, school: ServedSchool | undefined): FieldErrors {
  const number = normaliseStudentNumber(studentNumber)
  const missing: FieldErrors = number === '' ? { studentNumber: 'student_number_required' } : {}
  if (!school) return { school: chosen === '' ? 'school_required' : 'school_not_served', ...missing }
  if (number === '') return missing
  const { from, to, letters } = school.studentNumber
  const fits = number.length >= from && number.length <= to && (letters ? /^[A-Za-z0-9]+$/ : /^\d+$/).test(number)
  return fits ? {} : { studentNumber: 'student_number_format' }
}

function peopleErrors({ student, payer, reference }: TuitionDraft): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, text] of [
    ['student', student],
    ['payer', payer],
  ] as const) {
    const checked = checkName(text, 'any')
    if (!checked.ok) errors[field] = checked.code === 'name_required' ? `${field}_required` : checked.code
  }
  // Characters allowed in a bank transfer's reference.
  if (!/^[A-Za-z0-9 /.-]*$/.test(normaliseReference(reference))) errors['reference'] = 'reference_characters'
  return errors
}

function feeErrors({ currency, fee }: TuitionDraft, school: ServedSchool | undefined): FieldErrors {
  // Everything that is missing is reported at once, including the currency, which can be chosen only with a school.
  const missing: FieldErrors = fee === null || fee === 0 ? { fee: 'fee_required' } : {}
  const limits = school && feeLimits(school, currency)
  if (!limits)
    return {
      ...(currency === '' ? { currency: 'currency_required' } : school ? { currency: 'currency_not_served' } : {}),
      ...missing,
    }
  if (fee === null || fee === 0) return missing
  if (!Number.isSafeInteger(fee) || fee < 0) return { fee: 'amount_format' }
  return fee < limits.least.amount ? { fee: 'fee_low' } : fee > limits.most.amount ? { fee: 'fee_high' } : {}
}

const contactErrors = (contact: string): FieldErrors =>
  contact.trim() === ''
    ? { contact: 'destination_required' }
    : isEmail(contact) || isMobile(contact)
      ? {}
      : { contact: channelOf(contact) === 'email' ? 'email_format' : 'mobile_or_email' }
