/** `npm run operator -- payments list|show|refund` (the rest: provider-commands.ts) */
import { z } from 'zod'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { parseMoney } from '../../../../lib/money/parse-amount.ts'
import { formatMoney, money, type Currency } from '../../../../lib/money/money.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { commandsOf, type Command } from '../../../../server/operator/command.ts'
import { eventLine, eventsOf } from '../../../../server/operator/event-line.ts'
import { parsePayable, payableKey } from '../payable.ts'
import { PAYMENT_STATES } from '../../contract.ts'
import { AmountTooHigh } from '../refunds/open-and-settle-refund.ts'
import { requestRefund } from '../refunds/request-and-decide-refund.ts'
import { refundableAmount } from '../refunds/split-refund.ts'
import type { PaymentTable } from '../../tables.ts'

const command = commandsOf({ noun: 'payments', role: 'finance' })

const sum = (minor: number, currency: Currency): string => formatMoney(money(minor, currency), 'en')

const line = (row: PaymentTable): string =>
  [
    row.id,
    payableKey({ kind: row.payable_kind, id: row.payable_id }),
    row.status + (row.failure ? ` (${row.failure})` : ''),
    sum(row.amount_minor, row.currency),
    row.provider,
    row.method,
    formatInstant(row.created_at, 'en'),
  ].join('  ')

async function findPayment(deps: Deps, id: string): Promise<PaymentTable> {
  const row = await deps.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

export const paymentCommands: readonly Command[] = [
  command({
    verb: 'list',
    about: 'the latest payments; --status and --payable (number of an order, or kind.id) narrow them',
    reads: true,
    input: z.object({
      status: z.enum(PAYMENT_STATES).optional(),
      payable: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(50),
    }),
    run: async ({ status, payable, limit }, { deps, print }) => {
      let query = deps.db.selectFrom('payments').selectAll().orderBy('created_at', 'desc').limit(limit)
      if (status) query = query.where('status', '=', status)
      if (payable) query = query.where('payable_id', '=', parsePayable(payable)?.id ?? payable)
      for (const row of await query.execute()) print(line(row))
    },
  }),
  command({
    verb: 'show',
    about: 'one payment with its events and refunds',
    reads: true,
    args: ['id'],
    input: z.object({ id: z.string() }),
    run: async ({ id }, { deps, print }) => {
      const row = await findPayment(deps, id)
      print(line(row))
      if (row.paid_minor !== null)
        print(
          `paid ${sum(row.paid_minor, row.paid_currency ?? row.currency)}, claimed by refunds ${sum(row.refund_minor, row.paid_currency ?? row.currency)}`,
        )
      const refunds = await deps.db
        .selectFrom('refunds')
        .selectAll()
        .where('payment_id', '=', id)
        .orderBy('created_at')
        .execute()
      for (const it of refunds)
        print(
          `refund ${it.id}  ${it.status}  ${sum(it.amount_minor, it.currency)}  ${it.reason}${it.why ? ` (${it.why})` : ''}`,
        )
      const ids = [id, ...refunds.map((it) => it.id)]
      for (const it of await eventsOf(deps.db, ['payment', 'refund'], ids)) print(eventLine(it, it.entity))
    },
  }),
  command({
    verb: 'refund',
    about: 'ask for a refund of all that is left of a payment, or of --amount; another operator approves it',
    args: ['id'],
    input: z.object({ id: z.string(), amount: z.string().optional() }),
    run: async ({ id, amount }, { deps, by, why, print }) => {
      const row = await findPayment(deps, id)
      const currency = row.paid_currency ?? row.currency
      const wanted = amount === undefined ? undefined : parseMoney(amount, currency)
      if (amount !== undefined && !wanted) throw new Refusal('invalid', { fields: { amount: 'amount_format' } })
      const left = refundableAmount(row.paid_minor ?? 0, row.refund_minor)
      const refunded = wanted?.amount ?? left
      if (refunded <= 0) return print('Nothing is left to give back.')
      const payable = { kind: row.payable_kind, id: row.payable_id }
      try {
        const request = await deps.write((trx) =>
          requestRefund(trx, deps, {
            subject: `payable:${payableKey(payable)}`,
            payables: [payable],
            payments: [id],
            amount: refunded,
            reason: 'operator',
            lines: [{ id: 'operator', amount: refunded }],
            by,
            why,
          }),
        )
        print(
          `Refund ${request} of ${sum(refunded, currency)} waits for another operator: \`refunds approve ${request}\``,
        )
      } catch (error) {
        if (!(error instanceof AmountTooHigh)) throw error
        throw new Refusal('too_much', { fields: { amount: `${sum(left, currency)} is left` } })
      }
    },
  }),
]
