/** Calls of paying: who asks is checked on every one. */
import { handle, Refusal, type Context, type Route } from '../../server/call-handlers.ts'
import { payUntil } from '../orders/api.server.ts'
import { requesterOf, createPaymentCode, orderForPayer, type OrderAccess } from './payment-codes.server.ts'
import { METHODS, payClose, payCreate, payMethods, payQr, payStatus } from './contract.ts'
import { startPayment, refreshPayment, closePayment } from './payments.server.ts'
import { providerFor } from './provider-registry.server.ts'
import { payabilityOf } from './payability.server.ts'
import { followPayment, paymentOf } from './payment-view.server.ts'

/** The payment a page follows, asked after at its provider first. */
async function refreshAndFollow(ctx: Context, found: OrderAccess, paymentId?: string) {
  const row = await paymentOf(ctx.deps, found.order.id, paymentId)
  if (paymentId !== undefined && !row) throw new Refusal('not_found')
  if (row) await refreshPayment(ctx.deps, row)
  return followPayment(ctx, found, paymentId)
}

export const routes: readonly Route[] = [
  handle(payMethods, async (input, ctx) => {
    const found = await orderForPayer(ctx, input)
    const methods = METHODS.flatMap((id) => {
      const provider = providerFor(ctx.deps, id)
      return provider ? [{ id, sandbox: provider.sandbox }] : []
    })
    return { ...(await followPayment(ctx, found)), methods }
  }),

  handle(payCreate, async (input, ctx) => {
    const found = await orderForPayer(ctx, input)
    const { lang, device, deps } = ctx
    const row = await startPayment(deps, {
      order: found.order, method: input.method, key: input.key, requester: requesterOf(ctx), lang, device, code: found.code,
    })
    return followPayment(ctx, found, row.id)
  }),

  handle(payStatus, async (input, ctx) => refreshAndFollow(ctx, await orderForPayer(ctx, input), input.payment)),

  handle(payClose, async (input, ctx) => {
    const found = await orderForPayer(ctx, input)
    const row = await paymentOf(ctx.deps, found.order.id, input.payment)
    if (!row) throw new Refusal('not_found')
    await closePayment(ctx.deps, row)
    return followPayment(ctx, found, row.id)
  }),

  handle(payQr, async ({ order: id }, ctx) => {
    const found = await orderForPayer(ctx, { order: id })
    const now = ctx.deps.clock()
    const { standing } = await payabilityOf(ctx.deps.db, found.order, now)
    if (standing !== 'payable') throw new Refusal(standing)
    return { ...(await createPaymentCode(ctx, found.order, payUntil(found.order))), now }
  }),
]
