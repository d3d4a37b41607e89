/** Checks what a tuition payment says; the form and the server share it. Pure. */
import { isEmail, isMobile } from '../../lib/contact.ts'
import type { FieldErrors } from '../../lib/errors.ts'
import { fromMajor, isCurrency, type Currency, type Money } from '../../lib/money.ts'
import { checkName, normaliseName } from '../../lib/person-names.ts'
import type { School } from './school-files.ts'

/** Characters of each text, at most. */
export const TUITION_TEXT = { name: 100, studentNumber: 20, reference: 35 } as const

/** What the form and the server know of a school. */
export type ServedSchool = Pick<School, 'slug' | 'currencies' | 'studentNumber'>

export interface TuitionDraft {
  school: string
  studentNumber: string
  student: string
  payer: string
  /** Of the school's invoice; empty where it asks for none. */
  reference: string
  currency: string
  /** Minor units; `null` where nothing that is one amount was entered. */
  fee: number | null
  /** Mobile number or email, in its normal form. */
  contact: string
}

/** As the school writes it: no spaces or hyphens, which people copy along. */
export const normaliseStudentNumber = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '')
export const normaliseReference = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ')
export const normalisePerson = (text: string): string => normaliseName(text)

/** What one payment may be at this school; `undefined` for a currency that it does not take. */
export function feeLimits({ currencies }: Pick<School, 'currencies'>, currency: string): { least: Money; most: Money } | undefined {
  const limits = isCurrency(currency) ? currencies[currency] : undefined
  return limits && { least: fromMajor(limits.least, currency as Currency), most: fromMajor(limits.most, currency as Currency) }
}

/** Field errors in the order of the form. */
export function checkTuition(draft: TuitionDraft, school: ServedSchool | undefined): FieldErrors {
  return { ...schoolErrors(draft, school), ...peopleErrors(draft), ...feeErrors(draft, school), ...contactErrors(draft.contact) }
}

function schoolErrors({ school: chosen, studentNumber }: TuitionDraft, school: ServedSchool | undefined): FieldErrors {
  if (!school) return { school: chosen === '' ? 'school_required' : 'school_not_served' }
  const { from, to, letters } = school.studentNumber
  const number = normaliseStudentNumber(studentNumber)
  if (number === '') return { studentNumber: 'student_number_required' }
  const fits = number.length >= from && number.length <= to && (letters ? /^[A-Za-z0-9]+$/ : /^\d+$/).test(number)
  return fits ? {} : { studentNumber: 'student_number_format' }
}

function peopleErrors({ student, payer, reference }: TuitionDraft): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, text] of [['student', student], ['payer', payer]] as const) {
    const checked = checkName(text, 'any')
    if (!checked.ok) errors[field] = checked.code === 'name_required' ? `${field}_required` : checked.code
  }
  // What a bank's message carries.
  if (!/^[A-Za-z0-9 /.-]*$/.test(normaliseReference(reference))) errors['reference'] = 'reference_characters'
  return errors
}

function feeErrors({ currency, fee }: TuitionDraft, school: ServedSchool | undefined): FieldErrors {
  if (!school) return {}
  const limits = feeLimits(school, currency)
  if (!limits) return { currency: currency === '' ? 'currency_required' : 'currency_not_served' }
  if (fee === null || fee === 0) return { fee: 'fee_required' }
  if (!Number.isSafeInteger(fee) || fee < 0) return { fee: 'amount_format' }
  return fee < limits.least.amount ? { fee: 'fee_low' } : fee > limits.most.amount ? { fee: 'fee_high' } : {}
}

const contactErrors = (contact: string): FieldErrors =>
  contact.trim() === '' ? { contact: 'destination_required' }
    : isEmail(contact) || isMobile(contact) ? {} : { contact: contact.includes('@') ? 'email_format' : 'phone_format' }

