/**
 * What a peer reads: rows with the columns that an answer is made from, and the reads that each peer writes its own
 * way.
 */
import type { PolicyTab } from '../../../src/features/policies/contract.ts'
import type { PolicyTable } from '../../../src/features/policies/tables.ts'
import type { ContactTable, SessionTable, UserTable } from '../../../src/features/session/tables.ts'
import type { ConsentTable, OrderTable } from '../../../src/features/orders/tables.ts'
import type {
  ClaimDocumentTable,
  ClaimRequestItemTable,
  ClaimRequestTable,
  ClaimSignatureTable,
  ClaimTable,
} from '../../../src/features/claims/tables.ts'
import type {
  ClaimAppealTable,
  ClaimDecisionTable,
  ClaimPayeeTable,
  ClaimPaymentTable,
} from '../../../src/features/claims/server/settlement/settlement-tables.ts'

/** The calls that peers answer, by their path. */
export const PEER_CALLS = ['session/me', 'policy/list', 'order/list', 'claim/list', 'claim/get'] as const
export type PeerCall = (typeof PEER_CALLS)[number]

export type SessionRow = Pick<
  SessionTable,
  'id' | 'user_id' | 'csrf_name' | 'csrf_hash' | 'last_seen_at' | 'ends_at' | 'revoked_why'
>
export type UserRow = Pick<UserTable, 'id' | 'name' | 'mobile' | 'email'>
export type ContactRow = Pick<ContactTable, 'channel' | 'mac' | 'counts_from'>
export type PolicyRow = PolicyTable
export type OrderRow = Omit<OrderTable, 'answers' | 'reads'> & {
  /** Of drafts only. */
  answers: string | null
  reads: string | null
  policies: Pick<PolicyTable, 'status' | 'cancelled_at'>[]
  consents: ConsentTable[]
}

/** The contacts that a person has proven, and from when each counts, ms; `''` where there is none. */
export interface Reader {
  user: string
  mobile: string
  mobileFrom: number
  email: string
  emailFrom: number
}

export interface EventRow {
  id: string
  at: number
  by: string
  from_status: string | null
  to_status: string
  data: string | null
}

/** A claim with what its line of the list is made from. */
export interface ListedClaimRow extends Omit<ClaimTable, 'answers' | 'account'> {
  policy: PolicyRow
  decisions: Omit<ClaimDecisionTable, 'sheet' | 'reason' | 'clauses'>[]
  payments: Omit<ClaimPaymentTable, 'account' | 'note'>[]
  appeals: Omit<ClaimAppealTable, 'text'>[]
  events: Omit<EventRow, 'data'>[]
  /** Open ones. */
  requests: (ClaimRequestTable & { items: (Pick<ClaimRequestItemTable, 'status'> & { answered: boolean })[] })[]
}

/** A claim with everything that its page shows. */
export interface ClaimRow extends ClaimTable {
  policy: PolicyRow
  signatures: Omit<ClaimSignatureTable, 'strokes'>[]
  documents: ClaimDocumentTable[]
  requests: ClaimRequestTable[]
  items: ClaimRequestItemTable[]
  decisions: ClaimDecisionTable[]
  payments: ClaimPaymentTable[]
  payees: ClaimPayeeTable[]
  appeals: ClaimAppealTable[]
  events: EventRow[]
}

type Maybe<T> = T | Promise<T>

/** The reads of the five calls. Lists of a claim are in order from the oldest to the newest. */
export interface Store {
  session: (tokenHash: string) => Maybe<SessionRow | undefined>
  /** Once a minute: the session was used. */
  touch: (session: string, now: number) => Maybe<unknown>
  user: (id: string) => Maybe<UserRow>
  contacts: (user: string) => Maybe<ContactRow[]>
  policyCounts: (reader: Reader, today: string) => Maybe<Record<PolicyTab, number>>
  policies: (
    reader: Reader,
    tab: PolicyTab,
    today: string,
    page: { limit: number; offset: number },
  ) => Maybe<PolicyRow[]>
  orders: (user: string, limit: number) => Maybe<OrderRow[]>
  /** Counts by status; `reopened` counts the closed ones that are under review. */
  claimCounts: (user: string) => Maybe<{ status: string; count: number }[]>
  claims: (user: string, limit: number) => Maybe<ListedClaimRow[]>
  claim: (user: string, id: string) => Maybe<ClaimRow | undefined>
}
