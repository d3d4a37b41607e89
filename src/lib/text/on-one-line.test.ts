import { expect, test } from 'vitest'
import { onOneLine } from './on-one-line.ts'

const shown = (text: string): string => onOneLine(text).replaceAll('\u00a0', '_').replaceAll('\u2060', '~')

test.each([
  ['Call +86 10 12308 at any hour.', 'Call +86_10_12308 at any hour.'],
  ['领事保护热线+86 10 12308，24小时有人接听', '领事保护热线+86_10_12308，24小时有人接听'],
  ['+86 21 5550 0199', '+86_21_5550_0199'],
  ['+61 2 5550 0129', '+61_2_5550_0129'],
  ['(+1 800 555 0199) or +61 1800 975 709', '(+1_800_555_0199) or +61_1800_975_709'],
])('%s', (written, expected) => {
  expect(shown(written)).toBe(expected)
})

test.each([
  ['最晚11月29日答复', '最晚11~月~29~日答复'],
  ['2026年11月29日起', '2026~年~11~月~29~日起'],
  ['2026年12月', '2026~年~12~月'],
  ['3日内', '3~日内'],
  ['12月23日24时前提交', '12~月~23~日24~时前提交'],
  ['限额20万元，1个工作日内', '限额20~万~元，1个工作日内'],
  ['周一至周五9:00至18:00', '周一至周五9:00~至~18:00'],
])('a date, a sum and hours in Chinese do not part: %s', (written, expected) => {
  expect(shown(written)).toBe(expected)
})

test.each(['每年两次', '本月起', '12 may', 'YFC-261129-4K2MNP', '2026-11-29'])('nothing is added to %s', (text) => {
  expect(shown(text)).toBe(text)
})

test.each([
  ['Call within 48 hours, 09:00–18:00', 'Call within 48_hours, 09:00–~18:00'],
  ['for 1 day', 'for 1_day'],
])('a unit and hours in English do not part: %s', (written, expected) => {
  expect(shown(written)).toBe(expected)
})

test.each(['12 + 30 sums', 'UTC+8 24 often', '+8 10 and more', '+86 or 12378', 'from 18 to 30'])(
  '%s is no telephone number',
  (text) => {
    expect(shown(text)).toBe(text)
  },
)
