/**
 * Fills in `insured_name` of orders that are older than the column. Runs at every start; from the second run on it
 * finds nothing to do.
 */
import type { Deps } from '../../../../server/dependencies.ts'
import { sealInsured } from './insured-names.ts'
import { answersOf } from '../draft/load-open-order.ts'

const BATCH = 200

export async function backfillInsuredNames(deps: Deps): Promise<void> {
  for (let after = ''; ;) {
    const rows = await deps.db
      .selectFrom('orders')
      .select(['id', 'answers', 'version'])
      .where('insured_name', 'is', null)
      .where('erased_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    await deps.write(async (trx) => {
      for (const row of rows) {
        // A draft that was saved in the meantime already has its name.
        await trx
          .updateTable('orders')
          .set({ insured_name: sealInsured(deps, answersOf(deps, row)) })
          .where('id', '=', row.id)
          .where('version', '=', row.version)
          .where('insured_name', 'is', null)
          .execute()
      }
    })
    after = rows.at(-1)?.id ?? ''
    if (rows.length < BATCH) return
  }
}
