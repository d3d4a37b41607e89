/**
 * Decides registrations: an operator who compared the photo, the person with a code from a contact of the policy, or a
 * policyholder who ends the access (design §2 `/personal/credential`, decision 0107). The system approves nothing.
 */
import { SITE } from '../../../lib/site.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import { transition, recordLook } from '../../../server/transition.ts'
import {
  type PolicyForIdentity,
  policiesOfIdentity,
  openToInsured,
  closeToInsured,
  closePolicyTo,
  isSamePerson,
  type Identity,
  openIdentity,
} from '../../policies/server/door.ts'
import type { RegistrationStatus, RejectionReason } from '../contract.ts'
import { credentialMessages, notifyOwner, notifyPolicyholder, policyWords } from './registration-messages.ts'
import { registrationMachine } from './registration-states.ts'
import type { RegistrationTable } from '../tables.ts'

export const factsOf = (deps: Pick<Deps, 'seal'>, { facts }: Pick<RegistrationTable, 'facts'>): Identity | undefined =>
  facts === null ? undefined : openIdentity(deps, facts)

/** Whoever decides: `operator:…`, `user:…`, `policyholder:…` or `system`, and why. */
export interface Decider {
  by: string
  why: string
}

/**
 * An operator has compared the photo: gives access to every policy of the ID number, also to those with other facts.
 * Refuses `photo_waiting` before the photo was checked.
 */
export async function approve(deps: Deps, trx: Trx, id: string, decider: Decider): Promise<RegistrationTable> {
  const row = await trx
    .selectFrom('registrations')
    .select(['id_mac', 'status', 'photo_checked_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.status === 'submitted' && row.photo_checked_at === null) throw new Refusal('photo_waiting')
  const approved = await open(deps, trx, id, await policiesOfIdentity(deps, trx, row.id_mac), decider)
  const { user_id, id_mac, facts, decided_at } = approved
  if (facts === null || decided_at === null) throw new Refusal('not_found')
  await trx
    .insertInto('proven_identities')
    .values({ user_id, id_mac, facts, registration_id: id, proven_at: decided_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'id_mac']).doNothing())
    .execute()
  await notifyOwner(deps, trx, approved, credentialMessages.credential_approved, {})
  return approved
}

/**
 * The person entered a code that was sent to a contact on these policies: gives access to them alone. Nothing more of
 * the ID is proven, because anybody can buy a policy in another person's name and state a contact of their own.
 */
export async function approveByCode(
  deps: Deps,
  trx: Trx,
  row: RegistrationTable,
  policies: readonly PolicyForIdentity[],
): Promise<void> {
  const why = `entered the code that was sent to a contact on ${policies.map(({ number }) => number).join(', ')}`
  const approved = await open(deps, trx, row.id, policies, { by: `user:${row.user_id}`, why })
  await notifyOwner(deps, trx, approved, credentialMessages.credential_opened, {
    policies: policyWords(deps, row.lang, policies),
  })
}

/** The policies appear in the person's account, and their policyholders are told. */
async function open(
  deps: Deps,
  trx: Trx,
  id: string,
  policies: readonly PolicyForIdentity[],
  decider: Decider,
): Promise<RegistrationTable> {
  const row = await decide(deps, trx, id, 'approved', decider)
  await openToInsured(trx, { userId: row.user_id, registrationId: row.id }, policies)
  for (const policy of policies) await notifyPolicyholder(deps, trx, row, policy)
  return row
}

/** Moves a registration to its next state; its codes open nothing any more. */
async function decide(
  deps: Deps,
  trx: Trx,
  id: string,
  to: RegistrationStatus,
  { by, why }: Decider,
  reason: RejectionReason | null = null,
): Promise<RegistrationTable> {
  const at = deps.clock()
  const set = { decided_at: at, reason }
  const row = await transition(trx, { machine: registrationMachine, id, to, by, at, why, set })
  await trx.deleteFrom('registration_codes').where('registration_id', '=', id).execute()
  return row
}

/** Rejects a registration, and tells its owner why. */
export async function reject(
  deps: Deps,
  trx: Trx,
  id: string,
  reason: Exclude<RejectionReason, 'policyholder_objects'>,
  decider: Decider,
): Promise<RegistrationTable> {
  const row = await decide(deps, trx, id, 'rejected', decider, reason)
  await notifyOwner(deps, trx, row, credentialMessages.credential_rejected, {
    reason: deps.words(row.lang, `messages:credential_rejected.reason.${reason}`),
  })
  return row
}

/** Revokes an approval: ends the access that it gave, and tells its owner. */
export async function revoke(deps: Deps, trx: Trx, id: string, decider: Decider): Promise<RegistrationTable> {
  const row = await endAccess(deps, trx, id, 'not_verifiable', decider)
  await notifyOwner(deps, trx, row, credentialMessages.credential_rejected, {
    reason: deps.words(row.lang, 'messages:credential_rejected.reason.not_verifiable'),
  })
  return row
}

/** A policyholder does not know the person who sees this policy: revokes the approval, and tells its owner so. */
export async function revokeForPolicyholder(
  deps: Deps,
  trx: Trx,
  id: string,
  policy: { id: string; number: string },
): Promise<void> {
  const row = await endAccess(deps, trx, id, 'policyholder_objects', {
    by: `policyholder:${policy.number}`,
    why: 'does not know this person, by the link in the message',
  })
  // An earlier registration of the same person may have opened it.
  await closePolicyTo(trx, { userId: row.user_id, policyId: policy.id })
  await notifyOwner(deps, trx, row, credentialMessages.credential_closed, {
    number: policy.number,
    phone: SITE[row.lang].phone,
  })
}

async function endAccess(
  deps: Deps,
  trx: Trx,
  id: string,
  reason: RejectionReason,
  decider: Decider,
): Promise<RegistrationTable> {
  const row = await decide(deps, trx, id, 'revoked', decider, reason)
  await closeToInsured(trx, id)
  await trx.deleteFrom('proven_identities').where('registration_id', '=', id).execute()
  return row
}

export interface Comparison {
  row: RegistrationTable
  said: Identity | undefined
  /** Issued policies of this ID number, and which facts differ there; `codeUntil`: until when a code opens it, ms. */
  policies: { number: string; differs: ('name' | 'gender' | 'birthDate')[]; codeUntil: number | undefined }[]
  /** Who decided it last, and why. */
  decision: { to_status: string; at: number; by: string; why: string | null } | undefined
}

/** What an operator needs to decide. Each access is an event. */
export async function compareRegistration(deps: Deps, id: string, { by, why }: Decider): Promise<Comparison> {
  const row = await deps.db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  await deps.write((trx) => recordLook(trx, { entity: 'registration', id, by, at: deps.clock(), why }))
  const said = factsOf(deps, row)
  const found = await policiesOfIdentity(deps, deps.db, row.id_mac)
  const codes = await deps.db.selectFrom('registration_codes').selectAll().where('registration_id', '=', id).execute()
  const policies = found.map(({ id: policy, number, insured }) => ({
    number,
    codeUntil: codes.find(({ policy_id }) => policy_id === policy)?.expires_at,
    differs:
      said === undefined
        ? []
        : [
            ...(isSamePerson({ ...said, gender: insured.gender, birthDate: insured.birthDate }, insured)
              ? []
              : ['name' as const]),
            ...(said.gender === insured.gender ? [] : ['gender' as const]),
            ...(said.birthDate === insured.birthDate ? [] : ['birthDate' as const]),
          ],
  }))
  const decision = await deps.db
    .selectFrom('events')
    .select(['to_status', 'at', 'by', 'why'])
    .where('entity', '=', registrationMachine.entity)
    .where('entity_id', '=', id)
    .where('to_status', 'in', ['approved', 'rejected', 'revoked'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return { row, said, policies, decision }
}

/** Registrations that wait for an operator, oldest first. */
export const waitingRegistrations = (deps: Pick<Deps, 'db'>) =>
  deps.db
    .selectFrom('registrations')
    .select(['id', 'submitted_at'])
    .where('status', '=', 'submitted')
    .where('photo_checked_at', 'is not', null)
    .orderBy('submitted_at')
    .orderBy('id')
    .execute()

/** Registrations that a policyholder has ended since this instant, latest first. */
export const endedByPolicyholders = (deps: Pick<Deps, 'db'>, since: number) =>
  deps.db
    .selectFrom('registrations')
    .innerJoin('events', (join) =>
      join
        .onRef('events.entity_id', '=', 'registrations.id')
        .on('events.entity', '=', registrationMachine.entity)
        .on('events.to_status', '=', 'revoked'),
    )
    .select(['registrations.id', 'events.at', 'events.by', 'events.why'])
    .where('registrations.status', '=', 'revoked')
    .where('registrations.reason', '=', 'policyholder_objects')
    .where('registrations.decided_at', '>', since)
    .orderBy('events.at', 'desc')
    .orderBy('registrations.id')
    .execute()
