/**
 * The types of claims and the kinds of documents: the vocabulary of checklist, uploads and requests (domain §5.2).
 * Words: `claims:type.<id>`, and for each document `claims:document.<id>.name`, `.rule` (what it must show); reasons to
 * send one back: send-back-reasons.ts.
 */
import { keysOf } from '../../../lib/object-keys.ts'

export const CLAIM_TYPES = [
  'outpatient',
  'inpatient',
  'accident',
  'dental',
  'mental',
  'evacuation',
  'interruption',
  'travel',
  'liability',
  'death',
] as const
export type ClaimType = (typeof CLAIM_TYPES)[number]

/** Types about medical treatment: they have a hospital, visits, invoices and records. */
const MEDICAL_TYPES = ['outpatient', 'inpatient', 'accident', 'dental', 'mental'] as const
/** Is the claim about medical treatment? */
export const isMedical = (type: ClaimType): boolean => (MEDICAL_TYPES as readonly string[]).includes(type)

/**
 * Spec §3: 1 personal information, 2 beneficiary account, 3 bank account information, 4 invoice, 5 medical record, 6
 * others, 7 ID card.
 */
export const CATEGORIES = [1, 2, 3, 4, 5, 6, 7] as const
export type Category = (typeof CATEGORIES)[number]

/** Every document the product knows, with its category. The order is the one of the checklist. */
const DOCUMENT_KINDS = {
  id_copy: 7,
  claim_form: 1,
  guardian_id: 7,
  relationship: 6,
  invoice: 4,
  medical_record: 5,
  itemised_bill: 6,
  discharge_summary: 5,
  prescription: 5,
  test_report: 6,
  dental_chart: 5,
  accident_statement: 6,
  police_report: 6,
  other_insurer: 6,
  assistance_approval: 6,
  school_letter: 6,
  carrier_certificate: 6,
  liability_demand: 6,
  death_certificate: 6,
  deregistration: 6,
  heir_id: 6,
  heirs_agreement: 1,
  proof_of_account: 3,
  payee_id: 2,
  authorisation: 1,
  other: 6,
} as const satisfies Record<string, Category>
export type DocumentKind = keyof typeof DOCUMENT_KINDS
export const DOCUMENT_KIND_IDS = keysOf(DOCUMENT_KINDS)
/** The spec's category of a kind of document. */
export const categoryOf = (kind: DocumentKind): Category => DOCUMENT_KINDS[kind]
