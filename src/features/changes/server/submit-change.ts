/**
 * Receives a change request: the new value, under the rules of the purchase, with files that prove it and are checked
 * afterwards.
 */
import type { Parsed } from '../../../lib/contract.ts'
import { dayOf } from '../../../lib/days/dates.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { STORAGE_LIMITS } from '../../../lib/storage-limits.ts'
import { Refusal, type Upload, type UserContext } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { checkBeforeFiles, drain, receiveFile, type Receipt } from '../../../server/intake/intake.ts'
import { newId } from '../../../server/new-id.ts'
import { givenConsent } from '../../../server/personal-data/sensitive-consent-of-call.ts'
import { recordCreation, tryTransition } from '../../../server/transition.ts'
import { closePayments, settlePayments } from '../../cashier/server/door.ts'
import { policyForCaller, openPolicy } from '../../policies/server/door.ts'
import type { attachToChange, ChangeEffect, previewChange, submitChange } from '../contract.ts'
import { amountOf, effectOf, effectView, peopleAfter, type Effect } from './compute-change-effect.ts'
import { endorsementRef } from './unpaid-endorsement.ts'
import { changeMessages, notifySender } from './change-messages.ts'
import { changeMachine, OPEN } from './change-states.ts'
import { DAY_MS } from './when-change-is-due.ts'
import { valueOf } from './changed-field.ts'
import { type ChangeFacts, sealFacts } from './sealed-change.ts'
import type { PolicyChangeTable } from '../tables.ts'

/** The purpose of files of proof: change-files-checked.ts receives the result of their check. */
export const CHANGE_FILES = 'changes.file'

/** Owner of the files of a request. */
export const filesOwner = (change: string): string => `change:${change}`

type Input = Parsed<typeof submitChange>

/** The same submission arrived twice at once, and the other one was stored first. */
class AlreadySent extends Error {}

/** Stores a request and its first file; returns when both are on disk. The same key again stores nothing. */
export async function submit(ctx: UserContext, input: Input, files: AsyncIterable<Upload>): Promise<string> {
  const { deps, caller } = ctx
  const found = await checkBeforeFiles(files, async () => {
    const known = await knownId(deps.db, caller.userId, input.key)
    return known ?? { facts: await factsFor(ctx, input) }
  })
  if (typeof found === 'string') {
    await drain(files)
    return found
  }
  const id = newId()
  const options = {
    owner: filesOwner(id),
    sender: `user:${caller.userId}`,
    purpose: CHANGE_FILES,
    sha256: input.sha256,
  }
  try {
    await receiveFile(deps, files, options, (trx, receipt) =>
      keepRequest(ctx, trx, { id, input, facts: found.facts, receipt }),
    )
    return id
  } catch (error) {
    if (!(error instanceof AlreadySent)) throw error
    return (await knownId(deps.db, caller.userId, input.key)) ?? id
  }
}

/** The effects of a change of the caller's policy; refuses like `submit`. */
export async function preview(ctx: UserContext, requested: Parsed<typeof previewChange>): Promise<ChangeEffect> {
  return effectView((await weigh(ctx, requested)).effect)
}

async function weigh(
  ctx: UserContext,
  { policy: id, ...requested }: Parsed<typeof previewChange>,
): Promise<{ facts: ChangeFacts; effect: Effect }> {
  const { deps } = ctx
  const { row, role } = await policyForCaller(ctx, { id })
  if (role !== 'buyer') throw new Refusal('not_buyer')
  if (row.status !== 'issued' || row.ends < dayOf(deps.clock())) throw new Refusal('ended')
  const policy = openPolicy(deps, row)
  const before = valueOf(policy.people[requested.who], requested)
  const people = peopleAfter(deps, policy, requested)
  const after = valueOf(people[requested.who], requested)
  if (after === before) throw new Refusal('invalid', { fields: { value: 'unchanged' } })
  return { facts: { value: after, before }, effect: await effectOf(deps, deps.db, policy, people) }
}

/** The requested change, after checking that it is allowed. */
export async function factsFor(
  ctx: UserContext,
  { policy, who, item, side, value, difference }: Input,
): Promise<ChangeFacts> {
  const { facts, effect } = await weigh(ctx, { policy, who, item, side, value })
  // The sender has seen what it costs or refunds.
  if (amountOf(effect) !== difference) throw new Refusal('changed')
  return facts
}

/** Stores a request with its first file, in one step. */
export async function keepRequest(
  ctx: UserContext,
  trx: Trx,
  { id, input, facts, receipt }: { id: string; input: Input; facts: ChangeFacts; receipt: Receipt },
): Promise<void> {
  const { deps, caller, lang } = ctx
  const now = deps.clock()
  await lockFor(trx, `changes:${caller.userId}`)
  await lockFor(trx, `policy:${input.policy}`)
  if (await knownId(trx, caller.userId, input.key)) throw new AlreadySent()
  const open = await trx
    .selectFrom('policy_changes')
    .select('id')
    .where('policy_id', '=', input.policy)
    .where('status', 'in', OPEN)
    .executeTakeFirst()
  if (open) throw new Refusal('one_open')
  const today = await trx
    .selectFrom('policy_changes')
    .select('submitted_at')
    .where('user_id', '=', caller.userId)
    .where('submitted_at', '>', now - DAY_MS)
    .orderBy('submitted_at')
    .execute()
  const [oldest] = today
  if (oldest && today.length >= STORAGE_LIMITS.changesDay)
    throw new Refusal('too_many_changes', {
      retryAfter: Math.ceil((oldest.submitted_at + DAY_MS - now) / 1000),
    })
  const row: PolicyChangeTable = {
    id,
    status: 'submitted',
    version: 1,
    updated_at: now,
    policy_id: input.policy,
    user_id: caller.userId,
    submission_key: input.key,
    who: input.who,
    item: input.item,
    side: input.side,
    facts: sealFacts(deps, facts),
    lang,
    submitted_at: now,
    decided_at: null,
    reason: null,
    premium_change: null,
    base_version: null,
    pay_until: null,
  }
  await trx.insertInto('policy_changes').values(row).execute()
  await keepFile(trx, id, receipt)
  await recordCreation(trx, {
    machine: changeMachine,
    id,
    status: 'submitted',
    by: `user:${caller.userId}`,
    at: now,
    data: { item: input.item, side: input.side, who: input.who, consent: givenConsent(ctx, ['changes:consent.text']) },
  })
  await notifySender(deps, trx, row, changeMessages.change_received)
}

const keepFile = async (trx: Trx, change: string, receipt: Receipt): Promise<void> =>
  void (await trx
    .insertInto('policy_change_files')
    .values({
      id: receipt.id,
      change_id: change,
      sha256: receipt.sha256,
      received_at: receipt.at,
      file_id: null,
      failed: null,
    })
    .execute())

const knownId = async (db: Trx | Deps['db'], user: string, key: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('policy_changes')
      .select('id')
      .where('user_id', '=', user)
      .where('submission_key', '=', key)
      .executeTakeFirst()
  )?.id

const filesOf = (db: Trx | Deps['db'], change: string) =>
  db.selectFrom('policy_change_files').selectAll().where('change_id', '=', change).execute()

/** A waiting request of the caller's; refuses `not_found` for anyone else's and `decided` for one that does not wait. */
async function waitingOfCaller(db: Trx | Deps['db'], { caller }: UserContext, id: string): Promise<PolicyChangeTable> {
  const row = await db
    .selectFrom('policy_changes')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.status !== 'submitted') throw new Refusal('decided')
  return row
}

/** Adds a file to a waiting request; returns how many it has. */
export async function attach(
  ctx: UserContext,
  { id, sha256 }: Parsed<typeof attachToChange>,
  files: AsyncIterable<Upload>,
): Promise<number> {
  const { deps, caller } = ctx
  const had = await checkBeforeFiles(files, async () => {
    await waitingOfCaller(deps.db, ctx, id)
    const rows = await filesOf(deps.db, id)
    if (!rows.some((it) => it.sha256 === sha256) && rows.length >= LIMITS.maxPhotos) throw new Refusal('files_full')
    return rows
  })
  if (had.some((it) => it.sha256 === sha256)) {
    await drain(files)
    return had.length
  }
  await receiveFile(
    deps,
    files,
    { owner: filesOwner(id), sender: `user:${caller.userId}`, purpose: CHANGE_FILES, sha256 },
    async (trx, receipt) => {
      await lockFor(trx, `change:${id}`)
      await waitingOfCaller(trx, ctx, id)
      const rows = await filesOf(trx, id)
      if (rows.some((it) => it.sha256 === receipt.sha256)) throw new AlreadySent()
      if (rows.length >= LIMITS.maxPhotos) throw new Refusal('files_full')
      await keepFile(trx, id, receipt)
    },
  ).catch((error: unknown) => {
    if (!(error instanceof AlreadySent)) throw error
  })
  return (await filesOf(deps.db, id)).length
}

/**
 * Takes a request back, also one that waits for payment; of this and a decision or payment at the same time, the later
 * one is refused.
 */
export async function withdraw(ctx: UserContext, id: string): Promise<void> {
  const { deps, caller } = ctx
  const known = await deps.db
    .selectFrom('policy_changes')
    .select('status')
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  if (!known) throw new Refusal('not_found')
  // If money has arrived already, the change was paid.
  if (known.status === 'awaiting_payment') await settlePayments(deps, endorsementRef(id))
  const now = deps.clock()
  await deps.write(async (trx) => {
    const row = await tryTransition(trx, {
      machine: changeMachine,
      id,
      to: 'withdrawn',
      by: `user:${caller.userId}`,
      at: now,
      set: { decided_at: now },
    })
    if (!row) throw new Refusal('decided')
    if (row.pay_until !== null) await closePayments(deps, trx, endorsementRef(id))
  })
}
