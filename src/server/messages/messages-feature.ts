/**
 * What happens after messages are sent: receipts, bounces, figures and the operator's commands. Sending itself belongs
 * to the server.
 */
import { madeWith } from '../account-closure.ts'
import { dayOf } from '../../lib/dates.ts'
import type { ServerFeature } from '../server-feature.ts'
import { registerMailEvents } from './bounces/notify-mail.ts'
import { deleteOldDeliveries } from './delivery-states.ts'
import { messageCommands } from './message-commands.ts'
import { partsOf } from './sms/daily-budget.ts'
import { receiptJob, registerReceipts } from './sms/receipts.ts'

const DAY = 24 * 3_600_000

export const messages = {
  name: 'messages',
  jobs: [receiptJob],
  recurring: [{ kind: 'sweep.messages', every: DAY, run: deleteOldDeliveries }],
  raw: async (app, deps) => {
    registerReceipts(app, deps)
    await registerMailEvents(app, deps)
  },
  figures: async (deps) => {
    const { codes, others, held } = await partsOf(deps, dayOf(deps.clock()))
    const since = deps.clock() - DAY
    const failed = await deps.db
      .selectFrom('message_deliveries')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('status', '=', 'failed')
      .where('updated_at', '>', since)
      .executeTakeFirst()
    const lost = await deps.db
      .selectFrom('undeliverable_mailboxes')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('since', '>', since)
      .executeTakeFirst()
    return {
      textMessagesToday: codes + others,
      textMessagesHeldToday: held,
      messagesFailedLastDay: Number(failed?.n ?? 0),
      mailboxesLostLastDay: Number(lost?.n ?? 0),
    }
  },
  closure: {
    erase: async (_, trx, { contacts }) => {
      await trx.deleteFrom('message_deliveries').where(madeWith(contacts, 'to_mac', 'created_at')).execute()
      await trx.deleteFrom('undeliverable_mailboxes').where(madeWith(contacts, 'mac', 'since')).execute()
    },
  },
  commands: messageCommands,
} satisfies ServerFeature
