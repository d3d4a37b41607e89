import { expect, test } from 'vitest'
import { loadWords } from '../../../../server/load-words.ts'
import { EMPTY_ANSWERS } from '../claim-fields.ts'
import { accountErrors, eventErrors } from './claim-errors.ts'

const TODAY = '2026-03-01'
const policy = { start: '2026-01-01', end: '2026-12-31', cancelledOn: null }

test('what is missing is asked for in the words of spec §5', () => {
  const words = loadWords()
  const missing = {
    ...eventErrors({ ...EMPTY_ANSWERS, type: 'outpatient' }, TODAY, policy),
    ...accountErrors(EMPTY_ANSWERS, ['林晓']),
    ...accountErrors({ ...EMPTY_ANSWERS, accountCountry: 'CN' }, ['林晓']),
  }
  expect(
    Object.fromEntries(Object.entries(missing).map(([at, code]) => [at, words('en', `errors:field.${code}`)])),
  ).toMatchObject({
    accountOwn: 'Choose whether the account belongs to the insured person',
    accountName: 'Enter the account name',
    accountNumber: 'Enter the account number',
    bankName: 'Enter the name of the bank',
    incidentDay: 'Select the date of the illness or accident',
    contactPerson: 'Enter the name of the contact person',
    contactPhone: 'Enter a phone number for the contact person',
    email: 'Enter the email for updates on this claim',
    description: 'Describe what happened',
    hospital: 'Enter the hospital or clinic, or choose it from the list',
  })
  expect(words('en', 'errors:field.read_required')).toMatch(/^Read the claim form and authorisation, .*sign it$/)
  expect(words('en', 'errors:field.account_name_match')).toMatch(/must be the same as the account holder’s name/)
  expect(words('en', 'errors:field.payee_id_required')).toBe('Upload a photo of the payee’s ID')
})
