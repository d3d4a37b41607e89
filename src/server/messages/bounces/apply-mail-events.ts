/** What happens after a mail bounced: its mailbox is marked undeliverable, or the mail is sent once more. */
import type { Selectable } from 'kysely'
import { isEmail, normaliseEmail } from '../../../lib/people/contact.ts'
import type { Trx } from '../../db/database.ts'
import type { Deps } from '../../dependencies.ts'
import { isCode } from '../define-message.ts'
import { destinationOfDelivery, findDelivery } from '../delivery-states.ts'
import type { MessageDeliveryTable } from '../message-tables.ts'
import { sendAgain } from '../send-message.ts'
import type { MailEvent } from './mail-event.ts'
import { destinationMac } from '../../keys/destination-mac.ts'
import { markUndeliverable } from './undeliverable-mailboxes.ts'

const HOUR = 3_600_000
/** Waits before a mail that bounced for a temporary reason is sent again; after the last wait it is given up. */
const WAITS = [HOUR, 6 * HOUR] as const

export type Applied = 'marked' | 'again' | 'given_up' | 'unknown'

/** Handling the same event twice changes nothing the second time. `by` says who reported it. */
export function applyMailEvent(deps: Deps, event: MailEvent, by: string): Promise<Applied> {
  return deps.write(async (trx) => {
    const row = event.messageId === null ? undefined : await findDelivery(trx, event.messageId)
    const found = row?.channel === 'email' ? row : undefined
    const named = event.recipient === null ? undefined : normaliseEmail(event.recipient)
    const destination = found
      ? destinationOfDelivery(deps, found)
      : named !== undefined && isEmail(named)
        ? named
        : undefined
    if (destination === undefined) return 'unknown'
    // A mailbox that forwards mail makes the report name another mailbox, which we do not know.
    if (found && named !== undefined && destinationMac(deps, named) !== found.to_mac) return 'unknown'
    if (!event.permanent) return found ? cameBack(deps, trx, found, event) : 'unknown'
    await markUndeliverable(deps, trx, {
      destination,
      reason: event.kind,
      statusCode: event.status,
      deliveryId: found?.id ?? null,
      by,
    })
    if (found) await fail(deps, trx, found.id, event.kind === 'complained' ? 'complained' : (event.status ?? 'bounced'))
    return 'marked'
  })
}

async function cameBack(
  deps: Deps,
  trx: Trx,
  row: Selectable<MessageDeliveryTable>,
  event: MailEvent,
): Promise<Applied> {
  if (row.status !== 'sent') return 'unknown'
  const wait = WAITS[row.returns]
  const again =
    wait !== undefined &&
    !isCode(deps.messages.declared.get(row.template)) &&
    (await sendAgain(deps, trx, row.id, { key: `return-${row.returns}`, at: deps.clock() + wait }))
  await fail(deps, trx, row.id, event.status ?? 'bounced')
  if (again)
    await trx
      .updateTable('message_deliveries')
      .set({ returns: row.returns + 1 })
      .where('id', '=', row.id)
      .execute()
  return again ? 'again' : 'given_up'
}

const fail = (deps: Deps, trx: Trx, id: string, reason: string): Promise<unknown> =>
  trx
    .updateTable('message_deliveries')
    .set({ status: 'failed', reason, updated_at: deps.clock() })
    .where('id', '=', id)
    .execute()
