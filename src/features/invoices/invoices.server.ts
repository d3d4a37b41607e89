/** Invoices of payables: what their buyer sees, asking for one, and changing its title. */
import { money, type Currency } from '../../lib/money.ts'
import { Refusal, type UserContext } from '../../server/call-handlers.ts'
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import { newId } from '../../server/new-id.ts'
import type { PayableRef } from '../../server/payable.ts'
import { tryTransition, writeEvent } from '../../server/transition.ts'
import { channelOf } from './channel-registry.server.ts'
import { TITLE_CHANGES, type InvoiceView } from './contract.ts'
import { nameOf } from './deliver-invoice.server.ts'
import { proceedWith } from './issue-documents.server.ts'
import { documentsOf, toLedger } from './document-request.server.ts'
import { invoicedAmount, invoiceState, isOpen } from './ledger.ts'
import { documentMachine } from './rules.server.ts'
import { sourceOf, type InvoiceSubject } from './sources.server.ts'
import type { InvoiceDocumentTable, InvoiceTable } from './tables.server.ts'
import { openTitle, sameTitle, sealTitle, titleFrom, type InvoiceTitle, type TypedTitle } from './titles.server.ts'

/** Invoices are in the currency of the tax authority. */
const CURRENCY: Currency = 'CNY'

export const invoiceOf = (db: Deps['db'] | Trx, { kind, id }: PayableRef): Promise<InvoiceTable | undefined> =>
  db.selectFrom('invoices').selectAll().where('payable_id', '=', id).where('payable_kind', '=', kind).executeTakeFirst()

/** Why nothing can be asked for; `undefined` where it can. */
export function hindrance(subject: InvoiceSubject): InvoiceView['why'] | undefined {
  if (!subject.ready) return 'not_issued'
  if (subject.currency !== CURRENCY) return 'currency'
  if (subject.kept <= 0) return 'returned'
  return subject.refundUnderWay ? 'refund_under_way' : undefined
}

/** What the buyer may do, and why not. */
function allowed(subject: InvoiceSubject, invoice: InvoiceTable | undefined, documents: readonly InvoiceDocumentTable[]): Pick<InvoiceView, 'may' | 'why'> {
  const why = hindrance(subject)
  if (why) return { may: 'nothing', why }
  if (!invoice) return { may: 'request', why: null }
  const open = documents.find(isOpenRow)
  if (open?.status === 'failed' && open.kind === 'blue') return { may: 'correct', why: null }
  if (open) return { may: 'nothing', why: null }
  return changesLeft(invoice) > 0 ? { may: 'retitle', why: null } : { may: 'nothing', why: 'changes_used' }
}

const isOpenRow = (row: InvoiceDocumentTable): boolean => isOpen(toLedger(row))
const changesLeft = (invoice: InvoiceTable | undefined): number => Math.max(0, TITLE_CHANGES + 1 - (invoice?.title_number ?? 1))

export async function viewInvoice({ deps, lang }: Pick<UserContext, 'deps' | 'lang'>, subject: InvoiceSubject): Promise<InvoiceView> {
  const invoice = await invoiceOf(deps.db, subject)
  const rows = invoice ? await documentsOf(deps.db, invoice.id) : []
  const documents = rows.filter((it) => it.status !== 'dropped')
  const ledger = documents.map(toLedger)
  const title = invoice && openTitle(deps, invoice.title)
  const sum = (amount: number) => money(amount, subject.currency)
  return {
    about: await nameOf(deps, deps.db, subject, lang),
    state: invoice ? invoiceState(ledger) : 'not_requested', ...allowed(subject, invoice, documents),
    kept: subject.ready ? sum(subject.kept) : null, invoiced: documents.some((it) => it.status === 'issued') ? sum(invoicedAmount(ledger)) : null,
    failure: documents.find((it) => it.status === 'failed')?.failure === 'tax_number' ? 'tax_number' : documents.some((it) => it.status === 'failed') ? 'channel' : null,
    policyholder: subject.policyholder, title: title ?? null, email: title?.email ?? subject.email,
    changesLeft: changesLeft(invoice), version: invoice?.version ?? 1, sample: channelOf(deps).sandbox,
    documents: documents.map((it) => ({
      id: it.id, kind: it.kind as 'blue' | 'red', reason: it.reason as 'request' | 'refund' | 'title', status: it.status as 'issued', number: it.number,
      reverses: documents.find((other) => other.id === it.reverses)?.number ?? null, amount: money(Number(it.amount_minor), it.currency as Currency),
      title: openTitle(deps, it.title).name, issuedAt: it.issued_at === null ? null : Number(it.issued_at), ready: it.pdf_file !== null && it.data_file !== null,
    })),
  }
}

/** Asks for the one invoice of a payable. The same title again gives the same invoice. */
export async function requestInvoiceFor(ctx: UserContext, payable: PayableRef, typed: TypedTitle): Promise<InvoiceSubject> {
  const { deps } = ctx
  const source = sourceOf(payable.kind)
  const known = await source.ofCaller(ctx, payable.id)
  await deps.write(async (trx) => {
    await lockFor(trx, lockKey(payable))
    const subject = await source.read(deps, trx, payable.id)
    const title = titleFrom(typed, subject.policyholder)
    const held = await invoiceOf(trx, payable)
    if (held) {
      if (sameTitle(openTitle(deps, held.title), title)) return
      throw new Refusal('exists')
    }
    if (hindrance(subject)) throw new Refusal('not_available')
    const at = deps.clock()
    const id = newId()
    await trx.insertInto('invoices').values({
      id, payable_kind: payable.kind, payable_id: payable.id, lang: subject.lang, title: sealTitle(deps, title), title_number: 1, version: 1, created_at: at, updated_at: at,
    }).execute()
    await proceedWith(deps, trx, id, `user:${ctx.caller.userId}`)
  })
  return known
}

/** Wants another title: a refused one is put right, one in force is reversed and issued anew. */
export async function changeTitle(ctx: UserContext, payable: PayableRef, typed: TypedTitle, { version, unused }: { version: number; unused: boolean }): Promise<InvoiceSubject> {
  const { deps } = ctx
  const source = sourceOf(payable.kind)
  const known = await source.ofCaller(ctx, payable.id)
  const by = `user:${ctx.caller.userId}`
  await deps.write(async (trx) => {
    await lockFor(trx, lockKey(payable))
    const subject = await source.read(deps, trx, payable.id)
    const invoice = await invoiceOf(trx, payable)
    if (!invoice) throw new Refusal('not_available')
    if (invoice.version !== version) throw new Refusal('conflict', { version: invoice.version })
    const documents = await documentsOf(trx, invoice.id)
    const { may } = allowed(subject, invoice, documents)
    if (may !== 'correct' && may !== 'retitle') throw new Refusal('not_available')
    if (may === 'retitle' && !unused) throw new Refusal('used', { fields: { unused: 'unused_required' } })
    const title = titleFrom(typed, subject.policyholder)
    if (sameTitle(openTitle(deps, invoice.title), title)) throw new Refusal('same_title')
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
  return known
}

/** A title that was refused never stood on an invoice: it does not count. */
async function storeTitle(deps: Deps, trx: Trx, invoice: InvoiceTable, title: InvoiceTitle, counts: boolean, by: string): Promise<InvoiceTable> {
  const at = deps.clock()
  const row = await trx.updateTable('invoices')
    .set({ title: sealTitle(deps, title), title_number: invoice.title_number + (counts ? 1 : 0), version: invoice.version + 1, updated_at: at })
    .where('id', '=', invoice.id).where('version', '=', invoice.version).returningAll().executeTakeFirst()
  if (!row) throw new Refusal('conflict', { version: invoice.version })
  await writeEvent(trx, { entity: 'invoice_title', entity_id: invoice.id, at, by, from_status: null, to_status: title.kind, why: null, data: { number: row.title_number } })
  return row
}

const lockKey = ({ kind, id }: PayableRef): string => `invoice:${kind}:${id}`
