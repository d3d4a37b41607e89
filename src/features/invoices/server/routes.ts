/** The calls about invoices: for the buyer, and for a payer with a private link. */
import { handle, handleFile, withWords, type Route, type UserContext } from '../../../server/http/call-handlers.ts'
import type { PayableRef } from '../../cashier/server/door.ts'
import {
  applyPrepaid,
  endInvoiceLink,
  getInvoice,
  invoiceFile,
  invoiceLink,
  prepaidFile,
  readPrepaid,
  requestInvoice,
  retitleInvoice,
} from '../contract.ts'
import { fileOfInvoice } from './invoice-file.ts'
import { changeTitle, requestInvoiceFor, type Asker } from './request-invoice.ts'
import { invoiceOf } from './load-invoice-documents.ts'
import { viewInvoice } from './invoice-view.ts'
import { createPrepaidLink, endLinksOfPayable } from './prepaid/prepaid-link-maker.ts'
import { applyForPrepaidInvoice, filePrepaidInvoice, readPrepaidInvoice } from './prepaid/prepaid-invoice.ts'
import { prepaidUrl } from './prepaid/prepaid-links.ts'
import { sourceOf } from './sources/invoice-sources.ts'
import { groupInvoice } from '../../collection/contract.ts'
import { groupOfLink } from '../../collection/server/door.ts'
import { groupPaymentRef } from '../../orders/server/door.ts'

const subjectOf = (ctx: UserContext, { kind, id }: PayableRef) => sourceOf(kind).ofCaller(ctx, id)
const buyer = ({ caller }: UserContext): Asker => ({ by: `user:${caller.userId}`, link: '' })

export const invoiceRoutes: readonly Route[] = [
  handle(getInvoice, async (payable, ctx) => viewInvoice(ctx, await subjectOf(ctx, payable))),
  handle(requestInvoice, async ({ kind, id, ...typed }, ctx) => {
    const subject = await subjectOf(ctx, { kind, id })
    await requestInvoiceFor(ctx.deps, { kind, id }, typed, buyer(ctx))
    return viewInvoice(ctx, subject)
  }),
  handle(retitleInvoice, async ({ kind, id, version, unused, ...typed }, ctx) => {
    const subject = await subjectOf(ctx, { kind, id })
    await changeTitle(ctx.deps, { kind, id }, typed, { version, unused, asker: buyer(ctx) })
    return viewInvoice(ctx, subject)
  }),
  handleFile(invoiceFile, async ({ kind, id, document, format }, ctx) => {
    await subjectOf(ctx, { kind, id })
    return fileOfInvoice(ctx.deps, await invoiceOf(ctx.deps.db, { kind, id }), document, format)
  }),
  handle(invoiceLink, async (payable, ctx) => {
    await subjectOf(ctx, payable)
    const row = await createPrepaidLink(ctx.deps, { payable, by: 'buyer', lang: ctx.lang })
    return {
      url: prepaidUrl(ctx.deps, row, { lang: ctx.lang }),
      expiresAt: row.expires_at,
      now: ctx.deps.clock(),
    }
  }),
  handle(endInvoiceLink, async (payable, ctx) => {
    await subjectOf(ctx, payable)
    await endLinksOfPayable(ctx.deps, payable)
    return {}
  }),
  handle(readPrepaid, ({ key }, ctx) => readPrepaidInvoice(ctx, key)),
  handle(applyPrepaid, ({ key, version, ...typed }, ctx) => applyForPrepaidInvoice(ctx, key, typed, version)),
  handleFile(prepaidFile, ({ key, document, format }, ctx) => filePrepaidInvoice(ctx, key, document, format)),
  // On the school's own page, which its link opens.
  ...withWords('grouppay', [
    handle(groupInvoice, async ({ link }, ctx) => {
      const { id } = await groupOfLink(ctx, link)
      const row = await createPrepaidLink(ctx.deps, { payable: groupPaymentRef(id), by: 'buyer', lang: ctx.lang })
      return { url: prepaidUrl(ctx.deps, row, { lang: ctx.lang }) }
    }),
  ]),
]
