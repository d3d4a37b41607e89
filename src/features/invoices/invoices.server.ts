/** Invoices of payables: the view of their buyer or of a payer with a private link, the request, and changes of the title. */
import { maskContact } from '../../lib/contact.ts'
import type { Lang } from '../../lib/locale.ts'
import { money, type Currency } from '../../lib/money.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/transaction-lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import { newId } from '../../server/new-id.ts'
import type { PayableRef } from '../../server/payable.ts'
import { tryTransition, writeEvent } from '../../server/transition.ts'
import { channelOf } from './tax-channel-registry.server.ts'
import { TITLE_CHANGES, type InvoiceView } from './contract.ts'
import { nameOf } from './deliver-invoice.server.ts'
import { proceedWith } from './issue-documents.server.ts'
import { documentsOf, toLedger } from './document-request.server.ts'
import { invoicedAmount, invoiceState, isOpen } from './invoice-ledger.ts'
import { keepLinkForInvoice, linkHolds } from './prepaid-links.server.ts'
import { documentMachine } from './invoice-states.server.ts'
import { sourceOf, type InvoiceSubject } from './invoice-sources.server.ts'
import type { InvoiceDocumentTable, InvoiceTable } from './tables.server.ts'
import { openTitle, sameTitle, sealTitle, titleFrom, type InvoiceTitle, type TypedTitle } from './invoice-titles.server.ts'

/** Invoices are in the currency of the tax authority. */
const CURRENCY: Currency = 'CNY'

/** Who requests: the buyer, or a payer with a private link. */
export interface Asker {
  /** Actor for events. */
  by: string
  /** Id of the link; '' for the buyer. */
  link: string
  /** Language of mails and file names; the buyer's is that of the purchase. */
  lang?: Lang
}

export const invoiceOf = (db: Deps['db'] | Trx, { kind, id }: PayableRef): Promise<InvoiceTable | undefined> =>
  db.selectFrom('invoices').selectAll().where('payable_id', '=', id).where('payable_kind', '=', kind).executeTakeFirst()

/** Why nothing can be requested; `undefined` where it can. */
export function notInvoiceableReason(subject: InvoiceSubject): InvoiceView['why'] | undefined {
  if (subject.paidBySchool) return 'by_school'
  if (!subject.ready) return 'not_issued'
  if (subject.currency !== CURRENCY) return 'currency'
  if (subject.kept <= 0) return 'returned'
  return subject.refundUnderWay ? 'refund_under_way' : undefined
}

/** What the buyer may do, or why nothing. */
function allowed(subject: InvoiceSubject, invoice: InvoiceTable | undefined, documents: readonly InvoiceDocumentTable[]): Pick<InvoiceView, 'may' | 'why'> {
  const why = notInvoiceableReason(subject)
  if (why) return { may: 'nothing', why }
  if (!invoice) return { may: 'request', why: null }
  const open = documents.find(isOpenRow)
  if (open?.status === 'failed' && open.kind === 'blue') return { may: 'correct', why: null }
  if (open) return { may: 'nothing', why: null }
  return changesLeft(invoice) > 0 ? { may: 'retitle', why: null } : { may: 'nothing', why: 'changes_used' }
}

/**
 * What this caller may do within the rules. A title belongs to whoever gave it: a link shows nothing of another's and can correct only its
 * own after a refusal; the buyer must wait until the link by which someone requested is over (0078).
 */
function allowedTo(link: string, title: InvoiceTitle | undefined, linkIsOpen: boolean, rules: Pick<InvoiceView, 'may' | 'why'>): Pick<InvoiceView, 'may' | 'why'> {
  if (!title || rules.may === 'nothing') return rules
  if (title.link !== link) return link !== '' ? { may: 'nothing', why: null } : linkIsOpen ? { may: 'nothing', why: 'payer' } : rules
  return link !== '' && rules.may === 'retitle' ? { may: 'nothing', why: null } : rules
}

const isOpenRow = (row: InvoiceDocumentTable): boolean => isOpen(toLedger(row))
const changesLeft = (invoice: InvoiceTable | undefined): number => Math.max(0, TITLE_CHANGES + 1 - (invoice?.title_number ?? 1))

/** `link`: id of the calling payer's link; '' for the buyer. */
export async function viewInvoice({ deps, lang }: Pick<Context, 'deps' | 'lang'>, subject: InvoiceSubject, link = ''): Promise<InvoiceView> {
  const invoice = await invoiceOf(deps.db, subject)
  const rows = invoice ? await documentsOf(deps.db, invoice.id) : []
  const documents = rows.filter((it) => it.status !== 'dropped')
  const ledger = documents.map(toLedger)
  const title = invoice && openTitle(deps, invoice.title)
  const known = link === '' || title?.link === link
  const sum = (amount: number) => money(amount, subject.currency)
  const linkIsOpen = title !== undefined && await linkHolds(deps.db, title.link, deps.clock())
  return {
    about: await nameOf(deps, deps.db, subject, lang),
    state: invoice ? invoiceState(ledger) : 'not_requested', ...allowedTo(link, title, linkIsOpen, allowed(subject, invoice, documents)),
    kept: subject.ready ? sum(subject.kept) : null, invoiced: documents.some((it) => it.status === 'issued') ? sum(invoicedAmount(ledger)) : null,
    failure: failureOf(documents), askedBy: title === undefined ? null : title.link === link ? 'caller' : title.link === '' ? 'buyer' : 'payer',
    policyholder: link === '' ? subject.policyholder : '', ...(known ? titleShown(title, link) : { title: null, email: '' }), ...(title || link !== '' ? {} : { email: subject.email }),
    changesLeft: changesLeft(invoice), version: invoice?.version ?? 1, sample: channelOf(deps).sandbox,
    documents: documents.map((row) => ({ row, title: openTitle(deps, row.title) })).filter((it) => link === '' || it.title.link === link)
      .map(({ row, title: { name } }) => documentView(documents, row, name)),
  }
}

function failureOf(documents: readonly InvoiceDocumentTable[]): InvoiceView['failure'] {
  const failed = documents.find((it) => it.status === 'failed')
  return failed ? (failed.failure === 'tax_number' ? 'tax_number' : 'channel') : null
}

/** A payer's email is their own: the buyer sees it masked. */
function titleShown(title: InvoiceTitle | undefined, link: string): Pick<InvoiceView, 'title' | 'email'> {
  if (!title) return { title: null, email: '' }
  const { kind, name, taxNumber } = title
  const email = title.link === link ? title.email : maskContact(title.email)
  return { title: { kind, name, taxNumber, email }, email }
}

const documentView = (documents: readonly InvoiceDocumentTable[], it: InvoiceDocumentTable, title: string): InvoiceView['documents'][number] => ({
  id: it.id, kind: it.kind as 'blue' | 'red', reason: it.reason as 'request' | 'refund' | 'title', status: it.status as 'issued', number: it.number,
  reverses: documents.find((other) => other.id === it.reverses)?.number ?? null, amount: money(Number(it.amount_minor), it.currency as Currency),
  title, issuedAt: it.issued_at === null ? null : Number(it.issued_at), ready: it.pdf_file !== null && it.data_file !== null,
})

const personOf = ({ link }: Asker, { policyholder }: InvoiceSubject) => (link === '' ? { policyholder } : { link })

/** Requests the one invoice of a payable. The same title again returns the same invoice; one that someone else has requested is `taken`. */
export async function requestInvoiceFor(deps: Deps, payable: PayableRef, typed: TypedTitle, asker: Asker): Promise<void> {
  await deps.write(async (trx) => {
    await lockFor(trx, lockKey(payable))
    const subject = await sourceOf(payable.kind).read(deps, trx, payable.id)
    const title = titleFrom(typed, personOf(asker, subject))
    const held = await invoiceOf(trx, payable)
    if (held) {
      const known = openTitle(deps, held.title)
      if (known.link !== asker.link) throw new Refusal('taken')
      if (sameTitle(known, title)) return
      throw new Refusal(asker.link === '' ? 'exists' : 'taken')
    }
    if (notInvoiceableReason(subject)) throw new Refusal('not_available')
    const at = deps.clock()
    if (asker.link !== '') await keepLinkForInvoice(trx, asker.link, at)
    const id = newId()
    await trx.insertInto('invoices').values({
      id, payable_kind: payable.kind, payable_id: payable.id, lang: asker.lang ?? subject.lang, title: sealTitle(deps, title), title_number: 1, version: 1, created_at: at, updated_at: at,
    }).execute()
    await proceedWith(deps, trx, id, asker.by)
  })
}

/** Changes the title: a refused one is corrected, an invoice in force is reversed and issued again. */
export async function changeTitle(deps: Deps, payable: PayableRef, typed: TypedTitle, { version, unused, asker }: { version: number; unused: boolean; asker: Asker }): Promise<void> {
  const { by } = asker
  await deps.write(async (trx) => {
    await lockFor(trx, lockKey(payable))
    const subject = await sourceOf(payable.kind).read(deps, trx, payable.id)
    const invoice = await invoiceOf(trx, payable)
    if (!invoice) throw new Refusal('not_available')
    if (invoice.version !== version) throw new Refusal('conflict', { version: invoice.version })
    const documents = await documentsOf(trx, invoice.id)
    const standing = openTitle(deps, invoice.title)
    const { may } = allowedTo(asker.link, standing, await linkHolds(trx, standing.link, deps.clock()), allowed(subject, invoice, documents))
    if (may !== 'correct' && may !== 'retitle') throw new Refusal('not_available')
    if (may === 'retitle' && !unused) throw new Refusal('used', { fields: { unused: 'unused_required' } })
    const title = titleFrom(typed, personOf(asker, subject))
    if (sameTitle(standing, title)) throw new Refusal('same_title')
    if (asker.link !== '') await keepLinkForInvoice(trx, asker.link, deps.clock())
    const next = await storeTitle(deps, trx, invoice, title, may === 'retitle', by)
    const failed = documents.find((it) => it.status === 'failed')
    if (failed) {
      await tryTransition(trx, {
        machine: documentMachine, id: failed.id, from: 'failed', to: 'requested', by, at: deps.clock(), why: 'title',
        set: { title: next.title, title_number: next.title_number, amount_minor: subject.kept, attempt: failed.attempt + 1, failure: null },
      })
    }
    await proceedWith(deps, trx, invoice.id, by)
  })
}

/** A title that was refused was never on an invoice, so it does not count as a change. */
async function storeTitle(deps: Deps, trx: Trx, invoice: InvoiceTable, title: InvoiceTitle, counts: boolean, by: string): Promise<InvoiceTable> {
  const at = deps.clock()
  const row = await trx.updateTable('invoices')
    .set({ title: sealTitle(deps, title), title_number: invoice.title_number + (counts ? 1 : 0), version: invoice.version + 1, updated_at: at })
    .where('id', '=', invoice.id).where('version', '=', invoice.version).returningAll().executeTakeFirst()
  if (!row) throw new Refusal('conflict', { version: invoice.version })
  await writeEvent(trx, { entity: 'invoice_title', entity_id: invoice.id, at, by, from_status: null, to_status: title.kind, why: null, data: { number: row.title_number } })
  return row
}

/** The lock of everyone who requests an invoice, changes its title or ends a link to it. */
export const lockKey = ({ kind, id }: PayableRef): string => `invoice:${kind}:${id}`
