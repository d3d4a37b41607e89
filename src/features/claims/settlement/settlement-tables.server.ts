/** What is decided on a claim, paid for it and appealed against. Reasons, sheets and accounts are sealed. */
import type { Stateful } from '../../../server/db/column-types.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { Currency } from '../../../lib/money.ts'
import type { Outcome } from '../status-values.ts'
import type { MatchKind } from './match-texts.ts'

export interface ClaimDecisionTable {
  id: string
  claim_id: string
  at: number
  by: string
  outcome: Outcome
  /** JSON `BothLanguages`, sealed. */
  reason: string | null
  /** JSON: numbers of clauses. */
  clauses: string
  /** JSON `Sheet`, sealed. */
  sheet: string
  /** What the sheet pays to the person, needed for clocks; `null` only in a decision older than the column. */
  paid_minor: number | null
  /** Shanghai day. */
  appeal_until: string | null
}

export interface ClaimPaymentTable extends Stateful {
  status: 'paying' | 'paid' | 'failed'
  claim_id: string
  /** `null`: paid on account, before any decision. */
  decision_id: string | null
  /** The payee, where there are several. */
  payee_id: string | null
  amount_minor: number
  currency: Currency
  /** Sealed `ClaimAccount`. */
  account: string
  started_at: number
  settled_at: number | null
  reference: string | null
  /** JSON `BothLanguages`: why the bank returned it. */
  reason: string | null
  /** JSON `BothLanguages`, sealed: what the payment on account is for. */
  note: string | null
  /**
   * How the bank was instructed: by an operator by hand, or by a batch file. `null`: not yet, so the next batch takes
   * it.
   */
  way: 'by_hand' | 'batch' | null
}

/** One of several payees: heirs, or beneficiaries. */
export interface ClaimPayeeTable {
  id: string
  claim_id: string
  /** From 1, in the order in which they were named. */
  position: number
  /** This payee's parts out of the sum of all parts. */
  parts: number
  /** Sealed `ClaimAccount`; corrected later. */
  account: string
  /** Sealed `HeirPerson`. `null` where only an account was named. */
  person: string | null
}

export interface ClaimAppealTable extends Stateful {
  claim_id: string
  decision_id: string
  at: number
  /** Sealed. */
  text: string
  /** JSON: ids of lines. */
  lines: string
  status: 'open' | 'answered'
  answered_at: number | null
}

/** What another claim may contain as well: found by its hash (`claimed-before.server.ts`). */
export interface ClaimMatchKeyTable {
  id: string
  claim_id: string
  kind: MatchKind
  /** The visit, assessed invoice or payee that it is about; `account` for the claim's own account. */
  part: string
  /** Keyed hash of the text. */
  mac: string
  /** The text, sealed: `keys reseal` makes the hash again from it. */
  text: string
}

/** Decision letters, kept as evidence. */
export interface ClaimLetterTable {
  decision_id: string
  lang: Lang
  file_id: string
  sha256: string
  made_at: number
}
