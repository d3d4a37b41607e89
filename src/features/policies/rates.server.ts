/** Exchange rates that certificates and settlement sheets print: a dated sample table, quoted with its source (content/rates/cny.yaml). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { problem, type Tree } from '../../lib/content-tree.ts'
import { isDay, type Day } from '../../lib/dates.ts'
import type { Lang } from '../../lib/locale.ts'
import { readYamlSource, type SourceProblem } from '../../lib/source-problems.ts'
import { CURRENCIES, money, type Currency, type Money } from '../../lib/money.ts'

const rate = z.string({ error: 'must be a rate in quotes.' }).regex(/^\d+\.\d{4}$/, 'must have four decimals, in quotes.')
const OTHERS = CURRENCIES.filter((it) => it !== 'CNY')
const PER_HUNDRED: readonly Currency[] = ['JPY', 'KRW']
const schema = z.object({
  source: z.object({ en: z.string(), cn: z.string() }),
  rates: z.array(z.object({ day: z.string({ error: 'must be a day.' }).refine(isDay, 'must be a day that exists, year-month-day.') }).and(z.record(z.enum(OTHERS), rate))).min(1)
    .refine((rows) => rows.every((row, i) => i === 0 || row.day > (rows[i - 1]?.day ?? '')), 'must begin with the earliest day, each day once.'),
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

/** What is wrong with the table, for the checker of content. */
export function checkRates({ root, files }: Tree): SourceProblem[] {
  const file = `${root}/rates/cny.yaml`
  const text = files.get('rates/cny.yaml')
  if (text === undefined) return [problem(file, 1, '(file)', 'needed', 'is missing, and certificates print from it.', file)]
  return readYamlSource(schema, text, file, (path) => (/^[A-Z]{3}$/.test(String(path.at(-1))) ? `${String(path.at(-1))}: "7.2500"` : 'day: 2026-11-01')).problems
}

/** The rate that held on a day: the last row up to it, the first for days before the table. */
export function rateOn(table: RateTable, to: Foreign, day: Day, lang: Lang): DayRate {
  const row = table.rates.findLast((it) => it.day <= day) ?? table.rates[0]
  if (!row) throw new RangeError('no rates')
  return { to, rate: row[to], day: row.day <= day ? day : row.day, source: table.source[lang] }
}

/** A rate as a settlement sheet prints it (clause 8.7): units of the settlement's currency for `per` units on a day, in both languages. */
export interface SheetRate {
  rate: string
  per: 1 | 100
  day: Day
  source: Record<Lang, string>
}

const perOf = (currency: Currency): 1 | 100 => (PER_HUNDRED.includes(currency) ? 100 : 1)
/** Decimals of a rate that the table does not hold and that follows from two of its own. */
const CROSS_DECIMALS = 6

/**
 * The rate of a currency for costs paid on a day; 100 units for those without decimals (domain §5.4). The table is of CNY: a plan in
 * another currency is settled at what follows from both, half up.
 */
export function sheetRateOn(table: RateTable, from: Currency, day: Day, to: Currency): SheetRate {
  const row = table.rates.findLast((it) => it.day <= day) ?? table.rates[0]
  if (!row) throw new RangeError('no rates')
  /** CNY for `perOf` units, times 10,000. */
  const inCny = (currency: Currency): bigint => (currency === 'CNY' ? 10_000n : BigInt(row[currency].replace('.', '')))
  const rate = from !== 'CNY' && to === 'CNY' ? row[from] : decimal(inCny(from) * BigInt(perOf(to)), inCny(to))
  return { rate, per: perOf(from), day: row.day <= day ? day : row.day, source: table.source }
}

function decimal(numerator: bigint, denominator: bigint): string {
  const scaled = (numerator * 10n ** BigInt(CROSS_DECIMALS) * 2n + denominator) / (denominator * 2n)
  const digits = String(scaled).padStart(CROSS_DECIMALS + 1, '0')
  return `${digits.slice(0, -CROSS_DECIMALS)}.${digits.slice(-CROSS_DECIMALS)}`
}

/** What a sum in CNY is in the other currency, half up to the cent. */
export function exchanged(sum: Money, { to, rate: text }: DayRate): Money {
  if (sum.currency !== 'CNY') throw new RangeError(`the table is of CNY, not ${sum.currency}`)
  const scaled = BigInt(sum.amount) * 10_000n
  const per = BigInt(text.replace('.', ''))
  return money(Number((scaled * 2n + per) / (per * 2n)), to satisfies Currency)
}
