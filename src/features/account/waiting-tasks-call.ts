/** What waits for the caller besides orders and claims, each with the page where it can be done. */
import { z } from 'zod'
import { call } from '../../lib/contract.ts'
import { CURRENCIES } from '../../lib/money.ts'

export const waitingTasks = call({
  path: 'account/waiting',
  access: 'login',
  input: z.object({}),
  output: z.object({
    tasks: z.array(
      z.object({
        kind: z.enum(['change', 'extension', 'invoice', 'refund', 'registration', 'closing']),
        id: z.string(),
        number: z.string().nullable(),
        amount: z.object({ amount: z.number().int(), currency: z.enum(CURRENCIES) }).nullable(),
        /** Instant, ms. */
        until: z.number().int().nullable(),
        /** Without language. */
        path: z.string(),
      }),
    ),
  }),
})
export type TaskRow = z.output<typeof waitingTasks.output>['tasks'][number]
