/**
 * What makes two claims about the same invoice, the same visit or the same account: texts to compare, alike however
 * they were typed.
 */
import type { ClaimAnswers, Hospital } from '../claim-fields.ts'
import type { DocumentKind } from '../document-kinds.ts'
import type { DocumentStatus } from '../status-values.ts'
import type { Sheet, SheetInvoice } from '../settlement-sheet.ts'
import type { AssessmentInvoice } from './assessment.ts'

const MATCH_KINDS = ['invoice', 'visit', 'account'] as const
export type MatchKind = (typeof MATCH_KINDS)[number]

export interface MatchText {
  kind: MatchKind
  /** The visit, the assessed invoice or the heir that it is about; `account` for the claim's own account. */
  part: string
  text: string
}

/** Letters and digits alone: without case, width, spaces and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Shorter numbers begin again every day or at every clinic. */
const UNIQUE_NUMBER = 6

interface Bill {
  part: string
  number: string
  /** Empty while it is not stated. */
  day: string
  hospital: string
  currency: string
  /** Minor units; `null` while unknown. */
  amount: number | null
}

/** The number of an invoice without leading zeros; a short one together with its day. `undefined` without a number. */
function invoiceText({ number, day }: Pick<Bill, 'number' | 'day'>): string | undefined {
  const bare = plain(number).replace(/(^|\p{L})0+(?=\p{N})/gu, '$1')
  if (bare === '') return undefined
  return bare.length >= UNIQUE_NUMBER ? bare : `${bare} ${day}`
}

function billTexts(bill: Bill): MatchText[] {
  const { part, day, hospital, currency, amount } = bill
  const invoice = invoiceText(bill)
  const place = plain(hospital)
  return [
    ...(invoice === undefined ? [] : [{ kind: 'invoice' as const, part, text: invoice }]),
    ...(day === '' || place === '' || currency === '' || amount === null || amount === 0
      ? []
      : [{ kind: 'visit' as const, part, text: `${day} ${place} ${currency} ${amount}` }]),
  ]
}

/** Texts of the visits as claimed. */
export const visitTexts = ({
  visits,
  hospital,
}: Pick<ClaimAnswers, 'visits'> & { hospital: Pick<Hospital, 'name'> }): MatchText[] =>
  visits.flatMap(({ id, day, invoice, currency, amount, elsewhere }) =>
    billTexts({ part: id, number: invoice, day, hospital: (elsewhere ?? hospital).name, currency, amount }),
  )

/** Texts of the invoices as assessed: the handler reads them from the paper. */
export const assessedTexts = (invoices: readonly AssessmentInvoice[]): MatchText[] =>
  invoices.flatMap((it) => invoiceTexts({ ...it, amount: it.lines.reduce((sum, { amount }) => sum + amount, 0) }))

/** Texts of the invoices of a settlement sheet. */
export const sheetTexts = ({ invoices }: Pick<Sheet, 'invoices'>): MatchText[] =>
  invoices.flatMap((it) => invoiceTexts({ ...it, amount: it.invoiced }))

const invoiceTexts = ({
  id,
  visit,
  number,
  day,
  provider,
  currency,
  amount,
}: Pick<SheetInvoice, 'id' | 'visit' | 'number' | 'day' | 'provider' | 'currency'> & { amount: number }): MatchText[] =>
  billTexts({ part: visit ?? id, number, day, hospital: provider, currency, amount })

/** Text of an account that is to be paid; none while it has no number. */
export function accountTexts(
  part: string,
  { accountCountry, accountNumber }: Pick<ClaimAnswers, 'accountCountry' | 'accountNumber'>,
): MatchText[] {
  const number = plain(accountNumber)
  return number === '' ? [] : [{ kind: 'account', part, text: `${accountCountry} ${number}` }]
}

/** Invoices of an assessment that carry the number of one before them: later → earlier. */
export function numbersTwice(invoices: readonly AssessmentInvoice[]): Map<AssessmentInvoice, AssessmentInvoice> {
  const first = new Map<string, AssessmentInvoice>()
  const twice = new Map<AssessmentInvoice, AssessmentInvoice>()
  for (const it of invoices) {
    const text = invoiceText(it)
    if (text === undefined) continue
    const before = first.get(text)
    if (!before) first.set(text, it)
    // A handler may divide the invoice of one visit; its amount is compared with the claim.
    else if (it.visit === null || it.visit !== before.visit) twice.set(it, before)
  }
  return twice
}

/** Papers about a person, which belong to all of that person's claims. */
export const PERSONAL_PAPERS: readonly DocumentKind[] = [
  'id_copy',
  'claim_form',
  'guardian_id',
  'relationship',
  'heir_id',
  'heirs_agreement',
  'proof_of_account',
  'payee_id',
  'authorisation',
]
/** Papers that prove one cost. Others, like the record of an illness, may support several claims of one person. */
const COST_PAPERS: readonly DocumentKind[] = ['invoice', 'itemised_bill']

/** Is this document compared with those of other claims? */
export const mayBeCompared = ({ kind, status }: { kind: DocumentKind; status: DocumentStatus }): boolean =>
  status !== 'failed' && !PERSONAL_PAPERS.includes(kind)

/** Does a file that another claim contains count as claimed there? `samePerson`: both are about one insured person. */
export const isSameFile = (kind: DocumentKind, samePerson: boolean): boolean =>
  COST_PAPERS.includes(kind) || !samePerson
