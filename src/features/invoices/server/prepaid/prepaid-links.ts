/**
 * Private links to the invoice of money that was paid in advance: with one a payer requests the invoice without a
 * login. The database stores the hash of its key, and the sealed key for its maker and for mails with the link.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { localPath, type Lang } from '../../../../lib/locale.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { PayableRef } from '../../../cashier/server/door.ts'
import { textSchema } from '../../../../server/keys/seal.ts'
import { PREPAID_SHOWN_DAYS } from '../../contract.ts'
import { prepaidPath, type PrepaidStatus } from '../../rules/prepaid-status.ts'
import type { PrepaidLinkTable } from '../../tables.ts'
import { refuseManyWrongKeys } from './wrong-link-keys.ts'

const DAY = 86_400_000
/** An ended or expired link is deleted after this, ms. */
const REMEMBERED_FOR = 30 * DAY
const KEY = 'prepaid_links.token'

type Db = Deps['db'] | Trx

export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')
export const sealKey = (deps: Pick<Deps, 'seal'>, key: string): string => deps.seal.seal(KEY, key)

export const payableOfLink = ({ payable_kind: kind, payable_id: id }: PrepaidLinkTable): PayableRef => ({ kind, id })
export const isOpenLink = ({ status, expires_at }: PrepaidLinkTable, now: number): boolean =>
  status === 'open' && expires_at > now

export const linkById = (db: Db, id: string): Promise<PrepaidLinkTable | undefined> =>
  db.selectFrom('prepaid_links').selectAll().where('id', '=', id).executeTakeFirst()

/** Whether the link of the payer who gave a title is still open; without a link (`''`) false. */
export async function linkHolds(db: Db, id: string, now: number): Promise<boolean> {
  const row = id === '' ? undefined : await linkById(db, id)
  return row !== undefined && isOpenLink(row, now)
}

/** Its address, in its own language unless told otherwise. */
export const prepaidUrl = (
  deps: Pick<Deps, 'seal' | 'config'>,
  row: PrepaidLinkTable,
  { status = 'apply', lang = row.lang }: { status?: PrepaidStatus; lang?: Lang } = {},
): string => deps.config.siteUrl + localPath(lang, prepaidPath(status, deps.seal.open(KEY, textSchema, row.token)))

/**
 * The link of this key. Unknown, ended and expired ones are refused alike, after the same work, and are counted; a
 * right one is never refused because of others' tries (security.md).
 */
export async function openPrepaidLink(
  { deps, ip }: Pick<Context, 'deps' | 'ip'>,
  key: string,
): Promise<PrepaidLinkTable> {
  const row = await deps.db
    .selectFrom('prepaid_links')
    .selectAll()
    .where('token_hash', '=', hashKey(key))
    .executeTakeFirst()
  if (row && isOpenLink(row, deps.clock())) return row
  refuseManyWrongKeys(deps, ip)
  throw new Refusal('not_found')
}

/** The invoice was requested by it, so the link continues to show its state. Refuses one that ended in the meantime. */
export async function keepLinkForInvoice(trx: Trx, id: string, now: number): Promise<void> {
  if (!(await linkHolds(trx, id, now))) throw new Refusal('not_found')
  await trx
    .updateTable('prepaid_links')
    .set({ expires_at: now + PREPAID_SHOWN_DAYS * DAY })
    .where('id', '=', id)
    .execute()
}

export const deleteOldPrepaidLinks = async ({ write, clock }: Deps): Promise<void> => {
  const before = clock() - REMEMBERED_FOR
  await write((trx) =>
    trx
      .deleteFrom('prepaid_links')
      .where((eb) =>
        eb.or([
          eb('expires_at', '<=', before),
          eb.and([eb('status', '=', sql.lit('ended')), eb('updated_at', '<=', before)]),
        ]),
      )
      .execute(),
  )
}
