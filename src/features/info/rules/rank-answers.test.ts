import { expect, test } from 'vitest'
import { rankAnswers } from './rank-answers.ts'

const SAME =
  'dental = dentist = tooth = toothache; hospital = clinic; pain = ache；牙科 = 牙疼；护照 = 证件；claim = reimburse'
const EN = [
  { title: 'How do I get an invoice?', text: 'On the order.' },
  { title: 'How long does a decision take?', text: 'The insurer decides within 5 days after you send the claim.' },
  { title: 'The hospital wants a deposit.', text: 'Call the help line.' },
  { title: 'Japan: hospitals and clinics', text: 'Tokyo, Osaka' },
  { title: 'Emergency dental care', text: 'Pain that cannot wait, or an injury.' },
]
const CN = [
  { title: '可以用什么证件投保？', text: '护照，或身份证。' },
  { title: '证件号写错怎么改？', text: '丢了旧护照的，附新护照。' },
  { title: '怎么开发票？', text: '发票抬头可以改。' },
  { title: '护照丢了怎么办？', text: '24小时内报警。' },
  { title: '紧急牙科', text: '无法等待的牙痛。' },
]
const find = (answers: typeof EN, query: string): { titles: string[]; some: boolean } => {
  const { order, some } = rankAnswers(answers, query, SAME)
  return { titles: order.map((at) => answers[at]?.title ?? ''), some }
}

test.each([
  ['INVOICE get', 'How do I get an invoice?', false],
  ['how long does a claim take', 'How long does a decision take?', false],
  ['tooth pain', 'Emergency dental care', false],
  ['toothache tonight', 'Emergency dental care', true],
  ['hospital tokyo', 'Japan: hospitals and clinics', false],
  ['nearest hospital in Tokyo', 'Japan: hospitals and clinics', true],
])('%s: first %s', (query, title, some) => {
  expect(find(EN, query)).toMatchObject({ titles: expect.arrayContaining([title]), some })
  expect(find(EN, query).titles[0]).toBe(title)
})

test.each([
  ['护照丢了', '护照丢了怎么办？'],
  ['护照丢了怎么办', '护照丢了怎么办？'],
  ['发票怎么开', '怎么开发票？'],
  ['ｆａ发票', '怎么开发票？'],
  ['牙疼', '紧急牙科'],
  ['牙疼怎么办', '紧急牙科'],
])('%s: first %s', (query, title) => {
  expect(find(CN, query).titles[0]).toBe(title)
})

test.each([
  ['knee', EN],
  ['抑郁', CN],
])('%s: none', (query, answers) => {
  expect(find(answers, query)).toEqual({ titles: [], some: true })
})
