/** The registrations of a person, as shown to them. */
import { maskIdNumber } from '../../../lib/people/id-number.ts'
import type { UserContext } from '../../../server/http/call-handlers.ts'
import { countPoliciesOfIdentities } from '../../policies/server/door.ts'
import type { Overview } from '../contract.ts'
import { codeTriesLeft } from './registration-codes.ts'
import { factsOf } from './decide-registration.ts'
import { dueAt, MONTH_MS, waitUntilNext } from './when-registration-may-be-sent.ts'

/** More than anyone may send in a month. */
const SHOWN = 20

export async function overviewOf({ deps, caller }: UserContext): Promise<Overview> {
  const now = deps.clock()
  const rows = await deps.db
    .selectFrom('registrations')
    .selectAll()
    .where('user_id', '=', caller.userId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  const recent = rows.map((row) => row.submitted_at).filter((at) => at > now - MONTH_MS)
  return {
    registrations: rows.flatMap((row) => {
      const facts = factsOf(deps, row)
      if (!facts) return []
      const submittedAt = row.submitted_at
      return [
        {
          id: row.id,
          status: row.status,
          idType: facts.idType,
          idNumber: maskIdNumber(facts.idNumber),
          submittedAt,
          decidedAt: row.decided_at === null ? null : row.decided_at,
          dueAt: dueAt(submittedAt),
          reason: row.reason,
          codeTries: codeTriesLeft(row),
        },
      ]
    }),
    waitMs: waitUntilNext(recent, now),
    policies: await countPoliciesOfIdentities(deps, caller.userId),
  }
}
