/**
 * Deletes claims with everything that belongs to them when their policy's retention is over (privacy policy §7).
 * Unfinished claims wait.
 */
import { dayOf } from '../../../lib/days/dates.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { Recurring } from '../../../server/jobs/outbox.ts'
import { purgeEvents } from '../../../server/personal-data/purge-events.ts'
import { policiesPastRetention } from '../../policies/server/door.ts'
import { claimLockKey } from './claim-access.ts'
import { eraseFilesLater } from './draft/remind-of-and-delete-drafts.ts'
import {
  appealMachine,
  claimMachine,
  documentMachine,
  itemMachine,
  paymentMachine,
  requestMachine,
} from './claim-states.ts'
import type { ClaimTable } from '../tables.ts'

const DAY = 86_400_000
/** In these statuses nothing more happens automatically. */
const FINISHED: readonly string[] = ['rejected', 'paid', 'cancelled', 'discarded']

/** Tables of a claim's parts, and the entity that events use for their rows; `null` where there is none. */
const PARTS = [
  ['claim_documents', documentMachine.entity],
  ['claim_request_items', itemMachine.entity],
  ['claim_requests', requestMachine.entity],
  ['claim_payments', paymentMachine.entity],
  ['claim_appeals', appealMachine.entity],
  ['claim_signatures', null],
  ['claim_payees', null],
  ['claim_match_keys', null],
] as const

export const purgeClaims: Recurring = {
  kind: 'claims.retention',
  lane: 'sweeps',
  every: DAY,
  run: async (deps) => {
    for (const policy of await policiesPastRetention(deps.db, dayOf(deps.clock()))) {
      const claims = await deps.db.selectFrom('claims').select('id').where('policy_id', '=', policy).execute()
      for (const { id } of claims) await deps.write((trx) => purgeClaim(deps, trx, id))
    }
  },
}

async function purgeClaim(deps: Deps, trx: Trx, id: string): Promise<void> {
  await lockFor(trx, claimLockKey(id))
  const claim = await trx.selectFrom('claims').select(['status', 'closed_at']).where('id', '=', id).executeTakeFirst()
  if (claim && isFinished(claim)) await deleteClaim(deps, trx, id, 'retention')
}

/** Deletes a claim with everything that belongs to it, including events; files are deleted afterwards. */
export async function deleteClaim(deps: Deps, trx: Trx, id: string, why: string): Promise<void> {
  await lockFor(trx, claimLockKey(id))
  const words = { at: deps.clock(), why }
  const decisions = (await trx.selectFrom('claim_decisions').select('id').where('claim_id', '=', id).execute()).map(
    (it) => it.id,
  )
  if (decisions.length > 0) await trx.deleteFrom('claim_letters').where('decision_id', 'in', decisions).execute()
  for (const [table, entity] of PARTS) {
    const gone = await trx.deleteFrom(table).where('claim_id', '=', id).returning('id').execute()
    if (entity !== null)
      await purgeEvents(
        trx,
        entity,
        gone.map((it) => it.id),
        words,
      )
  }
  await trx.deleteFrom('claim_decisions').where('claim_id', '=', id).execute()
  await trx.deleteFrom('claim_forms').where('claim_id', '=', id).execute()
  await trx.deleteFrom('claims').where('id', '=', id).execute()
  await purgeEvents(trx, claimMachine.entity, [id], words)
  await eraseFilesLater(deps, trx, id)
}

export const isFinished = ({ status, closed_at }: Pick<ClaimTable, 'status' | 'closed_at'>): boolean =>
  FINISHED.includes(status) || closed_at !== null
