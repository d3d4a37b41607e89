/**
 * Deletes policies after their retention period, with their documents, their order and its sales record, once no claim
 * on them is left.
 */
import { z } from 'zod'
import { dayOf } from '../../../lib/days/dates.ts'
import type { Trx } from '../../../server/db/database.ts'
import { defineJob } from '../../../server/jobs/define-job.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { handleJob, type Recurring } from '../../../server/jobs/outbox.ts'
import { purgeEvents } from '../../../server/personal-data/purge-events.ts'
import { purgeOrderOfPolicy } from '../../orders/server/door.ts'
import { extensionMachine } from './extension/extension-states.ts'
import { policiesPastRetention } from './legal-retention.ts'
import { dropLetters } from './surrender/visa-refusal-letters.ts'
import { policyMachine } from './policy-states.ts'
import { changesOf } from './hooks.ts'

const DAY = 86_400_000
const dropFilesJob = defineJob('policy.dropFiles', 'sweeps', z.object({ policy: z.string() }))

export const purgePolicies: Recurring = {
  kind: 'policies.purge',
  lane: 'sweeps',
  every: DAY,
  run: async (deps) => {
    const due = await policiesPastRetention(deps.db, dayOf(deps.clock()))
    for (const id of due) await deps.write((trx) => purgePolicy(deps, trx, id))
    if (due.length > 0) deps.log.info({ count: due.length }, 'policies past their retention')
  },
}

async function purgePolicy(deps: Deps, trx: Trx, id: string): Promise<void> {
  const policy = await trx.selectFrom('policies').select('order_id').where('id', '=', id).executeTakeFirst()
  // An unfinished claim keeps its policy; finished claims are deleted first (`claims.retention`).
  const claim = await trx.selectFrom('claims').select('id').where('policy_id', '=', id).executeTakeFirst()
  if (!policy || claim) return
  if (!(await changesOf(deps).purge(trx, id, deps.clock()))) return
  const extensions = await trx.deleteFrom('policy_extensions').where('policy_id', '=', id).returning('id').execute()
  await purgeEvents(
    trx,
    extensionMachine.entity,
    extensions.map((it) => it.id),
    { at: deps.clock(), why: 'retention' },
  )
  await dropLetters(deps, trx, 'policy_id', id)
  for (const table of ['policy_documents', 'policy_versions', 'policies_kept', 'policies_proven'] as const) {
    await trx.deleteFrom(table).where('policy_id', '=', id).execute()
  }
  await trx.deleteFrom('policies').where('id', '=', id).execute()
  await purgeEvents(trx, policyMachine.entity, [id], { at: deps.clock(), why: 'retention' })
  // The sales record concerns every person of the order: it stays as long as any of the order's policies.
  const sibling = await trx
    .selectFrom('policies')
    .select('id')
    .where('order_id', '=', policy.order_id)
    .executeTakeFirst()
  if (!sibling) await purgeOrderOfPolicy(deps, trx, policy.order_id, deps.clock())
  await deps.outbox.enqueue(trx, dropFilesJob, { policy: id }, { key: `${dropFilesJob.kind}:${id}` })
}

/** Deletes the files after the transaction has committed. */
export const dropPolicyFiles = handleJob(dropFilesJob, async (deps, { policy }) => {
  const files = await deps.db.selectFrom('files').select('id').where('owner', '=', `policy:${policy}`).execute()
  for (const { id } of files) await deps.files.delete(id)
})
