/** What an operator does with an application: read it, pass it on, record the outcome. Each is an event. */
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { transition, writeEvent } from '../../../server/transition.ts'
import { applicationMachine } from './application-states.ts'
import { type ApplicationFacts, openFacts } from './sealed-application.ts'
import type { DeclineReason } from '../contract.ts'
import { notifyApplicant, overseasMessages } from './application-messages.ts'
import type { OverseasApplicationTable } from '../tables.ts'

interface Acting {
  by: string
  why: string
}

async function rowOf(db: Deps['db'] | Trx, id: string): Promise<OverseasApplicationTable> {
  const row = await db.selectFrom('overseas_applications').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

const mark = (trx: Trx, deps: Deps, id: string, what: string, { by, why }: Acting): Promise<void> =>
  writeEvent(trx, {
    entity: applicationMachine.entity,
    entity_id: id,
    at: deps.clock(),
    by,
    to_status: what,
    why,
  })

/** All data that the insurer needs. */
export async function viewApplication(
  deps: Deps,
  id: string,
  acting: Acting,
): Promise<{ row: OverseasApplicationTable; facts: ApplicationFacts }> {
  const row = await rowOf(deps.db, id)
  await deps.write((trx) => mark(trx, deps, id, 'looked_at', acting))
  return { row, facts: openFacts(deps, row) }
}

/** Records that it was passed on, and tells the applicant that the insurer will write next. */
export async function refer(deps: Deps, id: string, { by, why }: Acting): Promise<void> {
  await deps.write(async (trx) => {
    await rowOf(trx, id)
    const now = deps.clock()
    const row = await transition(trx, {
      machine: applicationMachine,
      id,
      to: 'referred',
      by,
      at: now,
      why,
      set: { referred_at: now },
    })
    await notifyApplicant(deps, trx, row, openFacts(deps, row).contact, overseasMessages.overseas_referred)
  })
}

export async function close(
  deps: Deps,
  id: string,
  outcome: { to: 'insured' } | { to: 'declined'; reason: DeclineReason },
  { by, why }: Acting,
): Promise<void> {
  await deps.write(async (trx) => {
    await rowOf(trx, id)
    const now = deps.clock()
    const row = await transition(trx, {
      machine: applicationMachine,
      id,
      to: outcome.to,
      by,
      at: now,
      why,
      set: { closed_at: now, reason: outcome.to === 'declined' ? outcome.reason : null },
    })
    await notifyApplicant(
      deps,
      trx,
      row,
      openFacts(deps, row).contact,
      outcome.to === 'insured' ? overseasMessages.overseas_insured : overseasMessages.overseas_declined,
    )
  })
}

/** Records that the insurer was told that a referred application was withdrawn. */
export async function markInsurerTold(deps: Deps, id: string, acting: Acting): Promise<void> {
  await deps.write(async (trx) => {
    const changed = await trx
      .updateTable('overseas_applications')
      .set({ insurer_told_at: deps.clock() })
      .where('id', '=', id)
      .where('status', '=', 'withdrawn')
      .where('referred_at', 'is not', null)
      .where('insurer_told_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new Refusal('not_found')
    await mark(trx, deps, id, 'insurer_told', acting)
  })
}
