import { expect, test } from 'vitest'
import { readWholeYuan } from './whole-yuan.ts'

test.each([
  ['25万', 250_000],
  ['25 万', 250_000],
  ['250,000', 250_000],
  ['250000', 250_000],
  ['２５００００', 250_000],
  ['0', 0],
  ['1.5万', 15_000],
  ['100000000', 100_000_000],
])('%s is %i yuan', (text, yuan) => {
  expect(readWholeYuan(text)).toBe(yuan)
})
test.each(['', '-5', '25.5', '100000001', 'none', '2e5', '25亿万'])('%s is asked again, not guessed', (text) => {
  expect(readWholeYuan(text)).toBeUndefined()
})
