/** `rates import|list`: the exchange rates that claims are converted with. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { dayOf, isDay } from '../../../../lib/days/dates.ts'
import { command } from '../../../../server/operator/command.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { importRates, parityRates, rateFile, type RateFile } from '../../../policies/server/door.ts'
import { resumeClaimsWaitingForRate } from '../settlement/awaited-rate.ts'
import { readInput } from './parse-reasons.ts'

/** The published table as a `.csv`, or a file in our own format with its source. */
async function readRates(path: string): Promise<RateFile> {
  if (!path.toLowerCase().endsWith('.csv')) return readInput(path, rateFile)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Refusal('invalid', { fields: { file: 'not_found' } })
  })
  return parityRates(text)
}

const importing = command({
  noun: 'rates',
  verb: 'import',
  role: 'finance',
  args: ['file'],
  about:
    'Keeps published exchange rates: the table of the China Foreign Exchange Trade System as .csv, or a file like content/rates/cny.yaml, with its source. --replace where a rate that is there was wrong',
  input: z.object({ file: z.string().min(1, 'required'), replace: z.boolean().default(false) }),
  run: async ({ file, replace }, { deps, by, why, print }) => {
    const { added, replaced, same } = await importRates(deps, {
      file: await readRates(file),
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
