/**
 * What the calendar causes: cover begins, will end soon, has ended. Each is an event, and the people of the policy get
 * a message.
 */
import { sql, type SqlBool } from 'kysely'
import { addDays, dayOf, daysBetween, startOfCover, type Day } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { Recurring } from '../../../../server/jobs/outbox.ts'
import { writeEvent } from '../../../../server/transition.ts'
import { isSurrendering } from '../surrender/surrender-request.ts'
import { hasNextTerm } from '../extension/extendable.ts'
import { extendPath } from '../extension/extension-payable.ts'
import { hasNextTermBought } from '../linked-terms.ts'
import { dueNotices, type PolicyNotice } from './when-cover-messages-are-sent.ts'
import type { PolicyTable } from '../../tables.ts'
import { policyMessages, tellPeople } from './policy-messages.ts'
import { claimsOn } from '../hooks.ts'

const EVERY = 10 * 60_000
const BATCH = 100
/** If the job did not run for longer, messages are no longer sent, but events are still written. */
const STALE_DAYS = 2

const MESSAGES = {
  started: policyMessages.policy_started,
  ending: policyMessages.policy_ending,
  ended: policyMessages.policy_ended,
}

/** Handles what fell due, a batch at a time. Returns how many policies had something. */
export async function policyNotices(deps: Deps): Promise<number> {
  const today = dayOf(deps.clock())
  let done = 0
  // Continues after those that failed: they are tried again at the next run.
  let after = { day: '', id: '' }
  for (;;) {
    const rows = await deps.db
      .selectFrom('policies')
      .select(['id', 'next_notice_on'])
      .where('status', '=', 'issued')
      .where('next_notice_on', '<=', today)
      .where(sql<SqlBool>`(next_notice_on, id) > (${after.day}, ${after.id})`)
      .orderBy('next_notice_on')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id } of rows) await oneAtATime(deps, id, today)
    done += rows.length
    const last = rows.at(-1)
    if (rows.length < BATCH || !last?.next_notice_on) return done
    after = { day: last.next_notice_on, id: last.id }
  }
}

/** A policy whose notice fails does not stop the others. */
async function oneAtATime(deps: Deps, id: string, today: Day): Promise<void> {
  try {
    await deps.write((trx) => noticesOfPolicy(deps, trx, id, today))
  } catch (error) {
    deps.log.error({ policy: id, err: error }, 'notices of a policy failed')
  }
}

async function noticesOfPolicy(deps: Deps, trx: Trx, id: string, today: Day): Promise<void> {
  const row = await trx
    .selectFrom('policies')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'issued')
    .executeTakeFirst()
  const since = row?.next_notice_on
  if (!row || !since) return
  const { due, next } = dueNotices(row, since, today)
  // Only the worker that moves the day forward sends the notice; a second one finds nothing to move.
  const moved = await trx
    .updateTable('policies')
    .set({ next_notice_on: next })
    .where('id', '=', id)
    .where('next_notice_on', '=', since)
    .returning('id')
    .executeTakeFirst()
  if (!moved) return
  for (const notice of due) await carryOut(deps, trx, row, notice, today)
}

const STATES: Record<'started' | 'ended', { from: string; to: string }> = {
  started: { from: 'pending_activation', to: 'valid' },
  ended: { from: 'valid', to: 'expired' },
}

async function carryOut(deps: Deps, trx: Trx, row: PolicyTable, notice: PolicyNotice, today: Day): Promise<void> {
  if (notice.kind !== 'ending') {
    const { from, to } = STATES[notice.kind]
    await writeEvent(trx, {
      entity: 'policy',
      entity_id: row.id,
      at: startOfCover(notice.on),
      by: 'system',
      from_status: from,
      to_status: to,
      why: null,
      data: { on: notice.on },
    })
  }
  // The family of someone who has died is not sent a message that cover ends.
  if (notice.on < addDays(today, -STALE_DAYS) || (await claimsOn(deps).death(trx, row.id))) return
  // Cover goes on: its people were told when the next term was bought.
  if (notice.kind !== 'started' && (await hasNextTermBought(trx, row.id))) return
  // After a delay of a day or two fewer days are left than planned, or none.
  const daysLeft = daysBetween(today, row.ends)
  if (notice.kind === 'ending' && daysLeft < 0) return
  const next = notice.kind === 'ending' && (await hasNextTerm(deps, trx, row)) && !(await isSurrendering(trx, row.id))
  await tellPeople(deps, trx, row, {
    message: next ? policyMessages.policy_ending_extend : MESSAGES[notice.kind],
    insuredMessage: MESSAGES[notice.kind],
    ...(next ? { holderUrl: `${deps.config.siteUrl}${localPath(row.lang, extendPath(row.id))}` } : {}),
    key: `${row.id}:${notice.on}`,
    vars: {
      days:
        notice.kind === 'ending'
          ? deps.words(row.lang, 'policies:period.left', { count: Math.min(notice.daysLeft, daysLeft) })
          : '',
    },
  })
}

export const noticeSweep: Recurring = {
  kind: 'policy.notices',
  lane: 'sweeps',
  every: EVERY,
  run: async (deps) => void (await policyNotices(deps)),
}
