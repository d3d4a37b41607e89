import { expect, test } from 'vitest'
import { accountIn, sameAccount } from './account-to-pay.ts'

const CHINA = {
  accountCountry: 'CN',
  accountName: '林语桐',
  accountNumber: '6217850000000004417',
  bankName: '中国银行',
  bankFields: { branch: '北京分行' },
}

test('another country empties bank, number and their details; the name stays', () => {
  expect({ ...CHINA, ...accountIn('DE') }).toEqual({
    accountCountry: 'DE',
    accountName: '林语桐',
    accountNumber: '',
    bankName: '',
    bankFields: {},
  })
})

test('spaces and width of letters make no other account; a name does', () => {
  expect(sameAccount(CHINA, { ...CHINA, accountNumber: '6217 8500 0000 0004 417', bankName: ' 中国银行' })).toBe(true)
  expect(sameAccount(CHINA, { ...CHINA, accountName: 'LIN YUTONG' })).toBe(false)
})
