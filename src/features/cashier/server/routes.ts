/** Calls of paying: each checks who the caller is. */
import { handle, Refusal, withWords, type Context, type Route } from '../../../server/http/call-handlers.ts'
import { createPaymentCode, payableForPayer, type PayableAccess } from './links/payment-qr-codes.ts'
import {
  getRefundAccount,
  giveRefundAccount,
  payClose,
  payCreate,
  payEndLink,
  payLink,
  payMethods,
  payQr,
  payStatus,
} from '../contract.ts'
import { accountView, giveAccount } from './refunds/refund-account.ts'
import { startPayment, refreshPayment, closePayment } from './payments/payments.ts'
import { payabilityOf, standingFor } from './payments/payability.ts'
import { createPaymentLink, endLinkOfBuyer, linkUrl } from './links/payment-links.ts'
import { offersFor, payerOf } from './payments/list-offered-methods.ts'
import { requesterOf } from './payments/payment-requested-by.ts'
import { followPayment, lastMethod, paymentOf } from './payments/what-a-payer-sees.ts'

/** The payment that a page follows, after querying its provider. */
async function refreshAndFollow(ctx: Context, found: PayableAccess, paymentId?: string) {
  const row = await paymentOf(ctx, found.payable, paymentId)
  if (paymentId !== undefined && !row) throw new Refusal('not_found')
  if (row) await refreshPayment(ctx.deps, row)
  return followPayment(ctx, found, paymentId)
}

export const routes: readonly Route[] = [
  handle(payMethods, async (input, ctx) => {
    const found = await payableForPayer(ctx, input)
    const methods = offersFor(ctx, await payabilityOf(ctx.deps, ctx.deps.db, found.payable))
    return { ...(await followPayment(ctx, found)), methods, last: await lastMethod(ctx) }
  }),

  handle(payCreate, async (input, ctx) => {
    const found = await payableForPayer(ctx, input)
    const { lang, deps } = ctx
    if (found.link?.over) throw new Refusal(found.link.over)
    const row = await startPayment(deps, {
      payable: found.payable,
      own: found.own,
      method: input.method,
      key: input.key,
      requester: requesterOf(ctx),
      lang,
      payer: payerOf(ctx),
      code: found.code,
      link: found.link,
      linked: input.linked,
    })
    return followPayment(ctx, found, row.id)
  }),

  handle(payStatus, async (input, ctx) => refreshAndFollow(ctx, await payableForPayer(ctx, input), input.payment)),

  handle(payClose, async (input, ctx) => {
    const found = await payableForPayer(ctx, input)
    const row = await paymentOf(ctx, found.payable, input.payment)
    if (!row) throw new Refusal('not_found')
    await closePayment(ctx.deps, row, requesterOf(ctx))
    return followPayment(ctx, found, row.id)
  }),

  handle(payQr, async (input, ctx) => {
    const { payable, own } = await payableForPayer(ctx, input)
    const { standing, payUntil } = await payabilityOf(ctx.deps, ctx.deps.db, payable)
    if (standing !== 'payable') throw new Refusal(standingFor({ own }, standing))
    return { ...(await createPaymentCode(ctx, payable, payUntil)), now: ctx.deps.clock() }
  }),

  handle(payLink, async (input, ctx) => {
    const { payable } = await payableForPayer(ctx, input)
    const { deps, lang } = ctx
    const row = await createPaymentLink(deps, { payable, by: 'buyer', lang })
    return { url: linkUrl(deps, row, lang), expiresAt: row.expires_at, now: deps.clock() }
  }),

  handle(payEndLink, async (input, ctx) => {
    const { payable } = await payableForPayer(ctx, input)
    await endLinkOfBuyer(ctx.deps, payable)
    return {}
  }),

  ...withWords('refunds', [
    handle(getRefundAccount, ({ refund }, ctx) => accountView(ctx, refund)),
    handle(giveRefundAccount, async ({ refund: id, ...given }, ctx) => {
      await giveAccount(ctx, { id, ...given })
      return accountView(ctx, id)
    }),
  ]),
]
