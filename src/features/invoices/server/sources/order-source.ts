/** Orders as something to invoice: the premium, once there is a policy. */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { orderFacts, type OrderTable, orderForCaller, PLAN } from '../../../orders/server/door.ts'
import { documentResources, planNames } from '../../../policies/server/door.ts'
import { paidAndKept } from './paid-and-kept.ts'
import type { InvoiceSource, InvoiceSubject } from './invoice-source-interface.ts'

async function subjectOf(deps: Deps, db: Deps['db'] | Trx, order: OrderTable): Promise<InvoiceSubject> {
  const base = { kind: PLAN, id: order.id }
  if (order.submitted_at === null || order.payment_id === null || order.erased_at !== null)
    return { ...base, ...NOTHING, lang: order.lang }
  if (order.group_payment !== null) return { ...base, ...NOTHING, lang: order.lang, paidBySchool: true }
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'paid_minor', 'paid_currency', 'currency'])
    .where('id', '=', order.payment_id)
    .executeTakeFirst()
  const policies =
    order.policy_id === null
      ? []
      : await db
          .selectFrom('policies')
          .select('number')
          .where('order_id', '=', order.id)
          .where('status', 'in', ['issued', 'cancelled'])
          // A next term has an invoice of its own.
          .where('previous_policy_id', 'is', null)
          .orderBy('person')
          .execute()
  const facts = orderFacts(deps, order)
  const { plans } = documentResources(deps)
  // A tax invoice of mainland China is in Chinese, whatever the order's language.
  const { planName, tierName } = planNames(plans, facts, 'cn')
  return {
    ...base,
    lang: facts.lang,
    ready: order.status === 'issued' && policies.length > 0,
    ...(await paidAndKept(db, payment ? [payment] : [])),
    currency: payment?.paid_currency ?? payment?.currency ?? facts.premium.currency,
    policyholder: facts.policyholder.chineseName ?? facts.policyholder.idName,
    email: facts.policyholder.email ?? '',
    seller: plans.insurerWords('cn', plans.plan(facts.plan).insurer).fullName,
    item: `*保险服务*${planName}${tierName ? `（${tierName}）` : ''}保费`,
    remark: [
      `订单号${order.id}`,
      ...(policies.length > 0 ? [`保单号${policies.map(({ number }) => number).join('、')}`] : []),
    ].join('，'),
  }
}

const NOTHING = {
  ready: false,
  kept: 0,
  refundUnderWay: false,
  currency: 'CNY',
  policyholder: '',
  email: '',
  seller: '',
  item: '',
  remark: '',
} as const

export const orderSource: InvoiceSource = {
  ofCaller: async (ctx, id) => subjectOf(ctx.deps, ctx.deps.db, await orderForCaller(ctx, id)),
  read: async (deps, db, id) =>
    subjectOf(deps, db, await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
}
