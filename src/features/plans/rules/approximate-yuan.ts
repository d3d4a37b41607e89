/**
 * The approximate price in yuan, for plans that their insurer abroad sells in another currency: converted by the rate
 * that documents print.
 */
import { parse } from 'yaml'
import { z } from 'zod'
import { isDay, type Day } from '../../../lib/days/dates.ts'
import type { Currency } from '../../../lib/money/money.ts'
import type { Source } from '../content/plan-files.ts'
import type { GuideRate } from './plan-types.ts'

/** Only the part of the table that is needed; the check of contents validates all of it. */
const table = z.object({ rates: z.array(z.object({ day: z.string().refine(isDay) }).catchall(z.string())).min(1) })

/** The table's row for a day; none for CNY itself. No plan is priced in a currency that the table quotes per 100. */
export function guideRate({ text }: Source, currency: Currency, today: Day): GuideRate | undefined {
  const { rates } = table.parse(parse(text, { schema: 'core' }))
  const row = rates.findLast(({ day }) => day <= today) ?? rates[0]
  const rate = row?.[currency]
  return row && rate !== undefined ? { rate, day: row.day } : undefined
}
