/** The latest request to cancel a policy, as its buyer sees it. */
import type { Lang } from '../../../../lib/locale.ts'
import { money } from '../../../../lib/money/money.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { latestRequest, type RefundRequest, isWithdrawn, decideBy, settledAtOf } from '../../../cashier/server/door.ts'
import type { OwnedPolicy } from '../people/policy-access.ts'
import type { PolicyView } from '../../contract.ts'
import { lettersOf } from './visa-refusal-letters.ts'
import { payingSchool } from './paying-school.ts'
import { subjectOf } from './surrender-request.ts'

/** The state of the latest request, as its buyer sees it. */
export async function surrenderView(
  deps: Deps,
  { row, role }: OwnedPolicy,
  lang: Lang,
): Promise<PolicyView['surrender']> {
  const request = role === 'buyer' ? await latestRequest(deps.db, subjectOf(row.id)) : undefined
  if (!request || isWithdrawn(request)) return null
  const letters = await lettersOf(deps.db, request.id)
  return {
    status: request.status,
    amount: money(request.amount, request.currency),
    requestedAt: request.requestedAt,
    decideBy: decideBy(request.requestedAt),
    settledAt: settledAtOf(request.parts),
    why: request.status === 'rejected' ? await reasonOf(deps, request) : null,
    letter:
      letters.length > 0
        ? {
            files: letters.filter((it) => it.failed === null).length,
            unusable: letters.filter((it) => it.failed !== null).length,
          }
        : null,
    school: await payingSchool(deps, deps.db, row, lang),
  }
}

async function reasonOf(deps: Deps, request: RefundRequest): Promise<string | null> {
  const event = await deps.db
    .selectFrom('events')
    .select('why')
    .where('entity', '=', 'refund')
    .where('entity_id', '=', request.id)
    .where('to_status', '=', 'rejected')
    .executeTakeFirst()
  return event?.why ?? null
}
