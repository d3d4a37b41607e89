/** Sealed and JSON columns of a sent claim's requests, decisions and appeals. */
import { z } from 'zod'
import type { EventTable } from '../../../../server/db/core-tables.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { sealForPerson } from '../../../../server/personal-data/person-keys.ts'
import { textSchema } from '../../../../server/keys/seal.ts'
import type { CaseState } from '../../rules/case/case-progress.ts'
import type { Case } from './load-case.ts'
import { clause } from '../../rules/claim-value-schemas.ts'
import { sheetSchema, type Sheet } from '../../rules/settlement-sheet.ts'
import { CLAIM_STATUSES, type ClaimStatus } from '../../rules/status-values.ts'
import type { ClaimRequestItemTable, ClaimTable } from '../../tables.ts'
import type { ClaimAppealTable, ClaimDecisionTable, ClaimPaymentTable } from '../settlement/settlement-tables.ts'

type Sealing = Pick<Deps, 'seal'>
const UNAVAILABLE = 'claims.unavailable'
const APPEAL = 'claims.appeal'

/** The person's reason why a document cannot be obtained. */
export const sealUnavailableReason = ({ seal }: Sealing, text: string): string => seal.seal(UNAVAILABLE, text)
/**
 * Why a claim was withdrawn: it is stored in an event, which nobody can change, so it is sealed under the person's own
 * key.
 */
export const sealWithdrawal = (
  deps: Pick<Deps, 'seal' | 'clock'>,
  trx: Trx,
  userId: string,
  text: string,
): Promise<string> => sealForPerson(deps, trx, userId, UNAVAILABLE, text)
export const unavailableReasonOf = (
  { seal }: Sealing,
  { unavailable }: Pick<ClaimRequestItemTable, 'unavailable'>,
): string | null => (unavailable === null ? null : seal.openCached(UNAVAILABLE, textSchema, unavailable))
export const sealAppeal = ({ seal }: Sealing, text: string): string => seal.seal(APPEAL, text)
export const appealText = ({ seal }: Sealing, { text }: Pick<ClaimAppealTable, 'text'>): string =>
  seal.openCached(APPEAL, textSchema, text)

const lineIds = z.array(z.string())
const clauseNumbers = z.array(clause)
/** Ids of the lines that an appeal is about; empty: the whole decision. */
export const linesOf = ({ lines }: Pick<ClaimAppealTable, 'lines'>): string[] => lineIds.parse(JSON.parse(lines))
export const clausesOf = ({ clauses }: Pick<ClaimDecisionTable, 'clauses'>): string[] =>
  clauseNumbers.parse(JSON.parse(clauses))
export const sheetOf = ({ sheet }: Pick<ClaimDecisionTable, 'sheet'>): Sheet => sheetSchema.parse(JSON.parse(sheet))

/** The same for an answer, whose own schema checks it when it is written: once is enough. */
export const shownSheet = ({ sheet }: Pick<ClaimDecisionTable, 'sheet'>): Sheet => JSON.parse(sheet)

const data = z
  .object({
    kind: z.string().optional(),
    day: z.string().optional(),
    document: z.string().optional(),
    signature: z.string().optional(),
    confirmed: z.array(z.string()).optional(),
    overridden: z.array(z.string()).optional(),
    overruled: z.array(z.string()).optional(),
    /** Numbers of other cases that contain the same, as the handler saw them. */
    known: z.array(z.string()).optional(),
  })
  .loose()
/** What an event states besides its change of status. */
export const eventData = (json: string | null): z.output<typeof data> =>
  json === null ? {} : data.parse(JSON.parse(json))

const isStatus = (text: string): text is ClaimStatus => (CLAIM_STATUSES as readonly string[]).includes(text)

/** Columns from which a case's state is made; lists from the oldest to the newest. */
export interface StateRows {
  decisions: readonly Pick<ClaimDecisionTable, 'id' | 'at' | 'outcome' | 'paid_minor' | 'appeal_until'>[]
  payments: readonly Pick<ClaimPaymentTable, 'decision_id' | 'payee_id' | 'status' | 'settled_at'>[]
  appeals: readonly Pick<ClaimAppealTable, 'decision_id' | 'at' | 'answered_at'>[]
  /** Events of the claim. */
  moves: readonly Pick<EventTable, 'at' | 'from_status' | 'to_status'>[]
}
type OfClaim = Pick<
  ClaimTable,
  'status' | 'on_account' | 'complex' | 'submitted_at' | 'created_at' | 'registered_at' | 'closed_at'
>

/** A case's state for the rules. Not for a draft, which was not submitted. */
export function stateFrom(claim: OfClaim, { decisions, payments, appeals, moves }: StateRows): CaseState {
  const number = (at: number | null): number | null => (at === null ? null : at)
  return {
    status: claim.status,
    complex: claim.complex === 1,
    submittedAt: claim.submitted_at ?? claim.created_at,
    registeredAt: number(claim.registered_at),
    closedAt: number(claim.closed_at),
    moves: moves.flatMap((it) =>
      it.from_status !== null && isStatus(it.to_status) && it.from_status !== it.to_status
        ? [{ at: it.at, to: it.to_status }]
        : [],
    ),
    decisions: decisions.map((it) => ({
      id: it.id,
      at: it.at,
      outcome: it.outcome,
      paidToYou: it.paid_minor ?? 0,
      appealUntil: it.appeal_until,
    })),
    onAccount: claim.on_account,
    payments: payments.map((it) => ({
      decision: it.decision_id,
      payee: it.payee_id,
      status: it.status,
      settledAt: number(it.settled_at),
    })),
    appeals: appeals.map((it) => ({ decision: it.decision_id, at: it.at, answeredAt: number(it.answered_at) })),
  }
}

export const stateOf = ({ claim, events, ...of }: Case): CaseState => stateFrom(claim, { ...of, moves: events })
