/**
 * Requests an invoice and changes its title, for the buyer or a payer with a private link. Who may do what:
 * `invoice-permissions.ts`.
 */
import type { Lang } from '../../../lib/locale.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { newId } from '../../../server/new-id.ts'
import type { PayableRef } from '../../cashier/server/door.ts'
import { tryTransition, writeEvent } from '../../../server/transition.ts'
import { allowed, allowedTo, notInvoiceableReason } from './invoice-permissions.ts'
import type { InvoiceSubject } from './sources/invoice-source-interface.ts'
import { sourceOf } from './sources/invoice-sources.ts'
import { documentMachine } from './invoice-states.ts'
import { openTitle, sameTitle, sealTitle, titleFrom, type InvoiceTitle, type TypedTitle } from './invoice-titles.ts'
import { proceedWith } from './issue-invoice-documents.ts'
import { documentsOf, invoiceOf } from './load-invoice-documents.ts'
import { keepLinkForInvoice, linkHolds } from './prepaid/prepaid-links.ts'
import type { InvoiceTable } from '../tables.ts'

/** Who requests: the buyer, or a payer with a private link. */
export interface Asker {
  /** Actor for events. */
  by: string
  /** Id of the link; '' for the buyer. */
  link: string
  /** Language of mails and file names; the buyer's is that of the purchase. */
  lang?: Lang
}

const personOf = ({ link }: Asker, { policyholder }: InvoiceSubject) => (link === '' ? { policyholder } : { link })

/**
 * Requests the one invoice of a payable. The same title again returns the same invoice; one that someone else has
 * requested is `taken`.
 */
export async function requestInvoiceFor(
  deps: Deps,
  payable: PayableRef,
  typed: TypedTitle,
  asker: Asker,
): Promise<void> {
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
    await trx
      .insertInto('invoices')
      .values({
        id,
        payable_kind: payable.kind,
        payable_id: payable.id,
        lang: asker.lang ?? subject.lang,
        title: sealTitle(deps, title),
        title_number: 1,
        version: 1,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await proceedWith(deps, trx, id, asker.by)
  })
}

/** Changes the title: a refused one is corrected, an invoice in force is reversed and issued again. */
export async function changeTitle(
  deps: Deps,
  payable: PayableRef,
  typed: TypedTitle,
  { version, unused, asker }: { version: number; unused: boolean; asker: Asker },
): Promise<void> {
  const { by } = asker
  await deps.write(async (trx) => {
    await lockFor(trx, lockKey(payable))
    const subject = await sourceOf(payable.kind).read(deps, trx, payable.id)
    const invoice = await invoiceOf(trx, payable)
    if (!invoice) throw new Refusal('not_available')
    if (invoice.version !== version) throw new Refusal('conflict', { version: invoice.version })
    const documents = await documentsOf(trx, invoice.id)
    const standing = openTitle(deps, invoice.title)
    const { may } = allowedTo(
      asker.link,
      standing,
      await linkHolds(trx, standing.link, deps.clock()),
      allowed(subject, invoice, documents),
    )
    if (may !== 'correct' && may !== 'retitle') throw new Refusal('not_available')
    if (may === 'retitle' && !unused) throw new Refusal('used', { fields: { unused: 'unused_required' } })
    const title = titleFrom(typed, personOf(asker, subject))
    if (sameTitle(standing, title)) throw new Refusal('same_title')
    if (asker.link !== '') await keepLinkForInvoice(trx, asker.link, deps.clock())
    const next = await storeTitle(deps, trx, invoice, title, may === 'retitle', by)
    const failed = documents.find((it) => it.status === 'failed')
    if (failed) {
      await tryTransition(trx, {
        machine: documentMachine,
        id: failed.id,
        from: 'failed',
        to: 'requested',
        by,
        at: deps.clock(),
        why: 'title',
        set: {
          title: next.title,
          title_number: next.title_number,
          amount_minor: subject.kept,
          attempt: failed.attempt + 1,
          failure: null,
        },
      })
    }
    await proceedWith(deps, trx, invoice.id, by)
  })
}

/** A title that was refused was never on an invoice, so it does not count as a change. */
async function storeTitle(
  deps: Deps,
  trx: Trx,
  invoice: InvoiceTable,
  title: InvoiceTitle,
  counts: boolean,
  by: string,
): Promise<InvoiceTable> {
  const at = deps.clock()
  const row = await trx
    .updateTable('invoices')
    .set({
      title: sealTitle(deps, title),
      title_number: invoice.title_number + (counts ? 1 : 0),
      version: invoice.version + 1,
      updated_at: at,
    })
    .where('id', '=', invoice.id)
    .where('version', '=', invoice.version)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('conflict', { version: invoice.version })
  await writeEvent(trx, {
    entity: 'invoice_title',
    entity_id: invoice.id,
    at,
    by,
    to_status: title.kind,
    why: null,
    data: { number: row.title_number },
  })
  return row
}

/** The lock of everyone who requests an invoice, changes its title or ends a link to it. */
export const lockKey = ({ kind, id }: PayableRef): string => `invoice:${kind}:${id}`
