/** The end of an extension that nobody pays: its job, and the same before a new request. */
import { z } from 'zod'
import { formatDay } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { handleJob } from '../../../../server/jobs/outbox.ts'
import { transition } from '../../../../server/transition.ts'
import { closePayments, settlePayments } from '../../../cashier/server/door.ts'
import { policyMessages, tellPolicyholder } from '../messages/policy-messages.ts'
import { extendPath, extensionRef } from './extension-payable.ts'
import { extensionMachine } from './extension-states.ts'
import type { ExtensionTable } from './extension-tables.ts'

/** Expires the overdue extension of a policy: the unique index still counts it when its job has not run. */
export async function expireOverdue(deps: Deps, trx: Trx, policyId: string, now: number): Promise<void> {
  const overdue = await trx
    .selectFrom('policy_extensions')
    .select('id')
    .where('policy_id', '=', policyId)
    .where('status', '=', 'awaiting_payment')
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  if (overdue) await close(deps, trx, overdue.id, now)
}

async function close(deps: Deps, trx: Trx, id: string, now: number): Promise<ExtensionTable> {
  const row = await transition(trx, {
    machine: extensionMachine,
    id,
    to: 'expired',
    by: 'system',
    at: now,
    why: 'not paid in time',
    set: { declaration: null },
  })
  await closePayments(deps, trx, extensionRef(id))
  return row
}

/** Expires an extension, unless its payment turns out to have succeeded. Safe to run more than once. */
async function expire(deps: Deps, { id }: { id: string }): Promise<void> {
  await settlePayments(deps, extensionRef(id))
  await deps.write(async (trx) => {
    const row = await trx.selectFrom('policy_extensions').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return
    await lockFor(trx, `policy:${row.policy_id}`)
    const current = await trx.selectFrom('policy_extensions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (current.status !== 'awaiting_payment' || current.expires_at > deps.clock()) return
    await close(deps, trx, id, deps.clock())
    const policy = await trx
      .selectFrom('policies')
      .selectAll()
      .where('id', '=', row.policy_id)
      .executeTakeFirstOrThrow()
    if (policy.status !== 'issued') return
    await tellPolicyholder(deps, trx, policy, {
      message: policyMessages.policy_extension_expired,
      key: id,
      vars: {
        until: formatDay(row.ends, policy.lang),
        url: `${deps.config.siteUrl}${localPath(policy.lang, extendPath(policy.id))}`,
      },
    })
  })
}

export const expireJob = defineJob('policy.extension_expire', 'deadlines', z.object({ id: z.string() }))
export const expireHandler = handleJob(expireJob, expire)
