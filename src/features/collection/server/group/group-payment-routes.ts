/** The calls of group payments: they accept only the school's link. */
import { handle, handleFile, withWords, type Route } from '../../../../server/http/call-handlers.ts'
import { groupReceipt, readGroupPayment } from '../../contract.ts'
import { groupOfLink, groupView } from './what-a-school-sees.ts'

export const groupPaymentRoutes: readonly Route[] = withWords('grouppay', [
  handle(readGroupPayment, (input, ctx) => groupView(ctx, input)),
  handleFile(groupReceipt, async ({ link, language }, ctx) => {
    const row = await groupOfLink(ctx, link)
    // Loads the engine for PDFs.
    const { groupReceiptPdf } = await import('./group-payment-receipt.ts')
    return groupReceiptPdf(ctx.deps, row, language)
  }),
])
