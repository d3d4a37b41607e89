/**
 * Photos of IDs, and facts of registrations that were not approved, are kept only as long as questions about the
 * decision are likely (privacy policy).
 */
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { photoOwner } from './submit-registration.ts'
import { DAY_MS } from './when-registration-may-be-sent.ts'

const AT_ONCE = 100

/** Deletes photos `registrationPhotoDays` after the decision, and the facts of registrations that proved nothing. */
export async function purgePhotos(deps: Deps): Promise<void> {
  const before = deps.clock() - LIMITS.registrationPhotoDays * DAY_MS
  const rows = await deps.db
    .selectFrom('registrations')
    .select(['id', 'status'])
    .where('photo_id', 'is not', null)
    .where('decided_at', 'is not', null)
    .where('decided_at', '<', before)
    .limit(AT_ONCE)
    .execute()
  for (const { id, status } of rows) {
    const files = await deps.db.selectFrom('files').select('id').where('owner', '=', photoOwner(id)).execute()
    for (const file of files) await deps.files.delete(file.id)
    await deps.write((trx) =>
      trx
        .updateTable('registrations')
        .set({ photo_id: null, ...(status === 'approved' ? {} : { facts: null, id_mac: '' }) })
        .where('id', '=', id)
        .execute(),
    )
  }
}
