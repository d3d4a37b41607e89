/** The calls of group payments: they accept only the school's link. */
import { handle, handleFile, withWords, type Route } from '../../../../server/http/call-handlers.ts'
import { groupReceipt, readGroupPayment } from '../../contract.ts'
import { groupOfLink, groupView } from './what-a-school-sees.ts'
import { groupReceiptPdf } from './group-payment-receipt.ts'

export const groupPaymentRoutes: readonly Route[] = withWords('grouppay', [
  handle(readGroupPayment, (input, ctx) => groupView(ctx, input)),
  handleFile(groupReceipt, async ({ link, language }, ctx) =>
    groupReceiptPdf(ctx.deps, await groupOfLink(ctx, link), language),
  ),
])
