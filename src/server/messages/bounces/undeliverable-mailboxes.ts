/**
 * Mailboxes that get no mail: they do not exist, or their owner called our mail spam. Only codes are sent there, until
 * a code that was sent there is entered (decision 0088).
 */
import type { Trx } from '../../db/database.ts'
import { defineHook } from '../../define-hook.ts'
import type { Deps } from '../../dependencies.ts'
import { newId } from '../../new-id.ts'
import { writeEvent } from '../../transition.ts'
import { destinationMac } from '../../keys/destination-mac.ts'
import type { UndeliverableMailboxTable } from '../message-tables.ts'

const ENTITY = 'mailbox'
const DESTINATION = 'undeliverable_mailboxes.destination'

/** Which account each of these contacts belongs to now, by its keyed hash; one without an account is left out. */
export type AccountsOfContacts = (
  db: Trx | Deps['db'],
  macs: readonly string[],
) => Promise<readonly { mac: string; user_id: string }[]>

export const accountsOfContacts = defineHook<AccountsOfContacts>('accounts of contacts')

export const undeliverableMailbox = (
  db: Trx | Deps['db'],
  mac: string,
): Promise<Pick<UndeliverableMailboxTable, 'reason' | 'since' | 'status_code'> | undefined> =>
  db
    .selectFrom('undeliverable_mailboxes')
    .select(['reason', 'since', 'status_code'])
    .where('mac', '=', mac)
    .executeTakeFirst()

export const isUndeliverable = async (deps: Deps, db: Trx | Deps['db'], to: string): Promise<boolean> =>
  (await undeliverableMailbox(db, destinationMac(deps, to))) !== undefined

interface Mark {
  destination: string
  reason: UndeliverableMailboxTable['reason']
  statusCode: string | null
  deliveryId: string | null
  /** Who reported it, for the event. */
  by: string
}

/** Marks a mailbox; one that is marked already stays unchanged. */
export async function markUndeliverable(
  deps: Deps,
  trx: Trx,
  { destination, reason, statusCode, deliveryId, by }: Mark,
): Promise<void> {
  const [id, now] = [newId(), deps.clock()]
  const added = await trx
    .insertInto('undeliverable_mailboxes')
    .values({
      id,
      mac: destinationMac(deps, destination),
      destination: deps.seal.seal(DESTINATION, destination),
      reason,
      status_code: statusCode,
      delivery_id: deliveryId,
      since: now,
    })
    .onConflict((c) => c.column('mac').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added)
    await writeEvent(trx, {
      entity: ENTITY,
      entity_id: id,
      at: now,
      by,
      to_status: reason,
      why: statusCode,
    })
}

/** A code that was sent there was entered: mail arrives. A complaint stays, because it says that mail is not wanted. */
export async function clearBounced(deps: Deps, trx: Trx, mac: string): Promise<void> {
  if ((await undeliverableMailbox(trx, mac))?.reason === 'bounced')
    await clearUndeliverable(deps, trx, mac, { by: 'system', why: 'code given' })
}

/** Allows mail to the mailbox again. */
export async function clearUndeliverable(
  deps: Deps,
  trx: Trx,
  mac: string,
  act: { by: string; why: string | null },
): Promise<boolean> {
  const row = await trx
    .deleteFrom('undeliverable_mailboxes')
    .where('mac', '=', mac)
    .returning(['id', 'reason'])
    .executeTakeFirst()
  if (row)
    await writeEvent(trx, {
      entity: ENTITY,
      entity_id: row.id,
      at: deps.clock(),
      by: act.by,
      from_status: row.reason,
      to_status: 'reachable',
      why: act.why,
    })
  return row !== undefined
}
