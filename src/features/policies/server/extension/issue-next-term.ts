/**
 * A paid next term becomes a policy: a contract with a number of its own that continues an earlier one and changes
 * nothing of it (domain: "buy the next term").
 */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import type { PayableRef } from '../../../cashier/server/door.ts'
import { recordCreation } from '../../../../server/transition.ts'
import { recordAct } from '../../../orders/server/door.ts'
import { plansSoldAt } from '../../../plans/server/door.ts'
import { CODED_KINDS } from '../../contract.ts'
import { unusedPolicyNumber } from '../issue-policy.ts'
import { contactsOfNextTerm } from '../people/people-columns.ts'
import { openNewPolicy } from '../people/policies-by-identity.ts'
import { policyMachine } from '../policy-states.ts'
import { finishLater, insertFirstVersion } from '../versions/policy-versions.ts'
import type { PolicyTable } from '../../tables.ts'
import type { ExtensionTable } from './extension-tables.ts'
import { policyVersion } from '../hooks.ts'

interface Paid {
  policy: PolicyTable
  extension: ExtensionTable
  payable: PayableRef
  /** `payment:…`, for the event. */
  by: string
}

/**
 * In the caller's transaction; its documents and the message follow. Insurer, terms and rates are those of the day on
 * which it was applied for, also when it is paid after midnight.
 */
export async function issueNextTerm(
  deps: Deps,
  trx: Trx,
  { policy: earlier, extension, payable, by }: Paid,
): Promise<void> {
  const at = deps.clock()
  const plans = plansSoldAt(extension.created_at)
  const next: PolicyTable = {
    ...earlier,
    ...(await contactsOfNextTerm(trx, earlier, at)),
    id: newId(),
    version: 1,
    updated_at: at,
    number: await unusedPolicyNumber(trx, at),
    order_person: extension.id,
    insurer: plans.plan(earlier.plan).insurer,
    starts: extension.first_day,
    ends: extension.ends,
    premium_minor: extension.premium_minor,
    currency: extension.currency,
    clause_version: plans.clauses(earlier.lang, earlier.plan).version,
    // Bought signed in: the device on which the first term was bought does not open this one (decision 0034).
    holder: null,
    user_id: earlier.user_id ?? extension.user_id,
    issued_at: at,
    current_version: 1,
    next_notice_on: extension.first_day,
    previous_policy_id: earlier.id,
  }
  await trx.insertInto('policies').values(next).execute()
  await recordCreation(trx, {
    machine: policyMachine,
    id: next.id,
    status: 'issued',
    by,
    at,
    data: { previous: earlier.id, extension: extension.id },
  })
  await insertFirstVersion(deps, trx, next, { kinds: CODED_KINDS, payable, agreedAt: extension.created_at })
  // Whoever gave up a contact since, or proved to be the insured, reaches this term as the one before.
  await trx
    .insertInto('policies_kept')
    .columns(['user_id', 'policy_id'])
    .expression((eb) =>
      eb
        .selectFrom('policies_kept')
        .select(['user_id', eb.val(next.id).as('policy_id')])
        .where('policy_id', '=', earlier.id),
    )
    .execute()
  await trx
    .insertInto('policies_proven')
    .columns(['user_id', 'policy_id', 'registration_id'])
    .expression((eb) =>
      eb
        .selectFrom('policies_proven')
        .select(['user_id', eb.val(next.id).as('policy_id'), 'registration_id'])
        .where('policy_id', '=', earlier.id),
    )
    .execute()
  // The record of the sale goes on with the contract.
  await recordAct(deps, trx, next.order_id, {
    kind: 'next_term',
    data: {
      next: next.number,
      start: next.starts,
      end: next.ends,
      premium: next.premium_minor,
      currency: next.currency,
      clauseVersion: next.clause_version,
    },
  })
  await openNewPolicy(deps, trx, next)
  await finishLater(deps, trx, next.id, 1)
  for (const follow of policyVersion.all(deps)) await follow(deps, trx, { policyId: next.id, reason: 'extension' })
}

/** Id of the policy that an extension became; `undefined` where it became a version of its policy, as they once did. */
export async function boughtWith(db: Deps['db'] | Trx, extension: string): Promise<string | undefined> {
  const row = await db.selectFrom('policies').select('id').where('order_person', '=', extension).executeTakeFirst()
  return row?.id
}
