/** Pays an order at the sandbox gateway at the actor's instant, which may be past, and issues its policy. */
import { paymentAmount, applyTrade } from '../../features/cashier/server/payments/apply-trade.ts'
import { GATEWAY_METHODS } from '../../features/cashier/rules/payment-methods.ts'
import { startPayment } from '../../features/cashier/server/payments/payments.ts'
import { replaceProviders } from '../../features/cashier/server/providers/provider-registry.ts'
import { applyPayerChoice, createTrade } from '../../features/cashier/server/sandbox/trades.ts'
import { NOTIFY } from '../../features/cashier/server/sandbox/protocol.ts'
import { sandboxProvider } from '../../features/cashier/server/sandbox/sandbox-provider.ts'
import type { Provider } from '../../features/cashier/server/providers/provider-interface.ts'
import { planPayableRef } from '../../features/orders/server/payable-refs.ts'
import { orderForCaller } from '../../features/orders/server/access/order-access.ts'
import { issueHandler } from '../../features/policies/server/issue-policy.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { PayableRef } from '../../features/cashier/server/payable.ts'
import type { Actor } from './call-as.ts'

/** Written directly into the gateway's books: over the wire its clock would be today's. */
function inPlace(deps: Deps): Provider {
  return {
    ...sandboxProvider(deps),
    create: async ({ paymentId, method: chosen, amount, subject, lang, expiresAt, returnUrl }) => {
      const method = GATEWAY_METHODS.find((it) => it === chosen)
      if (!method) throw new Error(`The gateway takes no ${chosen}`)
      const { ref, payUrl } = await createTrade(deps, {
        merchantRef: paymentId,
        method,
        amountMinor: amount.amount,
        currency: amount.currency,
        subject,
        lang,
        expiresAt,
        returnUrl,
        notifyPath: NOTIFY,
      })
      return { ref, action: { kind: 'redirect', url: payUrl } }
    },
  }
}

/** One payment that succeeds, booked by the cashier's own rules. The order must await payment. */
export async function pay(actor: Actor, orderId: string): Promise<void> {
  await orderForCaller(actor.ctx, orderId)
  await payFor(actor, planPayableRef(orderId), `demo-${orderId}`)
}

/** The same for every kind of payable. */
export async function payFor({ deps, lang }: Actor, payable: PayableRef, key: string): Promise<void> {
  replaceProviders(deps, [inPlace(deps)])
  const row = await startPayment(deps, {
    payable,
    own: true,
    method: 'alipay',
    key,
    requester: 'demo',
    lang,
    payer: { ip: '127.0.0.1', device: 'web', browser: 'other' },
  })
  const token = row.pay_url?.split('/').at(-1)
  if (!token || row.gateway_ref === null) throw new Error('the gateway opened no trade')
  await applyPayerChoice(deps, token, 'pay', 'now')
  const trade = {
    paymentId: row.id,
    ref: row.gateway_ref,
    state: 'succeeded' as const,
    paid: paymentAmount(row),
    at: deps.clock(),
  }
  await deps.write((trx) => applyTrade(trx, deps, trade, 'system'))
}

/** Logs nothing: that one of the demo's orders cannot be issued is intended. */
export const issue = ({ deps }: Actor, orderId: string): Promise<void> =>
  issueHandler.run({ ...deps, log: deps.log.child({}, { level: 'silent' }) }, { orderId }, { id: 'demo', attempt: 1 })
