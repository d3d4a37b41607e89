/** Claims and everything that belongs to one. Answers, signatures, names and accounts are sealed. */
import { bigint, defineTable, integer, stateful, text, type RowOf, type RowsOf } from '../../server/db/define-table.ts'
import {
  claimDecisions,
  claimPayments,
  claimPayees,
  claimAppeals,
  claimLetters,
  claimMatchKeys,
  type ClaimPaymentTable,
} from './server/settlement/settlement-tables.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Currency } from '../../lib/money/money.ts'
import type { Category, ClaimType, DocumentKind } from './rules/document-kinds.ts'
import type { ClaimStep } from './list-contract.ts'
import type { ClaimStatus, DocumentStatus, ItemStatus, Outcome } from './rules/status-values.ts'

const claims = defineTable('claims', {
  columns: {
    ...stateful<ClaimStatus>(),
    created_at: bigint(),
    user_id: text(),
    policy_id: text(),
    case_number: text().once().orNull(),
    /** Language of the draft's first call, then of the submission; messages are written in it. */
    lang: text<Lang>(),
    insurer: text(),
    plan: text(),
    tier: text(),
    type: text<ClaimType>().orNull(),
    incident_day: text().orNull(),
    /** `ClaimAnswers`, sealed with `ANSWERS`. */
    answers: text().sealed('claims.answers'),
    /** The part of the answers that lists show, sealed separately; `null` only in a claim older than the column. */
    brief: text().orNull().sealed('claims.brief'),
    /** JSON: answer key → version of its last change. */
    key_versions: text(),
    step: text<ClaimStep>(),
    outcome: text<Outcome>().orNull(),
    /** What the decision pays in total, in `currency`. */
    paid_minor: bigint().orNull(),
    currency: text<Currency>().orNull(),
    /** "GBP 2026-03-03": the case waits because no exchange rate is published for that day yet. */
    rate_awaited: text().orNull(),
    /** Status of the money on account; `null` without any, or where it was returned and the decision pays everything. */
    on_account: text<ClaimPaymentTable['status']>().orNull(),
    /** 0 or 1: the decision may take `LIMITS.complexDays`. */
    complex: integer().else(0),
    /** Short name of the operator whose case it is. */
    handler: text().orNull(),
    /**
     * The handler's name that the claimant reads; empty to show none, `null` where the case was taken before operators
     * had names.
     */
    handler_name: text().orNull(),
    /** User and the browser's key: a repeated start returns the same draft. */
    start_key: text().once(),
    submitted_at: bigint().orNull(),
    registered_at: bigint().orNull(),
    decided_at: bigint().orNull(),
    closed_at: bigint().orNull(),
    /** For a draft: when it is deleted automatically; postponed with each save. */
    lapses_at: bigint(),
    /** For a draft: when its owner was told that it will be deleted; `null` again after a save. */
    reminded_at: bigint().orNull(),
    /** SHA-256 of the canonical answers as sent. */
    answers_sha256: text().orNull(),
    /** `ClaimAccount` to pay, sealed with `ACCOUNT`; set on submission, and corrected later. */
    account: text().orNull().sealed('claims.account'),
  },
  indexes: {
    claims_policy: ['policy_id'],
    claims_status: ['status', 'updated_at'],
    claims_user: ['user_id', 'updated_at', 'id'],
    claims_user_status: ['user_id', 'status', 'updated_at', 'id'],
    claims_drafts: { on: ['lapses_at'], where: "status = 'draft'" },
    claims_rejected: { on: ['id'], where: "status = 'rejected' and closed_at is null" },
  },
  copy: { file: 'claims', by: 'id', of: 'claims' },
  afterClosing: { kept: 'with the policy' },
  growth: { limits: ['claimDrafts', 'claimDraftsDay'] },
})
export type ClaimTable = RowOf<typeof claims>

const claimSignatures = defineTable('claim_signatures', {
  columns: {
    id: text().key(),
    claim_id: text().of('claims'),
    kind: text<'drawn' | 'typed'>(),
    /** Sealed: the full name that had to be signed. */
    name: text().sealed('claims.name'),
    /** Sealed `Strokes`; empty for a typed name. */
    strokes: text().sealed('claims.strokes'),
    /** PNG that the server drew from the strokes. */
    picture_file: text().orNull(),
    text_version: text(),
    text_lang: text<Lang>(),
    text_sha256: text(),
    device: text(),
    at: bigint(),
    void_at: bigint().orNull(),
  },
  indexes: {
    claim_signatures_claim: ['claim_id'],
  },
  copy: { file: 'claims', by: 'claim_id', of: 'claims' },
  afterClosing: { kept: 'with the claim' },
  growth: { each: 'claims', most: 'one; an earlier one is deleted' },
})
export type ClaimSignatureTable = RowOf<typeof claimSignatures>

const claimDocuments = defineTable('claim_documents', {
  columns: {
    ...stateful<DocumentStatus>(),
    claim_id: text().of('claims'),
    kind: text<DocumentKind>(),
    category: integer<Category>(),
    /** The item of a request that it answers. */
    item_id: text().orNull(),
    /** Sealed: a file's name may reveal a diagnosis. */
    name: text().sealed('claims.file'),
    mime: text(),
    pages: integer(),
    /** Size in bytes and SHA-256 as sent, not as stored. */
    size: bigint(),
    sha256: text(),
    received_at: bigint(),
    by: text<'user' | 'admin'>(),
    /** JSON `BothLanguages`, sealed: why it must be replaced. */
    reason: text().orNull().sealed('claims.written'),
    /** Why it cannot be used: a code of `IntakeCode`. */
    fault: text().orNull(),
    /** While it is being checked, and when it could not be used: the id of its receipt, which has no bytes to serve. */
    file_id: text(),
    thumb_id: text().orNull(),
    removed_at: bigint().orNull(),
    /** The document of an earlier claim that this is a copy of. */
    reused_from: text().orNull(),
  },
  indexes: {
    claim_documents_file: ['file_id'],
    claim_documents_claim: ['claim_id', 'received_at'],
    claim_documents_sha256: ['sha256'],
  },
  copy: { file: 'claims', by: 'claim_id', of: 'claims' },
  afterClosing: { kept: 'with the claim' },
  growth: { limits: ['maxDocuments', 'claimDocumentsSent', 'claimFileBytes'] },
})
export type ClaimDocumentTable = RowOf<typeof claimDocuments>

const claimRequests = defineTable('claim_requests', {
  columns: {
    id: text().key(),
    status: text<'open' | 'sent' | 'closed'>(),
    /** Counts changes. */
    version: integer().else(1),
    /** Instant of the last change, ms. */
    updated_at: bigint().else(0),
    claim_id: text().of('claims'),
    at: bigint(),
    /** Shanghai day. */
    due_on: text(),
    sent_at: bigint().orNull(),
    /** `operator:<name>` */
    by: text(),
  },
  indexes: {
    claim_requests_claim: ['claim_id'],
    claim_requests_open: { on: ['due_on'], where: "status = 'open'" },
  },
  copy: { file: 'claims', by: 'claim_id', of: 'claims' },
  afterClosing: { kept: 'with the claim' },
  growth: { only: 'operators' },
})
export type ClaimRequestTable = RowOf<typeof claimRequests>

const claimRequestItems = defineTable('claim_request_items', {
  columns: {
    id: text().key(),
    status: text<ItemStatus>(),
    /** Counts changes. */
    version: integer().else(1),
    /** Instant of the last change, ms. */
    updated_at: bigint().else(0),
    request_id: text().of('claim_requests'),
    claim_id: text().of('claims'),
    kind: text<DocumentKind>(),
    /** JSON `BothLanguages`, sealed, all three. */
    title: text().sealed('claims.written'),
    reason: text().sealed('claims.written'),
    must: text().sealed('claims.written'),
    replaces: text().orNull(),
    /** Sealed: the person's reason why it cannot be obtained. */
    unavailable: text().orNull().sealed('claims.unavailable'),
  },
  indexes: {
    claim_request_items_claim: ['claim_id'],
    claim_request_items_request: ['request_id'],
  },
  copy: { file: 'claims', by: 'claim_id', of: 'claims' },
  afterClosing: { kept: 'with the claim' },
  growth: { only: 'operators' },
})
export type ClaimRequestItemTable = RowOf<typeof claimRequestItems>

/** PDFs of the signed form, kept as evidence. */
const claimForms = defineTable('claim_forms', {
  columns: {
    claim_id: text().of('claims'),
    lang: text<Lang>(),
    file_id: text(),
    sha256: text(),
    made_at: bigint(),
  },
  key: { name: 'claim_forms_pk', on: ['claim_id', 'lang'] },
  copy: { file: 'claims', by: 'claim_id', of: 'claims' },
  afterClosing: { kept: 'with the claim' },
  growth: { each: 'claims', most: 'one in each language' },
})
export type ClaimFormTable = RowOf<typeof claimForms>

export const claimTables = {
  claims,
  claim_signatures: claimSignatures,
  claim_documents: claimDocuments,
  claim_requests: claimRequests,
  claim_request_items: claimRequestItems,
  claim_decisions: claimDecisions,
  claim_payments: claimPayments,
  claim_payees: claimPayees,
  claim_appeals: claimAppeals,
  claim_forms: claimForms,
  claim_letters: claimLetters,
  claim_match_keys: claimMatchKeys,
}

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof claimTables> {}
}
