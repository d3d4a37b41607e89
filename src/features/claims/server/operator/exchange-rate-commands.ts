/** `rates import|list`: the exchange rates that claims are converted with. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { dayOf, isDay } from '../../../../lib/days/dates.ts'
import { command } from '../../../../server/operator/command.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { importRates, parityRates, rateFile, type RateFile } from '../../../policies/server/door.ts'
import { resumeClaimsWaitingForRate } from '../settlement/awaited-rate.ts'
import { ENCODINGS, type Encoding } from '../../../../lib/text/text-encoding.ts'
import { readTable, UNREADABLE } from '../../../../server/read-table.ts'
import { readInput } from './parse-reasons.ts'

/** The published table as a `.csv` or `.xlsx`, or a file in our own format with its source. */
async function readRates(path: string, encoding: Encoding | undefined): Promise<RateFile> {
  if (!/\.(?:csv|xlsx)$/i.test(path)) return readInput(path, rateFile)
  const bytes = await readFile(path).catch(() => {
    throw new Refusal('invalid', { fields: { file: 'not_found' } })
  })
  const table = await readTable(bytes, encoding)
  if ('rows' in table) return parityRates(table.rows)
  const { line, code } = table.unreadable
  throw new Refusal('invalid', { fields: { [`line ${line}`]: UNREADABLE[code] } })
}

const importing = command({
  noun: 'rates',
  verb: 'import',
  role: 'finance',
  args: ['file'],
  about:
    'Keeps published exchange rates: the table of the China Foreign Exchange Trade System as .csv or .xlsx (--encoding where it cannot be told), or a file like content/rates/cny.yaml, with its source. --replace where a rate that is there was wrong',
  input: z.object({
    file: z.string().min(1, 'required'),
    encoding: z.enum(ENCODINGS).optional(),
    replace: z.boolean().default(false),
  }),
  run: async ({ file, encoding, replace }, { deps, by, why, print }) => {
    const { added, replaced, same } = await importRates(deps, {
      file: await readRates(file, encoding),
      today: dayOf(deps.clock()),
      replace,
      by,
      why,
    })
    print(`${added} added, ${replaced} replaced, ${same} there already`)
    const cases = await resumeClaimsWaitingForRate(deps, { by, why })
    for (const number of cases) print(`${number} can be decided now: its rate has arrived`)
  },
})

const list = command({
  noun: 'rates',
  verb: 'list',
  role: 'finance',
  reads: true,
  about: 'The latest days with their rates and sources: --from DAY, --to DAY, --currency GBP',
  input: z.object({
    from: z.string().refine(isDay, 'a day: 2026-03-03').optional(),
    to: z.string().refine(isDay, 'a day: 2026-03-03').optional(),
    currency: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(5000).default(100),
  }),
  run: async ({ from, to, currency, limit }, { deps, print }) => {
    let query = deps.db.selectFrom('exchange_rates').selectAll().orderBy('day', 'desc').orderBy('currency').limit(limit)
    if (from) query = query.where('day', '>=', from)
    if (to) query = query.where('day', '<=', to)
    const rows = (await query.execute()).filter(
      (it) => currency === undefined || it.currency === currency.toUpperCase(),
    )
    for (const it of rows) print(`${it.day}  ${it.currency}  ${it.rate}  ${it.source_en}`)
    if (rows.length === 0)
      print(
        deps.config.mode === 'sandbox'
          ? 'None imported. The sandbox makes up a rate for every day, and says so on the sheet.'
          : 'None imported: claims in other currencies wait.',
      )
  },
})

export const rateCommands = [importing, list]
