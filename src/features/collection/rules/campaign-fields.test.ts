import { expect, test } from 'vitest'
import { CAMPAIGN_FIELDS, checkDetails, detailsSchema } from './campaign-fields.ts'

test('what was asked for is tidied, and nothing else is kept', () => {
  expect(
    checkDetails(['student-number', 'class'], {
      'student-number': '  20260017 ',
      class: '\u56fd\u9645\u3000\u73ed',
      faculty: 'Law',
    }),
  ).toEqual({ details: { 'student-number': '20260017', class: '国际 班' }, errors: {} })
})

test('what is missing or cannot be printed is named by its field', () => {
  const { errors } = checkDetails([...CAMPAIGN_FIELDS], { faculty: ' ', programme: '<b>', class: 'A\u00001' })
  expect(errors).toEqual({
    'details.student-number': 'required',
    'details.faculty': 'required',
    'details.programme': 'invalid',
    'details.class': 'invisible_characters',
  })
})

test('no more answers than there are fields, and none without an end', () => {
  expect(
    detailsSchema.safeParse(Object.fromEntries([...CAMPAIGN_FIELDS, 'one-more'].map((field) => [field, 'x']))).success,
  ).toBe(false)
  expect(detailsSchema.safeParse({ class: 'x'.repeat(81) }).success).toBe(false)
})
