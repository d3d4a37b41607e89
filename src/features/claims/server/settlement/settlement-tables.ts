/** What is decided on a claim, paid for it and appealed against. Reasons, sheets and accounts are sealed. */
import { textIn } from '../../../../server/keys/hashed-texts.ts'
import { bigint, defineTable, integer, stateful, text, type RowOf } from '../../../../server/db/define-table.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { Currency } from '../../../../lib/money/money.ts'
import type { Outcome } from '../../rules/status-values.ts'
import type { MatchKind } from '../../rules/settlement/match-texts.ts'

export const claimDecisions = defineTable('claim_decisions', {
  columns: {
    id: text().key(),
    claim_id: text().of('claims'),
    at: bigint(),
    by: text(),
    outcome: text<Outcome>(),
    /** JSON `BothLanguages`, sealed. */
    reason: text().orNull().sealed('claims.written'),
    /** JSON: numbers of clauses. */
    clauses: text(),
    /** JSON `Sheet`, sealed. */
    sheet: text().sealed('claims.written'),
    /** What the sheet pays to the person, needed for clocks; `null` only in a decision older than the column. */
    paid_minor: bigint().orNull(),
    /** Shanghai day. */
    appeal_until: text().orNull(),
  },
  indexes: {
    claim_decisions_claim: ['claim_id'],
  },
  copy: { file: 'claims', by: 'claim_id', of: 'claims' },
  afterClosing: { kept: 'with the claim' },
  growth: { only: 'operators' },
})
export type ClaimDecisionTable = RowOf<typeof claimDecisions>

export const claimPayments = defineTable('claim_payments', {
  columns: {
    ...stateful<'paying' | 'paid' | 'failed'>(),
    claim_id: text().of('claims'),
    /** `null`: paid on account, before any decision. */
    decision_id: text().of('claim_decisions').orNull(),
    /** The payee, where there are several. */
    payee_id: text().orNull(),
    amount_minor: bigint(),
    currency: text<Currency>(),
    /** Sealed `ClaimAccount`. */
    account: text().sealed('claims.account'),
    started_at: bigint(),
    settled_at: bigint().orNull(),
    reference: text().orNull(),
    /** JSON `BothLanguages`: why the bank returned it. */
    reason: text().orNull(),
    /** JSON `BothLanguages`, sealed: what the payment on account is for. */
    note: text().orNull().sealed('claims.written'),
    /**
     * How the bank was instructed: by an operator by hand, or by a batch file. `null`: not yet, so the next batch takes
     * it.
     */
    way: text<'by_hand' | 'batch'>().orNull(),
  },
  indexes: {
    claim_payments_claim: ['claim_id'],
  },
  copy: { file: 'claims', by: 'claim_id', of: 'claims' },
  afterClosing: { kept: 'with the claim' },
  growth: { only: 'operators' },
})
export type ClaimPaymentTable = RowOf<typeof claimPayments>

/** One of several payees: heirs, or beneficiaries. */
export const claimPayees = defineTable('claim_payees', {
  columns: {
    id: text().key(),
    claim_id: text().of('claims'),
    /** From 1, in the order in which they were named. */
    position: integer(),
    /** This payee's parts out of the sum of all parts. */
    parts: integer(),
    /** Sealed `ClaimAccount`; corrected later. */
    account: text().sealed('claims.account'),
    /** Sealed `HeirPerson`. `null` where only an account was named. */
    person: text().orNull().sealed('claims.heir'),
  },
  unique: { claim_payees_position: ['claim_id', 'position'] },
  copy: { file: 'claims', by: 'claim_id', of: 'claims' },
  afterClosing: { kept: 'with the claim' },
  growth: { only: 'operators' },
})
export type ClaimPayeeTable = RowOf<typeof claimPayees>

export const claimAppeals = defineTable('claim_appeals', {
  columns: {
    id: text().key(),
    status: text<'open' | 'answered'>(),
    /** Counts changes. */
    version: integer().else(1),
    /** Instant of the last change, ms. */
    updated_at: bigint().else(0),
    claim_id: text().of('claims'),
    decision_id: text().of('claim_decisions'),
    at: bigint(),
    /** Sealed. */
    text: text().sealed('claims.appeal'),
    /** JSON: ids of lines. */
    lines: text(),
    answered_at: bigint().orNull(),
  },
  indexes: {
    claim_appeals_claim: ['claim_id'],
    claim_appeals_open: { on: ['claim_id'], where: "status = 'open'" },
  },
  copy: { file: 'claims', by: 'claim_id', of: 'claims' },
  afterClosing: { kept: 'with the claim' },
  growth: { each: 'claim_decisions', most: 'one' },
})
export type ClaimAppealTable = RowOf<typeof claimAppeals>

/** What another claim may contain as well: found by its hash (`claimed-before.ts`). */
export const claimMatchKeys = defineTable('claim_match_keys', {
  columns: {
    id: text().key(),
    claim_id: text().of('claims'),
    kind: text<MatchKind>(),
    /** The visit, assessed invoice or payee that it is about; `account` for the claim's own account. */
    part: text(),
    /** Keyed hash of the text. */
    mac: text(),
    /** The text, sealed: `keys reseal` makes the hash again from it. */
    text: text().sealed('claims.match'),
  },
  indexes: {
    claim_match_keys_claim: ['claim_id'],
    claim_match_keys_mac: ['mac'],
  },
  copy: { not: 'hashes of what the claim itself contains' },
  afterClosing: { kept: 'with the claim' },
  growth: { each: 'claims', most: 'three for each visit, one for each account' },
  hashes: {
    columns: ['mac'],
    texts: (seal, row) => [
      { purpose: `claims.match.${String(row['kind'])}`, text: textIn(seal, 'claims.match', row['text']) },
    ],
  },
})

/** Decision letters, kept as evidence. */
export const claimLetters = defineTable('claim_letters', {
  columns: {
    decision_id: text().of('claim_decisions'),
    lang: text<Lang>(),
    file_id: text(),
    sha256: text(),
    made_at: bigint(),
  },
  key: { name: 'claim_letters_pk', on: ['decision_id', 'lang'] },
  copy: { file: 'claims', by: 'decision_id', of: 'decisions' },
  afterClosing: { kept: 'with the claim' },
  growth: { each: 'claim_decisions', most: 'one in each language' },
})
export type ClaimLetterTable = RowOf<typeof claimLetters>
