/**
 * Operators and their keys: created, found, replaced, ended (design §10 "Operator"). What needs two people:
 * operator-proposals.ts.
 */
import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Trx } from '../db/database.ts'
import { lockFor } from '../db/transaction-lock.ts'
import type { Deps } from '../dependencies.ts'
import { Refusal } from '../http/call-handlers.ts'
import type { Database } from '../db/database-rows.ts'
import { recordCreation, transition } from '../transition.ts'
import { ROLES, type Role } from './roles.ts'
import { operatorMachine, type OperatorTable } from './operator-tables.ts'
import { operatorKey, operatorName } from './operator-name.ts'

/** Who acts and why, as events store it. */
export interface Acting {
  by: string
  why: string
}

/** A distinctive prefix, so that scanners for leaked secrets can find a key. */
const KEY_PREFIX = 'youfang-operator-'
const newKey = (): string => KEY_PREFIX + randomBytes(32).toString('base64url')
/** The key has 256 random bits, so a plain hash of it cannot be brute-forced. */
const hashOf = (key: string): string => hash('sha256', key)

/** Letters, digits, dots and hyphens: the name as events and `--handler` show it. */
const ID = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}.-]{0,39}$/u

export const rolesOf = (row: Pick<OperatorTable, 'roles'>): string[] => row.roles.split(',')

/** Operators who have a key: none before the first is created. */
export const keyHolders = (db: Kysely<Database>): Promise<OperatorTable[]> =>
  db.selectFrom('operators').selectAll().where('key_hash', 'is not', null).execute()

/** The active operator with this key. */
export const operatorOfKey = (deps: Deps, key: string): Promise<OperatorTable | undefined> =>
  deps.db
    .selectFrom('operators')
    .selectAll()
    .where('key_hash', '=', hashOf(key.trim()))
    .where('status', '=', 'active')
    .executeTakeFirst()

/** The operator with this short name, however it is written: `wu`, ` Wu `, `operator:wu`. */
export async function operatorCalled(db: Kysely<Database>, name: string): Promise<OperatorTable | undefined> {
  const rows = await db.selectFrom('operators').selectAll().execute()
  return rows.find((it) => operatorKey(it.id) === operatorKey(name))
}

export interface NewOperator {
  id: string
  name: string
  roles: readonly Role[]
}

/** Refuses a short name that cannot be one. */
export function requireOperatorId(id: string): void {
  if (!ID.test(id) || operatorKey(id) === '')
    throw new Refusal('invalid', { fields: { id: 'small letters, digits, dots and hyphens' } })
}

/**
 * Creates an operator and returns the key, which is stored nowhere. Refuses a short name that somebody has or had.
 * `temporary`: another person reads the key first, so its owner has to replace it.
 */
export async function createOperator(
  deps: Deps,
  trx: Trx,
  of: NewOperator,
  act: Acting & { temporary: boolean },
): Promise<string> {
  if (await operatorCalled(trx, of.id)) throw new Refusal('taken')
  const key = newKey()
  await insertOperator(deps, trx, { ...of, key_hash: hashOf(key), key_temporary: act.temporary ? 1 : 0 }, act)
  return key
}

async function insertOperator(
  deps: Deps,
  trx: Trx,
  row: NewOperator & Pick<OperatorTable, 'key_hash' | 'key_temporary'>,
  { by, why }: Acting,
): Promise<void> {
  const at = deps.clock()
  await trx
    .insertInto('operators')
    .values({ ...row, roles: row.roles.join(','), status: 'active', version: 1, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await recordCreation(trx, {
    machine: operatorMachine,
    id: row.id,
    status: 'active',
    by,
    at,
    why,
    data: { roles: row.roles },
  })
}

/** Replaces the key of an operator by one that another person reads first; the old one stops working immediately. */
export async function replaceKey(deps: Deps, trx: Trx, id: string, act: Acting): Promise<string> {
  const key = newKey()
  await change(deps, trx, id, act, { set: { key_hash: hashOf(key), key_temporary: 1 }, data: { changed: 'key' } })
  return key
}

/** An operator's new key of their own; the old one stops working immediately. */
export async function renewOwnKey(deps: Deps, act: Acting): Promise<string> {
  const key = newKey()
  await deps.write((trx) =>
    change(deps, trx, act.by, act, { set: { key_hash: hashOf(key), key_temporary: 0 }, data: { changed: 'own key' } }),
  )
  return key
}

/** Changes the roles. Refuses to remove the last operator who may create others. */
export const setRoles = (deps: Deps, trx: Trx, id: string, roles: readonly Role[], act: Acting): Promise<void> =>
  change(deps, trx, id, act, {
    set: { roles: roles.join(',') },
    data: { roles },
    keepsSecurity: roles.includes('security'),
  })

/** Ends an operator: the key stops working immediately, and every event keeps the short name as theirs. */
export const endOperator = (deps: Deps, id: string, act: Acting): Promise<void> =>
  deps.write((trx) =>
    change(deps, trx, id, act, { to: 'ended', set: { key_hash: null }, data: {}, keepsSecurity: false }),
  )

interface OperatorChange {
  to?: 'ended'
  set: Partial<OperatorTable>
  data: Record<string, unknown>
  /** False where this operator would no longer be able to create others. */
  keepsSecurity?: boolean
}

async function change(
  deps: Deps,
  trx: Trx,
  id: string,
  { by, why }: Acting,
  { to, set, data, keepsSecurity = true }: OperatorChange,
): Promise<void> {
  await lockFor(trx, 'operators')
  const row = await operatorCalled(trx, id)
  if (!row) throw new Refusal('not_found')
  if (!keepsSecurity && rolesOf(row).includes('security') && !(await anotherSecurity(trx, row.id)))
    throw new Refusal('last_security')
  await transition(trx, {
    machine: operatorMachine,
    id: row.id,
    to: to ?? 'active',
    by,
    why,
    at: deps.clock(),
    set,
    data,
  })
}

/** Whether somebody else has the role `security` and a key. */
export async function anotherSecurity(trx: Trx, id: string): Promise<boolean> {
  return (await keyHolders(trx)).some(
    (it) => it.id !== id && it.status === 'active' && rolesOf(it).includes('security'),
  )
}

/** The sandbox's operator of this name, created when first named: with every role and without a key. */
export async function sandboxOperator(deps: Deps, typed: string): Promise<OperatorTable> {
  const known = await operatorCalled(deps.db, typed)
  if (known) return known
  const name = operatorName(typed)
  const id = name.toLowerCase().replaceAll(' ', '')
  await deps.write(async (trx) => {
    await lockFor(trx, 'operators')
    if (await operatorCalled(trx, typed)) return
    await insertOperator(
      deps,
      trx,
      { id, name: id === name ? '' : name, roles: ROLES, key_hash: null, key_temporary: 0 },
      { by: 'system', why: 'named in the sandbox' },
    )
  })
  const made = await operatorCalled(deps.db, typed)
  if (!made) throw new Error('no operator of the sandbox was made')
  return made
}
