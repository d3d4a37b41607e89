import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountTail, BANK_COUNTRIES, bankErrors, bankFields, normaliseBankValue } from './bank-fields-by-country.ts'
import { isIban } from './bank-number-checks.ts'

const values = (accountNumber: string, further: Record<string, string> = {}, bankName = 'Example Bank') => ({
  accountNumber,
  bankName,
  bankFields: further,
})

describe('bank accounts by country', () => {
  const good: [string, ReturnType<typeof values>][] = [
    ['CN', values('6222 0200 0000 0000 000', { branch: '北京分行营业部' }, '示例银行')],
    ['CN', values('0200123409876543210', { branch: '上海徐汇支行', cnaps: '102290002439' })],
    ['US', values('123456789', { routing: '021000021', accountType: 'checking', holderAddress: '1 Main St, Boston' })],
    ['GB', values('12345678', { sortCode: '20-00-00' })],
    ['DE', values('DE89 3704 0044 0532 0130 00', { bic: 'DEUTDEFF500' })],
    ['AU', values('123456', { bsb: '062-000' })],
    ['NZ', values('01-0102-0123456-00')],
    ['CA', values('1234567', { institutionNumber: '001', transit: '00011' })],
    ['HK', values('123456', { bankCode: '004', branchCode: '001' })],
    ['SG', values('1234567890', { bic: 'DBSSSGSG' })],
    [
      'JP',
      values('1234567', { bankCode: '0001', branchCode: '001', accountType: 'ordinary', katakana: 'リン ユトン' }),
    ],
    ['KR', values('1234567890123', { bankPhone: '010-1234-5678', reason: 'Insurance payment' })],
    ['ZA', values('1234567890', { branchCode: '051001', bic: 'SBZAZAJJ' })],
    ['AE', values('AE07 0331 2345 6789 0123 456', { bic: 'EBILAEAD', bankAddress: 'Dubai' })],
    ['BR', values('BR1234567', { bic: 'BRASBRRJ', bankAddress: 'São Paulo' })],
  ]
  it.each(good)('%s: a well-formed account passes', (country, account) => {
    expect(bankErrors(country, account)).toEqual({})
  })

  const bad: [string, ReturnType<typeof values>, Record<string, string>][] = [
    ['CN', values('6222020000000000001', { branch: '支行' }), { accountNumber: 'account_number_checksum' }],
    ['CN', values('', {}, ''), { accountNumber: 'account_number_required', bankName: 'bank_required' }],
    [
      'US',
      values('123456789', { routing: '021000022', accountType: 'credit', holderAddress: 'x y' }),
      { 'bankFields.routing': 'routing_format', 'bankFields.accountType': 'account_type_format' },
    ],
    [
      'DE',
      values('DE89370400440532013001', { bic: 'COBA' }),
      { accountNumber: 'account_iban_checksum', 'bankFields.bic': 'bic_format' },
    ],
    ['FR', values('DE89370400440532013000', { bic: 'BNPAFRPP' }), { accountNumber: 'account_iban_country' }],
    ['DE', values('DE893704004405320130', { bic: 'COBADEFF' }), { accountNumber: 'account_iban_length' }],
    ['DE', values('0532013000', { bic: 'COBADEFF' }), { accountNumber: 'account_number_format' }],
    [
      'ZA',
      values('1234567', { branchCode: '051', bic: 'SBZAZAJJ' }),
      { 'bankFields.branchCode': 'branch_code_format' },
    ],
    [
      'AE',
      values('AE070331234567890123457', { bic: 'EBILAEAD', bankAddress: 'Dubai' }),
      { accountNumber: 'account_iban_checksum' },
    ],
    [
      'JP',
      values('1234567', { bankCode: '0001', branchCode: '001', accountType: 'ordinary', katakana: 'Lin Yutong' }),
      { 'bankFields.katakana': 'katakana_format' },
    ],
  ]
  it.each(bad)('%s: each field says what is wrong with it', (country, account, errors) => {
    expect(bankErrors(country, account)).toEqual(errors)
  })

  it('a bank copied from a PDF is told by its characters and not by radicals', () => {
    const [bankName] = bankFields('CN').filter(({ id }) => id === 'bankName')
    expect(bankName && normaliseBankValue(bankName, '\u2EE9\u2F2D银\u2F8F')).toBe('黄山银行')
  })

  it.each(['ZZ', 'UK', 'EU'])('no bank is in %s', (country) => {
    const account = values('123456789', { bic: 'BRASBRRJ', bankAddress: 'Nowhere' })
    expect(bankErrors(country, account)).toEqual({ accountCountry: 'account_country_required' })
  })

  it('asks for fields everywhere, and for each only once', () => {
    for (const country of [...BANK_COUNTRIES, 'BR', '']) {
      const ids = bankFields(country).map(({ id }) => id)
      expect(ids).toContain('accountNumber')
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  it('sees every single wrong digit of an IBAN and of a card', () => {
    const slip = fc.record({ at: fc.integer({ min: 4, max: 21 }), digit: fc.integer({ min: 0, max: 9 }) })
    fc.assert(
      fc.property(slip, ({ at, digit }) => {
        const iban = 'DE89370400440532013000'
        const other = iban.slice(0, at) + String(digit) + iban.slice(at + 1)
        expect(isIban(other)).toBe(other === iban)
      }),
    )
  })

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...BANK_COUNTRIES, 'BR'), fc.string(), fc.string(), (country, number, field) => {
        bankErrors(country, values(number, Object.fromEntries(bankFields(country).map(({ id }) => [id, field]))))
      }),
    )
  })

  it('shows the last four of a number only', () => {
    expect(accountTail('6222 0200 0000 0000 4417')).toBe('4417')
  })
})

describe('a field that somebody cannot answer', () => {
  const account = { accountNumber: '6222021234567890128', bankName: '中国银行' }
  it('may be left open where the bank can do without', () => {
    expect(bankErrors('CN', { ...account, bankFields: {} })).toEqual({})
    expect(bankErrors('CN', { ...account, bankFields: { branch: '北京中关村支行' } })).toEqual({})
  })
  it.each([
    '不知道',
    '我不知道',
    '不清楚',
    '不详',
    '无',
    '没有',
    '未知',
    '暂无',
    'N/A',
    'unknown',
    'I don’t know',
    '--',
    '？？',
    'xxx',
  ])('%s is no branch and no bank', (text) => {
    expect(bankErrors('CN', { ...account, bankFields: { branch: text } })).toEqual({
      'bankFields.branch': 'field_unknown',
    })
    expect(bankErrors('CN', { ...account, bankName: text, bankFields: {} })).toEqual({ bankName: 'bank_required' })
  })
  it.each(['无锡分行', '没有名字的支行', '知春路支行', 'Nilsson branch'])('%s is a branch', (text) => {
    expect(bankErrors('CN', { ...account, bankFields: { branch: text } })).toEqual({})
  })
})
