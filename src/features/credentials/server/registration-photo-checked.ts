/** What happens to a registration after its photo was checked. */
import type { Trx } from '../../../server/db/database.ts'
import type { IncomingKind } from '../../../server/intake/check-worker.ts'
import { reject } from './decide-registration.ts'
import { sendCodes } from './registration-codes.ts'
import { PHOTO_FILES } from './submit-registration.ts'
import type { RegistrationTable } from '../tables.ts'

const waitingFor = (trx: Trx, receipt: string): Promise<RegistrationTable | undefined> =>
  trx
    .selectFrom('registrations')
    .selectAll()
    .where('photo_id', '=', receipt)
    .where('status', '=', 'submitted')
    .executeTakeFirst()

export const registrationPhotos: IncomingKind = {
  kind: PHOTO_FILES,
  checked: async (deps, trx, receipt, { file }) => {
    const row = await waitingFor(trx, receipt)
    if (!row) return false
    const checked = { photo_id: file.id, photo_checked_at: deps.clock() }
    await trx.updateTable('registrations').set(checked).where('id', '=', row.id).execute()
    await sendCodes(deps, trx, { ...row, ...checked })
    return true
  },
  failed: async (deps, trx, receipt, code) => {
    const row = await waitingFor(trx, receipt)
    if (!row) return
    await trx.updateTable('registrations').set({ photo_id: null }).where('id', '=', row.id).execute()
    await reject(deps, trx, row.id, 'photo_unreadable', { by: 'system', why: code })
  },
}
