/** Exchange rates that certificates and settlement sheets print: a dated sample table, quoted with its source (content/rates/cny.yaml). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { isDay, type Day } from '../../lib/dates.ts'
import type { Lang } from '../../lib/locale.ts'
import { CURRENCIES, money, type Currency, type Money } from '../../lib/money.ts'

const rate = z.string().regex(/^\d+\.\d{4}$/)
const OTHERS = CURRENCIES.filter((it) => it !== 'CNY')
const PER_HUNDRED: readonly Currency[] = ['JPY', 'KRW']
const schema = z.object({
  source: z.object({ en: z.string(), cn: z.string() }),
  rates: z.array(z.object({ day: z.string().refine(isDay) }).and(z.record(z.enum(OTHERS), rate))).min(1)
    .refine((rows) => rows.every((row, i) => i === 0 || row.day > (rows[i - 1]?.day ?? '')), 'days go up'),
})
export type RateTable = z.output<typeof schema>
export type Foreign = 'USD' | 'EUR'

export interface DayRate {
  to: Foreign
  /** CNY for one unit. */
  rate: string
  day: Day
  source: string
}

/** The stored table; YAML reads a bare day as text here, and four decimals stay four. */
export const loadRates = (root: string): RateTable =>
  schema.parse(parse(readFileSync(join(root, 'content/rates/cny.yaml'), 'utf8'), { schema: 'core' }))

/** The rate that held on a day: the last row up to it, the first for days before the table. */
export function rateOn(table: RateTable, to: Foreign, day: Day, lang: Lang): DayRate {
  const row = table.rates.findLast((it) => it.day <= day) ?? table.rates[0]
  if (!row) throw new RangeError('no rates')
  return { to, rate: row[to], day: row.day <= day ? day : row.day, source: table.source[lang] }
}

/** A rate as a settlement sheet prints it (clause 8.7): CNY for `per` units on a day, in both languages. */
export interface SheetRate {
  rate: string
  per: number
  day: Day
  source: Record<Lang, string>
}

/** The rate of a currency for costs paid on a day; 100 units for those without decimals (domain §5.4). */
export function sheetRateOn(table: RateTable, from: Exclude<Currency, 'CNY'>, day: Day): SheetRate {
  const row = table.rates.findLast((it) => it.day <= day) ?? table.rates[0]
  if (!row) throw new RangeError('no rates')
  return { rate: row[from], per: PER_HUNDRED.includes(from) ? 100 : 1, day: row.day <= day ? day : row.day, source: table.source }
}

/** What a sum in CNY is in the other currency, half up to the cent. */
export function exchanged(sum: Money, { to, rate: text }: DayRate): Money {
  if (sum.currency !== 'CNY') throw new RangeError(`the table is of CNY, not ${sum.currency}`)
  const scaled = BigInt(sum.amount) * 10_000n
  const per = BigInt(text.replace('.', ''))
  return money(Number((scaled * 2n + per) / (per * 2n)), to satisfies Currency)
}
