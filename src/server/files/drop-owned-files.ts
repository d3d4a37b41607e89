/** Deletes files together with their owner, after the transaction that deleted it has committed. */
import { z } from 'zod'
import type { Trx } from '../db/database.ts'
import type { Deps } from '../dependencies.ts'
import { newId } from '../new-id.ts'
import { job } from '../outbox.ts'

const KIND = 'files.dropOwned'

/** Every file of these owners (`change:<id>` …), including those not checked yet. */
export async function dropFilesOf(deps: Pick<Deps, 'outbox'>, trx: Trx, owners: readonly string[]): Promise<void> {
  if (owners.length > 0) await deps.outbox.enqueue(trx, { kind: KIND, payload: { owners }, key: `${KIND}:${newId()}` })
}

export const dropOwnedFiles = job(
  KIND,
  'sweeps',
  z.object({ owners: z.array(z.string()) }),
  async (deps, { owners }) => {
    for (const table of ['files', 'incoming'] as const) {
      const rows = await deps.db.selectFrom(table).select('id').where('owner', 'in', owners).execute()
      for (const { id } of rows) await deps.files.delete(id)
    }
  },
)
