/** A school's group payment as something to invoice: all premiums that were kept, in one invoice. */
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { campaignOfGroup, listSums } from '../../../collection/server/door.ts'
import { groupPaymentRef, groupPaymentOf } from '../../../orders/server/door.ts'
import { planNames, documentResources } from '../../../policies/server/door.ts'
import { paidAndKept } from './paid-and-kept.ts'
import type { InvoiceSource, InvoiceSubject } from './invoice-source-interface.ts'

async function subjectOf(deps: Deps, db: Deps['db'] | Trx, id: string): Promise<InvoiceSubject> {
  const row = await groupPaymentOf(db, id)
  if (!row) throw new Refusal('not_found')
  const campaign = await campaignOfGroup(db, row)
  const { plans } = documentResources(deps)
  // A tax invoice of mainland China is in Chinese, whatever the school's language.
  const { planName, tierName } = planNames(plans, campaign, 'cn')
  const payments =
    row.payment_id === null
      ? []
      : await db.selectFrom('payments').select(['id', 'paid_minor']).where('id', '=', row.payment_id).execute()
  const { credited } = await listSums(db, row)
  return {
    ...groupPaymentRef(id),
    lang: row.lang,
    ready: row.status === 'done' && credited.students > 0,
    ...(await paidAndKept(db, payments)),
    currency: row.currency,
    policyholder: campaign.name_cn,
    email: '',
    seller: plans.insurerWords('cn', plans.plan(campaign.plan).insurer).fullName,
    item: `*保险服务*${planName}${tierName ? `（${tierName}）` : ''}保费`,
    remark: `缴费清单${id}，共${credited.students}人`,
  }
}

export const groupSource: InvoiceSource = {
  // The school uses a private link; nobody can request it by a login.
  ofCaller: async () => {
    throw new Refusal('not_found')
  },
  read: subjectOf,
}
