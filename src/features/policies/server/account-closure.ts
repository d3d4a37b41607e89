/**
 * What happens to policies when an account is closed: nobody has to give up cover for it. One in force stays in force,
 * and is opened again by verifying one's identity (decision 0107); none can be found by a contact any more.
 */
import { dayOf } from '../../../lib/days/dates.ts'
import { foundOnlyBy, type ClosurePart } from '../../../server/personal-data/account-closure.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { ownedBy } from './people/policy-access.ts'
import { keptUntil } from './legal-retention.ts'
import { CONTACT_COLUMNS } from './people/people-columns.ts'
import { dropLetters } from './surrender/visa-refusal-letters.ts'
import type { PolicyTable } from '../tables.ts'

/** Those that the person bought. */
async function boughtBy(deps: Deps, db: Deps['db'] | Trx, userId: string): Promise<PolicyTable[]> {
  const { all, role } = await ownedBy({ deps: { ...deps, db }, caller: { kind: 'user', userId, sessionId: '' } })
  return (await all().selectAll().orderBy('ends').orderBy('policies.id').execute()).filter(
    (row) => role(row) === 'buyer',
  )
}

export const policyClosure: ClosurePart = {
  kept: async (deps, db, { userId }) => {
    const today = dayOf(deps.clock())
    return (await boughtBy(deps, db, userId)).map((row) => ({
      kind: row.status === 'issued' && row.ends >= today ? 'policyInForce' : 'policy',
      number: row.number,
      until: keptUntil(row),
    }))
  },
  erase: async (deps, trx, { userId, contacts }) => {
    await dropLetters(deps, trx, 'user_id', userId)
    await trx
      .updateTable('policies')
      .set({ holder: null, next_notice_on: null })
      .where('user_id', '=', userId)
      .execute()
    for (const table of ['policies_kept', 'policies_proven'] as const)
      await trx.deleteFrom(table).where('user_id', '=', userId).execute()
    // Also of policies that someone else bought for them: the next owner of the number must not see them.
    for (const column of CONTACT_COLUMNS)
      await trx
        .updateTable('policies')
        .set({ [column]: null })
        .where(foundOnlyBy(contacts, column, 'issued_at'))
        .execute()
  },
}
