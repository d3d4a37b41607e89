/** The calls about refunds of an order. */
import { handle, type Route } from '../../../server/http/call-handlers.ts'
import { orderForCaller } from '../../orders/server/door.ts'
import { askRefund, getRefundAccount, getRefunds, giveRefundAccount } from '../contract.ts'
import { askForRefund, orderRefunds } from './refund-requested-by-buyer.ts'
import { accountView, giveAccount } from './refund-account.ts'

export const refundRoutes: readonly Route[] = [
  handle(getRefunds, async ({ order }, ctx) => orderRefunds(ctx, await orderForCaller(ctx, order))),
  handle(getRefundAccount, ({ refund }, ctx) => accountView(ctx, refund)),
  handle(giveRefundAccount, async ({ refund: id, ...given }, ctx) => {
    await giveAccount(ctx, { id, ...given })
    return accountView(ctx, id)
  }),
  handle(askRefund, async (input, ctx) => orderRefunds(ctx, await askForRefund(ctx, input))),
]
