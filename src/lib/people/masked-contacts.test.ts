import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskContact } from './contact.ts'
import { maskContacts } from './masked-contacts.ts'

test.each([
  ['carol@example.com', 'carole@example.com', 'c•••@example.com', 'c•••e@example.com'],
  ['carol@example.com', 'carrol@example.com', 'c•••@example.com', 'c•••r•••@example.com'],
  ['catherine@example.com', 'charlotte@example.com', 'c•••ath•••@example.com', 'c•••har•••@example.com'],
  ['carol@example.com', 'carol@example.org', 'c•••@example.com', 'c•••@example.org'],
  ['13800000527', '13800010527', '138 ••0•• 0527', '138 ••1•• 0527'],
  ['13800000527', '13900000527', '138 •••• 0527', '139 •••• 0527'],
])('%s and %s in its place are told apart', (old, next, ...masks) => {
  expect(Object.values(maskContacts(old, next))).toEqual(masks)
})
test('two masks are alike only for one contact, and show at most three hidden characters each', () => {
  const local = fc.stringMatching(/^[a-z]{4,12}$/).map((text) => `c${text}@example.com`)
  const phone = fc.stringMatching(/^\d{4}$/).map((digits) => `138${digits}0527`)
  fc.assert(
    fc.property(fc.oneof(fc.tuple(local, local), fc.tuple(phone, phone)), ([old, next]) => {
      const masks = Object.values(maskContacts(old, next)).map(String)
      expect(masks[0] === masks[1]).toBe(old === next)
      for (const mask of masks)
        expect(mask.replaceAll('•', '').length).toBeLessThanOrEqual(maskContact(old).replaceAll('•', '').length + 3)
    }),
  )
})
