/**
 * What an operator does with paid tuition: passes it on, records that the school has it, or requests a refund. Each is
 * an event.
 */
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import {
  type RefundSubject,
  creditedPayments,
  requestRefund,
  returnByRule,
  AmountTooHigh,
} from '../../cashier/server/door.ts'
import { transition, tryTransition, recordLook } from '../../../server/transition.ts'
import type { ReturnReason, TuitionStatus } from '../contract.ts'
import { educationRef } from './education-payable.ts'
import { educationMessages, notifyPayer } from './tuition-messages.ts'
import { openFacts, type TuitionFacts } from './sealed-tuition.ts'
import type { EducationOrderTable } from '../tables.ts'
import { confirmBy, sendBy } from './when-tuition-is-due.ts'
import { tuitionMachine, WITH_MONEY } from './tuition-states.ts'
import { settlementDaysOf } from './tuition-view.ts'

interface Acting {
  by: string
  why: string
}
type Db = Deps['db'] | Trx

async function rowOf(db: Db, id: string): Promise<EducationOrderTable> {
  const row = await db.selectFrom('education_orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Payments that wait for us or for a school, oldest first. */
export const openTuition = (db: Db): Promise<EducationOrderTable[]> =>
  db
    .selectFrom('education_orders')
    .selectAll()
    .where('status', 'in', [...WITH_MONEY])
    .orderBy('paid_at')
    .orderBy('id')
    .execute()

/**
 * Deadline for the next step of a waiting payment, ms; `null` while a refund is in progress, which has deadlines of its
 * own.
 */
export function dueAt({ status, paid_at: paid, sent_at: sent, school }: EducationOrderTable): number | null {
  if (status === 'paid') return sendBy(Number(paid))
  return status === 'sent' ? confirmBy(Number(sent), settlementDaysOf(school)) : null
}

/** All data that the school needs. Each access is an event. */
export async function viewTuition(
  deps: Deps,
  id: string,
  { by, why }: Acting,
): Promise<{ row: EducationOrderTable; facts: TuitionFacts }> {
  const row = await rowOf(deps.db, id)
  await deps.write((trx) => recordLook(trx, { entity: tuitionMachine.entity, id, by, at: deps.clock(), why }))
  return { row, facts: openFacts(deps, row) }
}

/**
 * The money is on its way. Refuses `invoice_missing` while the school's invoice is unchecked or unusable, and
 * `money_returned` if part of it was refunded.
 */
export async function send(deps: Deps, id: string, { by, why }: Acting): Promise<void> {
  await deps.write(async (trx) => {
    await lockFor(trx, `education_order:${id}`)
    const { invoice_file: invoice } = await rowOf(trx, id)
    if (invoice === null) throw new Refusal('invoice_missing')
    const [payment] = await creditedPayments(trx, [educationRef(id)])
    if ((payment?.refund_minor ?? 0) > 0) throw new Refusal('money_returned')
    const at = deps.clock()
    const row = await transition(trx, {
      machine: tuitionMachine,
      id,
      from: 'paid',
      to: 'sent',
      by,
      at,
      why,
      set: { sent_at: at },
    })
    await notifyPayer(deps, trx, row, educationMessages.education_sent)
  })
}

export async function confirm(
  deps: Deps,
  id: string,
  { reference, by, why }: Acting & { reference: string },
): Promise<void> {
  await deps.write(async (trx) => {
    await lockFor(trx, `education_order:${id}`)
    await rowOf(trx, id)
    const at = deps.clock()
    const row = await transition(trx, {
      machine: tuitionMachine,
      id,
      from: 'sent',
      to: 'confirmed',
      by,
      at,
      why,
      set: { confirmed_at: at, school_reference: reference },
    })
    await notifyPayer(deps, trx, row, educationMessages.education_confirmed)
  })
}

const subjectOf = (id: string): string => `education:${id}`

/** Requests a full refund to the payer; a second operator approves it, like every refund that a person requests. */
export async function giveBack(deps: Deps, id: string, reason: ReturnReason, { by, why }: Acting): Promise<void> {
  await deps
    .write(async (trx) => {
      const refund = await startReturn(deps, trx, id, reason, { by, why })
      await requestRefund(trx, deps, { ...refund, by, why })
    })
    .catch(tooHigh)
}

/** The same by the rule that nothing is passed on without the school's invoice: needs no approval. */
export async function returnByInvoice(deps: Deps, trx: Trx, id: string, why: string): Promise<void> {
  const by = 'system'
  await returnByRule(trx, deps, { ...(await startReturn(deps, trx, id, 'invoice_unreadable', { by, why })), by, why })
}

async function startReturn(deps: Deps, trx: Trx, id: string, reason: ReturnReason, { by, why }: Acting) {
  await lockFor(trx, `education_order:${id}`)
  await rowOf(trx, id)
  const row = await transition(trx, {
    machine: tuitionMachine,
    id,
    to: 'returning',
    by,
    at: deps.clock(),
    why,
    set: { reason },
  })
  await notifyPayer(deps, trx, row, educationMessages.education_returned)
  const amount = row.amount_minor
  return {
    subject: subjectOf(id),
    payables: [educationRef(id)],
    amount,
    reason: 'tuition_returned',
    lines: [{ id: 'tuition_returned', amount }],
  } as const
}

function tooHigh(error: unknown): never {
  if (error instanceof AmountTooHigh) throw new Refusal('too_much')
  throw error
}

/** The status before the refund was requested. */
const before = ({ confirmed_at: confirmed, sent_at: sent }: EducationOrderTable): TuitionStatus =>
  confirmed !== null ? 'confirmed' : sent !== null ? 'sent' : 'paid'

export const tuitionRefundSubject: RefundSubject = {
  kind: 'education',
  approved: async () => undefined,
  rejected: async (deps, trx, { subject }, { by, why }) => {
    const row = await rowOf(trx, subject.slice('education:'.length))
    const done = await tryTransition(trx, {
      machine: tuitionMachine,
      id: row.id,
      from: 'returning',
      to: before(row),
      by,
      at: deps.clock(),
      why,
      set: { reason: null },
    })
    if (done) await notifyPayer(deps, trx, done, educationMessages.education_kept)
  },
  describe: async (db, { subject }) => {
    const row = await rowOf(db, subject.slice('education:'.length))
    return [`  tuition ${row.id}  ${row.school}  ${row.status}, before: ${before(row)}  reason: ${row.reason ?? ''}`]
  },
}
