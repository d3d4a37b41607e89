/** Partners as operators manage them: who they are, their institutions, and the keys with which they sign. */
import { randomBytes } from 'node:crypto'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { newId } from '../../../server/new-id.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import { textSchema } from '../../../server/keys/seal.ts'
import { recordCreation, transition, writeEvent } from '../../../server/transition.ts'
import { keyHolds } from './link-and-key-times.ts'
import { partnerKeyMachine, partnerMachine } from './partner-states.ts'
import type { PartnerInstitutionTable, PartnerKeyTable, PartnerTable } from '../tables.ts'

/** Sealing context of a partner's secret. */
const SECRET = 'partner_keys.secret'

export interface Act {
  by: string
  why: string
}
export interface BothNames {
  en: string
  cn: string
}

/** The partner of this `co_id`; refuses `not_found`. */
export async function partnerNamed(db: Trx | Deps['db'], coId: string): Promise<PartnerTable> {
  const row = await db.selectFrom('partners').selectAll().where('co_id', '=', coId).executeTakeFirst()
  if (!row) throw new Refusal('not_found', { fields: { co_id: coId } })
  return row
}

/** Refuses `taken` for a `co_id` that was used before. */
export async function addPartner(
  deps: Deps,
  trx: Trx,
  { coId, name, by, why }: Act & { coId: string; name: BothNames },
): Promise<PartnerTable> {
  const at = deps.clock()
  const row = await trx
    .insertInto('partners')
    .values({
      id: newId(),
      status: 'active',
      version: 1,
      updated_at: at,
      co_id: coId,
      name_en: name.en,
      name_cn: name.cn,
      webhook_url: null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('co_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('taken', { fields: { co_id: coId } })
  await recordCreation(trx, { machine: partnerMachine, id: row.id, status: row.status, by, at, why })
  return row
}

/** From now on its links do not open, and it gets no more notifications. */
export async function endPartner(deps: Deps, trx: Trx, partner: PartnerTable, { by, why }: Act): Promise<void> {
  await transition(trx, {
    machine: partnerMachine,
    id: partner.id,
    to: 'ended',
    version: partner.version,
    by,
    at: deps.clock(),
    why,
  })
}

/** Adds a school or office of the partner's. An ended one becomes active again, with the name given now. */
export async function addInstitution(
  deps: Deps,
  trx: Trx,
  partner: PartnerTable,
  { inId, name, by, why }: Act & { inId: string; name: BothNames },
): Promise<void> {
  const at = deps.clock()
  const named = { name_en: name.en, name_cn: name.cn, ended_at: null }
  await trx
    .insertInto('partner_institutions')
    .values({ partner_id: partner.id, in_id: inId, created_at: at, ...named })
    .onConflict((conflict) => conflict.columns(['partner_id', 'in_id']).doUpdateSet(named))
    .execute()
  await writeEvent(trx, {
    entity: 'partner',
    entity_id: partner.id,
    at,
    by,
    to_status: 'institution_added',
    why,
    data: { in_id: inId },
  })
}

/** Links in its name no longer open. */
export async function endInstitution(
  deps: Deps,
  trx: Trx,
  partner: PartnerTable,
  { inId, by, why }: Act & { inId: string },
): Promise<void> {
  const at = deps.clock()
  const ended = await trx
    .updateTable('partner_institutions')
    .set({ ended_at: at })
    .where('partner_id', '=', partner.id)
    .where('in_id', '=', inId)
    .where('ended_at', 'is', null)
    .returning('in_id')
    .executeTakeFirst()
  if (!ended) throw new Refusal('not_found', { fields: { in_id: inId } })
  await writeEvent(trx, {
    entity: 'partner',
    entity_id: partner.id,
    at,
    by,
    to_status: 'institution_ended',
    why,
    data: { in_id: inId },
  })
}

/** Institutions of a partner, active ones first. */
export const institutionsOf = (db: Trx | Deps['db'], partnerId: string): Promise<PartnerInstitutionTable[]> =>
  db.selectFrom('partner_institutions').selectAll().where('partner_id', '=', partnerId).orderBy('in_id').execute()

/** Keys of a partner, the newest first. */
export const keysOf = (db: Trx | Deps['db'], partnerId: string): Promise<PartnerKeyTable[]> =>
  db
    .selectFrom('partner_keys')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const secretOf = (deps: Pick<Deps, 'seal'>, key: Pick<PartnerKeyTable, 'secret'>): string =>
  deps.seal.open(SECRET, textSchema, key.secret)

/** Keys that are valid in both directions now, the newest first. */
export async function validKeys(
  deps: Deps,
  db: Trx | Deps['db'],
  partnerId: string,
): Promise<{ id: string; secret: string }[]> {
  const now = deps.clock()
  return (await keysOf(db, partnerId))
    .filter((key) => keyHolds(key, now))
    .map((key) => ({ id: key.id, secret: secretOf(deps, key) }))
}

/** Adds a key. Its secret leaves the server here and is shown once. */
export async function addKey(
  deps: Deps,
  trx: Trx,
  partner: PartnerTable,
  { from, by, why }: Act & { from?: number | undefined },
): Promise<{ id: string; secret: string }> {
  if (partner.status !== 'active') throw new Refusal('ended')
  const at = deps.clock()
  const secret = randomBytes(32).toString('base64url')
  const row = {
    id: newId(),
    status: 'active',
    version: 1,
    updated_at: at,
    partner_id: partner.id,
    secret: deps.seal.seal(SECRET, secret),
    created_at: at,
    valid_from: from ?? at,
    valid_until: null,
  }
  await trx.insertInto('partner_keys').values(row).execute()
  await recordCreation(trx, {
    machine: partnerKeyMachine,
    id: row.id,
    status: row.status,
    by,
    at,
    why,
    data: { co_id: partner.co_id },
  })
  return { id: row.id, secret }
}

/** Creates a new key; the earlier ones stay valid for `overlap` ms, so that the partner can switch without a gap. */
export async function rotateKeys(
  deps: Deps,
  trx: Trx,
  partner: PartnerTable,
  { overlap, ...act }: Act & { overlap: number },
): Promise<{ id: string; secret: string }> {
  await lockFor(trx, `partner:${partner.id}`)
  const until = deps.clock() + overlap
  const before = (await keysOf(trx, partner.id)).filter(
    (key) => key.status === 'active' && (key.valid_until === null || key.valid_until > until),
  )
  const key = await addKey(deps, trx, partner, act)
  for (const { id } of before) {
    await trx
      .updateTable('partner_keys')
      .set({ valid_until: until })
      .where('id', '=', id)
      .where('status', '=', 'active')
      .execute()
    await writeEvent(trx, {
      entity: 'partner_key',
      entity_id: id,
      at: deps.clock(),
      by: act.by,
      from_status: 'active',
      to_status: 'active',
      why: act.why,
      data: { valid_until: until },
    })
  }
  return key
}

/** Ends a key at once: links signed with it no longer open. */
export async function endKey(deps: Deps, trx: Trx, id: string, { by, why }: Act): Promise<void> {
  await transition(trx, {
    machine: partnerKeyMachine,
    id,
    to: 'ended',
    by,
    at: deps.clock(),
    why,
    set: { valid_until: deps.clock() },
  })
}
