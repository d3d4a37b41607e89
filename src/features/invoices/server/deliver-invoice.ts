/** Delivers an issued document to its buyer: stores its files as evidence, and mails them with a link to the order. */
import { z } from 'zod'
import { localPath, type Lang } from '../../../lib/locale.ts'
import { formatMoney, money } from '../../../lib/money/money.ts'
import type { Trx } from '../../../server/db/database.ts'
import { defineJob } from '../../../server/jobs/define-job.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { storeOnce } from '../../../server/files/store-once.ts'
import { defineMessages } from '../../../server/messages/define-message.ts'
import { handleJob } from '../../../server/jobs/outbox.ts'
import { namePayable, payables, type PayableRef } from '../../cashier/server/door.ts'
import { channelOf } from './channel/tax-channel-registry.ts'
import { requestFor } from './channel/tax-channel-request.ts'
import { invoicePath } from '../contract.ts'
import { linkById, prepaidUrl } from './prepaid/prepaid-links.ts'
import type { InvoiceDocumentTable } from '../tables.ts'
import { openTitle, type InvoiceTitle } from './invoice-titles.ts'

export const deliverJob = defineJob('invoice.deliver', 'invoices', z.object({ documentId: z.string() }))

const base = ['thing', 'amount', 'title', 'url'] as const
export const invoiceMessages = defineMessages({
  invoice_issued: { kind: 'direct', limit: 'service', vars: [...base, 'number', 'note'] },
  /** A red-letter invoice: it reverses what was in force. */
  invoice_reversed: { kind: 'direct', limit: 'service', vars: [...base, 'number', 'reversed', 'note'] },
  invoice_failed: { kind: 'direct', limit: 'service', vars: base },
  invoice_failed_number: { kind: 'direct', limit: 'service', vars: base },
})

/**
 * Downloads and stores the files, then sends the message. May run again: each file is stored once, and the message has
 * a key.
 */
async function deliverDocument(deps: Deps, documentId: string): Promise<void> {
  const row = await deps.db
    .selectFrom('invoice_documents')
    .selectAll()
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  if (row.status !== 'issued' || row.number === null) return
  if (row.pdf_file === null || row.data_file === null) await keepFiles(deps, row)
  await deps.write(async (trx) =>
    tellIssued(
      deps,
      trx,
      await trx.selectFrom('invoice_documents').selectAll().where('id', '=', documentId).executeTakeFirstOrThrow(),
    ),
  )
}

async function keepFiles(deps: Deps, row: InvoiceDocumentTable): Promise<void> {
  const request = await requestFor(deps, row)
  const { pdf, data } = await channelOf(deps).files(request, {
    ref: request.ref,
    state: 'issued',
    number: row.number ?? '',
    issuedAt: Number(row.issued_at),
    rate: row.rate ?? 0,
    tax: Number(row.tax_minor),
  })
  const owner = `invoice:${row.invoice_id}`
  const name = (kind: string): string => deps.words(request.lang, `invoices:file.${kind}`, { number: row.number })
  for (const [column, bytes, mime, file] of [
    ['pdf_file', pdf, 'application/pdf', name('pdf')],
    ['data_file', data, 'application/xml', name('xml')],
  ] as const) {
    await storeOnce(deps, bytes, { owner, name: file, mime }, (trx, stored) =>
      trx
        .updateTable('invoice_documents')
        .set({ [column]: stored.id })
        .where('id', '=', row.id)
        .where(column, 'is', null)
        .returning('id')
        .executeTakeFirst(),
    )
  }
}

/** The payable's name for its buyer. Read in the present transaction. */
export async function nameOf(
  deps: Deps,
  db: Trx | Deps['db'],
  { kind: name, id }: PayableRef,
  lang: Lang,
): Promise<string> {
  const kind = payables.find(deps, name)
  const state = await kind?.find(deps, db, id, deps.clock())
  return kind && state ? namePayable(deps, kind, state, lang) : id
}

async function factsOf(trx: Trx, deps: Deps, row: InvoiceDocumentTable) {
  const invoice = await trx
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', row.invoice_id)
    .executeTakeFirstOrThrow()
  const { lang } = invoice
  const given = openTitle(deps, row.title)
  // A payer gets every document in their name, including the one that reverses it after the buyer changed the title.
  const title = given.link === '' ? openTitle(deps, invoice.title) : given
  const payable = { kind: invoice.payable_kind, id: invoice.payable_id }
  return {
    lang,
    to: title.email,
    vars: {
      thing: await nameOf(deps, trx, payable, lang),
      amount: formatMoney(money(row.amount_minor, row.currency), lang),
      title: given.name,
      url: await urlFor(deps, trx, title, { payable, lang }),
    },
  }
}

/**
 * Where whoever gave the title finds the invoice: the buyer by login, a payer by their link. If that has ended, the
 * home page.
 */
async function urlFor(
  deps: Deps,
  trx: Trx,
  { link }: InvoiceTitle,
  { payable, lang }: { payable: PayableRef; lang: Lang },
): Promise<string> {
  const row = link === '' ? undefined : await linkById(trx, link)
  return row
    ? prepaidUrl(deps, row, { status: 'issued', lang })
    : deps.config.siteUrl + localPath(lang, link === '' ? invoicePath(payable) : '/home')
}

async function tellIssued(deps: Deps, trx: Trx, row: InvoiceDocumentTable): Promise<void> {
  const { lang, to, vars } = await factsOf(trx, deps, row)
  const reversed =
    row.reverses === null
      ? undefined
      : await trx.selectFrom('invoice_documents').select('number').where('id', '=', row.reverses).executeTakeFirst()
  const note = channelOf(deps).sandbox ? deps.words(lang, 'invoices:sandbox.mail') : ''
  const message = row.kind === 'red' ? invoiceMessages.invoice_reversed : invoiceMessages.invoice_issued
  await deps.messages.send(trx, message, {
    to,
    lang,
    key: `${message.name}:${row.id}`,
    attachments: [row.pdf_file, row.data_file].filter((it) => it !== null),
    vars: { ...vars, number: row.number ?? '', note, reversed: reversed?.number ?? '' },
  })
}

/** The buyer can correct a number that the tax authority does not know; anything else is an operator's task. */
export async function tellFailed(deps: Deps, trx: Trx, row: InvoiceDocumentTable): Promise<void> {
  const { lang, to, vars } = await factsOf(trx, deps, row)
  const message = row.failure === 'tax_number' ? invoiceMessages.invoice_failed_number : invoiceMessages.invoice_failed
  await deps.messages.send(trx, message, { to, lang, key: `${message.name}:${row.id}:${row.attempt}`, vars })
}

export const deliverHandler = handleJob(deliverJob, (deps, { documentId }) => deliverDocument(deps, documentId))
