/**
 * Limits what text messages cost in a day: counted in billed parts, in the database, so that all processes count
 * together. A part of the day's number is reserved for codes, so that no flood of other messages keeps people from
 * signing in.
 */
import { sql } from 'kysely'
import { dayOf, type Day } from '../../../lib/dates.ts'
import type { Trx } from '../../db/database.ts'
import type { Deps } from '../../dependencies.ts'

/** Shares of the day's number at which operators are alerted. */
const ALARMS = [100, 80] as const

export interface Reserved {
  day: Day
  column: 'codes' | 'others'
  parts: number
}

/**
 * Counts a message before it is sent; `undefined` when it exceeds the day's number. The alert is an error-level log
 * line.
 */
export async function reserveParts(deps: Deps, isCode: boolean, parts: number): Promise<Reserved | undefined> {
  const { perDay, codeReserve } = deps.config.sms
  const day = dayOf(deps.clock())
  const column = isCode ? 'codes' : 'others'
  return deps.write(async (trx) => {
    await trx
      .insertInto('sms_days')
      .values({ day, codes: 0, others: 0, held: 0, alarm: 0 })
      .onConflict((c) => c.column('day').doNothing())
      .execute()
    let update = trx
      .updateTable('sms_days')
      .set({ [column]: sql<number>`${sql.ref(column)} + ${parts}` })
      .where('day', '=', day)
      .where(sql<boolean>`codes + others + ${parts} <= ${perDay}`)
    if (!isCode) update = update.where(sql<boolean>`others + ${parts} <= ${Math.max(0, perDay - codeReserve)}`)
    const row = await update.returningAll().executeTakeFirst()
    const room = isCode ? perDay : Math.max(0, perDay - codeReserve)
    const used = row ? (isCode ? row.codes + row.others : row.others) : room
    await raiseAlarm(deps, trx, day, room === 0 ? 100 : Math.floor((used * 100) / room))
    if (!row)
      await trx
        .updateTable('sms_days')
        .set({ held: sql<number>`held + 1` })
        .where('day', '=', day)
        .execute()
    return row ? { day, column, parts } : undefined
  })
}

/** Takes back the count of a message that no provider accepted. */
export async function releaseParts(deps: Deps, { day, column, parts }: Reserved): Promise<void> {
  await deps.write((trx) =>
    trx
      .updateTable('sms_days')
      .set({ [column]: sql<number>`${sql.ref(column)} - ${parts}` })
      .where('day', '=', day)
      .execute(),
  )
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
