/** An order and its payment as the payer sees them. */
import { money } from '../../../../lib/money/money.ts'
import { referencesIn } from '../../../../lib/money/transfer-reference.ts'
import { maskedName } from '../../../../lib/people/masked-name.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { textSchema } from '../../../../server/keys/seal.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import type { PayableRef } from '../payable.ts'
import { countOpenedCodes, drawQrPath, type PayableAccess } from '../links/payment-qr-codes.ts'
import type { Followed, PaymentMethod, PaymentView, PayOrder } from '../../contract.ts'
import { requesterOf } from './payment-requested-by.ts'
import { paymentAmount } from './apply-trade.ts'
import { actionOf } from './pay-action.ts'
import { isOpen } from '../payment-states.ts'
import { kindOf, payabilityOf, standingFor } from './payability.ts'
import { TRANSFER } from '../transfers/transfer-provider.ts'
import type { PaymentTable, RefundTable } from '../../tables.ts'

/** The payable's present state, with its latest payment or the one asked for. */
export async function followPayment(ctx: Context, found: PayableAccess, paymentId?: string): Promise<Followed> {
  const { deps, lang } = ctx
  const payment = await paymentOf(ctx, found.payable, paymentId)
  const refund = payment && (await latestRefund(deps, payment.id))
  return {
    order: await payableView(deps, lang, found),
    payment: payment
      ? { ...paymentView(payment, refund, deps.clock()), arrived: await arrivedFor(deps, payment) }
      : null,
    startedBy: payment ? await startedBy(ctx, payment.id) : null,
    takenOver: await wasTakenOver(ctx, found.payable),
    codesOpened: found.own ? await countOpenedCodes(deps, found.payable) : 0,
    now: deps.clock(),
  }
}

/**
 * A payment of this payable: the one asked for, else the most relevant: with money that was accepted, then open, then
 * with money that goes back, then the latest.
 */
export async function paymentOf(
  ctx: Context,
  { kind, id }: PayableRef,
  paymentId?: string,
): Promise<PaymentTable | undefined> {
  const rows = await ctx.deps.db
    .selectFrom('payments')
    .selectAll()
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute()
  if (paymentId !== undefined) return rows.find((row) => row.id === paymentId)
  const paid = rows.filter((row) => row.status === 'succeeded')
  // Where the price changed, and the old one that arrived goes back, the payment of the new one counts.
  const anew = rows.find((row) => isOpen(row.status))
  if (anew && !paid.some((row) => row.credited_at !== null)) return anew
  return paid.length > 1 ? oneOfSeveral(ctx, paid) : (paid[0] ?? rows[0])
}

/**
 * It was paid more than once: the payment that was accepted, not one that is refunded. Somebody whose own money is
 * refunded sees their own payment, unless the accepted one is theirs too.
 */
async function oneOfSeveral(ctx: Context, paid: readonly PaymentTable[]): Promise<PaymentTable | undefined> {
  const keys = await ctx.deps.db
    .selectFrom('payment_keys')
    .select('payment_id')
    .where('requester', '=', requesterOf(ctx))
    .where(
      'payment_id',
      'in',
      paid.map(({ id }) => id),
    )
    .execute()
  const own = paid.filter(({ id }) => keys.some((key) => key.payment_id === id))
  const accepted = (rows: readonly PaymentTable[]) => rows.find((row) => row.credited_at !== null)
  return accepted(own) ?? own[0] ?? accepted(paid) ?? paid[0]
}

/** Payers who request at the same time are led to one payment: a page must not thank somebody for what another one paid. */
async function startedBy(ctx: Context, paymentId: string): Promise<NonNullable<Followed['startedBy']>> {
  const keys = await ctx.deps.db
    .selectFrom('payment_keys')
    .select('requester')
    .distinct()
    .where('payment_id', '=', paymentId)
    .execute()
  const caller = requesterOf(ctx)
  if (!keys.some(({ requester }) => requester === caller)) return 'others'
  return keys.length === 1 ? 'caller' : 'several'
}

/** Whether somebody else ended the payment that the caller began last. */
async function wasTakenOver(ctx: Context, { kind, id }: PayableRef): Promise<boolean> {
  const caller = requesterOf(ctx)
  const row = await ctx.deps.db
    .selectFrom('payment_keys')
    .innerJoin('payments', 'payments.id', 'payment_keys.payment_id')
    .select(['payments.ended_by', 'payments.status'])
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('payment_keys.requester', '=', caller)
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.status === 'failed' && row.ended_by !== null && row.ended_by !== caller
}

/** The method of the caller's latest payment of anything. */
export async function lastMethod(ctx: Context): Promise<PaymentMethod | null> {
  const row = await ctx.deps.db
    .selectFrom('payment_keys')
    .innerJoin('payments', 'payments.id', 'payment_keys.payment_id')
    .select('payments.method')
    .where('payment_keys.requester', '=', requesterOf(ctx))
    .orderBy('payment_keys.at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.method ?? null
}

async function latestRefund(deps: Deps, paymentId: string): Promise<RefundTable | undefined> {
  // A refund that is only requested is shown where it was requested: no money moves yet.
  return deps.db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('status', 'not in', ['requested', 'under_review', 'rejected'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

async function payableView(deps: Deps, lang: Lang, { payable, own, link }: PayableAccess): Promise<PayOrder> {
  const { number, amount, ...state } = await payabilityOf(deps, deps.db, payable)
  const standing = standingFor({ own }, state.standing)
  // A declined application has no time to pay and a cancelled one has: nobody else may learn from it which of the two
  // it is.
  const payUntil = standing === 'cancelled' && !own ? null : state.payUntil
  if (standing === 'accepted') throw new Refusal(standing)
  if (standing === 'not_submitted' || !amount) throw new Refusal('not_submitted')
  const over = standing === 'payable' && link?.over
  const {
    insured,
    parts = [],
    waiverLetter,
    buyer = '',
    back,
    campaign = null,
    sentTo = null,
    ...shown
  } = await kindOf(deps, payable).describe(deps, payable.id, lang)
  return {
    ...payable,
    number,
    standing: over ? STANDING_OF_LINK[over] : standing,
    amount,
    expiresAt: link ? Math.min(link.expiresAt, payUntil ?? Infinity) : payUntil,
    ...shown,
    ...(own ? {} : { status: state.standing === 'declined' ? 'cancelled' : shown.status }),
    insured: own
      ? insured
      : parts.length > 0
        ? parts.map(({ name }) => maskedName(name)).join(' ')
        : maskedName(insured),
    parts: parts.map(({ name, amount: part }) => ({ name: own ? name : maskedName(name), amount: part })),
    buyer: own ? buyer : maskedName(buyer),
    back: own ? back : null,
    campaign,
    sentTo: own ? sentTo : null,
    waiverLetter,
    own,
    link: link ? { madeBy: link.madeBy } : null,
  }
}

/** What an ended link shows about a payable that can still be paid otherwise. */
const STANDING_OF_LINK = { link_ended: 'cancelled', link_expired: 'expired' } as const

/** What the note of an incoming transfer is sealed under. */
const TRANSFER_NOTE = 'incoming_transfers.note'

/** What came by transfer in another sum, and is not booked: a person decides what becomes of it. */
async function arrivedFor(
  { db, seal }: Deps,
  { id, method, currency, gateway_ref: reference }: PaymentTable,
): Promise<PaymentView['arrived']> {
  if (method !== TRANSFER || reference === null) return null
  const rows = await db
    .selectFrom('incoming_transfers')
    .select(['amount_minor', 'note'])
    .where('payment_id', '=', id)
    .where('currency', '=', currency)
    .where('status', 'in', ['waiting', 'proposed'])
    .where('problem', 'in', ['too_little', 'too_much'])
    .execute()
  // Only of who wrote this reference: an operator may still propose another school's transfer by mistake.
  const arrived = rows
    .filter(
      ({ note }) =>
        note !== null && referencesIn(seal.open(TRANSFER_NOTE, textSchema, note)).references.includes(reference),
    )
    .reduce((sum, it) => sum + it.amount_minor, 0)
  return arrived > 0 ? money(arrived, currency) : null
}

function paymentView(row: PaymentTable, refund: RefundTable | undefined, now: number): Omit<PaymentView, 'arrived'> {
  const action = actionOf(row, now)
  return {
    id: row.id,
    status: row.status,
    failure: row.failure,
    method: row.method,
    amount: paymentAmount(row),
    payUrl: action?.kind === 'redirect' ? action.url : null,
    qr: action?.kind === 'qr' ? drawQrPath(action.text) : null,
    inPage: action?.kind === 'in_page' ? action.parameters : null,
    createdAt: row.created_at,
    settledAt: row.settled_at === null ? null : row.settled_at,
    refund: refund ? refundView(refund) : null,
  }
}

const refundView = (row: RefundTable): NonNullable<PaymentView['refund']> => ({
  status: row.status,
  reason: row.reason,
  amount: money(row.amount_minor, row.currency),
  at: row.settled_at ?? row.updated_at,
  byHand: row.way !== 'provider',
})
