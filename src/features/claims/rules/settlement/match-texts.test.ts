import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Visit } from '../claim-fields.ts'
import { accountTexts, visitTexts } from './match-texts.ts'

const visit = (over: Partial<Visit>): Visit => ({
  id: 'v001',
  day: '2026-03-01',
  amount: 39_880,
  currency: 'EUR',
  invoice: '2026-1109-88213',
  elsewhere: null,
  ...over,
})
const texts = (over: Partial<Visit>, name = 'MVZ Praxis am Park') =>
  visitTexts({ visits: [visit(over)], hospital: { name } })
const invoice = (number: string, day = '2026-03-01') =>
  texts({ invoice: number, day }).find((it) => it.kind === 'invoice')?.text

describe('the number of an invoice', () => {
  it.each([
    '2026-1109-88213',
    '2026 1109 88213',
    '2026110988213',
    '２０２６－１１０９－８８２１３',
    '002026/1109/88213',
    ' 2026.1109.88213 ',
  ])('%s is the same', (number) => expect(invoice(number)).toBe('2026110988213'))
  it.each([
    ['inv-020877', 'INV-20877'],
    ['ＩＮＶ 20877', 'inv20877'],
  ])('%s is %s', (a, b) => expect(invoice(a)).toBe(invoice(b)))
  it('other digits are another number, and no digits none', () => {
    expect(invoice('2026-1109-88214')).not.toBe(invoice('2026-1109-88213'))
    expect(invoice('2026-1109-88200')).not.toBe(invoice('2026-1109-882'))
    expect(invoice(' - ')).toBeUndefined()
  })
  it('a short number counts with its day', () => {
    expect(invoice('12')).toBe(invoice('0012'))
    expect(invoice('12')).not.toBe(invoice('12', '2026-03-02'))
  })
  it('is the same however it is spaced, cased, widened or led by zeros', () => {
    const wide = (text: string): string =>
      text.replace(/[0-9A-Z]/g, (it) => String.fromCodePoint((it.codePointAt(0) ?? 0) + 0xfee0))
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...Array.from('123456789ABCXYZ')), { minLength: 6, maxLength: 20 }),
        fc.array(fc.constantFrom('', ' ', '-', '/', '．', '  '), { minLength: 20, maxLength: 20 }),
        fc.boolean(),
        fc.nat(4),
        (signs, between, widened, zeros) => {
          const bare = signs.join('')
          const typed = signs.map((sign, i) => (between[i] ?? '') + sign).join('')
          const lead = '0'.repeat(/^\d/.test(bare) ? zeros : 0)
          expect(invoice(lead + (widened ? wide(typed) : typed.toLowerCase()))).toBe(invoice(bare))
        },
      ),
    )
  })
})

describe('a visit', () => {
  const text = (over: Partial<Visit>, name?: string) => texts(over, name).find((it) => it.kind === 'visit')?.text
  it('is the same day, hospital and amount', () => {
    expect(text({ invoice: '1' })).toBe(text({ invoice: '2' }, 'mvz praxis, am PARK'))
    for (const over of [{ day: '2026-03-02' }, { amount: 39_881 }, { currency: 'USD' }] as const)
      expect(text(over)).not.toBe(text({}))
    expect(text({ elsewhere: { slug: '', name: 'Other', city: '', country: '' } })).not.toBe(text({}))
  })
  it('is compared once day, hospital and amount are known', () => {
    expect(text({}, '')).toBeUndefined()
    expect(text({ amount: null })).toBeUndefined()
    expect(text({ amount: 0 })).toBeUndefined()
    expect(text({ day: '' })).toBeUndefined()
  })
})

it('an account is the same with and without spaces, and another one in another country', () => {
  const of = (accountNumber: string, accountCountry = 'CN') =>
    accountTexts('account', { accountCountry, accountNumber })
  expect(of('6222 0212 3456')).toEqual(of('622202123456'))
  expect(of('622202123456', 'HK')).not.toEqual(of('622202123456'))
  expect(of(' ')).toEqual([])
})
