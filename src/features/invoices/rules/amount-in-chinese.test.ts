import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountInChinese } from './amount-in-chinese.ts'

test.each([
  [0, '零元整'],
  [1, '壹分'],
  [10, '壹角整'],
  [100, '壹元整'],
  [105, '壹元零伍分'],
  [150, '壹元伍角整'],
  [169_322, '壹仟陆佰玖拾叁元贰角贰分'],
  [-181_216, '负壹仟捌佰壹拾贰元壹角陆分'],
  [1_000_500, '壹万零伍元整'],
  [10_010_000, '壹拾万零壹佰元整'],
  [100_000_000, '壹佰万元整'],
  [10_000_000_100, '壹亿零壹元整'],
])('%i fen: %s', (fen, words) => expect(amountInChinese(fen)).toBe(words))

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
/** Converts the words back by their places. */
function fenOf(words: string): number {
  const [yuan = '', minor = ''] = words.includes('元') ? words.split('元') : ['', words]
  let [total, group, digit] = [0, 0, 0]
  for (const char of yuan) {
    if (DIGITS.includes(char)) digit = DIGITS.indexOf(char)
    else if (char === '万' || char === '亿') {
      total = (total + group + digit) * (char === '万' ? 10_000 : 100_000_000)
      ;[group, digit] = [0, 0]
    } else {
      group += digit * ({ 拾: 10, 佰: 100, 仟: 1000 }[char] ?? 0)
      digit = 0
    }
  }
  const jiao = /(.)角/.exec(minor)?.[1] ?? '零'
  const fen = /(.)分/.exec(minor)?.[1] ?? '零'
  return (total + group + digit) * 100 + DIGITS.indexOf(jiao) * 10 + DIGITS.indexOf(fen)
}

test('words and figures say the same, below a hundred million yuan', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (fen) => {
      expect(fenOf(amountInChinese(fen))).toBe(fen)
      expect(amountInChinese(fen)).not.toMatch(/零零|零$|零元./)
    }),
  )
})
