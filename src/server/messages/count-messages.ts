/**
 * Counts messages by the mailbox that they reach and by who causes them, in the database: all processes count together,
 * and a restart forgets nothing (decision 0103).
 */
import { mailboxOf } from '../../lib/people/contact.ts'
import type { Trx } from '../db/database.ts'
import { lockFor } from '../db/transaction-lock.ts'
import type { Deps } from '../dependencies.ts'
import { networkOf } from '../http/network-address.ts'
import { newId } from '../new-id.ts'
import type { Recurring } from '../jobs/outbox.ts'
import type { MessageCause, Sent } from '../service-interfaces.ts'
import { IN_CAMPAIGN, MESSAGE_LIMITS, OF_CUSTOMER, type MessageLimit, type MessageLimitName } from './message-limits.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Calls of an address in a minute for which the limits are written down. */
const AT_CALLS = 600

type Counted = Exclude<MessageLimitName, 'code'>

interface Counters {
  mailbox_mac: string
  causer_mac: string | null
}

/**
 * Counts a message to `to` and says when it may leave: now, or when its mailbox and its causer have room again. If that
 * would be too late, it is not counted, and `from` is that instant, ms.
 */
export async function countMessage(
  deps: Pick<Deps, 'clock' | 'config' | 'seal'>,
  trx: Trx,
  { limit: name, to, cause = {} }: { limit: Counted; to: string; cause?: MessageCause | undefined },
): Promise<Sent> {
  const now = deps.clock()
  const limit: MessageLimit = MESSAGE_LIMITS[name]
  const macs = countersOf(deps, limit, to, cause)
  // Only what strangers cause is counted exactly: whoever writes to two people at once must not wait for the other.
  if (limit.causerHour !== undefined)
    for (const mac of [macs.mailbox_mac, macs.causer_mac].filter((it) => it !== null).sort())
      await lockFor(trx, `messages:${mac}`)
  const share = limit.fixed ? 1 : deps.config.callsPerMinute / AT_CALLS
  const more = cause.customer === true ? OF_CUSTOMER : 1
  const most = (figure: number, times: number): number => Math.ceil(figure * share) * times
  const windows = [
    { column: 'mailbox_mac', span: HOUR, most: limit.hour === undefined ? undefined : most(limit.hour, more) },
    { column: 'mailbox_mac', span: DAY, most: most(limit.day, more) },
    {
      column: 'causer_mac',
      span: HOUR,
      most: limit.causerHour === undefined ? undefined : most(limit.causerHour, cause.inCampaign ? IN_CAMPAIGN : 1),
    },
  ] as const
  let at = now
  for (const { column, span, most: count } of windows) {
    const mac = macs[column]
    if (count === undefined || mac === null) continue
    const full = await newestButOf(trx, column, mac, { count, since: now - DAY })
    if (full !== undefined) at = Math.max(at, full + span)
  }
  if (at > now + limit.wait) return { queued: false, from: at }
  await trx
    .insertInto('counted_messages')
    .values({ id: newId(), ...macs, at })
    .execute()
  return { queued: true, at }
}

function countersOf(deps: Pick<Deps, 'seal'>, { counter }: MessageLimit, to: string, cause: MessageCause): Counters {
  const causer =
    cause.ip !== undefined
      ? networkOf(cause.ip).address
      : cause.account !== undefined
        ? `account:${cause.account}`
        : undefined
  return {
    mailbox_mac: deps.seal.mac('message.mailbox', JSON.stringify([counter, mailboxOf(to)])),
    causer_mac: causer === undefined ? null : deps.seal.mac('message.causer', JSON.stringify([counter, causer])),
  }
}

/** When the message left with which the window is full: of `count` messages the oldest; it may lie in the future. */
async function newestButOf(
  trx: Trx,
  column: keyof Counters,
  mac: string,
  { count, since }: { count: number; since: number },
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('counted_messages')
    .select('at')
    .where(column, '=', mac)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

export const deleteCountedMessages: Recurring = {
  kind: 'messages.counted',
  lane: 'sweeps',
  every: HOUR,
  run: async ({ write, clock }) => {
    await write((trx) =>
      trx
        .deleteFrom('counted_messages')
        .where('at', '<=', clock() - DAY)
        .execute(),
    )
  },
}
