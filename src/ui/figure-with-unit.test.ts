import { expect, it } from 'vitest'
import { boundHtml, pieces } from './figure-with-unit.ts'

const whole = (text: string) =>
  pieces(text)
    .filter((piece) => piece.whole)
    .map((piece) => piece.text)

it('keeps a figure with its unit', () => {
  expect(whole('每次疾病或伤害700元')).toEqual(['700元'])
  expect(whole('按行程天数计价，从一个周末到180天')).toEqual(['180天'])
  expect(whole('累计不超过4年；不保证续保')).toEqual(['4年'])
  expect(whole('满12个月后保障，限10万元，6至40周岁，赔付65%')).toEqual(['12个月', '10万元', '40周岁', '65%'])
  expect(whole('CAD 54.50加元')).toEqual(['54.50加元'])
})

it('keeps a date whole, also with its year, and a number with hyphens', () => {
  expect(whole('6,709.50元，10月16日已到账')).toEqual(['6,709.50元', '10月16日'])
  expect(whole('2026年12月3日起')).toEqual(['2026年12月3日'])
  expect(whole('许可证000000-0000000，2026年12月起')).toEqual(['000000-0000000', '2026年12月'])
})

it('keeps hours and a telephone number whole, in either language', () => {
  expect(whole('周一至周五9:00至18:00，1个工作日内')).toEqual(['9:00至18:00', '1个工作日'])
  expect(whole('Call us 09:00–18:00 Beijing time')).toEqual(['09:00–18:00'])
  expect(boundHtml('致电+86 21 5550 0199')).toBe('致电+86\u00a021\u00a05550\u00a00199')
})

it('keeps a visa whole', () => {
  expect(whole('持F-1身份就读')).toEqual(['F-1'])
  expect(whole('Interns and scholars, and J-2 family members')).toEqual(['J-2'])
})

it('in a text with formulas only dates and numbers are whole', () => {
  const text = '例：3,840.00×65%×（265÷365）＝1,812元，2026年12月3日起，致电+86 21 5550 0199'
  expect(whole(text)).toEqual(['2026年12月3日'])
  expect(whole('每年2,000元（急诊室每次另加1,500元）')).toEqual(['2,000元', '1,500元'])
})

it('in English only a number with hyphens needs it', () => {
  expect(whole('Licence no. 000000-0000000, 30 days, YFO-261129-4K2MNP, COVID-19')).toEqual([
    '000000-0000000',
    'YFO-261129-4K2MNP',
  ])
})

it('loses nothing', () => {
  for (const text of ['', '不含', '2027-01-10', '自付20%以内；500加元'])
    expect(
      pieces(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
})

it('as HTML, what is written stays text', () => {
  expect(boundHtml('a < b & c')).toBe('a &lt; b &amp; c')
  expect(boundHtml('Call +86 10 12308')).toBe('Call +86\u00a010\u00a012308')
  expect(boundHtml('赔30天<b>')).toBe('赔<span class="nobr">30天</span>&lt;b&gt;')
})

it('keeps a currency with its sum', () => {
  expect(boundHtml('at most CNY 200,000 a year')).toBe('at most CNY\u00a0200,000 a year')
})

it('keeps an English number with its unit, and an English date', () => {
  expect(boundHtml('within 48 hours, from 5 to 14 February 2027')).toBe(
    'within 48\u00a0hours, from 5 to 14\u00a0February\u00a02027',
  )
})
