import { expect, test } from 'vitest'
import { mailboxOf, maskContact, normaliseEmail, normaliseMobile } from './contact.ts'

test.each([
  ['13800000527', '138 •••• 0527'],
  ['+86 138 0000 0527', '138 •••• 0527'],
  ['１３８ ００００ ０５２７', '138 •••• 0527'],
  ['0044 7700 900123', '•••• 0123'],
  ['138', '••••'],
  ['lin@example.com', 'l•••@example.com'],
])('%s is shown as %s', (typed, masked) => expect(maskContact(typed)).toBe(masked))

test.each([
  ['lin＠qq．com', 'lin@qq.com'],
  ['lin@qq。com', 'lin@qq.com'],
  [' Lin@QQ.com ', 'lin@qq.com'],
])('%s is the address %s', (typed, email) => expect(normaliseEmail(typed)).toBe(email))

test.each([
  ['Lin+visa@example.com', 'lin@example.com'],
  ['l.in@example.com', 'l.in@example.com'],
  ['L.i.n+visa@gmail.com', 'lin@gmail.com'],
  ['lin@googlemail.com', 'lin@gmail.com'],
  ['l.in@gmail.com.example', 'l.in@gmail.com.example'],
  ['13800000527', '13800000527'],
])('%s reaches the mailbox %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox))

test.each([['+86 138 0000 0527'], ['+86+86 13800000527'], ['0086-13800000527'], ['8613800000527'], ['138 0000 0527']])(
  '%s is the number 13800000527',
  (typed) => expect(normaliseMobile(typed)).toBe('13800000527'),
)
