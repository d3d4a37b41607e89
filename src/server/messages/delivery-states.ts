/**
 * The delivery state of each message. States are columns and not events: there are thousands, they are deleted after
 * some weeks, and they prove nothing that anybody answers for (decision 0087).
 */
import type { Selectable } from 'kysely'
import { dayOf } from '../../lib/days/dates.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Trx } from '../db/database.ts'
import type { Deps } from '../dependencies.ts'
import { destinationMac } from '../keys/destination-mac.ts'
import { textSchema } from '../keys/seal.ts'
import type { DeliveryStatus, MessageDeliveryTable } from './message-tables.ts'

const DESTINATION = 'message_deliveries.destination'
const DAY = 24 * 3_600_000
/** A mail may bounce after days, and people ask about a message for weeks. */
const KEEP = 30 * DAY
const KEEP_DAYS = 400 * DAY

export interface LeavingMessage {
  id: string
  template: string
  lang: Lang
  channel: 'email' | 'sms'
  to: string
}
type Facts = Partial<Pick<MessageDeliveryTable, 'provider' | 'reference' | 'parts' | 'reason'>>

/** Records the state of a message after it was sent, or could not be. A state that a receipt reported meanwhile stays. */
export async function recordDelivery(
  deps: Deps,
  trx: Trx,
  message: LeavingMessage,
  status: DeliveryStatus,
  facts: Facts = {},
): Promise<void> {
  const now = deps.clock()
  const set = { status, provider: null, reference: null, parts: null, reason: null, ...facts, updated_at: now }
  await trx
    .insertInto('message_deliveries')
    .values({
      id: message.id,
      template: message.template,
      lang: message.lang,
      channel: message.channel,
      created_at: now,
      returns: 0,
      destination: deps.seal.seal(DESTINATION, message.to),
      to_mac: destinationMac(deps, message.to),
      ...set,
    })
    .onConflict((c) =>
      c
        .column('id')
        .doUpdateSet({
          ...set,
          channel: message.channel,
          destination: deps.seal.seal(DESTINATION, message.to),
          to_mac: destinationMac(deps, message.to),
        })
        .where('message_deliveries.status', '!=', 'delivered'),
    )
    .execute()
}

/** Moves a message from `sent` to another state; false when it is no longer `sent`, as when a receipt comes twice. */
export async function settleDelivery(
  deps: Deps,
  trx: Trx,
  id: string,
  status: 'delivered' | 'failed',
  reason: string | null,
): Promise<boolean> {
  const row = await trx
    .updateTable('message_deliveries')
    .set({ status, reason, updated_at: deps.clock() })
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const findDelivery = (db: Trx | Deps['db'], id: string): Promise<Selectable<MessageDeliveryTable> | undefined> =>
  db.selectFrom('message_deliveries').selectAll().where('id', '=', id).executeTakeFirst()

export const destinationOfDelivery = (
  deps: Pick<Deps, 'seal'>,
  row: Pick<MessageDeliveryTable, 'destination'>,
): string => deps.seal.open(DESTINATION, textSchema, row.destination)

/** Deletes states that nobody asks about any more. */
export async function deleteOldDeliveries({ write, clock }: Deps): Promise<void> {
  await write(async (trx) => {
    await trx
      .deleteFrom('message_deliveries')
      .where('created_at', '<', clock() - KEEP)
      .execute()
    await trx
      .deleteFrom('sms_days')
      .where('day', '<', dayOf(clock() - KEEP_DAYS))
      .execute()
  })
}
