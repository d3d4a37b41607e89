/** The difference in premium of a change as something that is paid for: once its money is here, and not before, the policy has a new version. */
import { z } from 'zod'
import type { Lang } from '../../lib/locale.ts'
import { money } from '../../lib/money.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import { job } from '../../server/outbox.ts'
import type { PayableKind, PayableMoney, PayableState, PayableView } from '../../server/payable.ts'
import { transition } from '../../server/transition.ts'
import { closePayments, settlePayments } from '../cashier/payable-payments.server.ts'
import { policyForCaller } from '../policies/access.server.ts'
import { openPolicy, policyNames } from '../policies/api.server.ts'
import { isSurrendering } from '../policies/extension/extension-payable.server.ts'
import type { PolicyTable } from '../policies/tables.server.ts'
import { applyChange } from './apply-change.server.ts'
import { changedPeople } from './effect.server.ts'
import { ENDORSEMENT, endorsementRef } from './endorsement.server.ts'
import { notifySender } from './notify.server.ts'
import { changeMachine } from './change-states.server.ts'
import { openFacts } from './sealed-facts.server.ts'
import type { PolicyChangeTable } from './tables.server.ts'

/** The gateway stops taking money this long before it closes, so that what it took is booked in time, ms. */
const MARGIN_MS = 60_000

type Db = Trx | Deps['db']
interface Found {
  change: PolicyChangeTable
  policy: PolicyTable
}

async function load(db: Db, id: string): Promise<Found | undefined> {
  const change = await db.selectFrom('policy_changes').selectAll().where('id', '=', id).executeTakeFirst()
  // One that was never to be paid is nothing that one pays for.
  if (!change || change.pay_until === null) return undefined
  const policy = await db.selectFrom('policies').selectAll().where('id', '=', change.policy_id).executeTakeFirst()
  return policy && { change, policy }
}

const takesMoneyUntil = ({ pay_until: at }: Pick<PolicyChangeTable, 'pay_until'>): number => Number(at ?? 0) - MARGIN_MS

/** The policy is no longer what the difference was worked out on. */
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

async function find(db: Db, id: string, now: number): Promise<PayableState | undefined> {
  const found = await load(db, id)
  if (!found) return undefined
  const { change, policy } = found
  return { number: policy.number, standing: await standingOf(db, found, now), amount: money(Number(change.premium_change ?? 0), policy.currency), payUntil: takesMoneyUntil(change) }
}

async function requirePayer(ctx: Context, id: string): Promise<void> {
  const found = await load(ctx.deps.db, id)
  if (!found || (await policyForCaller(ctx, { id: found.policy.id })).role !== 'buyer') throw new Refusal('not_found')
}

async function describe(deps: Deps, id: string, lang: Lang): Promise<PayableView> {
  const found = await load(deps.db, id)
  if (!found) throw new Refusal('not_found')
  const { change, policy } = found
  const opened = openPolicy(deps, policy)
  const { planName, tierName, insurerName } = policyNames(deps, opened, lang)
  const item = deps.words(lang, `messages:change_items.${change.item}`)
  return {
    status: change.status, settled: change.status === 'approved', about: deps.words(lang, 'changes:pay.about', { number: policy.number, item }),
    plan: planName, tier: tierName, insurer: insurerName, start: policy.starts, end: policy.ends, insured: opened.people.insured.idName,
    application: null, back: '/personal/modify', after: { title: deps.words(lang, 'changes:pay.after.title', { item }), text: deps.words(lang, 'changes:pay.after.text') },
  }
}

async function contact(deps: Deps, trx: Trx, id: string): Promise<{ to: string; lang: Lang } | undefined> {
  const found = await load(trx, id)
  if (!found) return undefined
  const { email, mobile } = openPolicy(deps, found.policy).people.policyholder
  const to = email ?? mobile
  return to ? { to, lang: found.policy.lang } : undefined
}

const lock = async (trx: Trx, id: string): Promise<void> => {
  const row = await trx.selectFrom('policy_changes').select('policy_id').where('id', '=', id).executeTakeFirst()
  if (row) await lockFor(trx, `policy:${row.policy_id}`)
}

/** Money for a change that lapsed or was taken back, or for a policy that is another one by now, is not taken. */
async function paid(deps: Deps, trx: Trx, { id, paymentId, at, boughtAt }: PayableMoney): Promise<'paid' | 'already' | 'dead'> {
  await lock(trx, id)
  const found = await load(trx, id)
  if (!found) return 'dead'
  const { change, policy } = found
  if (change.status === 'approved') return 'already'
  if (change.status !== 'awaiting_payment' || boughtAt >= Number(change.pay_until) || (await isOutdated(trx, found))) return 'dead'
  const facts = openFacts(deps, change)
  const opened = openPolicy(deps, policy)
  const changed = facts && changedPeople(deps, opened, { ...change, value: facts.value })
  if (!changed?.ok) return 'dead'
  const by = `payment:${paymentId}`
  const done = await transition(trx, { machine: changeMachine, id, to: 'approved', version: change.version, by, at, set: { decided_at: at } })
  await applyChange(deps, trx, opened, { people: changed.people, premiumChange: Number(change.premium_change), by, payable: endorsementRef(id) })
  await notifySender(deps, trx, done, 'change_approved')
  return 'paid'
}

export const endorsementPayable: PayableKind = { kind: ENDORSEMENT, lock, find, requirePayer, describe, contact, paid }

/** Its time is up, unless its payment turns out to have succeeded. Runs at least once, harms never. */
async function lapse(deps: Deps, { id }: { id: string }): Promise<void> {
  await settlePayments(deps, endorsementRef(id))
  await deps.write(async (trx) => {
    await lock(trx, id)
    const found = await load(trx, id)
    const now = deps.clock()
    if (found?.change.status !== 'awaiting_payment' || Number(found.change.pay_until) > now) return
    const row = await transition(trx, { machine: changeMachine, id, to: 'lapsed', by: 'system', at: now, why: 'not paid in time', set: { decided_at: now } })
    await closePayments(deps, trx, endorsementRef(id))
    if (found.policy.status === 'issued') await notifySender(deps, trx, row, 'change_lapsed')
  })
}

export const lapseJob = job('change.lapse', z.object({ id: z.string() }), lapse)
