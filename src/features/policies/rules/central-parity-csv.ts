/**
 * The central parity of the RMB as the China Foreign Exchange Trade System publishes it for the People's Bank of China:
 * a row for each day, a column for each pair. `USD/CNY` is CNY for one unit, `100JPY/CNY` for a hundred, `CNY/KRW` the
 * other way round.
 */
import { isDay, type Day } from '../../../lib/days/dates.ts'
import type { Currency } from '../../../lib/money/money.ts'
import { isCurrency } from '../../../lib/money/currencies.ts'
import { usedCells, type CsvRow } from '../../../lib/text/read-csv.ts'

/** The source, printed on sheets beside the rate. */
export const PARITY_SOURCE = {
  en: 'RMB central parity, China Foreign Exchange Trade System for the People’s Bank of China',
  cn: '人民币汇率中间价，中国人民银行授权中国外汇交易中心公布',
}

type ParityRow = { day: Day } & Partial<Record<Currency, string>>
/** `errors`: `line 3.USD/CNY` → what is wrong. */
export interface ParityFile {
  rows: ParityRow[]
  errors: Record<string, string>
}

interface Column {
  currency: Currency
  /** CNY for this many units, or units for one CNY. */
  quoted: 1 | 100 | 'inverse'
}

const PAIR = /^(?:(100)?([A-Z]{3})\/CNY|CNY\/([A-Z]{3}))$/
const FIGURE = /^\d{1,6}(?:\.\d{1,8})?$/
/** Contents of cells without a rate: the pair was not quoted that day. */
const EMPTY = new Set(['', '-', '--', '---'])
const NOTE = /^(?:#|数据来源|注)/

/** Pairs that the product does not use (`CNY/XDR`) are skipped; a heading that is no pair is an error. */
function columnOf(head: string): Column | 'unused' | undefined {
  const [, hundred, direct, inverse] = PAIR.exec(head) ?? []
  const currency = direct ?? inverse
  if (currency === undefined) return undefined
  if (!isCurrency(currency) || currency === 'CNY') return 'unused'
  return { currency, quoted: inverse ? 'inverse' : hundred ? 100 : 1 }
}

/**
 * CNY for `per` units with four decimals, rounded half up; `undefined` for zero or for less than four decimals can
 * express.
 */
function toTable(text: string, quoted: Column['quoted'], per: number): string | undefined {
  const [whole = '0', decimals = ''] = text.split('.')
  const scaled = BigInt(whole + decimals.padEnd(8, '0'))
  if (scaled === 0n) return undefined
  const tenThousandths =
    quoted === 'inverse'
      ? halfUp(BigInt(per) * 10_000n * 10n ** 8n, scaled)
      : halfUp(scaled * 10_000n * BigInt(per), BigInt(quoted) * 10n ** 8n)
  if (tenThousandths === 0n) return undefined
  const digits = String(tenThousandths).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}
const halfUp = (numerator: bigint, denominator: bigint): bigint => (numerator * 2n + denominator) / (denominator * 2n)

/**
 * Reads the table; `perOf`: the number of units for which the product stores a currency's rate. Every line is a day, a
 * note, or an error.
 */
export function readParityTable(table: readonly CsvRow[], perOf: (currency: Currency) => number): ParityFile {
  const [head, ...days] = table
    .filter(({ cells: [first = ''] }) => !NOTE.test(first))
    .map(({ line, cells }) => ({ cells: usedCells(cells), place: `line ${line}` }))
  const errors: Record<string, string> = {}
  if (!head) return { rows: [], errors: { 'line 1': 'a head: Date,USD/CNY,100JPY/CNY' } }
  const heads = head.cells
  const columns = heads.slice(1).map((it) => columnOf(it))
  columns.forEach((it, i) => {
    if (it === undefined) errors[`${head.place}.${heads[i + 1] ?? ''}`] = 'a pair: USD/CNY, 100JPY/CNY or CNY/KRW'
  })
  const rows = days.flatMap(({ cells, place }): ParityRow[] => {
    const [day = '', ...figures] = cells
    if (!isDay(day)) {
      errors[place] = 'begins with a day: 2026-03-03'
      return []
    }
    const row: ParityRow = { day }
    if (figures.length > columns.length) errors[place] = 'more cells than the head'
    columns.forEach((column, i) => {
      const figure = figures[i] ?? ''
      if (column === undefined || column === 'unused' || EMPTY.has(figure)) return
      const rate = FIGURE.test(figure) ? toTable(figure, column.quoted, perOf(column.currency)) : undefined
      if (rate === undefined) errors[`${place}.${heads[i + 1] ?? ''}`] = 'a rate: 7.1000'
      else row[column.currency] = rate
    })
    return [row]
  })
  return { rows, errors }
}
