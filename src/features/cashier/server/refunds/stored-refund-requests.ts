/** Refund requests as they are stored: one row for each part, read together. */
import { z } from 'zod'
import type { Currency } from '../../../../lib/money/money.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { RefundReason, RefundState } from '../../contract.ts'
import type { RefundLine } from './split-refund.ts'
import type { RefundTable } from '../../tables.ts'

/** `Part`: a part's row, with what the query joined to it. */
export interface RefundRequest<Part extends RefundTable = RefundTable> {
  id: string
  /** `policy:<id>`, `order:<id>`; `payable:<kind>.<id>` for money that is refunded automatically. */
  subject: string
  reason: RefundReason
  why: string | null
  requestedBy: string
  requestedAt: number
  status: RefundState
  /** Minor units, sum of all parts. */
  amount: number
  currency: Currency
  lines: RefundLine[]
  parts: Part[]
}

const linesSchema = z.array(
  z.object({
    id: z.string(),
    amount: z.number().int(),
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
)

/** The state of a request with several parts: first a state that needs somebody, then the one that is furthest behind. */
const ORDER: readonly RefundState[] = [
  'failed',
  'requested',
  'under_review',
  'approved',
  'submitted',
  'rejected',
  'succeeded',
]
const combinedState = (states: readonly RefundState[]): RefundState =>
  ORDER.find((state) => states.includes(state)) ?? 'succeeded'

function toRequest<Part extends RefundTable>(parts: Part[]): RefundRequest<Part> | undefined {
  const [first] = parts
  if (!first) return undefined
  const lines = linesSchema.parse(JSON.parse(first.lines))
  return {
    id: first.request_id,
    subject: first.subject,
    reason: first.reason,
    why: first.why,
    requestedBy: first.requested_by,
    requestedAt: first.created_at,
    status: combinedState(parts.map((it) => it.status)),
    amount: parts.reduce((sum, it) => sum + it.amount_minor, 0),
    currency: first.currency,
    lines: lines.map(({ id, amount, values }) => ({ id, amount, ...(values ? { values } : {}) })),
    parts,
  }
}

/** Requests from the rows of their parts, in the order of the rows. */
export function combineParts<Part extends RefundTable>(rows: readonly Part[]): RefundRequest<Part>[] {
  return [...new Set(rows.map((it) => it.request_id))].flatMap(
    (id) => toRequest(rows.filter((it) => it.request_id === id)) ?? [],
  )
}

/** A request with its parts; it is also found by the id of any part. */
export async function refundRequest(db: Deps['db'] | Trx, id: string): Promise<RefundRequest | undefined> {
  const named = await db.selectFrom('refunds').select('request_id').where('id', '=', id).executeTakeFirst()
  return toRequest(
    await db
      .selectFrom('refunds')
      .selectAll()
      .where('request_id', '=', named?.request_id ?? id)
      .orderBy('id')
      .execute(),
  )
}

/** The latest request about a subject. */
export async function latestRequest(db: Deps['db'] | Trx, subject: string): Promise<RefundRequest | undefined> {
  const row = await db
    .selectFrom('refunds')
    .select('request_id')
    .where('subject', '=', subject)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row && refundRequest(db, row.request_id)
}

/** A request that was taken back by whoever made it. */
export const isWithdrawn = ({ status, parts }: RefundRequest): boolean =>
  status === 'rejected' && parts.every((it) => it.reviewed_by?.startsWith('user:') === true)

/** How many requests about a subject were taken back by their maker since then, ms. */
export async function takenBackSince(db: Deps['db'] | Trx, subject: string, since: number): Promise<number> {
  const rows = await db
    .selectFrom('refunds')
    .select('request_id')
    .distinct()
    .where('subject', '=', subject)
    .where('created_at', '>=', since)
    .where('status', '=', 'rejected')
    .where('reviewed_by', 'like', 'user:%')
    .execute()
  return rows.length
}
