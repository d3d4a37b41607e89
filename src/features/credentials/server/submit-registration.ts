/** Receives a registration: the person's statements about their ID, with a photo that is checked afterwards. */
import { isIP } from 'node:net'
import { dayOf } from '../../../lib/days/dates.ts'
import { normaliseIdNumber } from '../../../lib/people/id-number.ts'
import type { Parsed } from '../../../lib/contract.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { newId } from '../../../server/new-id.ts'
import { checkBeforeFiles, drain, receiveFile, type Receipt } from '../../../server/intake/intake.ts'
import { rateLimitKey } from '../../../server/http/network-address.ts'
import { Refusal, type Upload, type UserContext } from '../../../server/http/call-handlers.ts'
import { recordCreation } from '../../../server/transition.ts'
import { versionsOf } from '../../session/server/door.ts'
import type { submitRegistration } from '../contract.ts'
import { checkIdentity, needsGuardian } from '../rules/check-identity.ts'
import { credentialMessages, notifyOwner } from './registration-messages.ts'
import { sealIdentity, type Identity } from '../../policies/server/door.ts'
import { DAY_MS, MONTH_MS, waitUntilNext } from './when-registration-may-be-sent.ts'
import { registrationMachine } from './registration-states.ts'
import type { RegistrationTable } from '../tables.ts'

/** The purpose of photos of IDs: registration-photo-checked.ts receives the result of their check. */
export const PHOTO_FILES = 'credentials.photo'

/** Owner of the files of a registration. */
export const photoOwner = (registration: string): string => `registration:${registration}`

/** What somebody sends and confirms happens one after the other. */
export const lockRegistrationsOf = (trx: Trx, user: string): Promise<void> => lockFor(trx, `registrations:${user}`)

type Input = Parsed<typeof submitRegistration>

/** Stores a registration and its photo; returns when both are on disk. The same key again stores nothing. */
export async function submit(ctx: UserContext, input: Input, files: AsyncIterable<Upload>): Promise<void> {
  const { deps, caller } = ctx
  const known = await checkBeforeFiles(files, async () => {
    if (await isKnown(deps.db, caller.userId, input.key)) return true
    const today = dayOf(deps.clock())
    const errors = {
      ...checkIdentity(input, today),
      ...(needsGuardian(input, today) && !input.guardian ? { guardian: 'guardian_agreement_required' } : {}),
    }
    if (Object.keys(errors).length > 0) throw new Refusal('invalid', { fields: errors })
    await refuseTooMany(ctx, deps.db)
    return false
  })
  if (known) return await drain(files)
  const id = newId()
  const options = { owner: photoOwner(id), sender: `user:${caller.userId}`, purpose: PHOTO_FILES, sha256: input.sha256 }
  await receiveFile(deps, files, options, async (trx, receipt) => {
    await lockRegistrationsOf(trx, caller.userId)
    await lockFor(trx, `registrations:${networkMac(ctx)}`)
    if (await isKnown(trx, caller.userId, input.key)) throw new AlreadySent()
    await refuseTooMany(ctx, trx)
    await keep(ctx, trx, id, input, receipt)
  }).catch((error: unknown) => {
    if (!(error instanceof AlreadySent)) throw error
  })
}

/** The same submission arrived twice at once, and the other one was stored first. */
class AlreadySent extends Error {}

async function keep(ctx: UserContext, trx: Trx, id: string, input: Input, receipt: Receipt): Promise<void> {
  const { deps, caller, lang } = ctx
  const now = deps.clock()
  const facts: Identity = {
    idType: input.idType,
    idName: input.idName,
    idNumber: normaliseIdNumber(input.idNumber),
    gender: input.gender,
    birthDate: input.birthDate,
  }
  const row: RegistrationTable = {
    id,
    status: 'submitted',
    version: 1,
    updated_at: now,
    user_id: caller.userId,
    submission_key: input.key,
    facts: sealIdentity(deps, facts),
    id_mac: idMac(deps, facts),
    network_mac: networkMac(ctx),
    lang,
    submitted_at: now,
    decided_at: null,
    reason: null,
    photo_id: receipt.id,
    photo_checked_at: null,
    wrong_codes: 0,
  }
  await trx.insertInto('registrations').values(row).execute()
  await recordCreation(trx, {
    machine: registrationMachine,
    id,
    status: 'submitted',
    by: `user:${caller.userId}`,
    at: now,
    data: {
      agreed: { lang, privacy: versionsOf(lang, input.pageDay).privacy, ...(input.guardian ? { guardian: true } : {}) },
    },
  })
  await notifyOwner(deps, trx, row, credentialMessages.credential_received, { days: String(LIMITS.registrationDays) })
}

/** Computed like `policies.insured_id_mac`. */
const idMac = (deps: Pick<Deps, 'seal'>, { idType, idNumber }: Pick<Identity, 'idType' | 'idNumber'>): string =>
  deps.seal.mac('person.id', `${idType}:${idNumber}`)
const networkMac = ({ deps, ip }: UserContext): string =>
  deps.seal.mac('registrations.network', isIP(ip) ? rateLimitKey(ip) : 'unknown')

const isKnown = async (db: Trx | Deps['db'], user: string, key: string): Promise<boolean> =>
  (await db
    .selectFrom('registrations')
    .select('id')
    .where('user_id', '=', user)
    .where('submission_key', '=', key)
    .executeTakeFirst()) !== undefined

/**
 * Counted per person and network; a number that many people send is left to an operator (`sendCodes`), so that
 * nobody can lock its owner out.
 */
async function refuseTooMany(ctx: UserContext, db: Trx | Deps['db']): Promise<void> {
  const { deps, caller } = ctx
  const now = deps.clock()
  const own = await db
    .selectFrom('registrations')
    .select(['submitted_at', 'status'])
    .where('user_id', '=', caller.userId)
    .where((eb) => eb.or([eb('submitted_at', '>', now - MONTH_MS), eb('status', '=', 'submitted')]))
    .execute()
  if (own.some(({ status }) => status === 'submitted')) throw new Refusal('one_open')
  const wait = waitUntilNext(
    own.map((it) => it.submitted_at),
    now,
  )
  if (wait > 0) throw tooMany(wait)
  const recent = await db
    .selectFrom('registrations')
    .select('submitted_at')
    .where('network_mac', '=', networkMac(ctx))
    .where('submitted_at', '>', now - DAY_MS)
    .orderBy('submitted_at', 'desc')
    .limit(LIMITS.registrationsNetworkDay)
    .execute()
  const oldest = recent[LIMITS.registrationsNetworkDay - 1]
  if (oldest) throw tooMany(oldest.submitted_at + DAY_MS - now)
}

const tooMany = (ms: number): Refusal => new Refusal('too_many_registrations', { retryAfter: Math.ceil(ms / 1000) })
