/** Why a document is sent back. Words: `public/locales/{en,cn}/sentback.json`. */
import type { DocumentKind } from './document-kinds.ts'

/** Reasons for any document: the picture or the sheet is the wrong one. */
const COMMON_REASONS = [
  'blurred',
  'dark',
  'cut',
  'covered',
  'glare',
  'other_person',
  'other_day',
  'wrong_document',
  'translation',
] as const

/** Reasons for a kind of document (domain §5.2), besides the common ones. */
const OWN_REASONS = {
  id_copy: ['expired', 'one_side', 'not_photo_page'],
  claim_form: ['name_differs', 'wrong_signer'],
  guardian_id: ['expired', 'one_side'],
  relationship: ['one_person', 'not_stated'],
  invoice: ['card_slip', 'no_number', 'no_seal', 'page_missing', 'estimate'],
  medical_record: ['day_missing', 'only_tests', 'no_diagnosis', 'no_doctor'],
  itemised_bill: ['total_differs', 'not_itemised'],
  discharge_summary: ['incomplete', 'no_days'],
  prescription: ['drug_missing', 'no_doctor'],
  test_report: ['film'],
  dental_chart: ['routine', 'no_tooth'],
  accident_statement: ['how_missing', 'not_signed'],
  police_report: ['theft', 'no_number'],
  other_insurer: ['amount_missing', 'other_invoice'],
  assistance_approval: ['not_arranged', 'no_need'],
  school_letter: ['no_dates', 'no_refund'],
  carrier_certificate: ['no_times', 'no_reason', 'no_boarding_pass'],
  liability_demand: ['no_demand', 'no_proof'],
  death_certificate: ['not_legalised', 'no_cause', 'copy_unstamped'],
  deregistration: ['not_stated', 'no_stamp'],
  heir_id: ['expired', 'one_side', 'heir_missing'],
  heirs_agreement: ['not_all_signed', 'shares_differ', 'guardian_missing'],
  proof_of_account: ['name_differs', 'number_cut', 'credit_card'],
  payee_id: ['expired', 'one_side'],
  authorisation: ['both_ids', 'not_signed', 'no_scope'],
  other: ['unclear'],
} as const satisfies Record<DocumentKind, readonly string[]>

/** Reasons whose words need a value: `{{day}}` (written out), `{{amount}}` (with currency), `{{drug}}`. */
export const REASON_VALUES: Readonly<Record<string, 'day' | 'amount' | 'drug'>> = {
  day_missing: 'day',
  total_differs: 'amount',
  drug_missing: 'drug',
}

/** All reasons a document of this kind can be sent back for; the kind's own first. */
export const reasonsOf = (kind: DocumentKind): readonly string[] => [...OWN_REASONS[kind], ...COMMON_REASONS]

/** Key of the words of a reason; `undefined` for a reason that this kind does not have. */
export function reasonKey(kind: DocumentKind, reason: string): string | undefined {
  const own: readonly string[] = OWN_REASONS[kind]
  if (own.includes(reason)) return `sentback:${kind}.${reason}`
  return COMMON_REASONS.some((it) => it === reason) ? `sentback:common.${reason}` : undefined
}
