/** `npm run operator -- invoices list|show|retry|reverse` */
import { z } from 'zod'
import { formatInstant } from '../../../lib/days/dates.ts'
import { formatMoney, money } from '../../../lib/money/money.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { commandsOf, type Command } from '../../../server/operator/command.ts'
import { eventLine, eventsOf } from '../../../server/operator/event-line.ts'
import { writeEvent } from '../../../server/transition.ts'
import { DESK_CHANNEL } from './channel/desk-channel.ts'
import { documentsOf, toLedger } from './load-invoice-documents.ts'
import { invoiceState } from '../rules/invoice-ledger.ts'
import { proceedWith, retryDocument } from './issue-invoice-documents.ts'
import type { InvoiceDocumentTable } from '../tables.ts'
import { openTitle } from './invoice-titles.ts'

const command = commandsOf({ noun: 'invoices', role: 'finance' })

const DAY = 86_400_000
/** A document not issued after this is overdue: we promise the buyer one working day. */
const ISSUE_DAYS = 1

/**
 * Documents refused by the channel, with the channel for longer than we promise, or to be made by hand; longest waiting
 * first.
 */
const waitingDocuments = (deps: Pick<Deps, 'db' | 'clock'>): Promise<InvoiceDocumentTable[]> =>
  deps.db
    .selectFrom('invoice_documents')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('status', '=', 'failed'),
        eb.and([eb('status', 'in', ['requested', 'issuing']), eb('created_at', '<=', deps.clock() - ISSUE_DAYS * DAY)]),
        eb.and([eb('status', '=', 'issuing'), eb('channel', '=', DESK_CHANNEL)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const isOverdue = (row: InvoiceDocumentTable, now: number): boolean => row.updated_at <= now - ISSUE_DAYS * DAY

/** For `health show`. */
export async function invoiceFigures(deps: Deps): Promise<Record<string, number>> {
  const rows = await waitingDocuments(deps)
  return {
    invoicesFailed: rows.filter((it) => it.status === 'failed').length,
    invoicesOverdue: rows.filter((it) => isOverdue(it, deps.clock())).length,
  }
}

const line = (row: InvoiceDocumentTable): string =>
  [
    row.id,
    row.kind,
    row.status + (row.failure ? ` (${row.failure})` : ''),
    row.reason,
    formatMoney(money(row.amount_minor, row.currency), 'en'),
    row.number ?? '–',
    `try ${row.attempt}`,
    formatInstant(row.created_at, 'en'),
  ].join('  ')

const id = z.object({ id: z.string() })

export const invoiceCommands: readonly Command[] = [
  command({
    verb: 'list',
    about: 'invoices that were refused or take too long; oldest first',
    reads: true,
    input: z.object({}),
    run: async (_, { deps, print }) => {
      const rows = await waitingDocuments(deps)
      for (const row of rows) print(line(row) + (isOverdue(row, deps.clock()) ? '  overdue' : ''))
      if (rows.length === 0) print('No invoice waits for anybody.')
    },
  }),
  command({
    verb: 'show',
    about: 'the invoice of an order with its documents, its title and every event; the look is recorded',
    args: ['id'],
    input: id,
    run: async ({ id: order }, { deps, by, why, print }) => {
      const invoice = await deps.db
        .selectFrom('invoices')
        .selectAll()
        .where('payable_id', '=', order)
        .executeTakeFirst()
      if (!invoice) throw new Refusal('not_found')
      const documents = await documentsOf(deps.db, invoice.id)
      const title = openTitle(deps, invoice.title)
      await deps.write((trx) =>
        writeEvent(trx, {
          entity: 'invoice_title',
          entity_id: invoice.id,
          at: deps.clock(),
          by,
          to_status: 'shown',
          why,
        }),
      )
      print(
        `${invoice.payable_kind} ${order}  ${invoiceState(documents.map(toLedger))}  ${title.kind}  ${title.name}  ${title.taxNumber || '–'}`,
      )
      for (const row of documents) print(line(row))
      const ids = [invoice.id, ...documents.map((it) => it.id)]
      for (const it of await eventsOf(deps.db, ['invoice', 'invoice_title'], ids)) print(eventLine(it))
    },
  }),
  command({
    verb: 'retry',
    about: 'hand a refused document to the tax channel again, under a reference of its own',
    args: ['id'],
    input: id,
    run: async ({ id: document }, { deps, by, why, print }) => {
      const row = await deps.db
        .selectFrom('invoice_documents')
        .selectAll()
        .where('id', '=', document)
        .executeTakeFirst()
      if (!row) throw new Refusal('not_found')
      if (row.status !== 'failed') throw new Refusal('not_failed', { state: row.status })
      const next = await deps.write((trx) => retryDocument(deps, trx, row, { by, why }))
      if (!next) throw new Refusal('conflict')
      print(`Document ${document} is with the channel again, try ${next.attempt}.`)
    },
  }),
  command({
    verb: 'reverse',
    about:
      'bring the invoice of an order to what was kept: a red-letter invoice for what was returned, if the sum in force is higher',
    args: ['id'],
    input: id,
    run: async ({ id: order }, { deps, by, print }) => {
      const invoice = await deps.db
        .selectFrom('invoices')
        .select('id')
        .where('payable_id', '=', order)
        .executeTakeFirst()
      if (!invoice) throw new Refusal('not_found')
      const before = (await documentsOf(deps.db, invoice.id)).length
      await deps.write((trx) => proceedWith(deps, trx, invoice.id, by))
      print(
        (await documentsOf(deps.db, invoice.id)).length > before
          ? `A document follows for order ${order}.`
          : `The invoice of order ${order} adds up: nothing to reverse.`,
      )
    },
  }),
]
