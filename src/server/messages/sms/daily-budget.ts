/**
 * Limits what text messages cost in a day: counted in billed parts, in the database, so that all processes count
 * together. A part of the day's number is reserved for codes, so that no flood of other messages keeps people from
 * signing in, and half of that part for people who have signed in before: no flood of codes to strangers' numbers, sent
 * from many networks, keeps customers from their policies.
 */
import { sql } from 'kysely'
import { dayOf, type Day } from '../../../lib/days/dates.ts'
import type { Trx } from '../../db/database.ts'
import type { Deps } from '../../dependencies.ts'

/** Shares of the day's number at which operators are alerted. */
const ALARMS = [100, 80] as const

/** Who a message is for: codes of customers, codes of everybody else, any other message. */
export type SmsShare = 'customer_codes' | 'codes' | 'others'

export interface Reserved {
  day: Day
  share: SmsShare
  parts: number
}

/** Counts these parts in the columns of their share. */
const counted = (share: SmsShare, parts: number) => ({
  ...(share === 'others' ? { others: sql<number>`others + ${parts}` } : { codes: sql<number>`codes + ${parts}` }),
  ...(share === 'customer_codes' ? { customer_codes: sql<number>`customer_codes + ${parts}` } : {}),
})

/**
 * Counts a message before it is sent; `undefined` when it exceeds the day's number. The alert is an error-level log
 * line.
 */
export async function reserveParts(deps: Deps, share: SmsShare, parts: number): Promise<Reserved | undefined> {
  const { perDay, codeReserve } = deps.config.sms
  const forEverybody = Math.max(0, perDay - Math.floor(codeReserve / 2))
  const room = { customer_codes: perDay, codes: forEverybody, others: Math.max(0, perDay - codeReserve) }[share]
  const day = dayOf(deps.clock())
  return deps.write(async (trx) => {
    await trx
      .insertInto('sms_days')
      .values({ day, codes: 0, customer_codes: 0, others: 0, held: 0, alarm: 0 })
      .onConflict((c) => c.column('day').doNothing())
      .execute()
    let update = trx
      .updateTable('sms_days')
      .set(counted(share, parts))
      .where('day', '=', day)
      .where(sql<boolean>`codes + others + ${parts} <= ${perDay}`)
    if (share !== 'customer_codes')
      update = update.where(sql<boolean>`codes - customer_codes + others + ${parts} <= ${forEverybody}`)
    if (share === 'others') update = update.where(sql<boolean>`others + ${parts} <= ${room}`)
    const row = await update.returningAll().executeTakeFirst()
    await raiseAlarm(deps, trx, day, room === 0 || !row ? 100 : Math.floor((usedOf(row, share) * 100) / room))
    if (!row)
      await trx
        .updateTable('sms_days')
        .set({ held: sql<number>`held + 1` })
        .where('day', '=', day)
        .execute()
    return row ? { day, share, parts } : undefined
  })
}

function usedOf(row: { codes: number; customer_codes: number; others: number }, share: SmsShare): number {
  if (share === 'others') return row.others
  return row.codes + row.others - (share === 'codes' ? row.customer_codes : 0)
}

/** Takes back the count of a message that no provider accepted. */
export async function releaseParts(deps: Deps, { day, share, parts }: Reserved): Promise<void> {
  await deps.write((trx) => trx.updateTable('sms_days').set(counted(share, -parts)).where('day', '=', day).execute())
}

/** Once per day and level, by whichever process is first. */
async function raiseAlarm(deps: Deps, trx: Trx, day: Day, percent: number): Promise<void> {
  const level = ALARMS.find((it) => percent >= it)
  if (level === undefined) return
  const raised = await trx
    .updateTable('sms_days')
    .set({ alarm: level })
    .where('day', '=', day)
    .where('alarm', '<', level)
    .returning('day')
    .executeTakeFirst()
  if (raised)
    deps.log.error(
      { day, percent: level, perDay: deps.config.sms.perDay },
      'text messages near or at the limit of the day',
    )
}

/** The counts of a day. */
export async function partsOf(deps: Deps, day: Day): Promise<{ codes: number; others: number; held: number }> {
  return (
    (await deps.db
      .selectFrom('sms_days')
      .select(['codes', 'others', 'held'])
      .where('day', '=', day)
      .executeTakeFirst()) ?? { codes: 0, others: 0, held: 0 }
  )
}
