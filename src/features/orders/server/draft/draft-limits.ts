/**
 * Limits on drafts, by network address and account (decision 0033). Counted in the database, so that several processes
 * count together. Messages to addresses that strangers type are counted with all others
 * (`server/messages/message-limits.ts`).
 */
import { sql } from 'kysely'
import { STORAGE_LIMITS } from '../../../../lib/storage-limits.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { networkOf } from '../../../../server/http/network-address.ts'
import { IN_CAMPAIGN } from '../../../../server/messages/message-limits.ts'
import type { Recurring } from '../../../../server/jobs/outbox.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import type { OrderStatus } from '../../list-contract.ts'
import type { OrderTable } from '../../tables.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Bytes of sealed answers that an address may store in a day, for each draft that it may begin. */
const BYTES_OF_DRAFT = 64 * 1024

/** Drafts that one address may begin in a day: at 600 calls a minute 60, and more for a school behind one address. */
const draftsOf = ({ config }: Pick<Deps, 'config'>): number => Math.ceil(config.callsPerMinute / 10)

const networkMac = (deps: Deps, ip: string): string => deps.seal.mac('order.network', networkOf(ip).address)

/** What is stored of a draft. */
interface DraftSize {
  /** Of its sealed answers. */
  bytes: number
  /** Of the files that came with it. */
  fileBytes?: number
}

/**
 * Counts a draft and its size for the network address that it comes from. Refuses when the address has begun too many
 * or stored too much within a day. Without a login it is refused sooner; drafts of a school's campaign and those of
 * accounts do not count against others behind the same address.
 */
export async function countDraft(
  { deps, caller, ip }: Context,
  trx: Trx,
  { id: order, campaign_id }: Pick<OrderTable, 'id' | 'campaign_id'>,
  { bytes, fileBytes = 0 }: DraftSize,
): Promise<void> {
  const [now, address_mac] = [deps.clock(), networkMac(deps, ip)]
  const isAccount = caller.kind === 'user'
  const isShared = isAccount || campaign_id !== null
  await lockFor(trx, `drafts:${address_mac}`)
  const others = await trx
    .selectFrom('draft_origins')
    .select(({ fn }) => [
      fn.countAll().as('drafts'),
      fn.coalesce(fn.sum('bytes'), sql<number>`0`).as('bytes'),
      fn.coalesce(fn.sum('file_bytes'), sql<number>`0`).as('fileBytes'),
      fn.min('at').as('oldest'),
    ])
    .where('address_mac', '=', address_mac)
    .where('at', '>', now - DAY)
    .where('order_id', '!=', order)
    .$if(!isShared, (query) =>
      query
        .where('by_account', '=', 0)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('orders')
                .select('id')
                .whereRef('orders.id', '=', 'draft_origins.order_id')
                .where('campaign_id', 'is not', null),
            ),
          ),
        ),
    )
    .executeTakeFirstOrThrow()
  const drafts = draftsOf(deps) * (isShared ? IN_CAMPAIGN : 1)
  const files = isAccount ? STORAGE_LIMITS.accountFileBytesDay : STORAGE_LIMITS.anonymousFileBytesDay
  if (
    Number(others.drafts) >= drafts ||
    Number(others.bytes) + bytes > drafts * BYTES_OF_DRAFT ||
    (fileBytes > 0 && Number(others.fileBytes) + fileBytes > files)
  )
    throw new Refusal(isAccount ? 'drafts_account' : 'drafts_many', againIn(others.oldest, now))
  const seen = { address_mac, at: now, bytes, by_account: isAccount ? 1 : 0 }
  await trx
    .insertInto('draft_origins')
    .values({ order_id: order, file_bytes: fileBytes, ...seen })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(seen))
    .execute()
}

/** Seconds until the oldest of the last day's rows counts no more. */
const againIn = (oldest: number | null, now: number): { retryAfter: number } => ({
  retryAfter: Math.ceil(((oldest ?? now) + DAY - now) / 1000),
})

/** Orders of an account that are kept for long without a policy (`purge-orders.ts`). */
const UNFINISHED: readonly OrderStatus[] = [
  'created',
  'under_review',
  'awaiting_payment',
  'declined',
  'cancelled',
  'expired',
]

/**
 * Refuses an account's new application, already inserted, when it has begun too many within a day or keeps too many
 * that were not bought.
 */
export async function requireAccountSpace({ deps, caller }: Context, trx: Trx): Promise<void> {
  if (caller.kind !== 'user') return
  const now = deps.clock()
  await lockFor(trx, `applications:${caller.userId}`)
  const own = trx.selectFrom('orders').where('user_id', '=', caller.userId)
  const today = await own
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where('created_at', '>', now - DAY)
    .executeTakeFirstOrThrow()
  if (Number(today.count) > STORAGE_LIMITS.accountDraftsDay)
    throw new Refusal('drafts_account', againIn(today.oldest, now))
  const unfinished = await own
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', 'in', [...UNFINISHED])
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(unfinished.count) > STORAGE_LIMITS.accountUnfinished) throw new Refusal('unfinished_many')
}

export const deleteOldLimitRows: Recurring = {
  kind: 'orders.strangers',
  lane: 'sweeps',
  every: HOUR,
  run: async ({ write, clock }) => {
    await write(async (trx) => {
      await trx
        .deleteFrom('draft_origins')
        .where('at', '<=', clock() - DAY)
        .execute()
    })
  },
}
