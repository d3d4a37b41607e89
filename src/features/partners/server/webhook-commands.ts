/**
 * `npm run operator -- partner-webhooks set|list|show|resend`: where a partner is told of its policies, and what it was
 * told.
 */
import { z } from 'zod'
import { formatInstant } from '../../../lib/days/dates.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import { commandsOf, type Command } from '../../../server/operator/command.ts'
import { writeEvent } from '../../../server/transition.ts'
import { coIdSchema } from './link-token.ts'
import { partnerNamed } from './partners.ts'
import { addressFault } from './webhook-address.ts'
import { MESSAGE_STATES } from './webhook-states.ts'
import { moveWaitingMessages, resend } from './webhooks.ts'
import type { PartnerMessageTable } from './webhook-tables.ts'

const command = commandsOf({ noun: 'partner-webhooks', role: 'security' })

const line = (row: PartnerMessageTable): string =>
  [row.id, row.type, row.status, row.order_id, `no. ${row.sequence}`, formatInstant(row.created_at, 'en')].join('  ')

const set = command({
  verb: 'set',
  args: ['co_id', 'address'],
  about:
    'where a partner is told of issue, changes, surrender and refunds: https, and nothing inside of a network; none ends it',
  input: z.object({ co_id: coIdSchema, address: z.string().max(500) }),
  run: async ({ co_id, address }, { deps, by, why, print }) => {
    const to = address === 'none' ? null : address
    const fault = to === null ? undefined : addressFault(to, deps.config)
    if (fault) throw new Refusal('invalid', { fields: { address: fault } })
    await deps.write(async (trx) => {
      const { id } = await partnerNamed(trx, co_id)
      await trx.updateTable('partners').set({ webhook_url: to }).where('id', '=', id).execute()
      await moveWaitingMessages(trx, id, to)
      await writeEvent(trx, {
        entity: 'partner',
        entity_id: id,
        at: deps.clock(),
        by,
        to_status: 'webhook_set',
        why,
        data: { address: to },
      })
    })
    print(to === null ? `${co_id} is told of nothing.` : `${co_id} is told at ${to}.`)
  },
})

const list = command({
  verb: 'list',
  about: 'the latest messages to partners; --partner (co_id) and --status narrow them',
  reads: true,
  input: z.object({
    partner: z.optional(coIdSchema),
    status: z.enum(MESSAGE_STATES).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(50),
  }),
  run: async ({ partner, status, limit }, { deps, print }) => {
    let query = deps.db
      .selectFrom('partner_messages')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
    if (partner !== undefined) query = query.where('partner_id', '=', (await partnerNamed(deps.db, partner)).id)
    if (status !== undefined) query = query.where('status', '=', status)
    const rows = await query.execute()
    for (const row of rows) print(line(row))
    if (rows.length === 0) print('No message.')
  },
})

const show = command({
  verb: 'show',
  args: ['id'],
  about: 'one message with its body and every try',
  reads: true,
  input: z.object({ id: z.string().max(26) }),
  run: async ({ id }, { deps, print }) => {
    const row = await deps.db.selectFrom('partner_messages').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    print(line(row))
    print(row.body)
    const tries = await deps.db
      .selectFrom('partner_message_tries')
      .selectAll()
      .where('message_id', '=', id)
      .orderBy('number')
      .execute()
    for (const it of tries)
      print(
        [
          '  ',
          String(it.number),
          formatInstant(it.at, 'en', { seconds: true }),
          it.status === null ? 'no answer' : `HTTP ${it.status}`,
          it.fault ?? 'taken',
        ].join('  '),
      )
  },
})

const again = command({
  verb: 'resend',
  args: ['id'],
  about: 'tells it once more, for three days from now, whether it was taken or given up',
  input: z.object({ id: z.string().max(26) }),
  run: async ({ id }, { deps, by, why, print }) => {
    await deps.write((trx) => resend(deps, trx, id, { by, why }))
    print(`${id} is sent again.`)
  },
})

export const webhookCommands: readonly Command[] = [set, list, show, again]
