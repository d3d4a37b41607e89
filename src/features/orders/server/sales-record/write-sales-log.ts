/** Writes and reads the sales record. Contents are sealed in the table; the hash chain covers the unsealed contents. */
import { z } from 'zod'
import type { Json } from '../../../../lib/text/canonical-json.ts'
import { STORAGE_LIMITS } from '../../../../lib/storage-limits.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { GENESIS, hashEntry, verifyChain, type ChainEntry, type Head, type Verdict } from './sales-log-hash-chain.ts'
import type { SalesHeadTable, SalesLogTable } from '../../tables.ts'

const CONTEXT = 'sales_log.data'
const Data = z.record(z.string(), z.json())
const headText = (order: string, { seq, hash }: Head): string => `${order}:${seq}:${hash}`

export interface Act {
  kind: string
  /** Only the personal data that the record needs: no names, no ID numbers, contacts masked. */
  data?: { readonly [key: string]: Json | undefined }
  /** Instant, ms; now when not given. */
  at?: number
}

/** Adds an entry in the caller's transaction. */
export async function recordAct(
  deps: Deps,
  trx: Trx,
  order: string,
  { kind, data = {}, at = deps.clock() }: Act,
): Promise<void> {
  await lockFor(trx, `order:${order}`)
  const head = await trx.selectFrom('sales_heads').selectAll().where('order_id', '=', order).executeTakeFirst()
  const entry = { order, seq: (head?.seq ?? 0) + 1, at, kind, data, prevHash: head?.hash ?? GENESIS }
  const next: Head = { seq: entry.seq, hash: hashEntry(entry) }
  await trx
    .insertInto('sales_log')
    .values({
      order_id: order,
      seq: entry.seq,
      at,
      kind,
      data: deps.seal.seal(CONTEXT, data),
      prev_hash: entry.prevHash,
      hash: next.hash,
    })
    .execute()
  const signed: SalesHeadTable = { order_id: order, ...next, mac: deps.seal.mac('sales.head', headText(order, next)) }
  if (!head) return void (await trx.insertInto('sales_heads').values(signed).execute())
  const moved = await trx
    .updateTable('sales_heads')
    .set(signed)
    .where('order_id', '=', order)
    .where('seq', '=', head.seq)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Error('the sales record moved on in the meantime')
}

/** An order's record in order, and whether it is unchanged since it was written. */
export async function readRecord(deps: Deps, order: string): Promise<{ entries: ChainEntry[]; verdict: Verdict }> {
  const rows = await deps.db.selectFrom('sales_log').selectAll().where('order_id', '=', order).orderBy('seq').execute()
  const head = await deps.db.selectFrom('sales_heads').selectAll().where('order_id', '=', order).executeTakeFirst()
  const opened = rows.map((row) => open(deps, row))
  const broken = opened.findIndex((entry) => entry === undefined)
  const entries = opened.filter((entry) => entry !== undefined)
  if (broken >= 0) return { entries, verdict: { intact: false, why: 'hash', at: rows[broken]?.seq ?? 0 } }
  return { entries, verdict: verifyChain(entries, head && genuine(deps, head) ? head : undefined) }
}

const genuine = (deps: Deps, head: SalesHeadTable): boolean =>
  deps.seal.verify('sales.head', headText(head.order_id, head), head.mac)

/** `undefined` when the sealed contents were tampered with. */
function open(deps: Deps, row: SalesLogTable): ChainEntry | undefined {
  try {
    const data = deps.seal.open(CONTEXT, Data, row.data)
    return {
      order: row.order_id,
      seq: row.seq,
      at: row.at,
      kind: row.kind,
      data,
      prevHash: row.prev_hash,
      hash: row.hash,
    }
  } catch {
    return undefined
  }
}

/**
 * Refuses with `record_full` when the record takes no more of what a buyer can repeat at will. Ends, payments and
 * withdrawals, of which there are few, are recorded without this.
 */
export async function requireRecordSpace(trx: Trx, order: string): Promise<void> {
  const head = await trx.selectFrom('sales_heads').select('seq').where('order_id', '=', order).executeTakeFirst()
  if ((head?.seq ?? 0) >= STORAGE_LIMITS.salesRecordEntries) throw new Refusal('record_full')
}

const CHANGED = 'changed'
/** Groups of answers, so that at most as many entries of this kind follow each other. */
const GROUPS = 4
const Changed = z.object({ groups: z.array(z.string()) })

/**
 * Records which groups of answers were changed. Saves follow every second while somebody types: what was recorded
 * already since the last act of another kind is left out, so that one entry for each group is the most.
 */
export async function recordChange(deps: Deps, trx: Trx, order: string, groups: readonly string[]): Promise<void> {
  const latest = await trx
    .selectFrom('sales_log')
    .selectAll()
    .where('order_id', '=', order)
    .orderBy('seq', 'desc')
    .limit(GROUPS)
    .execute()
  const other = latest.findIndex(({ kind }) => kind !== CHANGED)
  const recorded = new Set(
    latest.slice(0, other < 0 ? latest.length : other).flatMap((row) => Changed.parse(open(deps, row)?.data).groups),
  )
  if (groups.every((group) => recorded.has(group))) return
  await recordAct(deps, trx, order, { kind: CHANGED, data: { groups: [...groups] } })
}

/** The first entry of the record. */
export async function firstAct(
  deps: Deps,
  trx: Trx,
  order: string,
): Promise<Pick<ChainEntry, 'kind' | 'data'> | undefined> {
  const row = await trx
    .selectFrom('sales_log')
    .selectAll()
    .where('order_id', '=', order)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row && open(deps, row)
}

const PAGE = 500

/**
 * Every order that has a record or should have one, by id, a page at a time: when a record was removed whole, its head,
 * its order or the event of its creation still exists. Purged orders have an event that says so.
 */
export async function* recordedOrders({ db }: Pick<Deps, 'db'>): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const page = await db
      .selectFrom('orders')
      .select('id')
      .where('id', '>', after)
      .union(db.selectFrom('sales_log').select('order_id as id').where('order_id', '>', after))
      .union(db.selectFrom('sales_heads').select('order_id as id').where('order_id', '>', after))
      .union(
        db
          .selectFrom('events')
          .select('entity_id as id')
          .where('entity', '=', 'order')
          .where('from_status', 'is', null)
          .where('entity_id', '>', after),
      )
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const ids = page.map(({ id }) => id)
    const purged =
      ids.length === 0
        ? []
        : await db
            .selectFrom('events')
            .select('entity_id as id')
            .where('entity', '=', 'order')
            .where('to_status', '=', 'purged')
            .where('entity_id', 'in', ids)
            .execute()
    const gone = new Set(purged.map(({ id }) => id))
    yield* ids.filter((id) => !gone.has(id))
    after = ids.at(-1) ?? ''
    if (ids.length < PAGE) return
  }
}
