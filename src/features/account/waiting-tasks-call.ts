/** What waits for the caller besides orders and claims, each with the page where it can be done. */
import { z } from 'zod/mini'
import { call } from '../../lib/contract.ts'
import { moneySchema } from '../../lib/money/money-schema.ts'

export const waitingTasks = call({
  path: 'account/waiting',
  access: 'login',
  input: z.object({}),
  output: z.object({
    tasks: z.array(
      z.object({
        kind: z.enum(['change', 'extension', 'invoice', 'refund', 'registration', 'closing']),
        id: z.string(),
        number: z.nullable(z.string()),
        amount: z.nullable(moneySchema),
        /** Instant, ms. */
        until: z.nullable(z.int()),
        /** Without language. */
        path: z.string(),
      }),
    ),
  }),
})
export type TaskRow = z.output<typeof waitingTasks.output>['tasks'][number]
