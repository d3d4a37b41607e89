/**
 * What happens automatically: reminders before a due day, continuing after it, and closing cases that can no longer be
 * reviewed.
 */
import { sql } from 'kysely'
import { addDays, dayOf } from '../../../../lib/days/dates.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { Recurring } from '../../../../server/jobs/outbox.ts'
import { Conflict } from '../../../../server/transition.ts'
import { recordActivity, inCaseTransaction } from './case-transaction.ts'
import { eventData } from './decision-columns.ts'
import { closeClaim } from './handler-actions.ts'
import { proceedWithout, isReady } from './document-requests.ts'
import { caseMessages, sendCaseMessage } from './case-messages.ts'

const HOUR = 3_600_000
/** Reminders are sent this many days before documents are due. */
const REMIND = [7, 1] as const

/** The case was changed just now: the next run sees what is left to do. */
const unlessChanged = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Conflict)) throw error
  })

/** Sends a reminder of a request, or continues without its documents. Safe to run at any time and repeatedly. */
async function checkRequestDeadline(
  deps: Deps,
  { claim_id, due_on }: { claim_id: string; due_on: string },
): Promise<void> {
  const today = dayOf(deps.clock())
  if (today > due_on) return proceedWithout(deps, { id: claim_id, by: 'system', lapsed: true })
  const days = REMIND.findLast((it) => today >= addDays(due_on, -it))
  if (days === undefined) return
  await inCaseTransaction(deps, { id: claim_id, by: 'system' }, async (caseTx) => {
    const { found } = caseTx
    const request = found.requests.findLast((it) => it.status === 'open')
    if (found.claim.status !== 'supplement_required' || !request) return
    const what = `${request.id}:${days}`
    if (found.events.some((it) => eventData(it.data)['reminded'] === what)) return
    const missing = found.items.filter((it) => it.request_id === request.id && !isReady(found, it)).length
    await recordActivity(caseTx, 'quiet', { data: { reminded: what } })
    // With everything ready the person must still send it: that counts as one thing.
    await sendCaseMessage(caseTx, caseMessages.claim_request_reminder, {
      day: request.due_on,
      count: Math.max(1, missing),
      what,
    })
  })
}

export const deadlineJobs: readonly Recurring[] = [
  {
    kind: 'claims.requests',
    lane: 'sweeps',
    every: HOUR,
    run: async (deps) => {
      const soon = addDays(dayOf(deps.clock()), REMIND[0])
      const rows = await deps.db
        .selectFrom('claim_requests')
        .innerJoin('claims', 'claims.id', 'claim_requests.claim_id')
        .select(['claim_id', 'due_on'])
        .where('claim_requests.status', '=', sql.lit('open'))
        .where('claims.status', '=', 'supplement_required')
        .where('due_on', '<=', soon)
        .execute()
      for (const row of rows) await unlessChanged(checkRequestDeadline(deps, row))
    },
  },
  {
    kind: 'claims.close',
    lane: 'sweeps',
    every: 24 * HOUR,
    run: async (deps) => {
      const today = dayOf(deps.clock())
      const rows = await deps.db
        .selectFrom('claims')
        .select('id')
        // As their index says it.
        .where('status', '=', sql.lit('rejected'))
        .where('closed_at', 'is', null)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('claim_decisions')
                .select('claim_decisions.id')
                .whereRef('claim_decisions.claim_id', '=', 'claims.id')
                .where('appeal_until', '>=', today),
            ),
          ),
        )
        .execute()
      for (const { id } of rows) await unlessChanged(closeClaim(deps, { id, by: 'system' }))
    },
  },
]
