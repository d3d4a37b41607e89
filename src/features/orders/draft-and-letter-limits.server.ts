/**
 * Limits on drafts, by network address and account, and on letters to unverified addresses (decision 0033). Counted in
 * the database, so that several processes count together.
 */
import { sql } from 'kysely'
import { mailboxOf } from '../../lib/contact.ts'
import { STORAGE_LIMITS } from '../../lib/storage-limits.ts'
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/transaction-lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import { newId } from '../../server/new-id.ts'
import { networkOf } from '../../server/network-address.ts'
import type { Recurring } from '../../server/outbox.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import type { OrderStatus } from './list-contract.ts'
import type { OrderTable } from './tables.server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/**
 * A letter that would be delayed longer than this is not sent: by then its reader has gone on without it, or never
 * asked for it.
 */
const LONGEST_DELAY = 2 * HOUR
/** Bytes of sealed answers that an address may store in a day, for each draft that it may begin. */
const BYTES_OF_DRAFT = 64 * 1024

/**
 * The limits on drafts and letters are multiplied by this for a school's campaign: its students share one address, and
 * its link is not public. Those on drafts also after a login, since each account has a limit of its own.
 */
const IN_CAMPAIGN = 20

interface Limits {
  /** Drafts that one address may begin in a day. */
  drafts: number
  /** Letters to one mailbox in an hour and in a day, and letters caused from one network address in an hour. */
  mailboxHour: number
  mailboxDay: number
  networkHour: number
}

/**
 * These limits grow with the calls that an address may make, for a school behind one address. At 600 calls: 60, 5, 10
 * and 20.
 */
const limitsOf = ({ config }: Pick<Deps, 'config'>): Limits => ({
  drafts: Math.ceil(config.callsPerMinute / 10),
  mailboxHour: Math.ceil(config.callsPerMinute / 120),
  mailboxDay: Math.ceil(config.callsPerMinute / 60),
  networkHour: Math.ceil(config.callsPerMinute / 30),
})

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
      fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('bytes'),
      fn.coalesce(fn.sum<number>('file_bytes'), sql<number>`0`).as('fileBytes'),
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
  const drafts = limitsOf(deps).drafts * (isShared ? IN_CAMPAIGN : 1)
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

/** Orders of an account that are kept for long without a policy (`purge-orders.server.ts`). */
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

/** What a mailbox takes that has paid for an order or signs somebody in, as a multiple of what any other takes. */
const OF_CUSTOMER = 4

/**
 * Letters to one mailbox in a day that applications have ended, as a multiple of those that strangers cause: each
 * application has one, and a login may send many.
 */
const ENDED = 3

/**
 * The request that caused a letter: its network address, if any, and whether it was for an application of a school's
 * campaign. `customer`: the mailbox has paid for an order, or signs somebody in.
 */
interface LetterCause {
  ip?: string | undefined
  inCampaign?: boolean
  customer?: boolean
}

/**
 * The instant at which a letter to an unverified address may be sent: now, or later when mailbox or network are at
 * their limits; `undefined` when that would be too late. Also counts the letter as sent then. The mailbox's limit is
 * not raised for a campaign.
 */
export async function waitBeforeLetter(
  deps: Deps,
  trx: Trx,
  to: string,
  { ip, inCampaign = false, customer = false }: LetterCause,
): Promise<number | undefined> {
  const now = deps.clock()
  const limits = limitsOf(deps)
  const more = customer ? OF_CUSTOMER : 1
  const [hour, day] = [limits.mailboxHour * more, limits.mailboxDay * more]
  const networkHour = limits.networkHour * (inCampaign ? IN_CAMPAIGN : 1)
  const mailbox_mac = deps.seal.mac('order.mailbox', mailboxOf(to))
  const address_mac = ip === undefined ? null : networkMac(deps, ip)
  for (const mac of [mailbox_mac, address_mac].filter((it) => it !== null).sort()) await lockFor(trx, `letters:${mac}`)
  const times = async (column: 'mailbox_mac' | 'address_mac', mac: string): Promise<number[]> =>
    (
      await trx
        .selectFrom('stranger_letters')
        .select('at')
        .where(column, '=', mac)
        .where('at', '>', now - DAY)
        .orderBy('at', 'desc')
        .limit(day + networkHour)
        .execute()
    ).map((row) => row.at)
  const own = await times('mailbox_mac', mailbox_mac)
  const network = address_mac === null ? [] : await times('address_mac', address_mac)
  const at = availableAgainAt(now, [
    [own, hour, HOUR],
    [own, day, DAY],
    [network, networkHour, HOUR],
  ])
  if (at > now + LONGEST_DELAY) return undefined
  await trx.insertInto('stranger_letters').values({ id: newId(), mailbox_mac, address_mac, at }).execute()
  return at
}

/**
 * May a letter about the end of a sent application leave now? Counts it. What strangers cause does not use this up, and
 * the number only keeps somebody who sends very many applications from filling a mailbox a day later.
 */
export async function mayTellEnd(deps: Deps, trx: Trx, to: string): Promise<boolean> {
  const at = deps.clock()
  const mailbox_mac = deps.seal.mac('order.mailbox.ended', mailboxOf(to))
  await lockFor(trx, `letters:${mailbox_mac}`)
  const { times } = await trx
    .selectFrom('stranger_letters')
    .select(({ fn }) => fn.countAll().as('times'))
    .where('mailbox_mac', '=', mailbox_mac)
    .where('at', '>', at - DAY)
    .executeTakeFirstOrThrow()
  if (Number(times) >= limitsOf(deps).mailboxDay * ENDED) return false
  await trx.insertInto('stranger_letters').values({ id: newId(), mailbox_mac, address_mac: null, at }).execute()
  return true
}

/**
 * The first instant from `now` on at which none of the windows is full. Times are newest first and may lie in the
 * future.
 */
const availableAgainAt = (
  now: number,
  windows: readonly (readonly [times: readonly number[], most: number, span: number])[],
): number =>
  Math.max(
    now,
    ...windows.flatMap(([times, most, span]) => {
      const last = times[most - 1]
      return last === undefined ? [] : [last + span]
    }),
  )

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
      await trx
        .deleteFrom('stranger_letters')
        .where('at', '<=', clock() - DAY)
        .execute()
    })
  },
}
