/**
 * Exchange rates that certificates and settlement sheets print: a dated sample table, quoted with its source
 * (content/rates/cny.yaml).
 */
import { parse } from 'yaml'
import { z } from 'zod'
import { problem, type Tree } from '../../../../lib/content/content-tree.ts'
import { isDay, type Day } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { without } from '../../../../lib/object-keys.ts'
import { readYamlSource, type SourceProblem } from '../../../../lib/content/source-problems.ts'
import { money, type Currency, type Money } from '../../../../lib/money/money.ts'
import { CURRENCIES, USUAL_CURRENCIES } from '../../../../lib/money/currencies.ts'
import { Files } from '../../../plans/server/door.ts'

const rate = z
  .string({ error: 'must be a rate in quotes.' })
  .regex(/^\d+\.\d{4}$/, 'must have four decimals, in quotes.')
const OTHERS = CURRENCIES.filter((it) => it !== 'CNY')
const USUAL = USUAL_CURRENCIES.filter((it) => it !== 'CNY')
/** Currencies of which one unit is worth too little for four decimals. */
const PER_HUNDRED: readonly Currency[] = [
  'JPY',
  'KRW',
  'ARS',
  'BDT',
  'CLP',
  'EGP',
  'HUF',
  'INR',
  'ISK',
  'KZT',
  'LKR',
  'NPR',
  'PHP',
  'PKR',
  'RSD',
  'RUB',
  ...([
    'ALL',
    'AMD',
    'CRC',
    'CVE',
    'DJF',
    'DZD',
    'ETB',
    'GYD',
    'HTG',
    'JMD',
    'KES',
    'KGS',
    'KMF',
    'LRD',
    'SDG',
    'SOS',
    'VUV',
  ] as const),
  ...(['XAF', 'XOF', 'XPF', 'YER'] as const),
]
const PER_TEN_THOUSAND: readonly Currency[] = [
  ...([
    'COP',
    'IDR',
    'MNT',
    'VND',
    'BIF',
    'CDF',
    'GNF',
    'IQD',
    'IRR',
    'KHR',
    'KPW',
    'LAK',
    'LBP',
    'MGA',
    'MMK',
    'MWK',
  ] as const),
  ...(['NGN', 'PYG', 'RWF', 'SSP', 'SYP', 'TZS', 'UGX', 'UZS'] as const),
]
const schema = z.object({
  source: z.object({ en: z.string(), cn: z.string() }),
  rates: z
    .array(
      z
        .object({
          day: z.string({ error: 'must be a day.' }).refine(isDay, 'must be a day that exists, year-month-day.'),
        })
        .and(z.record(z.enum(USUAL), rate))
        .and(z.partialRecord(z.enum(OTHERS), rate)),
    )
    .min(1)
    .refine(
      (rows) => rows.every((row, i) => i === 0 || row.day > (rows[i - 1]?.day ?? '')),
      'must begin with the earliest day, each day once.',
    ),
})
export type RateTable = z.output<typeof schema>
export type SecondCurrency = 'USD' | 'EUR'

export interface DayRate {
  to: SecondCurrency
  /** CNY for one unit. */
  rate: string
  day: Day
  source: string
}

/** The stored table; YAML reads a plain date as text here, and keeps all four decimals. */
export const loadRates = (root: string): RateTable =>
  schema.parse(parse(new Files(root).read('content/rates/cny.yaml')?.text ?? '', { schema: 'core' }))

/** Errors of the table, for the checker of content. */
export function checkRates({ root, files }: Tree): SourceProblem[] {
  const file = `${root}/rates/cny.yaml`
  const text = files.get('rates/cny.yaml')
  if (text === undefined)
    return [problem(file, 1, '(file)', 'needed', 'is missing, and certificates print from it.', file)]
  return readYamlSource(schema, text, file, (path) =>
    /^[A-Z]{3}$/.test(String(path.at(-1))) ? `${String(path.at(-1))}: "7.2500"` : 'day: 2026-11-01',
  ).problems
}

/** The table's row for a day: the latest up to that day, or the first row for days before the table. */
function rowForDay(table: RateTable, day: Day): RateTable['rates'][number] {
  const row = table.rates.findLast((it) => it.day <= day) ?? table.rates[0]
  if (!row) throw new RangeError('no rates')
  return row
}

/**
 * The rate that a certificate prints, with the day from which the table has it: never another day's rate under this
 * day's date.
 */
export function certificateRate(table: RateTable, to: SecondCurrency, day: Day, lang: Lang): DayRate {
  const row = rowForDay(table, day)
  return { to, rate: row[to], day: row.day, source: table.source[lang] }
}

export type UnitsPerRate = 1 | 100 | 10_000

/**
 * A rate as a settlement sheet prints it (clause 8.7): units of the settlement's currency for `per` units on a day, in
 * both languages.
 */
export interface SheetRate {
  rate: string
  per: UnitsPerRate
  day: Day
  source: Record<Lang, string>
}

/**
 * For 100 units where the currency has no decimals (domain §5.4), or is worth little; for 10,000 where four decimals
 * would lose digits even so.
 */
export const unitsPerRate = (currency: Currency): UnitsPerRate =>
  PER_HUNDRED.includes(currency) ? 100 : PER_TEN_THOUSAND.includes(currency) ? 10_000 : 1
/** Decimals of a rate that is not in the table and is derived from two of its rates. */
const CROSS_DECIMALS = 6

/** The rates by which a sheet converts, of one day and one source; for `unitsPerRate` units. */
export interface RatesOfDay {
  day: Day
  source: Record<Lang, string>
  /** CNY for `unitsPerRate` units, four decimals. */
  inCny: Readonly<Partial<Record<Currency, string>>>
}

/** The rate between two currencies by the rates of one day; if neither is CNY it is derived from both, rounded half up. */
export function sheetRate({ day, source, inCny }: RatesOfDay, from: Currency, to: Currency): SheetRate {
  const text = (currency: Currency): string => {
    const found = currency === 'CNY' ? '1.0000' : inCny[currency]
    if (found === undefined) throw new RangeError(`no rate of ${currency}`)
    return found
  }
  const scaled = (currency: Currency): bigint => BigInt(text(currency).replace('.', ''))
  const printed = to === 'CNY' ? text(from) : decimal(scaled(from) * BigInt(unitsPerRate(to)), scaled(to))
  return { rate: printed, per: unitsPerRate(from), day, source }
}

/** From no bank: made up for trying the product out, as its name says. */
const SAMPLE_SOURCE = { en: 'sample rate, made up for this day', cn: '示例汇率，并非公布数据' }

/** In the sandbox every day has rates of the currencies in the sample table, presented as that day's. */
export function sampleRates(table: RateTable, day: Day): RatesOfDay {
  return { day, source: SAMPLE_SOURCE, inCny: without(rowForDay(table, day), 'day') }
}

function decimal(numerator: bigint, denominator: bigint): string {
  const scaled = (numerator * 10n ** BigInt(CROSS_DECIMALS) * 2n + denominator) / (denominator * 2n)
  const digits = String(scaled).padStart(CROSS_DECIMALS + 1, '0')
  return `${digits.slice(0, -CROSS_DECIMALS)}.${digits.slice(-CROSS_DECIMALS)}`
}

/** A sum in CNY converted to the other currency, rounded half up to the cent. */
export function convertFromCny(sum: Money, { to, rate: text }: DayRate): Money {
  if (sum.currency !== 'CNY') throw new RangeError(`the table is of CNY, not ${sum.currency}`)
  const scaled = BigInt(sum.amount) * 10_000n
  const per = BigInt(text.replace('.', ''))
  return money(Number((scaled * 2n + per) / (per * 2n)), to satisfies Currency)
}
