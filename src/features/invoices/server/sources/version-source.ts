/**
 * Premiums paid after the first one as something to invoice: any payable that paid for a version of a policy (an
 * extension, an endorsement with an additional premium). The feature of such a payable need not register anything,
 * since the version names the payable.
 */
import { formatDay } from '../../../../lib/days/dates.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { PayableRef } from '../../../cashier/server/door.ts'
import {
  policyForCaller,
  planNames,
  documentResources,
  type PolicyTable,
  type PolicyVersionTable,
} from '../../../policies/server/door.ts'
import { openPeople } from '../../../orders/server/door.ts'
import { paidAndKept } from './paid-and-kept.ts'
import type { InvoiceSource, InvoiceSubject } from './invoice-source-interface.ts'

interface Found {
  version: PolicyVersionTable
  policy: PolicyTable
}

async function find(db: Deps['db'] | Trx, { kind, id }: PayableRef): Promise<Found> {
  const version = await db
    .selectFrom('policy_versions')
    .selectAll()
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .executeTakeFirst()
  const policy =
    version && (await db.selectFrom('policies').selectAll().where('id', '=', version.policy_id).executeTakeFirst())
  if (!policy) throw new Refusal('not_found')
  return { version, policy }
}

async function subjectOf(
  deps: Deps,
  db: Deps['db'] | Trx,
  ref: PayableRef,
  { version, policy }: Found,
): Promise<InvoiceSubject> {
  const { policyholder } = openPeople(deps.seal, version.people)
  const { plans } = documentResources(deps)
  // A tax invoice of mainland China is in Chinese, whatever the policy's language.
  const { planName, tierName } = planNames(plans, policy, 'cn')
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'paid_minor', 'paid_currency', 'currency'])
    .where('payable_kind', '=', ref.kind)
    .where('payable_id', '=', ref.id)
    .where('credited_at', 'is not', null)
    .execute()
  return {
    ...ref,
    lang: policy.lang,
    ready: true,
    ...(await paidAndKept(db, payments)),
    currency: payments[0]?.paid_currency ?? payments[0]?.currency ?? version.currency,
    policyholder: policyholder.chineseName ?? policyholder.idName,
    email: policyholder.email ?? '',
    seller: plans.insurerWords('cn', policy.insurer).fullName,
    item: `*保险服务*${planName}${tierName ? `（${tierName}）` : ''}保费`,
    remark: `保单号${policy.number}${remarkOn(version)}`,
  }
}

function remarkOn({ reason, starts, ends }: PolicyVersionTable): string {
  if (reason === 'issue') return `，保险期间${formatDay(starts, 'cn')}至${formatDay(ends, 'cn')}`
  return reason === 'extension' ? `，下一期至${formatDay(ends, 'cn')}` : '，保单变更'
}

/** The premium of a policy concerns its buyer, and no other insured person. */
export const versionSource = (kind: string): InvoiceSource => ({
  ofCaller: async (ctx, id) => {
    const { deps } = ctx
    const found = await find(deps.db, { kind, id })
    if ((await policyForCaller(ctx, { id: found.policy.id })).role !== 'buyer') throw new Refusal('not_found')
    return subjectOf(deps, deps.db, { kind, id }, found)
  },
  read: async (deps, db, id) => subjectOf(deps, db, { kind, id }, await find(db, { kind, id })),
})
