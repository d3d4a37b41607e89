/** What prevents closing an account: each feature lists its own (`obstacles` in its account-closure.ts). */
import { type ClosingPerson, type Obstacle, accountClosing } from '../../../../server/personal-data/account-closure.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { timesOfContacts } from '../../../session/server/door.ts'

type Db = Deps['db'] | Trx

export const closingPerson = async (db: Db, userId: string, now: number): Promise<ClosingPerson> => ({
  userId,
  contacts: await timesOfContacts(db, userId, now),
})

/** Everything that prevents closing; only the first for each number. */
export async function obstaclesOf(deps: Deps, db: Db, person: ClosingPerson): Promise<Obstacle[]> {
  const all: Obstacle[] = []
  for (const part of accountClosing.all(deps)) all.push(...((await part.obstacles?.(deps, db, person)) ?? []))
  return all.filter((it, i) => it.kind !== 'payment' || !all.slice(0, i).some(({ number }) => number === it.number))
}
