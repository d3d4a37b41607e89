/** Published exchange rates, one day each: claims are converted with them (clause 8.7, decision 0037). */
import { z } from 'zod'
import { addDays, isDay, type Day } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { Currency } from '../../../../lib/money/money.ts'
import { CURRENCIES } from '../../../../lib/money/currencies.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { writeEvent } from '../../../../server/transition.ts'
import type { CsvRow } from '../../../../lib/text/read-csv.ts'
import { PARITY_SOURCE, readParityTable } from '../../rules/central-parity-csv.ts'
import { sampleRates, sheetRate, unitsPerRate, type RatesOfDay, type SheetRate } from './printed-exchange-rates.ts'
import { documentResources } from '../documents/document-resources.ts'

type DatabaseReader = { db: Deps['db'] | Trx }

/**
 * The published rates of a day for these currencies. If none were published that day, the rates of the last day before
 * it apply, under their own date; that can be known only once a later day is imported. `undefined`: not known yet, or
 * too long ago.
 */
export async function publishedRates(
  { db }: DatabaseReader,
  day: Day,
  currencies: readonly Currency[],
): Promise<RatesOfDay | undefined> {
  const rows = await db
    .selectFrom('exchange_rates')
    .selectAll()
    .where('currency', 'in', [...currencies])
    .where('day', '>=', addDays(day, -LIMITS.rateGapDays))
    .where('day', '<=', addDays(day, LIMITS.rateGapDays))
    .orderBy('day', 'desc')
    .execute()
  const days = [...new Set(rows.map((it) => it.day))].filter((it) =>
    currencies.every((one) => rows.some((row) => row.day === it && row.currency === one)),
  )
  const found = days.includes(day) ? day : days.some((it) => it > day) ? days.find((it) => it < day) : undefined
  const of = rows.filter((it) => it.day === found)
  const [first] = of
  if (!first) return undefined
  return {
    day: first.day,
    source: { en: first.source_en, cn: first.source_cn },
    inCny: Object.fromEntries(of.map((it) => [it.currency, it.rate])),
  }
}

/**
 * The rate for costs paid on a day; `undefined` while none is known. The sandbox has a made-up one for every day and
 * each currency of the sample table.
 */
export async function claimRate(
  deps: Deps,
  db: Deps['db'] | Trx,
  { from, to, day }: { from: Currency; to: Currency; day: Day },
): Promise<SheetRate | undefined> {
  const needed = [from, to].filter((it) => it !== 'CNY')
  const published = await publishedRates({ db }, day, needed)
  const rates =
    published ?? (deps.config.mode === 'sandbox' ? sampleRates(documentResources(deps).rates, day) : undefined)
  return rates && needed.every((it) => rates.inCny[it] !== undefined) ? sheetRate(rates, from, to) : undefined
}

const OTHERS = CURRENCIES.filter((it) => it !== 'CNY')
const rate = z.string().regex(/^\d{1,6}\.\d{4}$/, 'four decimals, in quotes: "7.1000"')
/** The format of content/rates/cny.yaml; a day may omit currencies. */
export const rateFile = z.strictObject({
  source: z.strictObject({ en: z.string().min(1, 'required').max(200), cn: z.string().min(1, 'required').max(200) }),
  rates: z
    .array(
      z
        .object({ day: z.string().refine(isDay, 'a day: 2026-03-03') })
        .and(z.partialRecord(z.enum([...OTHERS, 'day']), z.string())),
    )
    .min(1, 'required')
    .max(5000),
})

export type RateFile = z.output<typeof rateFile>

/**
 * Converts the published table into a file of our format, with its source. Refuses `invalid` with the lines that cannot
 * be read.
 */
export function parityRates(table: readonly CsvRow[]): RateFile {
  const { rows, errors } = readParityTable(table, unitsPerRate)
  if (Object.keys(errors).length > 0) throw new Refusal('invalid', { fields: errors })
  const read = rateFile.safeParse({ source: PARITY_SOURCE, rates: rows })
  if (!read.success)
    throw new Refusal('invalid', {
      fields: Object.fromEntries(read.error.issues.map((it) => [it.path.join('.') || 'file', it.message])),
    })
  return read.data
}

export interface ImportCounts {
  added: number
  replaced: number
  same: number
}

/**
 * Stores the rates of a file. Published rates do not change: a different rate for a stored day is refused (`differs`)
 * unless `replace` says that the first was wrong; earlier decisions stay as they are.
 */
export async function importRates(
  deps: Deps,
  { file, today, replace, by, why }: { file: RateFile; today: Day; replace: boolean; by: string; why: string },
): Promise<ImportCounts> {
  const rows = file.rates.flatMap(({ day, ...rates }, i) =>
    OTHERS.flatMap((currency) => {
      const text = rates[currency]
      if (text === undefined) return []
      if (day > today) throw new Refusal('invalid', { fields: { [`rates.${i}.day`]: 'day_future' } })
      if (!rate.safeParse(text).success || Number(text) === 0)
        throw new Refusal('invalid', { fields: { [`rates.${i}.${currency}`]: 'four decimals, in quotes: "7.1000"' } })
      return [
        { day, currency, rate: text, source_en: file.source.en, source_cn: file.source.cn, imported_at: deps.clock() },
      ]
    }),
  )
  return deps.write(async (trx) => {
    const done: ImportCounts = { added: 0, replaced: 0, same: 0 }
    for (const row of rows) {
      const there = await trx
        .selectFrom('exchange_rates')
        .selectAll()
        .where('day', '=', row.day)
        .where('currency', '=', row.currency)
        .executeTakeFirst()
      if (there?.rate === row.rate) done.same += 1
      else if (!there) {
        await trx.insertInto('exchange_rates').values(row).execute()
        done.added += 1
      } else if (!replace)
        throw new Refusal('differs', {
          fields: { [`${row.day} ${row.currency}`]: `${there.rate} is there; --replace if that was wrong` },
        })
      else {
        await trx
          .updateTable('exchange_rates')
          .set(row)
          .where('day', '=', row.day)
          .where('currency', '=', row.currency)
          .execute()
        await writeEvent(trx, {
          entity: 'exchange_rate',
          entity_id: `${row.day} ${row.currency}`,
          at: row.imported_at,
          by,
          from_status: there.rate,
          to_status: row.rate,
          why,
        })
        done.replaced += 1
      }
    }
    const days = [...new Set(rows.map((it) => it.day))].sort()
    await writeEvent(trx, {
      entity: 'exchange_rates',
      entity_id: `${days[0]} ${days.at(-1)}`,
      at: deps.clock(),
      by,
      to_status: 'imported',
      why,
      data: { ...done, source: file.source.en },
    })
    return done
  })
}
