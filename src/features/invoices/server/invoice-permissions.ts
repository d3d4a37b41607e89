/**
 * What somebody may ask of an invoice: whether it can be requested, its title corrected or changed, and by whom; or why
 * not.
 */
import type { Currency } from '../../../lib/money/money.ts'
import { TITLE_CHANGES, type InvoiceView } from '../contract.ts'
import { isOpen } from '../rules/invoice-ledger.ts'
import type { InvoiceSubject } from './sources/invoice-source-interface.ts'
import type { InvoiceTitle } from './invoice-titles.ts'
import { toLedger } from './load-invoice-documents.ts'
import type { InvoiceDocumentTable, InvoiceTable } from '../tables.ts'

/** Invoices are in the currency of the tax authority. */
const CURRENCY: Currency = 'CNY'

/** Why nothing can be requested; `undefined` where it can. */
export function notInvoiceableReason(subject: InvoiceSubject): InvoiceView['why'] | undefined {
  if (subject.paidBySchool) return 'by_school'
  if (!subject.ready) return 'not_issued'
  if (subject.currency !== CURRENCY) return 'currency'
  if (subject.kept <= 0) return 'returned'
  return subject.refundUnderWay ? 'refund_under_way' : undefined
}

/** What the buyer may do, or why nothing. */
export function allowed(
  subject: InvoiceSubject,
  invoice: InvoiceTable | undefined,
  documents: readonly InvoiceDocumentTable[],
): Pick<InvoiceView, 'may' | 'why'> {
  const why = notInvoiceableReason(subject)
  if (why) return { may: 'nothing', why }
  if (!invoice) return { may: 'request', why: null }
  const open = documents.find(isOpenRow)
  if (open?.status === 'failed' && open.kind === 'blue') return { may: 'correct', why: null }
  if (open) return { may: 'nothing', why: null }
  return changesLeft(invoice) > 0 ? { may: 'retitle', why: null } : { may: 'nothing', why: 'changes_used' }
}

/**
 * What this caller may do within the rules. A title belongs to whoever gave it: a link shows nothing of another's and
 * can correct only its own after a refusal; the buyer must wait until the link by which someone requested is over
 * (0078).
 */
export function allowedTo(
  link: string,
  title: InvoiceTitle | undefined,
  linkIsOpen: boolean,
  rules: Pick<InvoiceView, 'may' | 'why'>,
): Pick<InvoiceView, 'may' | 'why'> {
  if (!title || rules.may === 'nothing') return rules
  if (title.link !== link)
    return link !== '' ? { may: 'nothing', why: null } : linkIsOpen ? { may: 'nothing', why: 'payer' } : rules
  return link !== '' && rules.may === 'retitle' ? { may: 'nothing', why: null } : rules
}

const isOpenRow = (row: InvoiceDocumentTable): boolean => isOpen(toLedger(row))
export const changesLeft = (invoice: InvoiceTable | undefined): number =>
  Math.max(0, TITLE_CHANGES + 1 - (invoice?.title_number ?? 1))
