/**
 * What became of each message. Its states are columns and no events: they come by the thousand, go after some weeks, and say nothing that
 * anybody is held to (decision 0087).
 */
import type { Selectable } from 'kysely'
import { normaliseEmail } from '../../lib/contact.ts'
import { dayOf } from '../../lib/dates.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Trx } from '../db/database.ts'
import type { Deps } from '../dependencies.ts'
import { textSchema } from '../seal.ts'
import type { DeliveryStatus, MessageDeliveryTable } from './message-tables.ts'

const DESTINATION = 'message_deliveries.destination'
const DAY = 24 * 3_600_000
/** A mail may come back for days, and a person asks about a message for weeks. */
const KEEP = 30 * DAY
const KEEP_DAYS = 400 * DAY

/** Keyed hash by which a mobile number or mailbox is found: the one of contacts. */
export const destinationHash = (deps: Pick<Deps, 'seal'>, to: string): string => deps.seal.mac('login.destination', to.includes('@') ? normaliseEmail(to) : to)

export interface LeavingMessage { id: string; template: string; lang: Lang; channel: 'email' | 'sms'; to: string }
type Facts = Partial<Pick<MessageDeliveryTable, 'provider' | 'reference' | 'parts' | 'reason'>>

/** Writes where a message stands after it left, or could not. What a receipt said meanwhile stays. */
export async function recordDelivery(deps: Deps, trx: Trx, message: LeavingMessage, status: DeliveryStatus, facts: Facts = {}): Promise<void> {
  const now = deps.clock()
  const set = { status, provider: null, reference: null, parts: null, reason: null, ...facts, updated_at: now }
  await trx.insertInto('message_deliveries').values({
    id: message.id, template: message.template, lang: message.lang, channel: message.channel, created_at: now, returns: 0,
    destination: deps.seal.seal(DESTINATION, message.to), to_mac: destinationHash(deps, message.to), ...set,
  }).onConflict((c) => c.column('id').doUpdateSet({ ...set, channel: message.channel, destination: deps.seal.seal(DESTINATION, message.to), to_mac: destinationHash(deps, message.to) })
    .where('message_deliveries.status', '!=', 'delivered')).execute()
}

/** Moves a message that was sent on; false when it is not `sent` any more, as when a receipt comes twice. */
export async function settleDelivery(deps: Deps, trx: Trx, id: string, status: 'delivered' | 'failed', reason: string | null): Promise<boolean> {
  const row = await trx.updateTable('message_deliveries').set({ status, reason, updated_at: deps.clock() }).where('id', '=', id).where('status', '=', 'sent').returning('id').executeTakeFirst()
  return row !== undefined
}

export const findDelivery = (db: Trx | Deps['db'], id: string): Promise<Selectable<MessageDeliveryTable> | undefined> =>
  db.selectFrom('message_deliveries').selectAll().where('id', '=', id).executeTakeFirst()

export const destinationOfDelivery = (deps: Pick<Deps, 'seal'>, row: Pick<MessageDeliveryTable, 'destination'>): string => deps.seal.open(DESTINATION, textSchema, row.destination)

/** Forgets what nobody asks about any more. */
export async function deleteOldDeliveries({ write, clock }: Deps): Promise<void> {
  await write(async (trx) => {
    await trx.deleteFrom('message_deliveries').where('created_at', '<', clock() - KEEP).execute()
    await trx.deleteFrom('sms_days').where('day', '<', dayOf(clock() - KEEP_DAYS)).execute()
  })
}
