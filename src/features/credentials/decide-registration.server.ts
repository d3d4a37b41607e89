/**
 * Decides registrations: automatically if every fact matches an issued policy, by an operator otherwise (design §2
 * `/personal/credential`).
 */
import { LIMITS } from '../../lib/limits-and-periods.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import { Refusal } from '../../server/call-handlers.ts'
import { transition, writeEvent } from '../../server/transition.ts'
import {
  closeToInsured,
  openToInsured,
  policiesOfIdentity,
  type PolicyForIdentity,
} from '../policies/server-contract.server.ts'
import type { RejectionReason } from './contract.ts'
import { notifyOwner, notifyPolicyholder } from './registration-messages.server.ts'
import { isSamePerson, type Identity } from './compare-identity.server.ts'
import { MONTH_MS } from './when-registration-may-be-sent.server.ts'
import { registrationMachine } from './registration-states.server.ts'
import { openIdentity } from './sealed-identity.server.ts'
import type { RegistrationTable } from './tables.server.ts'

export const factsOf = (deps: Pick<Deps, 'seal'>, { facts }: Pick<RegistrationTable, 'facts'>): Identity | undefined =>
  facts === null ? undefined : openIdentity(deps, facts)

/** Whoever decides: `operator:…` or `system`, and why. */
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
  return open(deps, trx, id, await policiesOfIdentity(deps, trx, row.id_mac), decider)
}

/** Records the person's verified ID: the policies appear in their account, and the buyers are told. */
async function open(
  deps: Deps,
  trx: Trx,
  id: string,
  policies: readonly PolicyForIdentity[],
  { by, why }: Decider,
): Promise<RegistrationTable> {
  const now = deps.clock()
  const row = await transition(trx, {
    machine: registrationMachine,
    id,
    to: 'approved',
    by,
    at: now,
    why,
    set: { decided_at: now },
  })
  if (row.facts === null) throw new Refusal('not_found')
  await trx
    .insertInto('proven_identities')
    .values({ user_id: row.user_id, id_mac: row.id_mac, facts: row.facts, registration_id: row.id, proven_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'id_mac']).doNothing())
    .execute()
  await openToInsured(trx, { userId: row.user_id, registrationId: row.id }, policies)
  await notifyOwner(deps, trx, row, 'credential_approved')
  for (const policy of policies) await notifyPolicyholder(deps, trx, row, policy)
  return row
}

export async function reject(
  deps: Deps,
  trx: Trx,
  id: string,
  reason: RejectionReason,
  { by, why }: Decider,
): Promise<RegistrationTable> {
  const now = deps.clock()
  const row = await transition(trx, {
    machine: registrationMachine,
    id,
    to: 'rejected',
    by,
    at: now,
    why,
    set: { decided_at: now, reason },
  })
  await notifyOwner(deps, trx, row, 'credential_rejected', {
    reason: deps.words(row.lang, `messages:credential_rejected.reason.${reason}`),
  })
  return row
}

/** Approves a registration with a checked photo if every fact matches the insured person of an issued policy. */
export async function approveIfSame(deps: Deps, trx: Trx, row: RegistrationTable): Promise<void> {
  const said = factsOf(deps, row)
  if (!said) return
  // If someone bought a policy under a number that is not theirs, that gives access to this purchase only.
  const policies = (await policiesOfIdentity(deps, trx, row.id_mac)).filter(({ insured }) =>
    isSamePerson(said, insured),
  )
  if (policies.length === 0 || (await isTriedByMany(deps, trx, row))) return
  await open(deps, trx, row.id, policies, { by: 'system', why: 'every fact is the insured person’s of these policies' })
}

/** A number that several accounts have sent lately is checked by an operator. */
async function isTriedByMany(deps: Deps, trx: Trx, row: RegistrationTable): Promise<boolean> {
  const others = await trx
    .selectFrom('registrations')
    .select('user_id')
    .distinct()
    .where('id_mac', '=', row.id_mac)
    .where('user_id', '!=', row.user_id)
    .where('submitted_at', '>', deps.clock() - MONTH_MS)
    .limit(LIMITS.registrationsDay)
    .execute()
  return others.length >= LIMITS.registrationsDay
}

/** Revokes an approval: ends the access that it gave, and tells its owner. */
export async function revoke(deps: Deps, trx: Trx, id: string, { by, why }: Decider): Promise<RegistrationTable> {
  const now = deps.clock()
  const row = await transition(trx, {
    machine: registrationMachine,
    id,
    to: 'revoked',
    by,
    at: now,
    why,
    set: { decided_at: now, reason: 'not_verifiable' },
  })
  await closeToInsured(trx, row.id)
  await trx.deleteFrom('proven_identities').where('registration_id', '=', row.id).execute()
  await notifyOwner(deps, trx, row, 'credential_rejected', {
    reason: deps.words(row.lang, 'messages:credential_rejected.reason.not_verifiable'),
  })
  return row
}

export interface Comparison {
  row: RegistrationTable
  said: Identity | undefined
  /** Issued policies of this ID number, and which facts differ there. */
  policies: { number: string; differs: ('name' | 'gender' | 'birthDate')[] }[]
}

/** What an operator needs to decide. Each access is an event. */
export async function compareRegistration(deps: Deps, id: string, { by, why }: Decider): Promise<Comparison> {
  const row = await deps.db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  await deps.write((trx) =>
    writeEvent(trx, {
      entity: 'registration',
      entity_id: id,
      at: deps.clock(),
      by,
      from_status: null,
      to_status: 'looked_at',
      why,
      data: null,
    }),
  )
  const said = factsOf(deps, row)
  const found = await policiesOfIdentity(deps, deps.db, row.id_mac)
  const policies = found.map(({ number, insured }) => ({
    number,
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
  return { row, said, policies }
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
