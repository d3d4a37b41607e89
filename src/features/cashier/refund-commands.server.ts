/** `npm run operator -- refunds list|retry|by-hand` */
import { z } from 'zod'
import { formatInstant } from '../../lib/dates.ts'
import { formatMoney, money, type Currency } from '../../lib/money.ts'
import { command, type Command } from '../../server/operator/command.ts'
import { failedRefunds, isOverdue, refundByHand, retryRefund, slowRefunds } from './failed-refunds.server.ts'
import type { RefundTable } from './tables.server.ts'

const sum = (row: RefundTable): string => formatMoney(money(Number(row.amount_minor), row.currency as Currency), 'en')

const line = (row: RefundTable, now: number): string => [
  row.id, row.order_id, row.payment_id, row.status, sum(row), row.reason, `try ${row.attempt}`, formatInstant(Number(row.updated_at), 'en'),
  ...(isOverdue(row, now) ? ['overdue'] : []),
].join('  ')

const id = z.object({ id: z.string() })

export const refundCommands: readonly Command[] = [
  command({
    noun: 'refunds', verb: 'list', role: 'finance', about: 'refunds that failed and are somebody’s task, and those that take too long', reads: true,
    input: z.object({}),
    run: async (_, { deps, print }) => {
      const rows = [...await failedRefunds(deps), ...await slowRefunds(deps)]
      for (const row of rows) print(line(row, deps.clock()))
      if (rows.length === 0) print('No refund waits for anybody.')
    },
  }),
  command({
    noun: 'refunds', verb: 'retry', role: 'finance', about: 'ask the provider once more for a refund that failed; the buyer is told', args: ['id'], input: id,
    run: async (input, { deps, by, why, print }) => {
      const row = await retryRefund(deps, input.id, { by, why })
      print(`Refund ${row.id} of ${sum(row)} is on its way again, try ${row.attempt}.`)
    },
  }),
  command({
    noun: 'refunds', verb: 'by-hand', role: 'finance', about: 'book a failed refund that was paid another way, under the bank’s --reference; the buyer is told', args: ['id'],
    input: id.extend({ reference: z.string().min(3).max(100) }),
    run: async (input, { deps, by, why, print }) => {
      await refundByHand(deps, input.id, input.reference, { by, why })
      print(`Refund ${input.id} is booked as paid by hand.`)
    },
  }),
]
