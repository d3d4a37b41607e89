/** The difference in premium of a change as a payable: only once it is paid does the policy get a new version. */
import { z } from 'zod'
import type { Lang } from '../../../lib/locale.ts'
import { money } from '../../../lib/money/money.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { defineJob } from '../../../server/jobs/define-job.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { handleJob } from '../../../server/jobs/outbox.ts'
import {
  closePayments,
  settlePayments,
  type PayableKind,
  type PayableState,
  type PayableView,
} from '../../cashier/server/door.ts'
import { transition } from '../../../server/transition.ts'
import {
  openPolicy,
  isSurrendering,
  PAY_MARGIN_MS,
  payableOfPolicy,
  policyOfView,
  type PolicyTable,
} from '../../policies/server/door.ts'
import { applyChange } from './apply-change.ts'
import { changedPeople } from './compute-change-effect.ts'
import { ENDORSEMENT, endorsementRef } from './unpaid-endorsement.ts'
import { changeMessages, notifySender } from './change-messages.ts'
import { changeMachine } from './change-states.ts'
import { whatOf } from './changed-field.ts'
import { openFacts } from './sealed-change.ts'
import type { PolicyChangeTable } from '../tables.ts'
import type { WaitingPart } from '../../../server/personal-data/waiting-tasks.ts'

type Db = Trx | Deps['db']
interface Found {
  change: PolicyChangeTable
  policy: PolicyTable
}

async function load(db: Db, id: string): Promise<Found | undefined> {
  const change = await db.selectFrom('policy_changes').selectAll().where('id', '=', id).executeTakeFirst()
  // A change without a payment is no payable.
  if (!change || change.pay_until === null) return undefined
  const policy = await db.selectFrom('policies').selectAll().where('id', '=', change.policy_id).executeTakeFirst()
  return policy && { change, policy }
}

const ofPolicy = payableOfPolicy(load)

const takesMoneyUntil = ({ pay_until: at }: Pick<PolicyChangeTable, 'pay_until'>): number => (at ?? 0) - PAY_MARGIN_MS

/** The policy is no longer the one that the difference was computed for. */
const isOutdated = async (db: Db, { change, policy }: Found): Promise<boolean> =>
  policy.status !== 'issued' || policy.current_version !== change.base_version || (await isSurrendering(db, policy.id))

async function standingOf(db: Db, found: Found, now: number): Promise<PayableState['standing']> {
  const { change } = found
  if (change.status === 'approved') return 'paid'
  if (change.status === 'lapsed') return 'expired'
  if (change.status !== 'awaiting_payment') return 'cancelled'
  if (now >= takesMoneyUntil(change)) return 'expired'
  return (await isOutdated(db, found)) ? 'cancelled' : 'payable'
}

async function find(_deps: Deps, db: Db, id: string, now: number): Promise<PayableState | undefined> {
  const found = await load(db, id)
  if (!found) return undefined
  const { change, policy } = found
  return {
    number: policy.number,
    standing: await standingOf(db, found, now),
    amount: money(change.premium_change ?? 0, policy.currency),
    payUntil: takesMoneyUntil(change),
  }
}

async function describe(deps: Deps, id: string, lang: Lang): Promise<PayableView> {
  const found = await load(deps.db, id)
  if (!found) throw new Refusal('not_found')
  const { change, policy } = found
  const item = deps.words(lang, `messages:change_items.${whatOf(change)}`)
  return {
    status: change.status,
    settled: change.status === 'approved',
    about: deps.words(lang, 'changes:pay.about', { number: policy.number, item }),
    ...policyOfView(deps, policy, lang),
    start: policy.starts,
    end: policy.ends,
    back: '/personal/modify',
    after: {
      title: deps.words(lang, 'changes:pay.after.title', { item }),
      text: deps.words(lang, 'changes:pay.after.text'),
    },
  }
}

/** A payment for a change that lapsed or was taken back, or for a policy that has changed since, is not accepted. */
const paid: PayableKind['paid'] = async (deps, trx, { id, paymentId, at, boughtAt }) => {
  await ofPolicy.lock(trx, id)
  const found = await load(trx, id)
  if (!found) return 'dead'
  const { change, policy } = found
  if (change.status === 'approved') return 'already'
  if (change.status !== 'awaiting_payment' || boughtAt >= Number(change.pay_until) || (await isOutdated(trx, found)))
    return 'dead'
  const facts = openFacts(deps, change)
  const opened = openPolicy(deps, policy)
  const changed = facts && changedPeople(deps, opened, { ...change, value: facts.value })
  if (!changed?.ok) return 'dead'
  const by = `payment:${paymentId}`
  const done = await transition(trx, {
    machine: changeMachine,
    id,
    to: 'approved',
    version: change.version,
    by,
    at,
    set: { decided_at: at },
  })
  await applyChange(deps, trx, opened, {
    people: changed.people,
    premiumChange: Number(change.premium_change),
    by,
    payable: endorsementRef(id),
  })
  await notifySender(deps, trx, done, changeMessages.change_approved)
  return 'paid'
}

export const endorsementPayable: PayableKind = {
  kind: ENDORSEMENT,
  named: 'changes:pay.named',
  ...ofPolicy,
  find,
  describe,
  paid,
}

/** Lets the change lapse, unless its payment turns out to have succeeded. Safe to run more than once. */
async function lapse(deps: Deps, { id }: { id: string }): Promise<void> {
  await settlePayments(deps, endorsementRef(id))
  await deps.write(async (trx) => {
    await ofPolicy.lock(trx, id)
    const found = await load(trx, id)
    const now = deps.clock()
    if (found?.change.status !== 'awaiting_payment' || Number(found.change.pay_until) > now) return
    const row = await transition(trx, {
      machine: changeMachine,
      id,
      to: 'lapsed',
      by: 'system',
      at: now,
      why: 'not paid in time',
      set: { decided_at: now },
    })
    await closePayments(deps, trx, endorsementRef(id))
    if (found.policy.status === 'issued') await notifySender(deps, trx, row, changeMessages.change_lapsed)
  })
}

export const lapseJob = defineJob('change.lapse', 'deadlines', z.object({ id: z.string() }))
export const lapseHandler = handleJob(lapseJob, lapse)

/** Lists an approved change whose difference in premium is not paid yet among the things that wait for its buyer. */
export const waitingDifferences: WaitingPart = async (deps, userId) => {
  const rows = await deps.db
    .selectFrom('policy_changes')
    .innerJoin('policies', 'policies.id', 'policy_changes.policy_id')
    .select(['policy_changes.id', 'policy_changes.premium_change', 'policies.number', 'policies.currency'])
    .where('policy_changes.user_id', '=', userId)
    .where('policy_changes.status', '=', 'awaiting_payment')
    .execute()
  const tasks = await Promise.all(
    rows.map(async ({ id, number, premium_change: difference, currency }) => {
      const payment = await endorsementPayable.find(deps, deps.db, id, deps.clock())
      if (payment?.standing !== 'payable') return []
      return [
        {
          kind: 'change' as const,
          id,
          number,
          amount: money(Number(difference), currency),
          until: payment.payUntil ?? null,
          path: '/personal/modify',
        },
      ]
    }),
  )
  return tasks.flat()
}
