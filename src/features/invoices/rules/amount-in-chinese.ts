/** Sums as Chinese documents write them out (价税合计大写), so that no figure can be altered: 壹仟陆佰玖拾叁元贰角贰分. Pure. */

const DIGITS = Array.from('零壹贰叁肆伍陆柒捌玖')
const PLACES = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿', '万亿']

/** Fen in words; below zero they begin with 负, as on a red-letter invoice. */
export function amountInChinese(fen: number): string {
  if (!Number.isSafeInteger(fen)) throw new RangeError(`not fen: ${fen}`)
  const whole = Math.floor(Math.abs(fen) / 100)
  const [jiao, rest] = [Math.floor(Math.abs(fen) / 10) % 10, Math.abs(fen) % 10]
  const yuan = whole === 0 ? '' : `${yuanInChinese(whole)}元`
  const minor =
    jiao === 0 && rest === 0
      ? '整'
      : `${jiao > 0 ? `${DIGITS[jiao]}角` : whole > 0 ? '零' : ''}${rest > 0 ? `${DIGITS[rest]}分` : '整'}`
  return (fen < 0 ? '负' : '') + (yuan || (jiao === 0 && rest === 0 ? '零元' : '')) + minor
}

function yuanInChinese(whole: number): string {
  let text = ''
  let gap = false
  const digits = String(whole)
  for (const [i, digit] of Array.from(digits).entries()) {
    const place = digits.length - 1 - i
    if (digit === '0') gap = true
    else {
      text += (gap && text ? '零' : '') + DIGITS[Number(digit)] + PLACES[place % 4]
      gap = false
    }
    // A group of four that holds anything ends in its name.
    if (place % 4 === 0 && place > 0 && Number(digits.slice(Math.max(0, i - 3), i + 1)) > 0) {
      text += GROUPS[place / 4] ?? ''
    }
  }
  return text
}
