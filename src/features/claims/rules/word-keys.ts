/**
 * Keys of words that all parts of claims share (`public/locales/{en,cn}/claims.json`): screens, messages, operators,
 * PDFs.
 */
import type { Category, ClaimType, DocumentKind } from './document-kinds.ts'
import type { ClaimAnswers, PAYEE_RELATIONS } from './claim-fields.ts'
import type { HeirRelation } from './heirs.ts'
import type { CLAIM_STEPS } from '../list-contract.ts'
import type { LINE_DEDUCTIONS, STEPS } from './settlement-sheet.ts'
import type { ClaimStatus, DocumentStatus, ItemStatus } from './status-values.ts'

/** Why the checklist asks for a document. `over_1000` needs `{{amount}}`: the limit as money. */
export const DOCUMENT_REASONS = [
  'always',
  'medical',
  'inpatient',
  'admitted',
  'over_1000',
  'medicine',
  'dental',
  'third_party',
  'other_insurance',
  'not_own_account',
  'minor',
  'guardian_signs',
  'evacuation',
  'interruption',
  'travel',
  'liability',
  'death',
  'mainland',
  'several_heirs',
  'heirs_paid',
  'death_accident',
  'remains',
  'optional',
  'made',
] as const
export type DocumentNeedReason = (typeof DOCUMENT_REASONS)[number]

/**
 * Kinds of activity. Values: `request` → `{{day}}`; `item_unavailable`, `document_accepted`, `document_refused`,
 * `admin_upload`, `document_added`, `document_withdrawn`, `document_set_aside` → `{{document}}`, its name in the
 * reader's language.
 */
export const ACTIVITIES = [
  'started',
  'opened',
  'signed',
  'submitted',
  'registered',
  'in_review',
  'request',
  'item_unavailable',
  'supplement_sent',
  'went_on',
  'document_accepted',
  'document_refused',
  'admin_upload',
  'document_added',
  'document_withdrawn',
  'document_set_aside',
  'complex',
  'rate_awaited',
  'rate_arrived',
  'approved',
  'partially_approved',
  'rejected',
  'paying',
  'paid',
  'payment_failed',
  'account_corrected',
  'on_account',
  'on_account_paid',
  'one_paid',
  'heirs_named',
  'appeal',
  'review_answered',
  'withdrawn',
  'discarded',
  'lapsed',
  'closed',
] as const
export type Activity = (typeof ACTIVITIES)[number]

export const SHEET_LINES = [
  'invoiced',
  'eligible',
  'payable',
  'paid_to_hospital',
  'paid_to_you',
  'paid_to_heirs',
] as const
type SheetWord = (typeof SHEET_LINES)[number] | (typeof LINE_DEDUCTIONS)[number] | (typeof STEPS)[number]

export const statusKey = (status: ClaimStatus): string => `claims:status.${status}`
/** Why a document cannot be obtained: the reason in the reader's language, then the person's own words. */
export const unavailableWords = (
  t: (key: string) => string,
  { reason = 'other', why }: ClaimAnswers['unavailable'][number],
): string => [reason === 'other' ? '' : t(`claims:unavailable.reason.${reason}`), why].filter(Boolean).join('\n')
export const documentStatusKey = (status: DocumentStatus): string => `claims:documentStatus.${status}`
export const itemStatusKey = (status: ItemStatus): string => `claims:itemStatus.${status}`
export const turnKey = (turn: 'you' | 'us' | 'bank' | 'nobody'): string => `claims:turn.${turn}`
export const stepKey = (step: (typeof CLAIM_STEPS)[number]): string => `claims:step.${step}`
/** `name` of the type, or what it is `for`. */
export const typeKey = (type: ClaimType, part: 'name' | 'for' = 'name'): string => `claims:type.${type}.${part}`
export const categoryKey = (category: Category): string => `claims:category.${category}`
/** The relationship of an heir, or of the claimant, to the insured person. */
export const heirRelationKey = (relation: HeirRelation): string => `claims:heirRelation.${relation}`
export const relationKey = (relation: (typeof PAYEE_RELATIONS)[number]): string => `claims:payeeRelation.${relation}`
/** `name` of the document, the `rule` (what it must show), or a `note` (where it comes from, what does not count). */
export const documentKey = (kind: DocumentKind, part: 'name' | 'rule' | 'note' = 'name'): string =>
  `claims:document.${kind}.${part}`
export const becauseKey = (because: DocumentNeedReason): string => `claims:because.${because}`
export const activityKey = (activity: Activity): string => `claims:activity.${activity}`
export const sheetKey = (line: SheetWord): string => `claims:sheet.${line}`

/** Label of a sheet's last line: after a death the heirs are paid. */
export const paidKey = (toHeirs: boolean): string => sheetKey(toHeirs ? 'paid_to_heirs' : 'paid_to_you')
