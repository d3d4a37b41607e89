/** The person's own data as shown to them. Nothing leaves unmasked. */
import { maskIdNumber } from '../../../lib/people/id-number.ts'
import { maskContact } from '../../../lib/people/contact.ts'
import type { UserContext } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { undeliverableMailbox } from '../../../server/messages/bounces/undeliverable-mailboxes.ts'
import { textSchema } from '../../../server/keys/seal.ts'
import { openIdentity } from '../../policies/server/door.ts'
import { openPeople } from '../../orders/server/door.ts'
import { signedInDevices } from '../../session/server/door.ts'
import type { Device, MyInformation } from '../contract.ts'
import { noticesOf } from './stored-message-preferences.ts'

/** The person's devices, this one first. */
export async function devicesOf({ deps, caller }: UserContext): Promise<Device[]> {
  const devices = await signedInDevices(deps, caller.userId)
  return devices
    .map((it) => ({ ...it, current: it.id === caller.sessionId }))
    .sort((a, b) => Number(b.current) - Number(a.current))
}

/** Everything that "My information" shows. */
export async function informationOf(ctx: UserContext): Promise<MyInformation> {
  const {
    deps,
    caller: { userId, sessionId },
  } = ctx
  const user = await deps.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const session = await deps.db
    .selectFrom('sessions')
    .select('ends_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const contact = (sealed: string | null) =>
    sealed === null ? null : maskContact(deps.seal.openCached('users.contact', textSchema, sealed))
  const trouble = user.email_mac === null ? undefined : await undeliverableMailbox(deps.db, user.email_mac)
  const known = await knownIdentity(deps, userId)
  return {
    name: user.name === null ? (known?.name ?? null) : deps.seal.openCached('users.name', textSchema, user.name),
    mobile: contact(user.mobile),
    email: contact(user.email),
    mailTrouble: trouble?.reason ?? null,
    identity: known?.identity ?? null,
    devices: await devicesOf(ctx),
    notices: await noticesOf(deps, userId),
    endsAt: session.ends_at,
  }
}

interface KnownIdentity {
  name: string
  identity: NonNullable<MyInformation['identity']>
}

async function knownIdentity(deps: Deps, userId: string): Promise<KnownIdentity | undefined> {
  const proven = await deps.db
    .selectFrom('proven_identities')
    .select(['facts', 'proven_at'])
    .where('user_id', '=', userId)
    .orderBy('proven_at', 'desc')
    .executeTakeFirst()
  if (proven) {
    const { idType, idNumber, idName } = openIdentity(deps, proven.facts)
    return {
      name: idName,
      identity: {
        idType,
        idNumber: maskIdNumber(idNumber),
        from: 'verification',
        number: null,
        at: proven.proven_at,
      },
    }
  }
  const policy = await deps.db
    .selectFrom('policies')
    .select(['people', 'number', 'issued_at'])
    .where('user_id', '=', userId)
    .where('status', 'in', ['issued', 'cancelled'])
    .orderBy('issued_at', 'desc')
    .executeTakeFirst()
  if (!policy) return undefined
  const { idType, idNumber, idName } = openPeople(deps.seal, policy.people).policyholder
  return {
    name: idName,
    identity: {
      idType,
      idNumber: maskIdNumber(idNumber),
      from: 'policy',
      number: policy.number,
      at: policy.issued_at,
    },
  }
}
