import { expect, test } from 'vitest'
import { matches } from './matches-query.ts'

test.each([
  ['How do I get an invoice?', 'invoice', true],
  ['How do I get an invoice?', 'INVOICE get', true],
  ['How do I get an invoice?', 'invoice refund', false],
  ['能代替OSHC、IHS或当地医保吗？', 'ｏｓｈｃ', true],
  ['怎么开发票？', '发票', true],
  ['怎么开发票？发票抬头可以改吗？', '发票怎么开', true],
  ['怎么开发票？', '发票遗失', false],
  ['anything', '  ', true],
])('%s / %s', (text, query, expected) => {
  expect(matches(text, query)).toBe(expected)
})
