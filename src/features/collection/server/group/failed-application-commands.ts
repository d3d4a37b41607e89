/**
 * `npm run operator -- group-payments failing|retry`: applications of paid lists that could not be credited or
 * refunded.
 */
import { z } from 'zod'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { command, type Command } from '../../../../server/operator/command.ts'
import { failingApplications, retryFailing } from './failed-applications.ts'
import { groupPaymentOf } from '../../../orders/server/door.ts'

const failing = command({
  noun: 'group-payments',
  verb: 'failing',
  role: 'finance',
  reads: true,
  about:
    'applications of paid lists that could not be credited (held) or whose part could not be given back (credited): what went wrong, and when each is tried again by itself',
  input: z.object({}),
  run: async (_input, { deps, print }) => {
    const rows = await failingApplications(deps)
    for (const row of rows)
      print(
        [
          row.group_id,
          row.order_id,
          row.state,
          `attempts ${row.failures ?? 0}`,
          `again ${formatInstant(Number(row.retry_at), 'en')}`,
          row.last_error ?? '',
        ].join('  '),
      )
    if (rows.length === 0) print('Nothing fails.')
  },
})

const retry = command({
  noun: 'group-payments',
  verb: 'retry',
  role: 'finance',
  args: ['number'],
  about: 'lets what fails of a list be tried again within half a minute, once the cause is mended',
  input: z.object({
    number: z
      .string()
      .min(1, 'required')
      .transform((text) => text.trim().toUpperCase()),
  }),
  run: async ({ number }, { deps, by, why, print }) => {
    if (!(await groupPaymentOf(deps.db, number))) throw new Refusal('not_found')
    const count = await retryFailing(deps, number, { by, why })
    print(`${count} ${count === 1 ? 'application' : 'applications'} of ${number} will be tried again.`)
  },
})

export const failedGroupCommands: readonly Command[] = [failing, retry]
