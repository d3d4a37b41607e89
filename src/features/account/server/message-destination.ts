/**
 * Where a message is sent, by its reader's choice for its kind. Determined on sending, so that a choice also applies to
 * messages already queued.
 */
import type { Deps } from '../../../server/dependencies.ts'
import { isUndeliverable } from '../../../server/messages/bounces/undeliverable-mailboxes.ts'
import type { MessageDestination } from '../../../server/messages/send-message.ts'
import { textSchema } from '../../../server/keys/seal.ts'
import type { ChosenKind } from '../../../lib/people/message-preferences.ts'
import { holderOf } from '../../session/server/door.ts'
import { destinationMac } from '../../../server/keys/destination-mac.ts'
import { isUnsubscribed } from './unsubscribe.ts'

interface Reader {
  way: 'email' | 'mobile' | 'given' | 'none'
  email: string | null
  mobile: string | null
}

/**
 * The destination of a message, `undefined` when its reader wants none of its kind. If the recipient is no user, or has
 * no contact of the chosen channel any more, it is sent as addressed. If a mailbox accepts no mail, its owner's mobile
 * number is used instead.
 */
export const messageDestination: MessageDestination = async (deps, { kind, to }) => {
  if (kind === undefined || kind === 'direct') return to
  const reader = await readerOf(deps, kind, to)
  if (reader?.way === 'none') return undefined
  const chosen = reader && (reader.way === 'email' || reader.way === 'mobile') ? reader[reader.way] : null
  const destination = chosen === null ? to : opened(deps, chosen)
  if (!destination.includes('@')) return destination
  if (await isUnsubscribed(deps, destination, kind)) return undefined
  const instead = reader?.mobile ?? null
  return instead !== null && (await isUndeliverable(deps, deps.db, destination)) ? opened(deps, instead) : destination
}

const opened = (deps: Deps, sealed: string): string => deps.seal.open('users.contact', textSchema, sealed)

/** Whose contact it is, with their choices: a contact in use takes precedence over one that is being given up. */
async function readerOf(deps: Deps, kind: ChosenKind, to: string): Promise<Reader | undefined> {
  const holder = await holderOf(deps.db, destinationMac(deps, to), deps.clock())
  if (!holder) return undefined
  const row = await deps.db
    .selectFrom('users')
    .leftJoin('message_ways', (join) =>
      join.onRef('message_ways.user_id', '=', 'users.id').on('message_ways.kind', '=', kind),
    )
    .select(['message_ways.way', 'users.email', 'users.mobile'])
    .where('users.id', '=', holder.user_id)
    .executeTakeFirst()
  return row && { ...row, way: row.way ?? 'given' }
}
