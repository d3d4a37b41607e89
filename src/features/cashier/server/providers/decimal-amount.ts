/** Sums in the notation of gateways and their bills: whole units with a decimal point, without separators. */
import { decimalsOf, money, type Currency, type Money } from '../../../../lib/money/money.ts'

/** `169322` fen → `1693.22` */
export function decimalText({ amount, currency }: Money): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return sign + (decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`)
}

/** The reverse; `undefined` if it is not a sum of that currency. Nothing is rounded. */
export function fromDecimal(text: string, currency: Currency): Money | undefined {
  const found = /^([+-]?)(\d{1,12})(?:\.(\d+))?$/.exec(text.trim())
  if (!found) return undefined
  const [, sign, whole = '', fraction = ''] = found
  const decimals = decimalsOf(currency)
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined
  const minor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return money(sign === '-' ? -minor : minor, currency)
}
