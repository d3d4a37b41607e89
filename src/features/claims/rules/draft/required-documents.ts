/** The documents that a claim needs, according to its answers (design §6.5, domain §5.2). */
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { Currency } from '../../../../lib/money/money.ts'
import type { ClaimAnswers } from '../claim-fields.ts'
import { documentsToMake } from './made-documents.ts'
import type { Heir } from '../heirs.ts'
import { categoryOf, DOCUMENT_KIND_IDS, isMedical, type ClaimType, type DocumentKind } from '../document-kinds.ts'
import type { DocumentStatus } from '../status-values.ts'
import type { ChecklistItem } from '../draft-view-schema.ts'

export interface ChecklistFacts {
  answers: ClaimAnswers
  /** The insured person's ID is a card with two sides: a mainland ID. */
  twoSided: boolean
  /** A guardian signs, because the insured is under 18. */
  guardian: boolean
}

/**
 * Approximate fen for one minor unit: only for the threshold of the itemised bill, never for a payment. Yen, won and
 * others have no cents.
 */
const ROUGHLY: Partial<Record<Currency, number>> = {
  CNY: 1,
  USD: 7.1,
  EUR: 8.3,
  GBP: 9.15,
  AUD: 4.7,
  NZD: 4.2,
  CAD: 5.1,
  CHF: 8.8,
  HKD: 0.91,
  SGD: 5.4,
  MYR: 1.65,
  SEK: 0.67,
  DKK: 1.11,
  NOK: 0.66,
  JPY: 4.65,
  KRW: 0.51,
  VND: 0.027,
  ISK: 5.6,
  CLP: 0.75,
  AED: 1.93,
  ARS: 0.005,
  BDT: 0.058,
  BGN: 4.24,
  BRL: 1.3,
  BYN: 2.3,
  COP: 0.0018,
  CZK: 0.34,
  EGP: 0.147,
  GEL: 2.6,
  HUF: 0.0215,
  IDR: 0.00043,
  ILS: 2.1,
  INR: 0.081,
  KZT: 0.0137,
  LKR: 0.0233,
  MAD: 0.77,
  MNT: 0.002,
  MOP: 0.88,
  MXN: 0.385,
  NPR: 0.0505,
  PEN: 2.1,
  PHP: 0.122,
  PKR: 0.0252,
  PLN: 1.95,
  QAR: 1.95,
  RON: 1.63,
  RSD: 0.071,
  RUB: 0.088,
  SAR: 1.89,
  THB: 0.218,
  TRY: 0.168,
  TWD: 0.229,
  UAH: 0.17,
  ZAR: 0.41,
  KWD: 2.31,
  BHD: 1.88,
  OMR: 1.85,
  JOD: 1,
  TND: 0.23,
  IQD: 0.0005,
  LYD: 0.13,
  KES: 0.055,
  MMK: 0.0034,
  KHR: 0.0018,
  LAK: 0.0003,
  UZS: 0.0006,
  KGS: 0.081,
  TJS: 0.7,
  AZN: 4.2,
  AMD: 0.0185,
  LBP: 0.0001,
  DZD: 0.054,
  NGN: 0.0047,
  GHS: 0.6,
  TZS: 0.0028,
  UGX: 0.2,
  ETB: 0.05,
  XAF: 1.26,
  XOF: 1.26,
  RWF: 0.49,
  FJD: 3.1,
  BND: 5.4,
  BOB: 1.03,
  UYU: 0.18,
  PYG: 0.1,
  CRC: 0.014,
  DOP: 0.115,
  MUR: 0.155,
  MVR: 0.46,
  BAM: 4.2,
  NAD: 0.41,
}

/** For the others, which are rare: about what a minor unit of most of them is worth. */
const USUALLY = 0.05

/** Approximate sum of all invoices in fen. */
const invoiced = ({ visits }: ClaimAnswers): number =>
  visits.reduce(
    (sum, { amount, currency }) =>
      sum + (amount === null || currency === '' ? 0 : amount * (ROUGHLY[currency] ?? USUALLY)),
    0,
  )

/** What a type of claim needs besides invoices and records. */
const OF_TYPE: Partial<Record<ClaimType, readonly (readonly [DocumentKind, string])[]>> = {
  dental: [['dental_chart', 'dental']],
  evacuation: [['assistance_approval', 'evacuation']],
  interruption: [['school_letter', 'interruption']],
  travel: [['carrier_certificate', 'travel']],
  liability: [['liability_demand', 'liability']],
}

/** Both sides of a card, unless the passport is shown in its place. */
const pagesOfId = (twoSided: boolean, { idShown }: ClaimAnswers): number => (twoSided && idShown !== 'passport' ? 2 : 1)

/**
 * The checklist in the order of `DOCUMENT_KINDS`; before a type is chosen, what every claim needs. Words:
 * `claims:because.<because>`.
 */
export function requiredDocuments({ answers, twoSided, guardian }: ChecklistFacts): ChecklistItem[] {
  const wanted = new Map<DocumentKind, ChecklistItem>()
  const want = (kind: DocumentKind, because: string, least = 1): void => {
    if (!wanted.has(kind)) wanted.set(kind, { kind, category: categoryOf(kind), required: true, least, because })
  }
  if (answers.type === 'death') ofDeath(answers, twoSided, want)
  else want('id_copy', 'always', pagesOfId(twoSided, answers))
  if (answers.type && answers.type !== 'death') forType(answers, answers.type, want)
  if (answers.otherInsurance) want('other_insurer', 'other_insurance')
  // Money has arrived on this account before: that proves more than a photo of a card.
  if (answers.accountFrom === '' && answers.type !== 'death') want('proof_of_account', 'always')
  if (answers.accountOwn === false && answers.accountFrom === '' && answers.type !== 'death') {
    want('payee_id', 'not_own_account')
    if (guardian) want('relationship', 'minor')
  }
  if (guardian) {
    want('guardian_id', 'guardian_signs')
    want('relationship', 'guardian_signs')
  }
  const optional =
    answers.type === 'death'
      ? (['id_copy', 'medical_record', 'other'] as const)
      : (['invoice', 'test_report', 'other'] as const)
  const mayAdd = (kind: DocumentKind, because: string): void => {
    if (!wanted.has(kind)) wanted.set(kind, { kind, category: categoryOf(kind), required: false, least: 0, because })
  }
  for (const kind of optional) mayAdd(kind, 'optional')
  // Made from the answers; who has signed one on paper may send that.
  for (const kind of documentsToMake(answers)) mayAdd(kind, 'made')
  return DOCUMENT_KIND_IDS.flatMap((kind) => wanted.get(kind) ?? [])
}

function forType(
  answers: ClaimAnswers,
  type: ClaimType,
  want: (kind: DocumentKind, because: string, least?: number) => void,
): void {
  if (isMedical(type)) {
    // One invoice is one visit; a record may cover several.
    want('invoice', 'medical', Math.max(1, answers.visits.length))
    want('medical_record', 'medical')
    const stayed = type === 'inpatient' ? 'inpatient' : type === 'accident' && answers.admitted ? 'admitted' : null
    if (stayed) {
      want('itemised_bill', stayed)
      want('discharge_summary', stayed)
    } else if (invoiced(answers) > LIMITS.itemisedBillAbove * 100) want('itemised_bill', 'over_1000')
    if (answers.medicine) want('prescription', 'medicine')
  }
  if (type === 'accident' && answers.thirdParty) want('police_report', 'third_party')
  for (const [kind, because] of OF_TYPE[type] ?? []) want(kind, because)
}

/** Both sides of a card, the one page of a passport. */
const sidesOf = (idType: Heir['idType']): number => (idType === 'resident_id' ? 2 : 1)

/**
 * After a death (domain §5.2). The insured person's ID may have been surrendered when the household register entry was
 * closed: then that entry proves the identity; for someone without a mainland register entry the passport does.
 */
function ofDeath(
  { heirs, claimant, deathCause, visits }: ClaimAnswers,
  mainland: boolean,
  want: (kind: DocumentKind, because: string, least?: number) => void,
): void {
  want('death_certificate', 'death')
  if (mainland) want('deregistration', 'mainland')
  else want('id_copy', 'death')
  want('relationship', 'death')
  const claims =
    claimant.idNumber !== '' && !heirs.some(({ idNumber }) => idNumber === claimant.idNumber) ? [claimant] : []
  want(
    'heir_id',
    'death',
    Math.max(
      1,
      [...heirs, ...claims].reduce((sum, it) => sum + sidesOf(it.idType), 0),
    ),
  )
  if (heirs.length > 1 || heirs.some(({ guardian }) => guardian.trim() !== '')) want('heirs_agreement', 'several_heirs')
  want('proof_of_account', 'heirs_paid', Math.max(1, heirs.length))
  if (deathCause === 'accident') want('police_report', 'death_accident')
  if (visits.length > 0) {
    want('invoice', 'remains', visits.length)
    want('assistance_approval', 'remains')
  }
}

/**
 * The identity of the payee and the signer must be proven before anything is paid, so a reason cannot replace these
 * documents. The ID of the insured person may lie at home: then a handler decides, and confirms it (`no_id`).
 */
const INDISPENSABLE: readonly DocumentKind[] = [
  'guardian_id',
  'payee_id',
  'authorisation',
  'claim_form',
  'death_certificate',
  'heir_id',
  'heirs_agreement',
]
/** May a claim be sent without this document, given a reason why it cannot be obtained? */
export const mayBeUnavailable = (kind: DocumentKind): boolean => !INDISPENSABLE.includes(kind)

/** How many parts of an item were uploaded: a photo counts as one side or page, a PDF as all of its pages. */
export const uploadedOf = (
  kind: DocumentKind,
  documents: readonly { kind: DocumentKind; pages: number; status?: DocumentStatus }[],
): number =>
  documents.reduce((sum, it) => sum + (it.kind === kind && it.status !== 'failed' ? Math.max(1, it.pages) : 0), 0)
