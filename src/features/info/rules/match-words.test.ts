import { expect, test } from 'vitest'
import { groupsIn, matches } from './match-words.ts'

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

test.each([
  ['What does dental care cost?', 'tooth', true],
  ['What does dental care cost?', 'DENTIST cost', true],
  ['What does dental care cost?', 'knee', false],
  ['牙科能赔多少？', '牙疼', true],
  ['牙科能赔多少？', '牙疼怎么办', true],
  ['牙科能赔多少？', '抑郁', false],
])('%s / %s: another word of one meaning', (text, query, expected) => {
  expect(
    matches(text, query, groupsIn('dental = Dentist = tooth; mental health = depressed；牙科 = 牙疼；心理 = 抑郁')),
  ).toBe(expected)
})
