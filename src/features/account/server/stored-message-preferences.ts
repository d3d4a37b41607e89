/** A person's choice of how each kind of message is sent. `message-destination.ts` applies it. */
import { MESSAGE_KINDS, type ChosenKind, type MessageWay } from '../../../lib/people/message-preferences.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { OPTIONAL_KINDS } from '../../../server/messages/define-message.ts'
import type { chooseNotice, Notice } from '../contract.ts'

async function waysOf(deps: Deps, userId: string, kind: ChosenKind): Promise<MessageWay[]> {
  const user = await deps.db
    .selectFrom('users')
    .select(['email', 'mobile'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return [
    'given',
    ...(user.email === null ? [] : ['email' as const]),
    ...(user.mobile === null ? [] : ['mobile' as const]),
    ...(OPTIONAL_KINDS.includes(kind) ? ['none' as const] : []),
  ]
}

/** Each kind with the present choice and the possible ones. */
export async function noticesOf(deps: Deps, userId: string): Promise<Notice[]> {
  const rows = await deps.db.selectFrom('message_ways').select(['kind', 'way']).where('user_id', '=', userId).execute()
  return Promise.all(
    MESSAGE_KINDS.map(async (kind) => {
      const ways = await waysOf(deps, userId, kind)
      const chosen = rows.find((row) => row.kind === kind)?.way ?? 'given'
      return { kind, ways, way: ways.includes(chosen) ? chosen : 'given' }
    }),
  )
}

/**
 * Stores a choice. Refuses to switch off what the law or the contract requires us to send, and a channel without a
 * contact.
 */
export async function saveNotice(
  deps: Deps,
  userId: string,
  { kind, way }: { kind: ChosenKind; way: MessageWay },
): Promise<void> {
  if (!(await waysOf(deps, userId, kind)).includes(way))
    throw new Refusal<typeof chooseNotice>(way === 'none' ? 'required_notice' : 'no_contact')
  await deps.write((trx) =>
    trx
      .insertInto('message_ways')
      .values({ user_id: userId, kind, way })
      .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ way }))
      .execute(),
  )
}
