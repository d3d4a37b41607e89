import { expect, test } from 'vitest'
import changes from '../../public/locales/en/changes.json' with { type: 'json' }
import errors from '../../public/locales/en/errors.json' with { type: 'json' }

test('fields ask for what they lack in the words of the specification (spec §5)', () => {
  expect(errors.field).toMatchObject({
    destination_required: 'Enter mobile number or email',
    mobile_required: 'Enter mobile number',
    email_required: 'Enter email',
    code_required: 'Enter verification code',
    phone_format: expect.stringMatching(/^Enter the correct phone number\b/),
    mobile_format: expect.stringMatching(/^Enter the correct phone number\b/),
    email_format: expect.stringMatching(/^Email format incorrect\b/),
    gender_required: 'Select gender',
    birth_required: 'Select date of birth',
  })
  expect(changes.required).toMatchObject({
    email: 'Enter email',
    mobile: 'Enter mobile number',
    id_number: 'Enter ID card number',
    gender: 'Select gender',
    birth_date: 'Select date of birth',
  })
})
