/** The end of a record's retention: the contents of its events are deleted; the fact of the deletion stays. */
import type { Trx } from '../db/database.ts'
import { writeEvent } from '../transition.ts'

/**
 * `to_status` of the event that the store requires before a record's events or sales record may be deleted; it can
 * itself never be deleted.
 */
export const PURGED = 'purged'

/** Writes that these records are deleted, and deletes their earlier events. */
export async function purgeEvents(
  trx: Trx,
  entity: string,
  ids: readonly string[],
  { at, why }: { at: number; why: string },
): Promise<void> {
  for (const id of ids) {
    await writeEvent(trx, {
      entity,
      entity_id: id,
      at,
      by: 'system',
      to_status: PURGED,
      why,
    })
    await trx
      .deleteFrom('events')
      .where('entity', '=', entity)
      .where('entity_id', '=', id)
      .where('to_status', '!=', PURGED)
      .execute()
  }
}
