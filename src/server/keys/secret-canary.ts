/**
 * Whether SECRET opens this store. A known text is sealed in it: with another secret the server would start, find
 * nobody by their keyed hashes, and seal what is new under a key that opens nothing else.
 */
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { ConfigError } from '../config.ts'
import type { Trx, Write } from '../db/database.ts'
import { lockFor } from '../db/transaction-lock.ts'
import type { Database } from '../db/database-rows.ts'
import { newId } from '../new-id.ts'
import type { Deps } from '../dependencies.ts'
import { sealedTables, type Row } from './sealed-tables.ts'

const CONTEXT = 'secret_canaries.sealed'
const WRONG_SECRET =
  'SECRET does not open this store: it was sealed with another secret. Set the secret that belongs to it (in the sandbox: the file DATA_DIR/secret). To change the secret, put the new one in front of it, SECRET=<new>,<old>, and run `npm run operator -- keys reseal --why …`'

type Known = Pick<Deps, 'seal' | 'tables'>

const opens = (open: () => unknown): boolean => {
  try {
    open()
    return true
  } catch {
    return false
  }
}

/** Whether SECRET opens every canary; `undefined` when there is none. */
async function opensCanaries(db: Kysely<Database>, seal: Deps['seal']): Promise<boolean | undefined> {
  const canaries = await db.selectFrom('secret_canaries').select('sealed').execute()
  if (canaries.length === 0) return undefined
  return canaries.every(({ sealed }) => opens(() => seal.open(CONTEXT, z.literal('canary'), sealed)))
}

/** Whether SECRET opens a value of each of these tables that has one; `undefined` when none has. */
async function opensSamples(
  db: Kysely<Database>,
  { seal, tables }: Known,
  present: ReadonlySet<string>,
): Promise<true | undefined | false> {
  let known: true | undefined
  for (const { table, sealed } of sealedTables(tables).filter((it) => present.has(it.table))) {
    for (const [column, context] of Object.entries(sealed)) {
      const { rows } =
        await sql<Row>`select * from ${sql.table(table)} where ${sql.ref(column)} is not null limit 1`.execute(db)
      const [row] = rows
      const value = row?.[column]
      if (row === undefined || typeof value !== 'string' || !seal.isSealed(value)) continue
      if (!opens(() => seal.open(typeof context === 'string' ? context : context(row), z.unknown(), value)))
        return false
      known = true
    }
  }
  return known
}

/** What is wrong with SECRET for this store; `undefined` when nothing is. Only reads, also where tables are missing. */
export async function secretFault(db: Kysely<Database>, known: Known): Promise<string | undefined> {
  const present = new Set((await db.introspection.getTables()).map(({ name }) => name))
  const opened = present.has('secret_canaries') ? await opensCanaries(db, known.seal) : undefined
  return (opened ?? (await opensSamples(db, known, present))) === false ? WRONG_SECRET : undefined
}

/**
 * Refuses to go on with a SECRET that does not open this store (`ConfigError`). A store without a canary gets one, if
 * what was sealed in it before opens.
 */
export async function requireSecret(
  store: { db: Kysely<Database>; write: Write },
  known: Known & { now: number },
): Promise<void> {
  const { seal, now } = known
  const opened = await opensCanaries(store.db, seal)
  if (opened === true) return
  const fault = opened === false ? WRONG_SECRET : await secretFault(store.db, known)
  if (fault !== undefined) throw new ConfigError(fault)
  await store.write(async (trx) => {
    await lockFor(trx, 'secret_canaries')
    // Of two processes that start together with different secrets, the second is refused.
    if ((await opensCanaries(trx, seal)) === false) throw new ConfigError(WRONG_SECRET)
    await writeCanary(trx, seal, now)
  })
}

/**
 * A canary of the first secret, if there is none. Written before anything is resealed: until the old secret's canary is
 * resealed too, at the very end, neither secret alone opens the store.
 */
export async function writeCanary(trx: Trx, seal: Deps['seal'], now: number): Promise<void> {
  const canaries = await trx.selectFrom('secret_canaries').select('sealed').execute()
  if (canaries.some(({ sealed }) => seal.isCurrent(sealed))) return
  await trx
    .insertInto('secret_canaries')
    .values({ id: newId(), sealed: seal.seal(CONTEXT, 'canary'), created_at: now })
    .execute()
}
