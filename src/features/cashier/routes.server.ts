/** Calls of paying: who asks is checked on every one. */
import { handle, Refusal, type Context, type Route } from '../../server/route.ts'
import { payUntil } from '../orders/api.server.ts'
import { deviceOf, makeCode, orderOf, type Found } from './codes.server.ts'
import { METHODS, payClose, payCreate, payMethods, payQr, payStatus } from './contract.ts'
import { begin, check, close } from './pay.server.ts'
import { providerFor } from './registry.server.ts'
import { standingOf } from './standing.server.ts'
import { follow, paymentOf } from './views.server.ts'

/** The payment a page follows, asked after at its provider first. */
async function followed(ctx: Context, found: Found, paymentId?: string) {
  const row = await paymentOf(ctx.deps, found.order.id, paymentId)
  if (paymentId !== undefined && !row) throw new Refusal('not_found')
  if (row) await check(ctx.deps, row)
  return follow(ctx, found, paymentId)
}

export const routes: readonly Route[] = [
  handle(payMethods, async (input, ctx) => {
    const found = await orderOf(ctx, input)
    const methods = METHODS.flatMap((id) => {
      const provider = providerFor(ctx.deps, id)
      return provider ? [{ id, sandbox: provider.sandbox }] : []
    })
    return { ...(await follow(ctx, found)), methods }
  }),

  handle(payCreate, async (input, ctx) => {
    const found = await orderOf(ctx, input)
    const { lang, device, deps } = ctx
    const row = await begin(deps, {
      order: found.order, method: input.method, key: input.key, requester: deviceOf(ctx), lang, device, code: found.code,
    })
    return follow(ctx, found, row.id)
  }),

  handle(payStatus, async (input, ctx) => followed(ctx, await orderOf(ctx, input), input.payment)),

  handle(payClose, async (input, ctx) => {
    const found = await orderOf(ctx, input)
    const row = await paymentOf(ctx.deps, found.order.id, input.payment)
    if (!row) throw new Refusal('not_found')
    await close(ctx.deps, row)
    return follow(ctx, found, row.id)
  }),

  handle(payQr, async ({ order: id }, ctx) => {
    const found = await orderOf(ctx, { order: id })
    const now = ctx.deps.clock()
    const { standing } = await standingOf(ctx.deps.db, found.order, now)
    if (standing !== 'payable') throw new Refusal(standing)
    return { ...(await makeCode(ctx, found.order, payUntil(found.order))), now }
  }),
]
