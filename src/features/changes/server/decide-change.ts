/**
 * Decides change requests. An approval makes a new version of the policy, at once or when the difference in premium is
 * paid (decision 0062).
 */
import { dayOf } from '../../../lib/days/dates.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { Conflict, transition, recordLook } from '../../../server/transition.ts'
import { returnByRule, AmountTooHigh } from '../../cashier/server/door.ts'
import { claimsOnPolicy } from '../../claims/server/door.ts'
import { openPolicy, type InsuredPolicy, isSurrendering, payablesOf, versionsOf } from '../../policies/server/door.ts'
import { applyChange } from './apply-change.ts'
import type { ChangeEffect, ChangeReason } from '../contract.ts'
import { changedPeople, effectOf, effectView, peopleAfter, type Effect } from './compute-change-effect.ts'
import { lapseJob } from './endorsement-payable.ts'
import { changeMessages, notifySender } from './change-messages.ts'
import { changeMachine } from './change-states.ts'
import { payUntilOf } from './when-change-is-due.ts'
import { type ChangeFacts, openFacts } from './sealed-change.ts'
import type { ChangeFileTable, PolicyChangeTable } from '../tables.ts'

/** Who decides: `operator:…` or `system`, and why. */
export interface Decider {
  by: string
  why: string
}

interface Opened {
  row: PolicyChangeTable
  facts: ChangeFacts | undefined
  policy: InsuredPolicy
  files: ChangeFileTable[]
}

async function opened(deps: Deps, db: Deps['db'] | Trx, id: string): Promise<Opened> {
  const row = await db.selectFrom('policy_changes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const policy = openPolicy(
    deps,
    await db.selectFrom('policies').selectAll().where('id', '=', row.policy_id).executeTakeFirstOrThrow(),
  )
  const files = await db
    .selectFrom('policy_change_files')
    .selectAll()
    .where('change_id', '=', id)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  return { row, facts: openFacts(deps, row), policy, files }
}

/**
 * Who approves and why, and the difference in premium, minor units, where the available rate tables cannot determine
 * it.
 */
type Approval = Decider & { difference?: number | undefined }

/**
 * The document proves the change. One that costs something waits for payment; anything else takes effect at once, and
 * an overpaid premium is refunded. Refuses `files_waiting` while a file is unchecked, `age_outside` and
 * `death_benefit_differs` where an operator must decide what follows, `premium_unknown` where only an operator can
 * determine the sum, `surrendering` where the premium is already being refunded.
 */
export async function approve(
  deps: Deps,
  trx: Trx,
  id: string,
  { by, why, difference }: Approval,
): Promise<PolicyChangeTable> {
  const now = deps.clock()
  await lockPolicyOf(trx, id)
  const { row: asked, facts, policy, files } = await opened(deps, trx, id)
  if (asked.status !== 'submitted') throw new Conflict(changeMachine.entity, asked)
  if (!facts) throw new Refusal('not_found')
  if (files.some((it) => it.file_id === null && it.failed === null)) throw new Refusal('files_waiting')
  if (policy.end < dayOf(now)) throw new Refusal('ended')
  const people = peopleAfter(deps, policy, { ...asked, value: facts.value })
  const amount = decidedAmount(await effectOf(deps, trx, policy, people), difference)
  if (amount !== 0 && (await isSurrendering(trx, policy.id))) throw new Refusal('surrendering')
  const decision = { machine: changeMachine, id, from: 'submitted', by, at: now, why } as const
  if (amount > 0)
    return askForMoney(
      deps,
      trx,
      await transition(trx, {
        ...decision,
        to: 'awaiting_payment',
        set: {
          premium_change: amount,
          base_version: await currentVersion(trx, policy.id),
          pay_until: payUntilOf(now, policy.end),
        },
      }),
    )
  const row = await transition(trx, {
    ...decision,
    to: 'approved',
    set: { decided_at: now, ...(amount < 0 ? { premium_change: amount } : {}) },
  })
  await applyChange(deps, trx, policy, { people, premiumChange: amount, by, why })
  if (amount < 0) await giveBack(deps, trx, policy, { id, amount: -amount, by, why })
  await notifySender(
    deps,
    trx,
    row,
    amount < 0 ? changeMessages.change_returned : changeMessages.change_approved,
    row.item === 'email' || row.item === 'mobile' ? facts.before : undefined,
  )
  return row
}

/** Minor units, negative for a refund. */
function decidedAmount({ premium, death }: Effect, given: number | undefined): number {
  if (premium.kind === 'outside') throw new Refusal('age_outside')
  if (death) throw new Refusal('death_benefit_differs')
  if (premium.kind === 'unknown') {
    if (given === undefined) throw new Refusal('premium_unknown')
    return given
  }
  if (given !== undefined) throw new Refusal('premium_known')
  return premium.kind === 'differs' ? premium.amount.amount : 0
}

async function askForMoney(deps: Deps, trx: Trx, row: PolicyChangeTable): Promise<PolicyChangeTable> {
  await deps.outbox.enqueue(
    trx,
    lapseJob,
    { id: row.id },
    { key: `${lapseJob.kind}:${row.id}`, runAt: Number(row.pay_until) },
  )
  await notifySender(deps, trx, row, changeMessages.change_to_pay)
  return row
}

/** Refunded by the rule, without another approval, to the payments that the premium came from. */
async function giveBack(
  deps: Deps,
  trx: Trx,
  policy: InsuredPolicy,
  { id, amount, by, why }: Decider & { id: string; amount: number },
): Promise<void> {
  try {
    await returnByRule(trx, deps, {
      subject: `endorsement:${id}`,
      payables: payablesOf(await versionsOf(trx, policy.id)),
      amount,
      reason: 'endorsement',
      lines: [{ id: 'endorsement', amount }],
      by,
      why,
    })
  } catch (error) {
    if (error instanceof AmountTooHigh) throw new Refusal('refund_too_high')
    throw error
  }
}

async function lockPolicyOf(trx: Trx, id: string): Promise<void> {
  const row = await trx.selectFrom('policy_changes').select('policy_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  await lockFor(trx, `policy:${row.policy_id}`)
}

const currentVersion = async (trx: Trx, policyId: string): Promise<number> =>
  (await trx.selectFrom('policies').select('current_version').where('id', '=', policyId).executeTakeFirstOrThrow())
    .current_version

export async function reject(
  deps: Deps,
  trx: Trx,
  id: string,
  reason: ChangeReason,
  { by, why }: Decider,
): Promise<PolicyChangeTable> {
  const now = deps.clock()
  const row = await transition(trx, {
    machine: changeMachine,
    id,
    to: 'rejected',
    by,
    at: now,
    why,
    set: { decided_at: now, reason },
  })
  await notifySender(deps, trx, row, changeMessages.change_rejected)
  return row
}

/** What an operator needs to decide, what else would change, and whether the policy has claims. Each access is an event. */
export async function viewRequest(
  deps: Deps,
  id: string,
  { by, why }: Decider,
): Promise<Opened & { effect: ChangeEffect; claims: 'none' | 'open' | 'paid' }> {
  const found = await opened(deps, deps.db, id)
  await deps.write((trx) => recordLook(trx, { entity: 'policy_change', id, by, at: deps.clock(), why }))
  const { row, facts, policy } = found
  const changed =
    facts && row.status === 'submitted' ? changedPeople(deps, policy, { ...row, value: facts.value }) : undefined
  const effect = effectView(
    changed?.ok ? await effectOf(deps, deps.db, policy, changed.people) : { premium: { kind: 'same' }, death: false },
  )
  return { ...found, effect, claims: await claimsOnPolicy(deps.db, policy.id) }
}

/** Requests that wait for an operator, oldest first. */
export const waitingChanges = (deps: Pick<Deps, 'db'>) =>
  deps.db
    .selectFrom('policy_changes')
    .select(['id', 'item', 'side', 'submitted_at'])
    .where('status', '=', 'submitted')
    .orderBy('submitted_at')
    .orderBy('id')
    .execute()
