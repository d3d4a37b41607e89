/** The calls about refunds of an order. */
import { handle, type Route } from '../../server/call-handlers.ts'
import { orderForCaller } from '../orders/api.server.ts'
import { askRefund, getRefunds } from './contract.ts'
import { askForRefund, orderRefunds } from './order-refunds.server.ts'

export const refundRoutes: readonly Route[] = [
  handle(getRefunds, async ({ order }, ctx) => orderRefunds(ctx, await orderForCaller(ctx, order))),
  handle(askRefund, async (input, ctx) => orderRefunds(ctx, await askForRefund(ctx, input))),
]
