import { expect, test } from 'vitest'
import {
  channelOf,
  codeSchema,
  destinationSchema,
  emailSchema,
  isEmail,
  mailboxOf,
  maskContact,
  normaliseEmail,
  normaliseMobile,
} from './contact.ts'

test.each([
  ['13800000527', '138 •••• 0527'],
  ['+86 138 0000 0527', '138 •••• 0527'],
  ['１３８ ００００ ０５２７', '138 •••• 0527'],
  ['0044 7700 900123', '•••• 0123'],
  ['138', '••••'],
  ['lin@example.com', 'l•••@example.com'],
])('%s is shown as %s', (typed, masked) => expect(maskContact(typed)).toBe(masked))

test.each([
  ['Lin Xiao <Lin@example.com>', 'lin@example.com'],
  ['"Lin, Xiao" <lin@example.com>;', 'lin@example.com'],
  ['<lin@example.com>', 'lin@example.com'],
  ['mailto:lin@example.com', 'lin@example.com'],
  ['lin@example.com;', 'lin@example.com'],
  ['lin@example.com.', 'lin@example.com'],
  ['lin@example.com，', 'lin@example.com'],
  ['lin@bücher.example', 'lin@bücher.example'],
  ['lin@例子。测试', 'lin@例子.测试'],
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
  ['lin@bücher.example', 'lin@xn--bcher-kva.example'],
  ['lin@xn--bcher-kva.example', 'lin@xn--bcher-kva.example'],
  ['lin@not a domain', 'lin@not a domain'],
  ['13800000527', '13800000527'],
])('%s reaches the mailbox %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox))

test.each([
  ['+86 138 0000 0527'],
  ['138–0000–0527'],
  ['tel:13800000527'],
  ['手机：138 0000 0527'],
  ['13800000527,'],
  ['13800000527；'],
  ['013800000527'],
  ['+86 013800000527'],
  ['１３８−００００‑０５２７'],
  ['138\u200b00000527'],
  ['+86+86 13800000527'],
  ['0086-13800000527'],
  ['8613800000527'],
  ['138 0000 0527'],
])('%s is the number 13800000527', (typed) => expect(normaliseMobile(typed)).toBe('13800000527'))

test.each(['lin@bücher.example', 'Lin <lin@example.com>', 'lin@例子.测试'])('%s is accepted', (typed) => {
  expect(emailSchema.safeParse(typed).success).toBe(true)
  expect(isEmail(normaliseEmail(typed))).toBe(true)
})
test.each([
  'lin@exa mple.com',
  'lin@bü_cher.example',
  'a@b@c.example',
  'lin@example.com\r\nBcc: x@example.com',
  'lin@ü',
  'lin@ex\ufe0fample.com',
  'lin@ex\u180bample.com',
  'lin\u{e0100}@example.com',
])('%j is refused', (typed) => expect(emailSchema.safeParse(typed).success).toBe(false))

test('addresses that the mailer writes alike are one mailbox, whatever letter stands in them', () => {
  const mailboxes = new Map<string, string>()
  for (let point = 0; point < 0x10000; point++) {
    const letter = String.fromCodePoint(point)
    if (/[\p{Script=Han}\p{Script=Hangul}]/u.test(letter)) continue
    const { data } = emailSchema.safeParse(`lin@ab${letter}cd.example`)
    const [, domain = ''] = data?.split('@') ?? []
    if (data === undefined || !URL.canParse(`http://${domain}`)) continue
    const written = new URL(`http://${domain}`).hostname
    expect(mailboxOf(data), data).toBe(mailboxes.get(written) ?? mailboxOf(data))
    mailboxes.set(written, mailboxOf(data))
  }
  expect(mailboxes.size).toBeGreaterThan(5000)
})

test('a labelled number is a number', () => {
  expect([channelOf('tel:13800000527'), channelOf('tel@example.com')]).toEqual(['mobile', 'email'])
  expect(destinationSchema.parse('tel: 138-0000-0527')).toBe('13800000527')
})

test.each([
  ['123456', '123456'],
  ['１２３ ４５６', '123456'],
  ['123–456', '123456'],
  ['1 2 3 4 5 6', '123456'],
  ['G-123456', '123456'],
  ['123456\u200b', '123456'],
  ['【示例】您的验证码是123456，10分钟内有效。', '123456'],
  ['Your code: 123 456. Do not share it.', '123456'],
  ['Code 123456, valid 10 minutes. Call +44 20 7946 0018 if it was not you.', '123456'],
  ['Your code: 123 456. It expires in 10 minutes.', '123456'],
  ['验证码123-456，10分钟内有效。客服400-820-8820', '123456'],
  ['验证码123456，客服800 123 456', '123456'],
])('%j holds the code %s', (text, code) => expect(codeSchema.parse(text)).toBe(code))
test.each(['12345', '1234567', '123456 or 654321', '123 456 or 654 321', 'code'])('%j holds no code', (text) =>
  expect(codeSchema.safeParse(text).success).toBe(false),
)
