/** Closes a list so that its school can pay, cancels it, or lets it expire. */
import { z } from 'zod'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { handleJob } from '../../../../server/jobs/outbox.ts'
import { transition, writeEvent } from '../../../../server/transition.ts'
import { createPaymentLink, linkUrl, closePayments, hasPayment, settlePayments } from '../../../cashier/server/door.ts'
import {
  groupPaymentRef,
  groupPaymentMachine,
  isPaidGroup,
  freeAll,
  groupPaymentOf,
  heldSum,
  leaveGroup,
  lockGroup,
  type GroupPaymentTable,
} from '../../../orders/server/door.ts'
import { groupPaymentMessages, tellSchool } from './group-payment-messages.ts'

export const expireGroupJob = defineJob('group_payment.expire', 'deadlines', z.object({ id: z.string() }))

interface Acting {
  by: string
  why: string
}
/** The sandbox uses a fixed address, which everybody knows. */
interface KnownAddress {
  token?: string
}

async function lockedGroup(trx: Trx, id: string): Promise<GroupPaymentTable> {
  await lockGroup(trx, id)
  const row = await groupPaymentOf(trx, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/**
 * No more students are added, and the school can pay: returns the address for the payment. Closing it again returns the
 * same address.
 */
export async function closeList(
  deps: Deps,
  id: string,
  { by, why, token }: Acting & KnownAddress,
): Promise<{ row: GroupPaymentTable; url: string }> {
  const row = await deps.write(async (trx) => {
    const found = await lockedGroup(trx, id)
    if (found.status === 'open') return found
    if (found.status !== 'draft') throw new Refusal('not_draft', { state: found.status })
    if ((await heldSum(trx, id)).students === 0) throw new Refusal('nobody_to_pay_for')
    if (found.pay_until <= deps.clock()) throw new Refusal('expired')
    return transition(trx, {
      machine: groupPaymentMachine,
      id,
      to: 'open',
      version: found.version,
      by,
      at: deps.clock(),
      why,
      set: { closed_at: deps.clock() },
    })
  })
  const url = await payerUrl(deps, row, token === undefined ? {} : { token })
  await deps.write((trx) => tellSchool(deps, trx, row, groupPaymentMessages.group_payment_ready, url))
  return { row, url }
}

/** The school's address of an open list: the same link, however often it is requested. */
export async function payerUrl(deps: Deps, { id, lang }: GroupPaymentTable, known: KnownAddress = {}): Promise<string> {
  const link = await createPaymentLink(deps, {
    payable: groupPaymentRef(id),
    by: SCHOOL_LINK,
    lang,
    reuse: true,
    silent: true,
    ...known,
  })
  return linkUrl(deps, link)
}

/** The maker of the school's link; the event of closing records who closed the list. */
const SCHOOL_LINK = 'system'

/**
 * Cancels a list: its applications can be paid otherwise, or be added to another list. Refuses `payment_started` and
 * `paid`.
 */
export async function cancelList(deps: Deps, id: string, { by, why }: Acting): Promise<void> {
  await settlePayments(deps, groupPaymentRef(id))
  await deps.write(async (trx) => {
    const row = await lockedGroup(trx, id)
    if (isPaidGroup(row.status)) throw new Refusal('paid')
    if (row.status !== 'draft' && row.status !== 'open') throw new Refusal('closed', { state: row.status })
    if (await hasPayment(trx, groupPaymentRef(id))) throw new Refusal('payment_started')
    await freeAll(trx, id, 'list_cancelled', deps.clock())
    // One by transfer may be open: nobody should pay for a list that is gone.
    await closePayments(deps, trx, groupPaymentRef(id))
    const next = await transition(trx, {
      machine: groupPaymentMachine,
      id,
      to: 'cancelled',
      version: row.version,
      by,
      at: deps.clock(),
      why,
    })
    if (row.status === 'open') await tellSchool(deps, trx, next, groupPaymentMessages.group_payment_cancelled)
  })
}

/** Removes one application, before a payment is begun. */
export async function takeOff(deps: Deps, id: string, application: string, { by, why }: Acting): Promise<void> {
  await deps.write(async (trx) => {
    await lockFor(trx, `order:${application}`)
    const row = await trx
      .selectFrom('orders')
      .select(['id', 'group_payment'])
      .where('id', '=', application)
      .where('group_payment', '=', id)
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    const done = await leaveGroup(trx, row, { reason: 'taken_off', at: deps.clock(), by, unlessBeingPaid: true })
    if (done !== 'left') throw new Refusal(done === 'paid' ? 'paid' : 'payment_started')
    await writeEvent(trx, {
      entity: 'group_payment',
      entity_id: id,
      at: deps.clock(),
      by,
      from_status: 'held',
      to_status: 'taken_off',
      why,
      data: { application },
    })
  })
}

/** Expires the list, unless its payment turns out to have succeeded. Safe to run more than once. */
export async function expireGroup(deps: Deps, id: string): Promise<void> {
  await settlePayments(deps, groupPaymentRef(id))
  await deps.write(async (trx) => {
    await lockGroup(trx, id)
    const row = await groupPaymentOf(trx, id)
    if ((row?.status !== 'open' && row?.status !== 'draft') || row.pay_until > deps.clock()) return
    await freeAll(trx, id, 'expired', deps.clock())
    const next = await transition(trx, {
      machine: groupPaymentMachine,
      id,
      to: 'expired',
      version: row.version,
      by: 'system',
      at: deps.clock(),
      why: 'not paid in time',
    })
    await closePayments(deps, trx, groupPaymentRef(id))
    if (row.status === 'open') await tellSchool(deps, trx, next, groupPaymentMessages.group_payment_expired)
  })
}

export const expireGroupHandler = handleJob(expireGroupJob, (deps, { id }) => expireGroup(deps, id))

/** The payer's mailbox is deleted this long after the end, ms. */
const CONTACT_KEPT = LIMITS.groupPaymentShownDays * 86_400_000

export const forgetContacts = {
  kind: 'group_payment.contacts',
  lane: 'sweeps' as const,
  every: 86_400_000,
  run: async ({ write, clock }: Deps): Promise<void> => {
    await write((trx) =>
      trx
        .updateTable('group_payments')
        .set({ contact: null })
        .where('contact', 'is not', null)
        .where('status', 'in', ['done', 'cancelled', 'expired'])
        .where('updated_at', '<=', clock() - CONTACT_KEPT)
        .execute(),
    )
  },
}
