/** Copies of a person's data: requested, made by a job, announced, opened by a code, deleted after some days. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { formatDay, lastWholeDay } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import { Refusal, type FileReply, type UserContext } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { undoPrepared } from '../../../../server/db/store-unavailable.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { Message, Vars } from '../../../../server/messages/define-message.ts'
import { newId } from '../../../../server/new-id.ts'
import { handleJob, type Recurring } from '../../../../server/jobs/outbox.ts'
import { purgeEvents } from '../../../../server/personal-data/purge-events.ts'
import { recordCreation, transition, tryTransition } from '../../../../server/transition.ts'
import { hashToken } from '../../../session/server/door.ts'
import { accountContacts, checkAccountCode, mainContact } from '../account-codes.ts'
import type { DataExports, exportFile, openExport, requestExport } from '../../contract.ts'
import { accountMessages } from '../export-and-closure-messages.ts'
import type { DataExportTable } from '../../tables.ts'
import { archiveOf } from './archive.ts'
import { EXPORT_ATTEMPTS, EXPORT_MS, EXPORT_WINDOW_MS, exportsLeft, TICKET_MS } from './when-export-may-be-requested.ts'
import { exportMachine } from './export-states.ts'
import { zipStream } from './zip-stream.ts'

const makeJob = defineJob('account.export', 'archives', z.object({ id: z.string() }), EXPORT_ATTEMPTS)
const dropJob = defineJob('account.dropFiles', 'sweeps', z.object({ files: z.array(z.string()) }))
const ZIP = 'application/zip'
const ownerOf = (id: string): string => `export:${id}`

/** The latest copy and how many more may be requested. */
export async function exportsOf({ deps, caller: { userId } }: UserContext): Promise<DataExports> {
  const rows = await rowsOf(deps.db, userId)
  const latest = rows.find((it) => it.status !== 'ready' || Number(it.expires_at) > deps.clock())
  const file = latest?.file_id
    ? await deps.db.selectFrom('files').select('size').where('id', '=', latest.file_id).executeTakeFirst()
    : undefined
  return {
    latest: latest
      ? {
          id: latest.id,
          status: latest.status,
          requestedAt: latest.requested_at,
          expiresAt: latest.expires_at === null ? null : latest.expires_at,
          bytes: file ? file.size : null,
        }
      : null,
    left: exportsLeft(
      rows.map((it) => it.requested_at),
      deps.clock(),
    ),
    contacts: await accountContacts(deps, userId),
  }
}

const rowsOf = (db: Deps['db'] | Trx, userId: string): Promise<DataExportTable[]> =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Begins a copy that replaces an earlier one. */
export async function askForExport(ctx: UserContext): Promise<DataExports> {
  const {
    deps,
    lang,
    caller: { userId },
  } = ctx
  await deps.write(async (trx) => {
    await lockFor(trx, `export:${userId}`)
    const [now, rows] = [deps.clock(), await rowsOf(trx, userId)]
    if (rows.some((it) => it.status === 'requested')) throw new Refusal<typeof requestExport>('under_way')
    const asked = rows.map((it) => it.requested_at)
    if (exportsLeft(asked, now) === 0) {
      const oldest = Math.min(...asked.filter((at) => at > now - EXPORT_WINDOW_MS))
      throw new Refusal('too_many', { retryAfter: Math.ceil((oldest + EXPORT_WINDOW_MS - now) / 1000) })
    }
    // The rows stay for a day, so that they can be counted.
    await dropFiles(
      deps,
      trx,
      rows.flatMap((it) => it.file_id ?? []),
    )
    await trx
      .updateTable('data_exports')
      .set({ file_id: null, expires_at: now, ticket_hash: null, ticket_until: null })
      .where('user_id', '=', userId)
      .where('status', '=', 'ready')
      .execute()
    const id = newId()
    await trx
      .insertInto('data_exports')
      .values({
        id,
        status: 'requested',
        version: 1,
        updated_at: now,
        user_id: userId,
        lang,
        requested_at: now,
        ready_at: null,
        expires_at: null,
        file_id: null,
        ticket_hash: null,
        ticket_until: null,
      })
      .execute()
    await recordCreation(trx, { machine: exportMachine, id, status: 'requested', by: `user:${userId}`, at: now })
    await deps.outbox.enqueue(trx, makeJob, { id }, { key: `${makeJob.kind}:${id}` })
  })
  return exportsOf(ctx)
}

/** Makes the archive and tells its owner. May run twice: one archive is kept. */
export const makeExport = handleJob(makeJob, async (deps, { id }, { attempt }) => {
  const row = await deps.db
    .selectFrom('data_exports')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .executeTakeFirst()
  if (!row) return
  const staged = await deps.files
    .stage(zipStream(archiveOf(deps, row.user_id)), { owner: ownerOf(id), name: 'youfang-data.zip', mime: ZIP })
    .catch(async (error: unknown) => {
      if (attempt >= EXPORT_ATTEMPTS) await deps.write((trx) => giveUp(deps, trx, row))
      throw error
    })
  const done = await deps
    .write(async (trx) => {
      const now = deps.clock()
      const moved = await tryTransition(trx, {
        machine: exportMachine,
        id,
        to: 'ready',
        by: 'system',
        at: now,
        set: { ready_at: now, expires_at: now + EXPORT_MS, file_id: staged.file.id },
      })
      if (!moved) return false
      await staged.keep(trx)
      await tell(deps, trx, row, accountMessages.account_export_ready, {
        day: formatDay(lastWholeDay(now + EXPORT_MS), row.lang),
        url: pageOf(deps, row),
      })
      return true
    })
    .catch((error: unknown) => undoPrepared(error, staged.drop))
  if (!done) await staged.drop()
})

async function giveUp(deps: Deps, trx: Trx, row: DataExportTable): Promise<void> {
  await transition(trx, { machine: exportMachine, id: row.id, to: 'failed', by: 'system', at: deps.clock() })
  await tell(deps, trx, row, accountMessages.account_export_failed, {
    url: pageOf(deps, row),
    email: SITE[row.lang].privacyEmail,
  })
}

const pageOf = (deps: Deps, { lang }: DataExportTable): string =>
  deps.config.siteUrl + localPath(lang, '/personal/mine') + '#copy'

async function tell<V extends string>(
  deps: Deps,
  trx: Trx,
  { id, user_id: userId, lang }: DataExportTable,
  message: Message<V>,
  vars: Vars<V>,
): Promise<void> {
  const to = await mainContact(deps, trx, userId)
  if (to !== undefined) await deps.messages.send(trx, message, { to, lang, vars, key: `${message.name}:${id}` })
}

const readyExport = async (
  { deps, caller }: UserContext,
  id: string,
): Promise<DataExportTable & { file_id: string }> => {
  const row = await deps.db
    .selectFrom('data_exports')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .where('status', '=', 'ready')
    .executeTakeFirst()
  if (!row || row.file_id === null || Number(row.expires_at) <= deps.clock()) throw new Refusal('not_found')
  return { ...row, file_id: row.file_id }
}

/** Exchanges a code for a ticket. */
export async function openByCode(
  ctx: UserContext,
  { id, channel, code }: z.output<(typeof openExport)['input']>,
): Promise<{ ticket: string }> {
  await readyExport(ctx, id)
  const ticket = randomBytes(32).toString('base64url')
  await checkAccountCode(ctx, { purpose: 'export', channel, code }, (trx) =>
    trx
      .updateTable('data_exports')
      .set({ ticket_hash: hashToken(ticket), ticket_until: ctx.deps.clock() + TICKET_MS })
      .where('id', '=', id)
      .where('user_id', '=', ctx.caller.userId)
      .execute(),
  )
  return { ticket }
}

/** The archive, for its owner when signed in and with a ticket. */
export async function archiveFile(
  ctx: UserContext,
  { id, ticket }: z.output<(typeof exportFile)['input']>,
): Promise<FileReply> {
  const row = await readyExport(ctx, id)
  const found =
    row.ticket_hash === hashToken(ticket) && Number(row.ticket_until) > ctx.deps.clock()
      ? await ctx.deps.files.get(row.file_id)
      : null
  if (found?.file.owner !== ownerOf(id)) throw new Refusal('not_found')
  return { mime: ZIP, size: found.file.size, body: found.stream, downloadAs: found.file.name }
}

/** Deletes expired copies; their rows once they are no longer counted. */
export const deleteOldExports: Recurring = {
  kind: 'account.exports',
  lane: 'sweeps',
  every: 3_600_000,
  run: async (deps) => {
    const now = deps.clock()
    await deps.write(async (trx) => {
      const old = await trx
        .selectFrom('data_exports')
        .selectAll()
        .where('status', '!=', 'requested')
        .where('requested_at', '<=', now - EXPORT_WINDOW_MS)
        .where((eb) =>
          eb.or([
            eb('expires_at', '<=', now),
            eb.and([eb('status', '=', sql.lit('failed')), eb('updated_at', '<=', now - EXPORT_MS)]),
          ]),
        )
        .execute()
      await deleteExports(deps, trx, old, 'retention')
    })
  },
}

/** Deletes copies with their events; the archives are deleted after the transaction has committed. */
export async function deleteExports(
  deps: Deps,
  trx: Trx,
  rows: readonly Pick<DataExportTable, 'id' | 'file_id'>[],
  why: string,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((it) => it.id)
  await trx.deleteFrom('data_exports').where('id', 'in', ids).execute()
  await purgeEvents(trx, exportMachine.entity, ids, { at: deps.clock(), why })
  await dropFiles(
    deps,
    trx,
    rows.flatMap((it) => it.file_id ?? []),
  )
}

/** Deletes files after the transaction that removed the references has committed. */
async function dropFiles(deps: Deps, trx: Trx, files: readonly string[]): Promise<void> {
  if (files.length > 0) await deps.outbox.enqueue(trx, dropJob, { files: [...files] })
}

export const dropFilesHandler = handleJob(dropJob, async (deps, { files }) => {
  for (const id of files) await deps.files.delete(id)
})
