/**
 * The file by which a bank pays: CSV in UTF-8 whose first line names the batch and whose last one contains its SHA-256.
 * The same lines give the same bytes.
 */
import type { AccountToPay } from '../../../lib/money/account-to-pay.ts'
import { csvLine } from '../../../lib/text/write-csv-line.ts'
import { decimalsOf, type Currency } from '../../../lib/money/money.ts'
import { ACCOUNT_COLUMNS, accountCells } from './transfer-account.ts'

export interface FileLine {
  position: number
  payment: string
  currency: Currency
  /** Minor units. */
  amount: number
  account: AccountToPay
  purpose: string
}

export interface Total {
  currency: Currency
  count: number
  amount: number
}

/** Number of lines and sum of each currency, in the order of their codes. */
export function totalsOf(lines: readonly Pick<FileLine, 'currency' | 'amount'>[]): Total[] {
  const currencies = [...new Set(lines.map((it) => it.currency))].sort()
  return currencies.map((currency) => {
    const own = lines.filter((it) => it.currency === currency)
    return { currency, count: own.length, amount: own.reduce((sum, it) => sum + it.amount, 0) }
  })
}

/** Amounts as banks write them: a decimal point, the currency's decimals, no separators of thousands. */
export function bankAmount(minor: number, currency: Currency): string {
  const decimals = decimalsOf(currency)
  const digits = String(minor).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Minor units of what `bankAmount` writes; `undefined` for anything else. */
export function readBankAmount(text: string, currency: Currency): number | undefined {
  const decimals = decimalsOf(currency)
  if (!new RegExp(`^(0|[1-9]\\d{0,11})${decimals === 0 ? '' : `\\.\\d{${decimals}}`}$`).test(text)) return undefined
  return Number(text.replace('.', ''))
}

export const FILE_COLUMNS = ['line', 'payment', 'currency', 'amount', ...ACCOUNT_COLUMNS, 'purpose'] as const

/** Everything but the last line, which contains the hash of this text. */
export function fileBody({ number, day, lines }: { number: string; day: string; lines: readonly FileLine[] }): string {
  const rows = [
    ['batch', number, day],
    ...totalsOf(lines).map(({ currency, count, amount }) => [
      'total',
      currency,
      String(count),
      bankAmount(amount, currency),
    ]),
    [...FILE_COLUMNS],
    ...lines.map((it) => [
      String(it.position),
      it.payment,
      it.currency,
      bankAmount(it.amount, it.currency),
      ...accountCells(it.account),
      it.purpose,
    ]),
  ]
  return rows.map((cells) => `${csvLine(cells)}\r\n`).join('')
}

/** The whole file. `sha256` is the body's. */
export const wholeFile = (body: string, count: number, sha256: string): string =>
  `${body}${csvLine(['end', String(count), sha256])}\r\n`
