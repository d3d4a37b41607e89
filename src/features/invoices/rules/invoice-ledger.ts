/**
 * Determines the next invoice, so that the sum in force always equals what was kept, under the wanted title. An invoice
 * is never edited: a red-letter invoice reverses a sum of it, and a new one follows where the title was wrong. Pure.
 */

export type DocumentKind = 'blue' | 'red'
export type DocumentReason = 'request' | 'refund' | 'title'
export type DocumentStatus = 'requested' | 'issuing' | 'issued' | 'failed' | 'dropped'

export interface LedgerDocument {
  id: string
  kind: DocumentKind
  reason: DocumentReason
  status: DocumentStatus
  /** The blue invoice that a red-letter one reverses. */
  reverses: string | null
  titleNumber: number
  /** Minor units, tax included; never negative. */
  amount: number
}

export interface NextDocument {
  kind: DocumentKind
  reason: DocumentReason
  reverses: string | null
  titleNumber: number
  amount: number
}

/** An unfinished document: until it is finished no other one is made. */
export const isOpen = <T extends Pick<LedgerDocument, 'status'>>(
  document: T,
): document is T & { status: 'requested' | 'issuing' | 'failed' } =>
  document.status === 'requested' || document.status === 'issuing' || document.status === 'failed'

/** What remains of a blue invoice after the red-letter ones against it. */
export function remainingOf(blue: LedgerDocument, documents: readonly LedgerDocument[]): number {
  return documents
    .filter((it) => it.kind === 'red' && it.status === 'issued' && it.reverses === blue.id)
    .reduce((sum, it) => sum - it.amount, blue.amount)
}

/** The blue invoice in force, if there is one. */
export function invoiceInForce(documents: readonly LedgerDocument[]): LedgerDocument | undefined {
  return documents.findLast((it) => it.kind === 'blue' && it.status === 'issued' && remainingOf(it, documents) > 0)
}

/** Minor units that are invoiced and not reversed. */
export function invoicedAmount(documents: readonly LedgerDocument[]): number {
  return documents
    .filter((it) => it.status === 'issued')
    .reduce((sum, it) => sum + (it.kind === 'blue' ? it.amount : -it.amount), 0)
}

/** The next document to issue; `undefined` if everything adds up or one is in progress. */
export function nextDocument({
  kept,
  titleNumber,
  documents,
}: {
  kept: number
  titleNumber: number
  documents: readonly LedgerDocument[]
}): NextDocument | undefined {
  if (documents.some(isOpen)) return undefined
  const current = invoiceInForce(documents)
  if (!current) {
    if (kept <= 0) return undefined
    return {
      kind: 'blue',
      reason: documents.some((it) => it.status === 'issued') ? 'title' : 'request',
      reverses: null,
      titleNumber,
      amount: kept,
    }
  }
  const remaining = remainingOf(current, documents)
  const red = (reason: DocumentReason, amount: number): NextDocument => ({
    kind: 'red',
    reason,
    reverses: current.id,
    titleNumber: current.titleNumber,
    amount,
  })
  if (kept < remaining) return red('refund', remaining - kept)
  return current.titleNumber === titleNumber ? undefined : red('title', remaining)
}

export type InvoiceState = 'requested' | 'issuing' | 'issued' | 'failed' | 'reversed' | 'part_reversed' | 'reissued'

/** The state that its buyer sees (design §5); `part_reversed` if a partial refund reversed a part. */
export function invoiceState(documents: readonly LedgerDocument[]): InvoiceState {
  const open = documents.find(isOpen)
  if (open) return open.status
  const current = invoiceInForce(documents)
  if (!current) return documents.some((it) => it.status === 'issued') ? 'reversed' : 'requested'
  if (remainingOf(current, documents) < current.amount) return 'part_reversed'
  return documents.some((it) => it.kind === 'red' && it.status === 'issued') ? 'reissued' : 'issued'
}

/** The tax in an amount that includes it, by a rate in basis points, half up. */
export const taxIn = (amount: number, basisPoints: number): number => {
  const divisor = 10_000 + basisPoints
  return Math.floor((2 * amount * basisPoints + divisor) / (2 * divisor))
}

/**
 * The tax that a red-letter invoice reverses: the difference in the blue one's tax, so that several of them add up to
 * the cent.
 */
export const redTax = (before: number, amount: number, basisPoints: number): number =>
  taxIn(before, basisPoints) - taxIn(before - amount, basisPoints)
