/** Verifications of identity are deleted with the account, whatever their result, including photos. */
import { dropFilesOf } from '../../../server/files/drop-owned-files.ts'
import { purgeEvents } from '../../../server/personal-data/purge-events.ts'
import { registrationMachine } from './registration-states.ts'
import { photoOwner } from './submit-registration.ts'
import type { ClosurePart } from '../../../server/personal-data/account-closure.ts'

export const credentialClosure: ClosurePart = {
  erase: async (deps, trx, { userId }) => {
    await trx.deleteFrom('proven_identities').where('user_id', '=', userId).execute()
    const own = trx.selectFrom('registrations').select('id').where('user_id', '=', userId)
    for (const table of ['registration_codes', 'registration_undo_links'] as const)
      await trx.deleteFrom(table).where('registration_id', 'in', own).execute()
    const gone = (await trx.deleteFrom('registrations').where('user_id', '=', userId).returning('id').execute()).map(
      (it) => it.id,
    )
    await purgeEvents(trx, registrationMachine.entity, gone, { at: deps.clock(), why: 'account closed' })
    await dropFilesOf(deps, trx, gone.map(photoOwner))
  },
}
