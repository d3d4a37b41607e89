/**
 * Since when someone has been covered without a gap: an extension of the same plan begins no new waiting period (terms
 * 1.3).
 */
import { addDays, type Day } from '../../../lib/days/dates.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { PolicyTable } from '../tables.ts'

export interface Term {
  start: Day
  end: Day
}

/** First day of the cover that continues without a gap up to this term. Pure. */
export function continuousSince(term: Term, others: readonly Term[]): Day {
  let since = term.start
  for (;;) {
    const before = others
      .filter((it) => it.start < since && addDays(it.end, 1) >= since)
      .map((it) => it.start)
      .sort()[0]
    if (before === undefined) return since
    since = before
  }
}

/** The same for a policy, from the other policies of this plan for its insured person. */
export async function coveredSince(
  db: Trx | Deps['db'],
  policy: Pick<PolicyTable, 'id' | 'plan' | 'starts' | 'ends' | 'insured_id_mac' | 'order_id' | 'person'>,
): Promise<Day> {
  const others = await db
    .selectFrom('policies')
    .select(['starts', 'ends'])
    // A person's terms stay theirs with another passport.
    .where((eb) =>
      eb.or([
        eb('insured_id_mac', '=', policy.insured_id_mac),
        eb.and({ order_id: policy.order_id, person: policy.person }),
      ]),
    )
    .where('plan', '=', policy.plan)
    .where('status', '=', 'issued')
    .where('id', '<>', policy.id)
    .execute()
  return continuousSince(
    { start: policy.starts, end: policy.ends },
    others.map((it) => ({ start: it.starts, end: it.ends })),
  )
}
