/**
 * Brings an invoice forward until it adds up: creates the next document, sends it to the channel, and books the
 * channel's statements, in any order and however often they arrive. The channel is never called inside a transaction.
 */
import { z } from 'zod'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import { defineJob } from '../../../server/jobs/define-job.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { newId } from '../../../server/new-id.ts'
import { handleJob, type Recurring } from '../../../server/jobs/outbox.ts'
import type { PayableRef } from '../../cashier/server/door.ts'
import { recordCreation, tryTransition } from '../../../server/transition.ts'
import { channelOf } from './channel/tax-channel-registry.ts'
import type { ChannelResult } from './channel/tax-channel-interface.ts'
import { deliverJob, tellFailed } from './deliver-invoice.ts'
import { channelRef, requestFor } from './channel/tax-channel-request.ts'
import { documentsOf, toLedger } from './load-invoice-documents.ts'
import { nextDocument } from '../rules/invoice-ledger.ts'
import { documentMachine } from './invoice-states.ts'
import { sourceOf } from './sources/invoice-sources.ts'
import type { InvoiceDocumentTable } from '../tables.ts'

const issueJob = defineJob('invoice.issue', 'invoices', z.object({ documentId: z.string() }))
/** A document in progress at the channel is queried once in this time, ms. */
const QUERY_INTERVAL = 60_000
const BATCH = 200

/**
 * Creates the next document in the caller's transaction, if one is due, and queues its issue. A refund and a document
 * that are booked at the same moment would each not see the other, and nobody would reverse the sum: whoever is second
 * reads after the first has ended.
 */
export async function proceedWith(deps: Deps, trx: Trx, invoiceId: string, by: string): Promise<void> {
  await lockFor(trx, `invoice-documents:${invoiceId}`)
  const invoice = await trx.selectFrom('invoices').selectAll().where('id', '=', invoiceId).executeTakeFirstOrThrow()
  const rows = await documentsOf(trx, invoiceId)
  const waiting = rows.find((it) => it.status === 'requested')
  if (waiting) return queueIssue(deps, trx, waiting)
  const subject = await sourceOf(invoice.payable_kind).read(deps, trx, invoice.payable_id)
  const next = nextDocument({ kept: subject.kept, titleNumber: invoice.title_number, documents: rows.map(toLedger) })
  if (!next) return
  const at = deps.clock()
  const reversed = rows.find((it) => it.id === next.reverses)
  const row: InvoiceDocumentTable = {
    id: newId(),
    status: 'requested',
    version: 1,
    updated_at: at,
    invoice_id: invoiceId,
    seq: rows.length + 1,
    kind: next.kind,
    reason: next.reason,
    reverses: next.reverses,
    title: reversed?.title ?? invoice.title,
    title_number: next.titleNumber,
    amount_minor: next.amount,
    currency: subject.currency,
    rate: null,
    tax_minor: null,
    channel: channelOf(deps).name,
    attempt: 1,
    number: null,
    issued_at: null,
    failure: null,
    pdf_file: null,
    data_file: null,
    created_at: at,
  }
  await trx.insertInto('invoice_documents').values(row).execute()
  await recordCreation(trx, {
    machine: documentMachine,
    id: row.id,
    status: 'requested',
    by,
    at,
    why: next.reason,
    data: { kind: next.kind, amount: next.amount },
  })
  await queueIssue(deps, trx, row)
}

const queueIssue = (deps: Deps, trx: Trx, row: InvoiceDocumentTable): Promise<void> =>
  deps.outbox.enqueue(trx, issueJob, { documentId: row.id }, { key: `${issueJob.kind}:${row.id}:${row.attempt}` })

/** A refund of a payable succeeded: the same sum of its invoice is reversed. */
export async function proceedAfterRefund(deps: Deps, trx: Trx, { kind, id }: PayableRef): Promise<void> {
  const row = await trx
    .selectFrom('invoices')
    .select('id')
    .where('payable_id', '=', id)
    .where('payable_kind', '=', kind)
    .executeTakeFirst()
  if (row) await proceedWith(deps, trx, row.id, 'system')
}

/** Sends a document to the channel, or queries its state. */
export async function issueDocument(deps: Deps, documentId: string): Promise<void> {
  const row = await deps.db.selectFrom('invoice_documents').selectAll().where('id', '=', documentId).executeTakeFirst()
  if (!row || (row.status !== 'requested' && row.status !== 'issuing')) return
  if (row.amount_minor === 0) return dropDocument(deps, row)
  const channel = channelOf(deps)
  const known = row.status === 'issuing' ? await channel.query(channelRef(row)) : undefined
  // If unknown it was never accepted: sending it again with the same reference makes it once.
  const result = known ?? (await channel.issue(await requestFor(deps, row)))
  await deps.write((trx) => applyResult(trx, deps, result, `channel:${channel.name}`))
}

/** All of its money was refunded while it waited: there is nothing to invoice any more. */
const dropDocument = (deps: Deps, row: InvoiceDocumentTable): Promise<void> =>
  deps.write(async (trx) => {
    await tryTransition(trx, {
      machine: documentMachine,
      id: row.id,
      to: 'dropped',
      version: row.version,
      by: 'system',
      at: deps.clock(),
      why: 'returned',
    })
  })

/**
 * Books a channel's statement about a document, however it arrived. A statement about an earlier attempt changes
 * nothing.
 */
export async function applyResult(trx: Trx, deps: Deps, result: ChannelResult, by: string): Promise<void> {
  const [id = ''] = result.ref.split('.')
  const row = await trx.selectFrom('invoice_documents').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || channelRef(row) !== result.ref || (row.status !== 'requested' && row.status !== 'issuing')) return
  const at = deps.clock()
  const base = { machine: documentMachine, id, by, at, version: row.version } as const
  if (result.state === 'pending') {
    if (row.status === 'requested') await tryTransition(trx, { ...base, to: 'issuing' })
    return
  }
  if (result.state === 'failed') {
    const failed = await tryTransition(trx, {
      ...base,
      to: 'failed',
      why: result.failure,
      set: { failure: result.failure },
    })
    if (failed) await tellFailed(deps, trx, failed)
    return
  }
  const issued = await tryTransition(trx, {
    ...base,
    to: 'issued',
    set: { number: result.number, issued_at: result.issuedAt, rate: result.rate, tax_minor: result.tax, failure: null },
  })
  if (!issued) return
  await deps.outbox.enqueue(trx, deliverJob, { documentId: id }, { key: `${deliverJob.kind}:${id}` })
  await proceedWith(deps, trx, row.invoice_id, 'system')
}

/** Asks for documents that the channel has not spoken of. */
async function reconcileInvoices(deps: Deps): Promise<void> {
  const rows = await deps.db
    .selectFrom('invoice_documents')
    .select('id')
    .where('status', 'in', ['requested', 'issuing'])
    .where('updated_at', '<=', deps.clock() - QUERY_INTERVAL)
    .orderBy('updated_at')
    .limit(BATCH)
    .execute()
  for (const { id } of rows)
    await issueDocument(deps, id).catch((error: unknown) =>
      deps.log.warn({ err: error, document: id }, 'invoice not issued yet'),
    )
}

export const issueHandler = handleJob(issueJob, (deps, { documentId }) => issueDocument(deps, documentId))

export const issueSweep: Recurring = {
  kind: 'invoice.reconcile',
  lane: 'invoices',
  every: QUERY_INTERVAL,
  run: reconcileInvoices,
}

/** failed → requested by an operator: the sum is calculated again, and nothing is issued if all of it was refunded. */
export async function retryDocument(
  deps: Deps,
  trx: Trx,
  row: InvoiceDocumentTable,
  { by, why }: { by: string; why: string },
): Promise<InvoiceDocumentTable | null> {
  const invoice = await trx
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', row.invoice_id)
    .executeTakeFirstOrThrow()
  const subject = await sourceOf(invoice.payable_kind).read(deps, trx, invoice.payable_id)
  const amount = row.kind === 'blue' ? Math.max(0, subject.kept) : row.amount_minor
  const next = await tryTransition(trx, {
    machine: documentMachine,
    id: row.id,
    from: 'failed',
    to: 'requested',
    version: row.version,
    by,
    why,
    at: deps.clock(),
    set: { attempt: row.attempt + 1, failure: null, amount_minor: amount },
  })
  if (next) await proceedWith(deps, trx, row.invoice_id, by)
  return next
}
