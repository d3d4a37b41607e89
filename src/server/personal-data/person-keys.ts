/**
 * One key per person, for their own texts in append-only tables (design §10 "Keys"). Deleting the key deletes the texts
 * wherever they are, including database backups; the key itself is sealed like everything else.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../db/database.ts'
import type { Deps } from '../dependencies.ts'
import { textSchema } from '../keys/seal.ts'
import type { Database } from '../db/database-rows.ts'

const [IV, TAG] = [12, 16]
const FORM = /^p1\.([0-9a-z]+)\.([\w-]+)$/
const contextOf = (userId: string): string => `person.key:${userId}`
const keySchema = z.string().transform((text) => Buffer.from(text, 'base64'))

async function keyOf(
  { seal }: Pick<Deps, 'seal'>,
  db: Trx | Kysely<Database>,
  userId: string,
): Promise<Buffer | undefined> {
  const row = await db.selectFrom('person_keys').select('wrapped_key').where('user_id', '=', userId).executeTakeFirst()
  return row && seal.open(contextOf(userId), keySchema, row.wrapped_key)
}

/** Seals a text with its person's key, which is created if missing. `context` binds it to its place, as in `seal`. */
export async function sealForPerson(
  deps: Pick<Deps, 'seal' | 'clock'>,
  trx: Trx,
  userId: string,
  context: string,
  text: string,
): Promise<string> {
  const fresh = deps.seal.seal(contextOf(userId), randomBytes(32).toString('base64'))
  await trx
    .insertInto('person_keys')
    .values({ user_id: userId, wrapped_key: fresh, created_at: deps.clock() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const key = await keyOf(deps, trx, userId)
  if (!key) throw new Error('no key')
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `p1.${userId}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/**
 * Opens it; `undefined` once the person's key was deleted. Texts older than these keys are sealed with the
 * application's key.
 */
export async function openForPerson(
  deps: Pick<Deps, 'seal'>,
  db: Trx | Kysely<Database>,
  context: string,
  sealed: string,
): Promise<string | undefined> {
  const parts = FORM.exec(sealed)
  if (!parts) return deps.seal.open(context, textSchema, sealed)
  const key = await keyOf(deps, db, parts[1] ?? '')
  if (!key) return undefined
  const bytes = Buffer.from(parts[2] ?? '', 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(IV, IV + TAG))
  return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8')
}
