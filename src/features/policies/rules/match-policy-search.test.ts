import { expect, test } from 'vitest'
import { matchesSearch } from './match-policy-search.ts'

const TEXTS = ['YF26-1120-003817', 'US Campus', 'Gold', '美国校园医疗保障', '金卡', 'LIN YUTONG', '林语桐']

test.each([
  '',
  '  ',
  '003817',
  'yf26-1120-003817',
  'YF261120003817',
  'yf26 1120',
  'campus',
  'ＣＡＭＰＵＳ',
  '校园',
  'Yutong',
  'yutong lin',
  '语桐',
  'gold 林语桐',
  'lin yu',
])('“%s” finds it', (typed) => {
  expect(matchesSearch(typed, TEXTS)).toBe(true)
})

test.each(['003818', 'platinum', 'yutong chen', '陈', 'gold 陈静', '- 9'])('“%s” does not', (typed) => {
  expect(matchesSearch(typed, TEXTS)).toBe(false)
})

test('words of two texts do not run into one', () => {
  expect(matchesSearch('CampusGold', TEXTS)).toBe(false)
})
