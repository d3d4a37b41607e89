/** The end of a record's time: what its events told goes, and that it was deleted stays. */
import type { Trx } from './db/database.ts'
import { writeEvent } from './transition.ts'

/** `to_status` of the event without which the store lets neither a record's events nor its sales record go; that event itself never goes. */
export const PURGED = 'purged'

/** Writes that these records are deleted, and deletes their earlier events. */
export async function purgeEvents(trx: Trx, entity: string, ids: readonly string[], { at, why }: { at: number; why: string }): Promise<void> {
  for (const id of ids) {
    await writeEvent(trx, { entity, entity_id: id, at, by: 'system', from_status: null, to_status: PURGED, why, data: null })
    await trx.deleteFrom('events').where('entity', '=', entity).where('entity_id', '=', id).where('to_status', '!=', PURGED).execute()
  }
}
