/** A second account of the sandbox: it is being closed, and the law makes us keep one of its policies, which has ended. */
import { addDays, dayOf } from '../../lib/days/dates.ts'
import { scheduleClosure } from '../../features/account/server/closure/schedule-closure.ts'
import { orderRoutes } from '../../features/orders/server/routes.ts'
import { personOf } from '../../features/session/server/contacts/contacts.ts'
import { DEMO_CLOSING_EMAIL } from '../../features/session/contract.ts'
import type { Deps } from '../../server/dependencies.ts'
import { buyBefore, trip } from './buy-in-the-past.ts'
import { callAs, depsAt } from './call-as.ts'
import { CLOSING_PERSON } from './demo-people.ts'
import { withoutMessages } from './make-claim.ts'

const DAY = 86_400_000

/** Closed for good after seven days; the next start creates it anew. If its user cancelled the closing, it is left so. */
export async function seedClosingAccount(deps: Deps, now: number): Promise<void> {
  const quiet: Deps = { ...deps, messages: withoutMessages(deps).messages }
  const userId = await deps.write(async (trx) => {
    const { user } = await personOf(deps, trx, DEMO_CLOSING_EMAIL)
    if (user.name === null)
      await trx
        .updateTable('users')
        .set({ name: deps.seal.seal('users.name', CLOSING_PERSON.policyholder?.chineseName ?? '') })
        .where('id', '=', user.id)
        .execute()
    return user.id
  })
  const as = (at: number) => callAs(quiet, orderRoutes, { userId, lang: 'cn', at })
  await buyBefore(as, 20, {
    key: 'demo-closing-policy',
    trip: trip('asia-plus', 'basic', addDays(dayOf(now), -400), 6, 'kr'),
    people: CLOSING_PERSON,
  })
  const asked = await deps.db
    .selectFrom('account_closures')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!asked)
    await deps.write((trx) =>
      scheduleClosure(depsAt(quiet, now - 2 * DAY), trx, userId, { by: `user:${userId}`, lang: 'cn' }),
    )
}
