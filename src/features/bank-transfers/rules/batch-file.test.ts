/** The file for the bank: amounts to the cent, sums, and texts that cannot be interpreted as anything else. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankFields } from '../../../lib/money/bank-fields-by-country.ts'
import type { AccountToPay } from '../../../lib/money/account-to-pay.ts'
import { parseCsv } from '../../../lib/text/read-csv.ts'
import { CURRENCIES } from '../../../lib/money/currencies.ts'
import { runs } from '../../../../tests/tools/long-form.ts'
import { bankAmount, FILE_COLUMNS, fileBody, readBankAmount, totalsOf, wholeFile } from './batch-file.ts'
import { accountCells, isSafeCell, unsafeColumns } from './transfer-account.ts'

const ACCOUNT: AccountToPay = {
  accountCountry: 'GB',
  accountName: 'LIN XIAO',
  accountNumber: '1234 5678',
  bankName: 'Sample Bank',
  bankFields: { sortCode: '20-00-00', bic: 'left from another country' },
}

describe('amounts', () => {
  test.each([
    [5, 'CNY', '0.05'],
    [169_322, 'CNY', '1693.22'],
    [100, 'USD', '1.00'],
    [16_932, 'JPY', '16932'],
    [0, 'KRW', '0'],
  ] as const)('%i %s is %s', (minor, currency, text) => {
    expect(bankAmount(minor, currency)).toBe(text)
  })
  test('parses every amount that it writes, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000_000),
        fc.constantFrom(...CURRENCIES),
        (minor, currency) => readBankAmount(bankAmount(minor, currency), currency) === minor,
      ),
      runs(200, 5_000),
    )
    for (const text of ['1,693.22', '1693.2', '1693.220', '-1.00', '+1.00', '1e3', '01.00', '', ' 1.00', '１.00'])
      expect(readBankAmount(text, 'CNY')).toBeUndefined()
    expect(readBankAmount('1.00', 'JPY')).toBeUndefined()
  })
})

describe('accounts', () => {
  test('hold only the fields of their country, without grouping characters', () => {
    const cells = accountCells(ACCOUNT)
    expect(cells.filter(Boolean)).toEqual(['GB', 'LIN XIAO', 'Sample Bank', '12345678', '200000'])
  })
  test('a telephone number is written with its country code, without a plus sign', () => {
    const korean: AccountToPay = {
      ...ACCOUNT,
      accountCountry: 'KR',
      bankFields: { bankPhone: '+82 2 1234 5678', reason: 'medical' },
    }
    expect(unsafeColumns(korean)).toEqual([])
    expect(accountCells(korean)).toContain('0082 2 1234 5678')
  })
  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '＝1',
    '\t=1',
    ' =1',
    'a;=1',
    'a\r\nb',
    'a\u202eb',
    'a\u0000',
    'a\u2028b',
  ])('%j is refused as a cell', (text) => {
    expect(isSafeCell(text)).toBe(false)
    expect(unsafeColumns({ ...ACCOUNT, bankName: text }).length > 0 || text.trim() !== text).toBe(true)
  })
})

test('any accepted account is read back unchanged, on one line each', () => {
  const account = fc
    .record({
      accountCountry: fc.constantFrom('CN', 'US', 'GB', 'DE', 'JP', 'KR', 'BR'),
      accountName: fc.string({ unit: 'grapheme' }),
      accountNumber: fc.string(),
      bankName: fc.string({ unit: 'binary' }),
      bankFields: fc.dictionary(
        fc.constantFrom('branch', 'bic', 'holderAddress', 'katakana', 'bankAddress'),
        fc.string({ unit: 'grapheme' }),
      ),
    })
    .filter((it) => unsafeColumns(it).length === 0 && bankFields(it.accountCountry).length > 0)
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          account,
          amount: fc.integer({ min: 1, max: 1_000_000 }),
          currency: fc.constantFrom(...CURRENCIES),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      (drawn) => {
        const lines = drawn.map((it, i) => ({ ...it, position: i + 1, payment: `p${i}`, purpose: 'YF-C-1' }))
        const file = wholeFile(fileBody({ number: 'YF-B-1', day: '2026-03-01', lines }), lines.length, 'f'.repeat(64))
        const rows = parseCsv(file).rows.map((it) => it.cells)
        expect(rows).toHaveLength(3 + totalsOf(lines).length + lines.length)
        for (const [i, it] of lines.entries()) {
          const cells = rows.find(([first]) => first === String(i + 1))
          expect(cells).toHaveLength(FILE_COLUMNS.length)
          expect(cells?.slice(4, -1)).toEqual(accountCells(it.account).map((cell) => cell.trim()))
          for (const cell of cells ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
        }
        expect(totalsOf(lines).reduce((sum, it) => sum + it.amount, 0)).toBe(
          lines.reduce((sum, it) => sum + it.amount, 0),
        )
      },
    ),
    runs(60, 1_000),
  )
})
