/** Where a message goes, by what its reader chose for its kind. Looked up as it leaves: a choice also holds for what waits. */
import { kindOfTemplate } from '../../server/messages/message-kinds.ts'
import type { MessageDestination } from '../../server/messages/send-message.ts'
import { textSchema } from '../../server/seal.ts'

/**
 * The destination of a message, `undefined` when its reader wants none of its kind. Who is no user gets it as it was sent, and so does a
 * user who has no contact of the chosen channel any more.
 */
export const messageDestination: MessageDestination = async (deps, { template, to }) => {
  const kind = kindOfTemplate(template)
  if (kind === undefined || kind === 'direct') return to
  const chosen = await deps.db.selectFrom('contacts').innerJoin('message_ways', 'message_ways.user_id', 'contacts.user_id')
    .innerJoin('users', 'users.id', 'contacts.user_id').select(['message_ways.way', 'users.email', 'users.mobile'])
    .where('contacts.mac', '=', deps.seal.mac('login.destination', to)).where('message_ways.kind', '=', kind)
    .where((eb) => eb.or([eb('contacts.ended_at', 'is', null), eb('contacts.ended_at', '>', deps.clock())]))
    .orderBy('contacts.ended_at', (order) => order.desc().nullsFirst()).executeTakeFirst()
  if (!chosen || chosen.way === 'given') return to
  if (chosen.way === 'none') return undefined
  const sealed = chosen[chosen.way]
  return sealed === null ? to : deps.seal.open('users.contact', textSchema, sealed)
}
