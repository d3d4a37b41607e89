/**
 * What a private link shows and does: the payer requests the invoice, follows it, corrects a refused title, and
 * downloads its files.
 */
import { dayOf } from '../../../../lib/days/dates.ts'
import { money } from '../../../../lib/money/money.ts'
import { Refusal, type Context, type FileReply } from '../../../../server/http/call-handlers.ts'
import { type PayableRef, kindOf } from '../../../cashier/server/door.ts'
import { maskedName } from '../../../../lib/people/masked-name.ts'
import type { PrepaidView } from '../../contract.ts'
import { fileOfInvoice } from '../invoice-file.ts'
import { changeTitle, requestInvoiceFor, type Asker } from '../request-invoice.ts'
import { invoiceOf } from '../load-invoice-documents.ts'
import { viewInvoice } from '../invoice-view.ts'
import { openPrepaidLink, payableOfLink } from './prepaid-links.ts'
import { prepaidStatusOf } from '../../rules/prepaid-status.ts'
import { sourceOf } from '../sources/invoice-sources.ts'
import type { PrepaidLinkTable } from '../../tables.ts'
import { openTitle, type TypedTitle } from '../invoice-titles.ts'

export const readPrepaidInvoice = async (ctx: Context, key: string): Promise<PrepaidView> =>
  viewOf(ctx, await openPrepaidLink(ctx, key))

/** Requests the invoice, or, with the version that was read, corrects a refused title. */
export async function applyForPrepaidInvoice(
  ctx: Context,
  key: string,
  typed: TypedTitle,
  version: number | undefined,
): Promise<PrepaidView> {
  const row = await openPrepaidLink(ctx, key)
  const asker: Asker = { by: `link:${row.id}`, link: row.id, lang: ctx.lang }
  const payable = payableOfLink(row)
  if (version === undefined) await requestInvoiceFor(ctx.deps, payable, typed, asker)
  else await changeTitle(ctx.deps, payable, typed, { version, unused: false, asker })
  return viewOf(ctx, row)
}

async function viewOf(ctx: Context, row: PrepaidLinkTable): Promise<PrepaidView> {
  const { deps, lang } = ctx
  const payable = payableOfLink(row)
  const invoice = await viewInvoice(ctx, await sourceOf(payable.kind).read(deps, deps.db, payable.id), row.id)
  const { plan, tier, insurer, start, end, insured, buyer } = await kindOf(deps, payable).describe(
    deps,
    payable.id,
    lang,
  )
  return {
    status: prepaidStatusOf(invoice.state),
    invoice,
    paid: {
      ...(await paymentOf(ctx, payable)),
      plan,
      tier,
      insurer,
      start,
      end,
      insured: maskedName(insured),
      buyer: maskedName(buyer ?? ''),
    },
  }
}

/** What was paid, and the day. */
async function paymentOf(
  { deps }: Context,
  { kind, id }: PayableRef,
): Promise<Pick<PrepaidView['paid'], 'amount' | 'on'>> {
  const rows = await deps.db
    .selectFrom('payments')
    .select(['paid_minor', 'paid_currency', 'currency', 'settled_at'])
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('credited_at', 'is not', null)
    .orderBy('settled_at')
    .execute()
  const [first] = rows
  if (!first) throw new Refusal('not_found')
  const sum = rows.reduce((total, it) => total + (it.paid_minor ?? 0), 0)
  return {
    amount: money(sum, first.paid_currency ?? first.currency),
    on: dayOf(Number(first.settled_at)),
  }
}

/** A document that was issued under a title given by this link; any other one is `not_found`. */
export async function filePrepaidInvoice(
  ctx: Context,
  key: string,
  document: string,
  format: 'pdf' | 'xml',
): Promise<FileReply> {
  const row = await openPrepaidLink(ctx, key)
  const invoice = await invoiceOf(ctx.deps.db, payableOfLink(row))
  return fileOfInvoice(ctx.deps, invoice, document, format, (sealed) => openTitle(ctx.deps, sealed).link === row.id)
}
