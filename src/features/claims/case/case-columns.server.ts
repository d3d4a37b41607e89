/** Sealed and JSON columns of what follows a claim: requests, decisions, appeals. */
import { z } from 'zod'
import type { Deps } from '../../../server/deps.ts'
import type { CaseState } from './case-rules.ts'
import type { Case } from './case.server.ts'
import { clause } from '../shapes.ts'
import { sheetSchema, type Sheet } from '../sheet.ts'
import { CLAIM_STATUSES, type ClaimStatus } from '../status.ts'
import type { ClaimAppealTable, ClaimDecisionTable, ClaimRequestItemTable } from '../tables.server.ts'

type Sealing = Pick<Deps, 'seal'>
const UNAVAILABLE = 'claims.unavailable'
const APPEAL = 'claims.appeal'

/** Why a document cannot be had, in the person's words; the same when a claim is withdrawn. */
export const sealWhy = ({ seal }: Sealing, text: string): string => seal.seal(UNAVAILABLE, text)
export const whyOf = ({ seal }: Sealing, { unavailable }: Pick<ClaimRequestItemTable, 'unavailable'>): string | null =>
  unavailable === null ? null : seal.open(UNAVAILABLE, z.string(), unavailable)
export const sealAppeal = ({ seal }: Sealing, text: string): string => seal.seal(APPEAL, text)
export const appealText = ({ seal }: Sealing, { text }: Pick<ClaimAppealTable, 'text'>): string => seal.open(APPEAL, z.string(), text)

/** Ids of the lines that an appeal is about; none: all of the decision. */
export const linesOf = ({ lines }: Pick<ClaimAppealTable, 'lines'>): string[] => z.array(z.string()).parse(JSON.parse(lines))
export const clausesOf = ({ clauses }: Pick<ClaimDecisionTable, 'clauses'>): string[] => z.array(clause).parse(JSON.parse(clauses))
export const sheetOf = ({ sheet }: Pick<ClaimDecisionTable, 'sheet'>): Sheet => sheetSchema.parse(JSON.parse(sheet))

const data = z.object({ kind: z.string().optional(), day: z.string().optional(), document: z.string().optional() }).loose()
/** What an event says besides its change of status. */
export const eventData = (json: string | null): z.output<typeof data> => (json === null ? {} : data.parse(JSON.parse(json)))

const isStatus = (text: string): text is ClaimStatus => (CLAIM_STATUSES as readonly string[]).includes(text)

/** A case for the rules. Of a draft there is none: it was not submitted. */
export function stateOf({ claim, decisions, payments, appeals, events }: Case): CaseState {
  const number = (at: number | null): number | null => (at === null ? null : Number(at))
  return {
    status: claim.status, complex: claim.complex === 1, submittedAt: Number(claim.submitted_at ?? claim.created_at),
    registeredAt: number(claim.registered_at), closedAt: number(claim.closed_at),
    moves: events.flatMap((it) => (it.from_status !== null && isStatus(it.to_status) && it.from_status !== it.to_status ? [{ at: Number(it.at), to: it.to_status }] : [])),
    decisions: decisions.map((it) => ({ id: it.id, at: Number(it.at), outcome: it.outcome, paidToYou: sheetOf(it).paidToYou, appealUntil: it.appeal_until })),
    payments: payments.map((it) => ({ decision: it.decision_id, status: it.status, settledAt: number(it.settled_at) })),
    appeals: appeals.map((it) => ({ decision: it.decision_id, at: Number(it.at), answeredAt: number(it.answered_at) })),
  }
}
