/**
 * Closes accounts whose time has come, in one transaction each, and deletes the rest once the law no longer requires
 * it.
 */
import { SITE } from '../../../../lib/site.ts'
import { madeWith, type ClosurePart, accountClosing } from '../../../../server/personal-data/account-closure.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { Recurring } from '../../../../server/jobs/outbox.ts'
import { purgeEvents } from '../../../../server/personal-data/purge-events.ts'
import { transition, tryTransition } from '../../../../server/transition.ts'
import { lockContactsOf, contactEnded } from '../../../session/server/door.ts'
import { deleteExports } from '../export/data-exports.ts'
import type { AccountClosureTable } from '../../tables.ts'
import { closureMachine } from './closure-states.ts'
import { mineUrl, tellContacts, undoableUntil } from './schedule-closure.ts'
import { closingPerson, obstaclesOf } from './obstacles.ts'
import { accountMessages } from '../export-and-closure-messages.ts'

const HOUR = 3_600_000
const BATCH = 100

/** The account's own part: copies of data, choices, and the key of the person's texts in append-only tables. */
export const accountPart: ClosurePart = {
  erase: async (deps, trx, { userId, contacts }) => {
    await deleteExports(
      deps,
      trx,
      await trx.selectFrom('data_exports').select(['id', 'file_id']).where('user_id', '=', userId).execute(),
      'account closed',
    )
    await trx.deleteFrom('message_ways').where('user_id', '=', userId).execute()
    await trx
      .deleteFrom('unsubscribed_mailboxes')
      .where(madeWith(contacts, 'mac', 'at'))
      .execute()
    await trx.deleteFrom('person_keys').where('user_id', '=', userId).execute()
  },
}

export const closeDueAccounts: Recurring = {
  kind: 'account.close',
  lane: 'sweeps',
  every: HOUR,
  run: async (deps) => {
    const due = await deps.db
      .selectFrom('account_closures')
      .selectAll()
      .where('status', '=', 'scheduled')
      .where('closes_at', '<=', deps.clock())
      .limit(BATCH)
      .execute()
    for (const row of due) await closeOrStop(deps, row)
  },
}

/** Something prevents closing: thrown, so that everything the closing has written by then is rolled back. */
class Obstructed extends Error {}

async function closeOrStop(deps: Deps, row: AccountClosureTable): Promise<void> {
  try {
    await deps.write((trx) => close(deps, trx, row))
  } catch (error) {
    if (!(error instanceof Obstructed)) throw error
    await deps.write((trx) => stop(deps, trx, row))
  }
}

async function stop(deps: Deps, trx: Trx, { id, user_id: userId, lang }: AccountClosureTable): Promise<void> {
  await lockFor(trx, `closure:${userId}`)
  const at = deps.clock()
  if (!(await tryTransition(trx, { machine: closureMachine, id, from: 'scheduled', to: 'stopped', by: 'system', at })))
    return
  await tellContacts(deps, trx, {
    userId,
    lang,
    id,
    message: accountMessages.account_not_closed,
    vars: { url: mineUrl(deps, lang), email: SITE[lang].privacyEmail },
  })
}

async function close(deps: Deps, trx: Trx, { id, user_id: userId, lang }: AccountClosureTable): Promise<void> {
  await lockFor(trx, `closure:${userId}`)
  await lockContactsOf(trx, userId)
  const row = await trx.selectFrom('account_closures').select('status').where('id', '=', id).executeTakeFirst()
  if (row?.status !== 'scheduled') return
  const now = deps.clock()
  // A contact that was replaced after the request can be put back, too.
  const undoable = Math.max(...(await undoableUntil(trx, userId, now)))
  if (undoable > now)
    return void (await trx.updateTable('account_closures').set({ closes_at: undoable }).where('id', '=', id).execute())
  const person = await closingPerson(trx, userId, now)
  // What was bought without signing in, with a contact while it was the person's, becomes theirs first, as it would at
  // the next login.
  for (const { mac, from: countsFrom, until } of person.contacts) {
    for (const hook of contactEnded.all(deps)) await hook(deps, trx, { userId, mac, countsFrom, until })
  }
  if ((await obstaclesOf(deps, trx, person)).length > 0) throw new Obstructed()
  await transition(trx, { machine: closureMachine, id, to: 'done', by: 'system', at: now })
  // Sent while the contacts are still known; without a link, because nobody can sign in any more.
  await tellContacts(deps, trx, {
    userId,
    lang,
    id,
    message: accountMessages.account_closed,
    vars: { email: SITE[lang].privacyEmail, phone: SITE[lang].phone },
  })
  for (const part of accountClosing.all(deps)) await part.erase(deps, trx, person)
}

/** Tables of which the law requires rows to be kept, and others that refer to a person's row. */
const REFERRING = [
  'policies',
  'orders',
  'claims',
  'policy_changes',
  'policy_extensions',
  'education_orders',
  'registrations',
  'sessions',
] as const

/** A closed account's row is deleted together with the last thing that was kept. */
export const deleteClosedAccounts: Recurring = {
  kind: 'account.closed',
  lane: 'sweeps',
  every: 24 * HOUR,
  run: async (deps) => {
    let query = deps.db.selectFrom('users').select('id').where('closed_at', 'is not', null)
    for (const table of REFERRING)
      query = query.where((eb) =>
        eb.not(eb.exists(eb.selectFrom(table).select(`${table}.id`).whereRef(`${table}.user_id`, '=', 'users.id'))),
      )
    for (const { id } of await query.limit(BATCH).execute()) await deps.write((trx) => forget(deps, trx, id))
  },
}

async function forget(deps: Deps, trx: Trx, userId: string): Promise<void> {
  const closures = await trx.deleteFrom('account_closures').where('user_id', '=', userId).returning('id').execute()
  await purgeEvents(
    trx,
    closureMachine.entity,
    closures.map((it) => it.id),
    { at: deps.clock(), why: 'retention' },
  )
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}
