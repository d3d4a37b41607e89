/** `npm run operator -- refunds list|show|approve|reject|retry|by-hand` */
import { z } from 'zod'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { formatMoney, money } from '../../../../lib/money/money.ts'
import { commandsOf, type Command } from '../../../../server/operator/command.ts'
import { eventLine, eventsOf } from '../../../../server/operator/event-line.ts'
import { payableKey } from '../payable.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import {
  isOverdue,
  refundByHand,
  refundTimes,
  retryRefund,
  waitingRefunds,
  type RefundTimes,
} from './refunds-for-operator.ts'
import { askForAccount } from './refund-account.ts'
import { approveRequest, describeRequest, refundRequest, rejectRequest } from './request-and-decide-refund.ts'
import type { RefundTable } from '../../tables.ts'

const command = commandsOf({ noun: 'refunds', role: 'finance' })

const sum = (row: RefundTable): string => formatMoney(money(row.amount_minor, row.currency), 'en')

const line = (row: RefundTable, times: RefundTimes): string =>
  [
    row.id,
    payableKey({ kind: row.payable_kind, id: row.payable_id }),
    row.payment_id,
    row.status,
    sum(row),
    row.reason,
    `try ${row.attempt}`,
    formatInstant(row.updated_at, 'en'),
    ...(isOverdue(row, times) ? ['overdue'] : []),
    ...(times.payersTurn.has(row.id) ? ['its payer is asked for an account'] : []),
  ].join('  ')

const id = z.object({ id: z.string() })

/** The reason by which a request was refused, from its event. */
function reasonIn(data: string | null): string[] {
  const found = z.object({ reason: z.string() }).safeParse(data === null ? null : JSON.parse(data))
  return found.success ? [found.data.reason] : []
}

export const refundCommands: readonly Command[] = [
  command({
    verb: 'list',
    about: 'refunds that wait for a decision, that failed, or that take too long; oldest first',
    reads: true,
    input: z.object({}),
    run: async (_, { deps, print }) => {
      const rows = await waitingRefunds(deps)
      const times = await refundTimes(deps)
      for (const row of rows) print(line(row, times))
      if (rows.length === 0) print('No refund waits for anybody.')
    },
  }),
  command({
    verb: 'show',
    about: 'one refund: who asked, why, how it was worked out, its parts and every event',
    reads: true,
    args: ['id'],
    input: id,
    run: async (input, { deps, print }) => {
      const request = await refundRequest(deps.db, input.id)
      if (!request) throw new Refusal('not_found')
      const amount = (minor: number): string => formatMoney(money(minor, request.currency), 'en')
      print(
        `${request.id}  ${request.subject}  ${request.status}  ${amount(request.amount)}  ${request.reason}  asked by ${request.requestedBy}${request.why ? `: ${request.why}` : ''}`,
      )
      for (const it of request.lines)
        print(
          `  ${it.id}  ${it.amount < 0 ? `-${amount(-it.amount)}` : amount(it.amount)}${it.values ? `  ${JSON.stringify(it.values)}` : ''}`,
        )
      for (const it of await describeRequest(deps, request)) print(it)
      const times = await refundTimes(deps)
      for (const part of request.parts) print(line(part, times))
      const events = await eventsOf(
        deps.db,
        ['refund'],
        request.parts.map((part) => part.id),
      )
      for (const it of events) print([eventLine(it), ...reasonIn(it.data)].join('  '))
    },
  }),
  command({
    verb: 'approve',
    about: 'approve a refund that was asked for: the money goes back, and a policy that is given up for it ends',
    args: ['id'],
    input: id,
    run: async (input, { deps, by, why, print }) => {
      const request = await approveRequest(deps, input.id, { by, why })
      print(`Refund ${request.id} of ${formatMoney(money(request.amount, request.currency), 'en')} is approved.`)
    },
  }),
  command({
    verb: 'reject',
    about:
      'refuse a refund that was asked for; the buyer reads --why. The cancelling of a policy only for a --reason that refunds show names',
    args: ['id'],
    input: id.extend({ reason: z.string().max(40).optional() }),
    run: async (input, { deps, by, why, print }) => {
      const request = await rejectRequest(deps, input.id, { by, why, reason: input.reason })
      print(`Refund ${request.id} is refused, and the buyer is told why.`)
    },
  }),
  command({
    verb: 'retry',
    about: 'ask the provider once more for a refund that failed; the buyer is told',
    args: ['id'],
    input: id,
    run: async (input, { deps, by, why, print }) => {
      const row = await retryRefund(deps, input.id, { by, why })
      print(`Refund ${row.id} of ${sum(row)} is on its way again, try ${row.attempt}.`)
    },
  }),
  command({
    verb: 'by-hand',
    about: 'book a failed refund that was paid another way, under the bank’s --reference; the buyer is told',
    args: ['id'],
    input: id.extend({ reference: z.string().min(3).max(100) }),
    run: async (input, { deps, by, why, print }) => {
      await refundByHand(deps, input.id, input.reference, { by, why })
      print(`Refund ${input.id} is booked as paid by hand.`)
    },
  }),
  command({
    verb: 'ask-account',
    args: ['id'],
    about:
      'Asks the payer of a failed refund for a bank account, on a page of theirs; once given, bank collect takes it. Again after a day, as a reminder',
    input: id,
    run: async (input, { deps, by, why, print }) => {
      const row = await askForAccount(deps, input.id, { by, why })
      print(
        `The payer of refund ${row.id} of ${formatMoney(money(row.amount_minor, row.currency), 'en')} is asked for an account.`,
      )
    },
  }),
]
