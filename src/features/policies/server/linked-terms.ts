/**
 * Terms that follow each other: each is a contract with a number of its own, and the next one names the one before
 * (domain: "buy the next term").
 */
import { addDays, type Day } from '../../../lib/days/dates.ts'
import type { Context } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { PolicyView } from '../contract.ts'
import { ownedBy } from './people/policy-access.ts'
import type { PolicyTable } from '../tables.ts'

type Db = Deps['db'] | Trx

/** Whether the next term of a policy was bought and not cancelled since. */
export async function hasNextTermBought(db: Db, policyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('policies')
    .select('id')
    .where('previous_policy_id', '=', policyId)
    .where('status', '=', 'issued')
    .executeTakeFirst()
  return row !== undefined
}

/** First day of the first of the terms that led to this policy: together they may last only so long (terms 1.3). */
export async function firstDayOfTerms(
  db: Db,
  { starts, previous_policy_id }: Pick<PolicyTable, 'starts' | 'previous_policy_id'>,
): Promise<Day> {
  let [since, earlier] = [starts, previous_policy_id]
  while (earlier !== null) {
    const row = await db
      .selectFrom('policies')
      .select(['starts', 'previous_policy_id'])
      .where('id', '=', earlier)
      .executeTakeFirst()
    if (!row) return since
    ;[since, earlier] = [row.starts, row.previous_policy_id]
  }
  return since
}

/** Number of the policy that this one continues without a gap; `undefined` where there is none. */
export async function continuedNumber(db: Db, row: PolicyTable): Promise<string | undefined> {
  if (row.previous_policy_id === null) return undefined
  const earlier = await db
    .selectFrom('policies')
    .select(['number', 'ends', 'status'])
    .where('id', '=', row.previous_policy_id)
    .executeTakeFirst()
  return earlier?.status === 'issued' && addDays(earlier.ends, 1) === row.starts ? earlier.number : undefined
}

/** The terms before and after this policy, as far as the caller may see them; a cancelled next term is none. */
export async function termsBeside(
  ctx: Context,
  { id, previous_policy_id: earlier }: PolicyTable,
): Promise<Pick<PolicyView, 'previous' | 'next'>> {
  const { query } = await ownedBy(ctx)
  const asked = () => query().select(['policies.id', 'policies.number', 'policies.starts', 'policies.ends'])
  const [previous, next] = [
    earlier === null ? undefined : await asked().where('policies.id', '=', earlier).executeTakeFirst(),
    await asked().where('previous_policy_id', '=', id).where('status', '=', 'issued').executeTakeFirst(),
  ]
  return { previous: previous ?? null, next: next ?? null }
}
