/** Claims and everything that belongs to one. Answers, signatures, names and accounts are sealed. */
import type { Stateful } from '../../server/db/column-types.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Currency } from '../../lib/money.ts'
import type { Category, ClaimType, DocumentKind } from './document-kinds.ts'
import type { ClaimStep } from './list-contract.ts'
import type {
  ClaimAppealTable,
  ClaimDecisionTable,
  ClaimLetterTable,
  ClaimMatchKeyTable,
  ClaimPayeeTable,
  ClaimPaymentTable,
} from './settlement/settlement-tables.server.ts'
import type { ClaimStatus, DocumentStatus, ItemStatus, Outcome } from './status-values.ts'

export interface ClaimTables {
  claims: ClaimTable
  claim_signatures: ClaimSignatureTable
  claim_documents: ClaimDocumentTable
  claim_requests: ClaimRequestTable
  claim_request_items: ClaimRequestItemTable
  claim_decisions: ClaimDecisionTable
  claim_payments: ClaimPaymentTable
  claim_payees: ClaimPayeeTable
  claim_appeals: ClaimAppealTable
  claim_forms: ClaimFormTable
  claim_letters: ClaimLetterTable
  claim_match_keys: ClaimMatchKeyTable
}

export interface ClaimTable extends Stateful {
  status: ClaimStatus
  created_at: number
  user_id: string
  policy_id: string
  case_number: string | null
  /** Language of the draft's first call, then of the submission; messages are written in it. */
  lang: Lang
  insurer: string
  plan: string
  tier: string
  type: ClaimType | null
  incident_day: string | null
  /** `ClaimAnswers`, sealed with `ANSWERS`. */
  answers: string
  /** The part of the answers that lists show, sealed separately; `null` only in a claim older than the column. */
  brief: string | null
  /** JSON: answer key → version of its last change. */
  key_versions: string
  step: ClaimStep
  outcome: Outcome | null
  /** What the decision pays in total, in `currency`. */
  paid_minor: number | null
  currency: Currency | null
  /** "GBP 2026-03-03": the case waits because no exchange rate is published for that day yet. */
  rate_awaited: string | null
  /** Status of the money on account; `null` without any, or where it was returned and the decision pays everything. */
  on_account: ClaimPaymentTable['status'] | null
  /** 0 or 1: the decision may take `LIMITS.complexDays`. */
  complex: number
  /** Short name of the operator whose case it is. */
  handler: string | null
  /**
   * The handler's name that the claimant reads; empty to show none, `null` where the case was taken before operators
   * had names.
   */
  handler_name: string | null
  /** User and the browser's key: a repeated start returns the same draft. */
  start_key: string
  submitted_at: number | null
  registered_at: number | null
  decided_at: number | null
  closed_at: number | null
  /** For a draft: when it is deleted automatically; postponed with each save. */
  lapses_at: number
  /** For a draft: when its owner was told that it will be deleted; `null` again after a save. */
  reminded_at: number | null
  /** SHA-256 of the canonical answers as sent. */
  answers_sha256: string | null
  /** `ClaimAccount` to pay, sealed with `ACCOUNT`; set on submission, and corrected later. */
  account: string | null
}

export interface ClaimSignatureTable {
  id: string
  claim_id: string
  kind: 'drawn' | 'typed'
  /** Sealed: the full name that had to be signed. */
  name: string
  /** Sealed `Strokes`; empty for a typed name. */
  strokes: string
  /** PNG that the server drew from the strokes. */
  picture_file: string | null
  text_version: string
  text_lang: Lang
  text_sha256: string
  device: string
  at: number
  void_at: number | null
}

export interface ClaimDocumentTable extends Stateful {
  /** The upload's id, created by the browser. */
  id: string
  status: DocumentStatus
  claim_id: string
  kind: DocumentKind
  category: Category
  /** The item of a request that it answers. */
  item_id: string | null
  /** Sealed: a file's name may reveal a diagnosis. */
  name: string
  mime: string
  pages: number
  /** Size in bytes and SHA-256 as sent, not as stored. */
  size: number
  sha256: string
  received_at: number
  by: 'user' | 'admin'
  /** JSON `BothLanguages`, sealed: why it must be replaced. */
  reason: string | null
  /** Why it cannot be used: a code of `IntakeCode`. */
  fault: string | null
  /** While it is being checked, and when it could not be used: the id of its receipt, which has no bytes to serve. */
  file_id: string
  thumb_id: string | null
  removed_at: number | null
  /** The document of an earlier claim that this is a copy of. */
  reused_from: string | null
}

export interface ClaimRequestTable extends Stateful {
  claim_id: string
  at: number
  /** Shanghai day. */
  due_on: string
  status: 'open' | 'sent' | 'closed'
  sent_at: number | null
  /** `operator:<name>` */
  by: string
}

export interface ClaimRequestItemTable extends Stateful {
  request_id: string
  claim_id: string
  kind: DocumentKind
  /** JSON `BothLanguages`, sealed, all three. */
  title: string
  reason: string
  must: string
  replaces: string | null
  status: ItemStatus
  /** Sealed: the person's reason why it cannot be obtained. */
  unavailable: string | null
}

/** PDFs of the signed form, kept as evidence. */
export interface ClaimFormTable {
  claim_id: string
  lang: Lang
  file_id: string
  sha256: string
  made_at: number
}
