/**
 * Deletes drafts: those that their owner deletes, and those unchanged for `LIMITS.draftDays`. Answers are deleted at
 * once, files by a job.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { formatDay, lastWholeDay } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { localPath } from '../../../../lib/locale.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { handleJob, type Job, type Recurring } from '../../../../server/jobs/outbox.ts'
import { purgeEvents } from '../../../../server/personal-data/purge-events.ts'
import { transition } from '../../../../server/transition.ts'
import { claimLockKey, fileOwner } from '../claim-access.ts'
import { EMPTY_ANSWERS } from '../../rules/claim-fields.ts'
import { answerColumns } from '../case/claim-list-summary.ts'
import { verifiedContacts } from '../../../session/server/door.ts'
import { claimMachine, documentMachine } from '../claim-states.ts'
import { draftPath } from '../../rules/claim-paths.ts'
import { draftMessages } from '../send-claim-message.ts'
import type { ClaimTable } from '../../tables.ts'

const DAY = 86_400_000
const BATCH = 200
/** As the index of drafts says it. */
const DRAFT = sql.lit('draft' as const)
const eraseJob = defineJob('claim.erase', 'sweeps', z.object({ claim: z.string() }))
const dropJob = defineJob('claim.drop', 'sweeps', z.object({ files: z.array(z.string()) }))

/** Empties a draft and closes it. The row itself stays, for repeated calls and because events refer to it. */
export async function eraseDraft(
  deps: Deps,
  trx: Trx,
  row: ClaimTable,
  { by, kind }: { by: string; kind: 'discarded' | 'lapsed' },
): Promise<void> {
  await trx.deleteFrom('claim_signatures').where('claim_id', '=', row.id).execute()
  const documents = await trx.deleteFrom('claim_documents').where('claim_id', '=', row.id).returning('id').execute()
  await purgeEvents(
    trx,
    documentMachine.entity,
    documents.map(({ id }) => id),
    { at: deps.clock(), why: 'draft deleted' },
  )
  await transition(trx, {
    machine: claimMachine,
    id: row.id,
    from: 'draft',
    to: 'discarded',
    by,
    at: deps.clock(),
    data: { kind },
    set: {
      ...answerColumns(deps, EMPTY_ANSWERS),
      key_versions: '{}',
      type: null,
      incident_day: null,
      account: null,
      closed_at: deps.clock(),
    },
  })
  await eraseFilesLater(deps, trx, row.id)
}

/** All files of a claim are deleted after the transaction that emptied or deleted it has committed. */
export async function eraseFilesLater(deps: Deps, trx: Trx, claim: string): Promise<void> {
  await deps.outbox.enqueue(trx, eraseJob, { claim }, { key: `${eraseJob.kind}:${claim}:${deps.clock()}` })
}

/** Deletes files that nothing refers to any more, after the transaction that removed the references has committed. */
export async function deleteFiles(deps: Deps, trx: Trx, ids: readonly (string | null)[]): Promise<void> {
  const files = ids.flatMap((id) => id ?? [])
  if (files.length > 0) await deps.outbox.enqueue(trx, dropJob, { files })
}

async function deleteFilesOfClaim(deps: Deps, { claim }: { claim: string }): Promise<void> {
  const row = await deps.db.selectFrom('claims').select('status').where('id', '=', claim).executeTakeFirst()
  if (row && row.status !== 'discarded') return
  for (const table of ['files', 'incoming'] as const) {
    const files = await deps.db.selectFrom(table).select('id').where('owner', '=', fileOwner(claim)).execute()
    for (const { id } of files) await deps.files.delete(id)
  }
}

export const eraseJobs: readonly Job[] = [
  handleJob(eraseJob, deleteFilesOfClaim),
  handleJob(dropJob, async (deps, { files }) => {
    for (const id of files) await deps.files.delete(id)
  }),
]

/** Daily: tells owners of drafts that will be deleted, and deletes those whose time is up. */
export const purgeDrafts: Recurring = {
  kind: 'claims.purge',
  lane: 'sweeps',
  every: DAY,
  run: async (deps) => {
    await forEachDraft(
      deps,
      'due to go',
      (now) =>
        deps.db
          .selectFrom('claims')
          .select('id')
          .where('status', '=', DRAFT)
          .where('lapses_at', '<=', now)
          .limit(BATCH)
          .execute(),
      lapseDraft,
    )
    const soon = LIMITS.draftReminderDays * DAY
    await forEachDraft(
      deps,
      'to remind',
      (now) =>
        deps.db
          .selectFrom('claims')
          .select('id')
          .where('status', '=', DRAFT)
          .where('lapses_at', '<=', now + soon)
          .where('reminded_at', 'is', null)
          .limit(BATCH)
          .execute(),
      remindOwner,
    )
  },
}

async function forEachDraft(
  deps: Deps,
  what: string,
  find: (now: number) => Promise<{ id: string }[]>,
  act: (deps: Deps, trx: Trx, row: ClaimTable) => Promise<void>,
): Promise<void> {
  for (;;) {
    const found = await find(deps.clock())
    for (const { id } of found) {
      await deps.write(async (trx) => {
        await lockFor(trx, claimLockKey(id))
        // Read again: its owner may have continued it in the meantime.
        const row = await trx
          .selectFrom('claims')
          .selectAll()
          .where('id', '=', id)
          .where('status', '=', 'draft')
          .executeTakeFirst()
        if (row) await act(deps, trx, row)
      })
    }
    if (found.length > 0) deps.log.info({ count: found.length }, `drafts of claims ${what}`)
    if (found.length < BATCH) return
  }
}

async function lapseDraft(deps: Deps, trx: Trx, row: ClaimTable): Promise<void> {
  if (row.lapses_at <= deps.clock()) await eraseDraft(deps, trx, row, { by: 'system', kind: 'lapsed' })
}

async function remindOwner(deps: Deps, trx: Trx, row: ClaimTable): Promise<void> {
  if (row.reminded_at !== null) return
  await trx.updateTable('claims').set({ reminded_at: deps.clock() }).where('id', '=', row.id).execute()
  const { email, mobile } = await verifiedContacts(deps, trx, row.user_id)
  const to = email ?? mobile
  if (!to) return
  await deps.messages.send(trx, draftMessages.claim_lapses, {
    to,
    lang: row.lang,
    key: `claim_lapses:${row.id}:${row.lapses_at}`,
    vars: {
      day: formatDay(lastWholeDay(row.lapses_at), row.lang),
      url: deps.config.siteUrl + localPath(row.lang, draftPath(row.id)),
    },
  })
}
