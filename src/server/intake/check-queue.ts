/** The queue of received files in the store: claiming one, extending its lease, returning it, removing it. */
import type { Kysely } from 'kysely'
import type { Trx } from '../db/database.ts'
import { storeState } from '../db/store-mark.ts'
import { lockFor } from '../db/transaction-lock.ts'
import type { Database } from '../db/database-rows.ts'
import type { IncomingTable } from './incoming-tables.ts'
import { nextInQueue, pauseAfter, type QueueState, type Waiting } from './next-in-queue.ts'

/** A file whose process died is checked again after this, ms. */
export const LEASE = 15_000
/** After a failure of our own, a file is checked again after this, doubled with each try, ms. */
const FIRST_WAIT = 5_000
const LONGEST_WAIT = 300_000
/** A photo as our page sends it is smaller than this. */
const HEAVY_BYTES = 3 * 1024 * 1024

/** Such a file takes so much memory or time that only one of them is checked at a time. */
export const isHeavy = ({ kind, size }: Pick<IncomingTable, 'kind' | 'size'>): boolean =>
  kind === 'pdf' || size > HEAVY_BYTES

export async function hasWaiting(db: Kysely<Database>, now: number): Promise<boolean> {
  if ((await storeState(db)) !== 'open') return false
  const row = await db
    .selectFrom('incoming')
    .select('id')
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Claims the file whose turn it is; undefined when none may begin now. Returns the row as it was before, except for the
 * counts.
 */
export async function claimNext(trx: Trx, mine: QueueState['mine'], now: number): Promise<IncomingTable | undefined> {
  if ((await storeState(trx)) !== 'open') return undefined
  await lockFor(trx, 'incoming')
  const rows = await trx
    .selectFrom('incoming')
    .select(['id', 'sender', 'kind', 'size', 'received_at', 'due_at', 'lease_until'])
    .execute()
  const inHand = (it: { lease_until: number | null }): boolean => it.lease_until !== null && it.lease_until > now
  const waiting = rows
    .filter((it) => !inHand(it) && it.due_at <= now)
    .map((it): Waiting => ({ id: it.id, sender: it.sender, receivedAt: it.received_at, heavy: isHeavy(it) }))
  const senders = await trx
    .selectFrom('incoming_senders')
    .selectAll()
    .where('sender', 'in', trx.selectFrom('incoming').select('sender'))
    .execute()
  const next = nextInQueue({
    waiting,
    mine,
    elsewhere: rows.filter(inHand).map(({ sender }) => sender),
    now,
    senders: new Map(senders.map((it) => [it.sender, { turnAt: it.turn_at, pausedUntil: it.paused_until }])),
  })
  if (!next) return undefined
  const before = await trx.selectFrom('incoming').selectAll().where('id', '=', next.id).executeTakeFirstOrThrow()
  // A process that finishes a file clears its lease: a lease that merely ran out means that its process died.
  const counts = { attempts: before.attempts + 1, deaths: before.deaths + (before.lease_until === null ? 0 : 1) }
  await trx
    .updateTable('incoming')
    .set({ lease_until: now + LEASE, ...counts })
    .where('id', '=', next.id)
    .execute()
  await recordTurn(trx, next.sender, now)
  return { ...before, ...counts }
}

/** The file's check is still running. */
export async function extendLease(trx: Trx, { id, attempts }: IncomingTable, now: number): Promise<void> {
  await trx
    .updateTable('incoming')
    .set({ lease_until: now + LEASE })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/**
 * After a clock that was ahead was corrected: no file waits for longer than after a failure, and nobody holds one for
 * longer than a lease. Allows other machines to be ahead by a lease.
 */
export async function rescheduleFromFuture(trx: Trx, now: number): Promise<void> {
  await trx
    .updateTable('incoming')
    .set({ due_at: now })
    .where('due_at', '>', now + LONGEST_WAIT + LEASE)
    .execute()
  await trx
    .updateTable('incoming')
    .set({ lease_until: null })
    .where('lease_until', '>', now + 2 * LEASE)
    .execute()
}

/** Returns the file to the queue, for later. */
export async function returnToQueue(trx: Trx, { id, attempts, sender }: IncomingTable, now: number): Promise<void> {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempts - 1))
  await trx
    .updateTable('incoming')
    .set({ lease_until: null, due_at: now + wait })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
  await recordTurn(trx, sender, now)
}

/**
 * Removes the file from the queue. False when it was withdrawn meanwhile, or another process has it. `stopped` pauses
 * its sender.
 */
export async function removeFromQueue(
  trx: Trx,
  { id, attempts, sender }: IncomingTable,
  { stopped, now }: { stopped: boolean; now: number },
): Promise<boolean> {
  const gone = await trx
    .deleteFrom('incoming')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst()
  await recordTurn(trx, sender, now)
  const { stops } = await trx
    .selectFrom('incoming_senders')
    .select('stops')
    .where('sender', '=', sender)
    .executeTakeFirstOrThrow()
  const next = stopped ? stops + 1 : Math.max(0, stops - 1)
  await trx
    .updateTable('incoming_senders')
    .set({ stops: next, ...(stopped ? { paused_until: now + pauseAfter(next) } : {}) })
    .where('sender', '=', sender)
    .execute()
  return gone !== undefined
}

async function recordTurn(trx: Trx, sender: string, now: number): Promise<void> {
  await trx
    .insertInto('incoming_senders')
    .values({ sender, turn_at: now, paused_until: 0, stops: 0 })
    .onConflict((conflict) => conflict.column('sender').doUpdateSet({ turn_at: now }))
    .execute()
}

/** Deletes senders who have had no turn since `before` and are not paused. */
export async function deleteOldSenders(trx: Trx, before: number): Promise<void> {
  await trx.deleteFrom('incoming_senders').where('turn_at', '<', before).where('paused_until', '<', before).execute()
}
