/** Tuition as a payable: once it is paid, the money is passed on to the school. It brings no insurance. */
import { z } from 'zod'
import type { Lang } from '../../../lib/locale.ts'
import { formatMoney, money } from '../../../lib/money/money.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import { defineJob } from '../../../server/jobs/define-job.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { handleJob } from '../../../server/jobs/outbox.ts'
import {
  type PayableKind,
  type PayableRef,
  type PayableState,
  type PayableView,
  closePayments,
  settlePayments,
} from '../../cashier/server/door.ts'
import { transition, tryTransition } from '../../../server/transition.ts'
import { formOfCaller } from '../../orders/server/door.ts'
import { tuitionPath } from '../contract.ts'
import { educationMessages, notifyPayer } from './tuition-messages.ts'
import { schoolName } from './tuition-view.ts'
import { openFacts } from './sealed-tuition.ts'
import type { EducationOrderTable } from '../tables.ts'
import { CLOSE_MARGIN_MS } from './when-tuition-is-due.ts'
import { tuitionMachine } from './tuition-states.ts'

/** The payable kind of tuition. */
const EDUCATION = 'education'
export const educationRef = (id: string): PayableRef => ({ kind: EDUCATION, id })

const rowOf = (db: Trx | Deps['db'], id: string): Promise<EducationOrderTable | undefined> =>
  db.selectFrom('education_orders').selectAll().where('id', '=', id).executeTakeFirst()

const lock = (trx: Trx, id: string): Promise<void> => lockFor(trx, `education_order:${id}`)

function standingOf({ status, pay_until: until }: EducationOrderTable, now: number): PayableState['standing'] {
  if (status === 'awaiting_payment') return now >= until ? 'expired' : 'payable'
  return status === 'cancelled' || status === 'expired' ? status : 'paid'
}

async function find(_deps: Deps, db: Trx | Deps['db'], id: string, now: number): Promise<PayableState | undefined> {
  const row = await rowOf(db, id)
  return (
    row && {
      number: id,
      standing: standingOf(row, now),
      amount: money(row.amount_minor, 'CNY'),
      payUntil: row.pay_until,
    }
  )
}

async function describe(deps: Deps, id: string, lang: Lang): Promise<PayableView> {
  const row = await rowOf(deps.db, id)
  if (!row) throw new Refusal('not_found')
  const { student, payer } = openFacts(deps, row)
  const fee = formatMoney(money(row.fee_minor, row.fee_currency), lang)
  return {
    status: row.status,
    settled: row.status !== 'awaiting_payment',
    about: deps.words(lang, 'education:about', { school: schoolName(row.school, lang), fee }),
    plan: '',
    tier: '',
    insurer: '',
    start: null,
    end: null,
    insured: student,
    buyer: payer,
    application: null,
    back: tuitionPath(id),
    after: null,
  }
}

async function contact(deps: Deps, trx: Trx, id: string): Promise<{ to: string; lang: Lang } | undefined> {
  const row = await rowOf(trx, id)
  return row && { to: openFacts(deps, row).contact, lang: row.lang }
}

/**
 * A payment after the quote has expired, or for an order that was given up, is not accepted: the rate has changed by
 * then.
 */
const paid: PayableKind['paid'] = async (deps, trx, { id, paymentId, at, boughtAt }) => {
  await lock(trx, id)
  const row = await rowOf(trx, id)
  if (!row || row.status === 'cancelled' || row.status === 'expired') return 'dead'
  if (row.status !== 'awaiting_payment') return 'already'
  if (boughtAt > row.pay_until || row.invoice_failed !== null) return 'dead'
  const done = await transition(trx, {
    machine: tuitionMachine,
    id,
    to: 'paid',
    version: row.version,
    by: `payment:${paymentId}`,
    at,
    set: { paid_at: at },
  })
  await notifyPayer(deps, trx, done, educationMessages.education_paid)
  return 'paid'
}

/** Everything that was credited was refunded; a second payment is refunded automatically and changes nothing. */
async function returned(deps: Deps, trx: Trx, { id, at }: { id: string; at: number }): Promise<void> {
  const credited = await trx
    .selectFrom('payments')
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select(['payments.paid_minor', 'refunds.amount_minor'])
    .where('payments.payable_kind', '=', EDUCATION)
    .where('payments.payable_id', '=', id)
    .where('credited_at', 'is not', null)
    .where('refunds.status', '=', 'succeeded')
    .execute()
  const back = credited.reduce((sum, row) => sum + row.amount_minor, 0)
  if (credited.length > 0 && back >= Number(credited[0]?.paid_minor))
    await tryTransition(trx, {
      machine: tuitionMachine,
      id,
      to: 'returned',
      by: 'system',
      at: deps.clock(),
      set: { returned_at: at },
    })
}

export const educationPayable: PayableKind = {
  kind: EDUCATION,
  named: 'education:named',
  lock,
  find,
  describe,
  contact,
  paid,
  returned,
  requirePayer: async (ctx, id) => void (await formOfCaller(ctx, 'education_orders', id)),
}

/** Lets the order expire, unless its payment turns out to have succeeded. Safe to run more than once. */
async function lapse(deps: Deps, { id }: { id: string }): Promise<void> {
  await settlePayments(deps, educationRef(id))
  await deps.write(async (trx) => {
    await lock(trx, id)
    const row = await rowOf(trx, id)
    if (row?.status !== 'awaiting_payment' || row.pay_until + CLOSE_MARGIN_MS > deps.clock()) return
    await transition(trx, {
      machine: tuitionMachine,
      id,
      to: 'expired',
      version: row.version,
      by: 'system',
      at: deps.clock(),
      why: 'not paid in time',
    })
    await closePayments(deps, trx, educationRef(id))
  })
}

export const lapseJob = defineJob('education.lapse', 'deadlines', z.object({ id: z.string() }))
export const lapseHandler = handleJob(lapseJob, lapse)
