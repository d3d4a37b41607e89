/** Deletes files together with their owner, after the transaction that deleted it has committed. */
import { z } from 'zod'
import type { Trx } from '../db/database.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Deps } from '../dependencies.ts'
import { newId } from '../new-id.ts'
import { handleJob } from '../jobs/outbox.ts'

const dropOwnedJob = defineJob('files.dropOwned', 'sweeps', z.object({ owners: z.array(z.string()) }))

/** Every file of these owners (`change:<id>` …), including those not checked yet. */
export async function dropFilesOf(deps: Pick<Deps, 'outbox'>, trx: Trx, owners: readonly string[]): Promise<void> {
  if (owners.length > 0)
    await deps.outbox.enqueue(trx, dropOwnedJob, { owners: [...owners] }, { key: `${dropOwnedJob.kind}:${newId()}` })
}

export const dropOwnedFiles = handleJob(dropOwnedJob, async (deps, { owners }) => {
  for (const table of ['files', 'incoming'] as const) {
    const rows = await deps.db.selectFrom(table).select('id').where('owner', 'in', owners).execute()
    for (const { id } of rows) await deps.files.delete(id)
  }
})
