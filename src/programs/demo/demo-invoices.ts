/**
 * E-invoices of the demo account: one in force, and one that was partly reversed after a refund. Other orders have
 * none.
 */
import { getInvoice, requestInvoice } from '../../features/invoices/contract.ts'
import { issueDocument } from '../../features/invoices/server/issue-invoice-documents.ts'
import { invoiceRoutes } from '../../features/invoices/server/routes.ts'
import { openRefund } from '../../features/cashier/server/refunds/open-and-settle-refund.ts'
import { PLAN } from '../../features/orders/server/payable-refs.ts'
import type { Deps } from '../../server/dependencies.ts'
import { callAs, type Actor } from './call-as.ts'
import { DEMO_EMAIL } from '../../features/session/contract.ts'

const DAY = 86_400_000
/** Minor units that were refunded of the older order. */
const RETURNED = 20_000

interface DemoOrder {
  id: string
  paidAt: number
}

async function orderOf(deps: Deps, userId: string, plan: string): Promise<DemoOrder | undefined> {
  const row = await deps.db
    .selectFrom('orders')
    .select(['id', 'paid_at'])
    .where('user_id', '=', userId)
    .where('plan', '=', plan)
    .where('status', '=', 'issued')
    .orderBy('created_at')
    .executeTakeFirst()
  return row && { id: row.id, paidAt: Number(row.paid_at) }
}

/** Requested and issued at the actor's instant; one that is issued already is left. */
async function issueInvoice(
  { deps, call }: Actor,
  id: string,
  title: { title: 'personal' | 'organisation'; name?: string; taxNumber?: string },
): Promise<void> {
  const payable = { kind: PLAN, id }
  if ((await call(getInvoice, payable)).state !== 'not_requested') return
  const view = await call(requestInvoice, { ...payable, ...title, email: DEMO_EMAIL })
  const [document] = view.documents
  if (!document) return
  // Given to the invoice channel and queried directly: over the wire its clock would be today's.
  await issueDocument(deps, document.id)
  await issueDocument(deps, document.id)
}

/** A part of the premium is refunded by agreement, once; its invoice follows by the rules. */
async function returnPart(deps: Deps, id: string): Promise<void> {
  await deps.write(async (trx) => {
    const payment = await trx
      .selectFrom('payments')
      .selectAll()
      .where('payable_kind', '=', PLAN)
      .where('payable_id', '=', id)
      .where('status', '=', 'succeeded')
      .executeTakeFirst()
    if (payment && payment.refund_minor === 0)
      await openRefund(trx, deps, payment, {
        reason: 'operator',
        amount: RETURNED,
        by: 'operator:demo',
        why: 'agreed with the buyer',
      })
  })
}

/** Parts of the demo account by name. */
export function invoiceParts(deps: Deps, userId: string): [string, () => Promise<void>][] {
  const as = (at: number): Actor => callAs(deps, invoiceRoutes, { userId, lang: 'cn', at })
  return [
    [
      'in force',
      async () => {
        const order = await orderOf(deps, userId, 'us-campus')
        if (order) await issueInvoice(as(order.paidAt + DAY), order.id, { title: 'personal' })
      },
    ],
    [
      'reversed in part',
      async () => {
        const order = await orderOf(deps, userId, 'global-study')
        if (!order) return
        await issueInvoice(as(order.paidAt + DAY), order.id, {
          title: 'organisation',
          name: '福州示例留学服务有限公司',
          taxNumber: '91350100M000100Y43',
        })
        await returnPart(deps, order.id)
      },
    ],
  ]
}
