/** Data of the page: the policies whose people the caller may change, and the change record. */
import { dayOf } from '../../../lib/days/dates.ts'
import { money } from '../../../lib/money/money.ts'
import { nameIn } from '../../../lib/people/name-in-language.ts'
import { recordOf } from '../../../lib/object-keys.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { UserContext } from '../../../server/http/call-handlers.ts'
import { ownedBy, openPolicy, policyTitles, type PolicyTable } from '../../policies/server/door.ts'
import { type PolicyPerson, isOnePerson } from '../../orders/server/door.ts'
import {
  CHANGE_ITEMS,
  type ChangeablePolicy,
  type ChangeItem,
  type ChangeRow,
  type ChangesOverview,
} from '../contract.ts'
import { endorsementPayable } from './endorsement-payable.ts'
import { dueAt } from './when-change-is-due.ts'
import { maskChange, maskValue, sidesOf, valueOf, whatOf } from './changed-field.ts'
import { OPEN } from './change-states.ts'
import { openFacts } from './sealed-change.ts'
import type { ChangeFileTable, PolicyChangeTable } from '../tables.ts'

/** Most policies listed; others are reached by the link on their own page. */
const POLICIES = 50
const CHANGES = 50

export async function overviewOf(ctx: UserContext, named?: string): Promise<ChangesOverview> {
  const { deps, caller } = ctx
  const rows = await deps.db
    .selectFrom('policy_changes')
    .innerJoin('policies', 'policies.id', 'policy_changes.policy_id')
    .selectAll('policy_changes')
    .select(['policies.number', 'policies.relationship', 'policies.currency'])
    .where('policy_changes.user_id', '=', caller.userId)
    .orderBy('submitted_at', 'desc')
    .orderBy('policy_changes.id', 'desc')
    .limit(CHANGES)
    .execute()
  const files =
    rows.length === 0
      ? []
      : await deps.db
          .selectFrom('policy_change_files')
          .selectAll()
          .where(
            'change_id',
            'in',
            rows.map(({ id }) => id),
          )
          .execute()
  return {
    policies: await changeablePolicies(ctx, named),
    changes: await Promise.all(
      rows.map((row) =>
        viewOf(
          deps,
          row,
          files.filter((it) => it.change_id === row.id),
        ),
      ),
    ),
  }
}

async function viewOf(
  deps: Deps,
  row: PolicyChangeTable & Pick<PolicyTable, 'number' | 'relationship' | 'currency'>,
  files: readonly ChangeFileTable[],
): Promise<ChangeRow> {
  const facts = openFacts(deps, row)
  const submittedAt = row.submitted_at
  const payment =
    row.status === 'awaiting_payment' ? await endorsementPayable.find(deps, deps.db, row.id, deps.clock()) : undefined
  return {
    id: row.id,
    policyId: row.policy_id,
    policyNumber: row.number,
    item: row.item,
    what: whatOf(row),
    who: isOnePerson(row) ? null : row.who,
    ...(facts ? maskChange(row.item, facts.before, facts.value) : { before: null, after: null }),
    status: row.status,
    submittedAt,
    decidedAt: row.decided_at === null ? null : row.decided_at,
    dueAt: dueAt(submittedAt),
    reason: row.reason,
    difference: row.premium_change === null ? null : money(row.premium_change, row.currency),
    pay: payment ? { until: payment.payUntil ?? 0, possible: payment.standing === 'payable' } : null,
    files: files.filter((it) => it.failed === null).length,
    unusable: files.filter((it) => it.failed !== null).length,
  }
}

async function changeablePolicies(ctx: UserContext, named: string | undefined): Promise<ChangeablePolicy[]> {
  const { deps } = ctx
  const { query, all, role } = await ownedBy(ctx)
  const inForce = (policies: ReturnType<typeof query>) =>
    policies.selectAll().where('policies.status', '=', 'issued').where('policies.ends', '>=', dayOf(deps.clock()))
  const first = named === undefined ? [] : await inForce(query()).where('policies.id', '=', named).execute()
  const rest = await inForce(all()).orderBy('ends', 'desc').orderBy('policies.id').limit(POLICIES).execute()
  const rows = [...first, ...rest.filter(({ id }) => id !== named)].filter((row) => role(row) === 'buyer')
  const waiting =
    rows.length === 0
      ? []
      : await deps.db
          .selectFrom('policy_changes')
          .select('policy_id')
          .where('status', 'in', OPEN)
          .where(
            'policy_id',
            'in',
            rows.map(({ id }) => id),
          )
          .execute()
  return rows.map((row) =>
    changeableOf(
      ctx,
      row,
      waiting.some((it) => it.policy_id === row.id),
    ),
  )
}

function changeableOf({ deps, lang }: UserContext, row: PolicyTable, open: boolean): ChangeablePolicy {
  const policy = openPolicy(deps, row)
  const whose = isOnePerson(policy) ? (['insured'] as const) : (['insured', 'policyholder'] as const)
  return {
    id: row.id,
    number: row.number,
    planName: policyTitles(deps, policy, lang).plan,
    open,
    people: whose.map((who) => {
      const person = policy.people[who]
      return {
        who,
        name: nameIn(person, lang),
        idType: person.idType,
        sides: CHANGE_ITEMS.flatMap((item) => choicesOf(person, item)),
        values: recordOf(CHANGE_ITEMS, (item) => maskValue(item, valueOf(person, { item }))),
      }
    }),
  }
}

/** The sides to choose from; none where there is only one. */
function choicesOf(person: PolicyPerson, item: ChangeItem): ChangeablePolicy['people'][number]['sides'] {
  const sides = sidesOf(person, item)
  return sides.length < 2
    ? []
    : sides.map((side) => ({
        item,
        side,
        what: whatOf({ item, side }),
        value: maskValue(item, valueOf(person, { item, side })),
      }))
}
