/**
 * Pictures of good documents and of rejected ones, drawn by `src/features/claims/samples`: two files each, independent
 * of language. Words: `samples:<id>.points.<n>` and `.bad`; of a rule also `pictures:<id>.name` and `.rule`, of a
 * document `claims:document.<id>.name` and `.rule`.
 */
import { keysOf } from '../object-keys.ts'

/** Rules for more than one document (spec §5 "Document quality"). */
export const RULE_PICTURES = ['photo', 'id_valid', 'signature', 'invoice_name', 'record_each_day'] as const
export type RulePicture = (typeof RULE_PICTURES)[number]

/** All pictures, in groups and in the order of `/claims/documents`. */
export const PICTURE_GROUPS = {
  every: ['photo', 'id_copy', 'id_valid', 'signature', 'proof_of_account'],
  care: ['invoice', 'invoice_name', 'medical_record', 'record_each_day', 'prescription', 'test_report'],
  hospital: ['itemised_bill', 'discharge_summary'],
  accident: ['accident_statement', 'police_report', 'liability_demand'],
  dental: ['dental_chart'],
  journey: ['assistance_approval', 'school_letter', 'carrier_certificate'],
  others: ['other_insurer', 'payee_id', 'authorisation', 'guardian_id', 'relationship'],
} as const
type PictureGroup = keyof typeof PICTURE_GROUPS
export const PICTURE_GROUP_IDS = keysOf(PICTURE_GROUPS)
export type DocumentPicture = (typeof PICTURE_GROUPS)[PictureGroup][number]
export const DOCUMENT_PICTURES: readonly DocumentPicture[] = Object.values(PICTURE_GROUPS).flat()

/** The number of points that the good picture of each marks. */
export const PICTURE_POINTS: Readonly<Record<DocumentPicture, number>> = {
  photo: 3,
  id_valid: 2,
  signature: 2,
  invoice_name: 2,
  record_each_day: 2,
  id_copy: 4,
  guardian_id: 4,
  payee_id: 4,
  relationship: 4,
  invoice: 5,
  medical_record: 5,
  itemised_bill: 4,
  discharge_summary: 4,
  prescription: 3,
  test_report: 2,
  dental_chart: 3,
  accident_statement: 4,
  police_report: 5,
  other_insurer: 3,
  assistance_approval: 3,
  school_letter: 4,
  carrier_certificate: 4,
  liability_demand: 3,
  proof_of_account: 3,
  authorisation: 4,
}

export type Quality = 'good' | 'bad'
/** Changes with the drawings, so that browsers may keep them for a year: `samples/svg-file.test.tsx` says the value. */
export const DRAWINGS = '192a1605'
export const pictureFile = (id: DocumentPicture, quality: Quality): string => `${id}-${quality}.${DRAWINGS}`
export const pictureAddress = (id: DocumentPicture, quality: Quality): string =>
  `/assets/samples/${pictureFile(id, quality)}.svg`
export const isRulePicture = (id: DocumentPicture): id is RulePicture => RULE_PICTURES.some((it) => it === id)
/** Its anchor on the page: `#discharge-summary`. */
export const pictureAnchor = (id: DocumentPicture): string => id.replace(/_/g, '-')
