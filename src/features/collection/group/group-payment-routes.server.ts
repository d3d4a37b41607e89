/** The calls of group payments: they accept only the school's link. */
import { handle, handleFile, type Route } from '../../../server/call-handlers.ts'
import { createPrepaidLink } from '../../invoices/prepaid-link-maker.server.ts'
import { prepaidUrl } from '../../invoices/prepaid-links.server.ts'
import { groupInvoice, groupReceipt, readGroupPayment } from '../contract.ts'
import { groupPaymentRef } from './group-payment-ref.server.ts'
import { groupOfLink, groupView } from './what-a-school-sees.server.ts'
import { groupReceiptPdf } from './group-payment-receipt.server.ts'

export const groupPaymentRoutes: readonly Route[] = [
  handle(readGroupPayment, (input, ctx) => groupView(ctx, input)),
  handleFile(groupReceipt, async ({ link, language }, ctx) =>
    groupReceiptPdf(ctx.deps, await groupOfLink(ctx, link), language),
  ),
  handle(groupInvoice, async ({ link }, ctx) => {
    const { id } = await groupOfLink(ctx, link)
    const row = await createPrepaidLink(ctx.deps, { payable: groupPaymentRef(id), by: 'buyer', lang: ctx.lang })
    return { url: prepaidUrl(ctx.deps, row, { lang: ctx.lang }) }
  }),
]
