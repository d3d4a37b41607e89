/** What a price in another currency is in yuan, as a guide for plans that their insurer abroad sells: by the rate that documents print. */
import { parse } from 'yaml'
import { z } from 'zod'
import { isDay, type Day } from '../../lib/dates.ts'
import type { Currency } from '../../lib/money.ts'
import type { Source } from './plan-files.ts'
import type { GuideRate } from './plan-types.ts'

/** As much of the table as is needed; the check of contents looks at all of it. */
const table = z.object({ rates: z.array(z.object({ day: z.string().refine(isDay) }).catchall(z.string())).min(1) })

/** The table's row for a day; none for CNY itself. Currencies that it gives for 100 have no plans. */
export function guideRate({ text }: Source, currency: Currency, today: Day): GuideRate | undefined {
  const { rates } = table.parse(parse(text, { schema: 'core' }))
  const row = rates.findLast(({ day }) => day <= today) ?? rates[0]
  const rate = row?.[currency]
  return row && rate !== undefined ? { rate, day: row.day } : undefined
}
