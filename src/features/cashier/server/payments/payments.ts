/** Starts, follows and gives up a payment. Providers are called outside of transactions, and booking happens inside. */
import { createHash } from 'node:crypto'
import { localPath, type Lang } from '../../../../lib/locale.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { payableKey, type PayableRef } from '../payable.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { pathFor } from '../../../../routes.ts'
import { recordCreation } from '../../../../server/transition.ts'
import { applyTrade, failPayment } from './apply-trade.ts'
import type { PaymentMethod } from '../../contract.ts'
import { openAtProvider, refusingSilence } from './open-at-provider.ts'
import { NO_ACTION } from './pay-action.ts'
import { askProvider } from '../providers/provider-health.ts'
import { ProviderUnavailable, type Payer, type TradeRef } from '../providers/provider-interface.ts'
import { providerFor, providerNamed } from '../providers/provider-registry.ts'
import { isOpen, OPEN_STATES, paymentMachine } from '../payment-states.ts'
import { isTransferable, kindOf, payabilityOf, standingFor } from './payability.ts'
import { requirePaymentSpace, requireRequestSpace } from './require-payment-space.ts'
import { payableQuery } from '../links/address-of-payable.ts'
import { TRANSFER } from '../transfers/transfer-provider.ts'
import type { PaymentTable } from '../../tables.ts'

export interface PaymentRequest {
  payable: PayableRef
  /** The payer owns it, and is told all of its state. */
  own: boolean
  method: PaymentMethod
  key: string
  /** The key's owner: `holder:<hash>` or `user:<id>`. */
  requester: string
  lang: Lang
  payer: Payer
  /** The QR code's secret, if the payer used one. */
  code?: string | undefined
  /** In the flow of a partner's link: its `in_id`, or ''. */
  linked?: string | undefined
  /** The payment link, if the payer used one. */
  link?: { id: string; token: string; type: string | null } | undefined
}

type Placement = { payment: PaymentTable } | { close: PaymentTable }

/** The payment of this request, opened at its provider. The same key and body return the same one. */
export async function startPayment(deps: Deps, request: PaymentRequest): Promise<PaymentTable> {
  let step = await deps.write((trx) => findOrCreatePayment(trx, deps, request, false))
  if ('close' in step) {
    const { close: other } = step
    await closePayment(deps, other, request.requester)
    step = await deps.write((trx) => findOrCreatePayment(trx, deps, request, true))
  }
  if ('close' in step) throw new Refusal('gateway')
  return openAtProvider(deps, step.payment, request.payer)
}

const requestHash = ({ payable: { kind, id }, method }: PaymentRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, id, method]))
    .digest('hex')

/**
 * Finds or creates the payment. `close`: another one is open, with another method or from another page, and must be
 * given up first; if that was tried and it is still open (its bank has not decided), it stays the payment.
 */
async function findOrCreatePayment(trx: Trx, deps: Deps, request: PaymentRequest, tried: boolean): Promise<Placement> {
  const { payable, method, requester, key } = request
  // Also prevents the payable from being reopened or closed at the same moment.
  await kindOf(deps, payable).lock(trx, payable.id)
  const known = await trx
    .selectFrom('payment_keys')
    .selectAll()
    .where('requester', '=', requester)
    .where('key', '=', key)
    .executeTakeFirst()
  if (known) {
    if (known.request_hash !== requestHash(request)) throw new Refusal('key_reused')
    return {
      payment: await trx
        .selectFrom('payments')
        .selectAll()
        .where('id', '=', known.payment_id)
        .executeTakeFirstOrThrow(),
    }
  }
  await requireRequestSpace(trx, payable, deps.clock())
  const open = await trx
    .selectFrom('payments')
    .selectAll()
    .where('payable_kind', '=', payable.kind)
    .where('payable_id', '=', payable.id)
    .where('status', 'in', OPEN_STATES)
    .executeTakeFirst()
  // A trade returns to whoever opened it, and asks for what was owed then: for another device or page, or another sum,
  // a new one is opened.
  const isOther =
    open &&
    !tried &&
    (open.method !== method ||
      // A transfer is made at a bank: whoever opens the page anywhere sees the same reference.
      (method !== TRANSFER &&
        (open.browser !== request.payer.browser || open.return_url !== returnUrl(deps, request))) ||
      (await asksOtherSum(deps, trx, open)))
  // Before the open one is given up: it can still be paid when no other may be begun.
  if (!open || isOther) await requirePaymentSpace(trx, payable, deps.clock())
  if (isOther) return { close: open }
  const payment = open ?? (await createPayment(trx, deps, request))
  await trx
    .insertInto('payment_keys')
    .values({ requester, key, request_hash: requestHash(request), payment_id: payment.id, at: deps.clock() })
    .execute()
  return { payment }
}

/** A student left a school's list after the payment was begun. */
async function asksOtherSum(
  deps: Deps,
  trx: Trx,
  { payable_kind: kind, payable_id: id, amount_minor: sum }: PaymentTable,
): Promise<boolean> {
  const { standing, amount } = await payabilityOf(deps, trx, { kind, id })
  return standing === 'payable' && amount !== null && amount.amount !== sum
}

/** How long a payment stays open if its payable has no deadline, ms. */
const OPEN_FOR = 60 * 60_000

async function createPayment(trx: Trx, deps: Deps, request: PaymentRequest): Promise<PaymentTable> {
  const now = deps.clock()
  const { payable, method, lang } = request
  if (request.link) await requireOpenLink(trx, request.link.id, now)
  const { standing, amount, payUntil, byTransfer = false } = await payabilityOf(deps, trx, payable)
  if (!amount || standing !== 'payable')
    throw new Refusal(standing === 'payable' ? 'not_submitted' : standingFor(request, standing))
  const provider = providerFor(deps, {
    method,
    currency: amount.currency,
    device: request.payer.device,
    browser: request.payer.browser,
    transferable: isTransferable({ byTransfer, payUntil }, now),
  })
  if (!provider) throw new Refusal('invalid', { fields: { method: 'invalid' } })
  const row: PaymentTable = {
    id: newId(),
    status: 'created',
    version: 1,
    updated_at: now,
    payable_kind: payable.kind,
    payable_id: payable.id,
    provider: provider.name,
    method,
    amount_minor: amount.amount,
    currency: amount.currency,
    paid_minor: null,
    paid_currency: null,
    refund_minor: 0,
    gateway_ref: null,
    ...NO_ACTION,
    failure: null,
    return_url: returnUrl(deps, request),
    lang,
    browser: request.payer.browser,
    created_at: now,
    started_at: null,
    settled_at: null,
    credited_at: null,
    checked_at: null,
    expires_at: payUntil ?? now + OPEN_FOR,
    link_id: request.link?.id ?? null,
    ended_by: null,
  }
  await trx.insertInto('payments').values(row).execute()
  await recordCreation(trx, {
    machine: paymentMachine,
    id: row.id,
    status: row.status,
    by: 'buyer',
    at: now,
    data: { method, payable: payableKey(payable) },
  })
  return row
}

/** Checked inside the payable's lock: the link may be ended at the same moment. */
async function requireOpenLink(trx: Trx, id: string, now: number): Promise<void> {
  const row = await trx
    .selectFrom('payment_links')
    .select(['status', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.status !== 'open') throw new Refusal('link_ended')
  if (row.expires_at <= now) throw new Refusal('link_expired')
}

/** Where the gateway redirects the browser: the page that follows the payment. The address contains no result. */
function returnUrl(deps: Deps, { payable, lang, payer: { device }, code, link, linked }: PaymentRequest): string {
  if (link)
    return `${deps.config.siteUrl}${localPath(lang, link.type === null ? pathFor('cashier', { id: link.token }) : pathFor('h5.pay', { type: link.type, id: link.token }))}?back=1`
  const query = code === undefined ? payableQuery(deps, payable) : `code=${encodeURIComponent(code)}`
  const page = linked !== undefined ? pathFor('interconnection.pay') : device === 'mobile' ? '/pay' : '/payment/pay'
  return `${deps.config.siteUrl}${localPath(lang, page)}?${query}${linked ? `&in_id=${linked}` : ''}&back=1`
}

/** A payment in the form that its provider knows. */
const tradeRef = ({ id, gateway_ref }: Pick<PaymentTable, 'id' | 'gateway_ref'>): TradeRef => ({
  paymentId: id,
  ref: gateway_ref,
})

/** Gives up an open payment for `requester`. Refuses with `gateway` when the provider does not answer. */
export async function closePayment(deps: Deps, row: PaymentTable, requester: string): Promise<void> {
  if (isOpen(row.status)) await refusingSilence(() => closeAtProvider(deps, row, requester))
}

/**
 * The payer never got an address or code, so a provider that does not answer need not be waited for. Money that arrived
 * all the same would be booked like any other.
 */
const wasNeverHandedOut = (row: PaymentTable): boolean =>
  row.status === 'created' && row.pay_url === null && row.pay_qr === null && row.pay_in_page === null

/**
 * Closes at the provider, for `requester` if somebody wants that, and books the answer. A trade unknown to it ends
 * here, since no payer has seen it; otherwise `ProviderUnavailable` is passed on.
 */
export async function closeAtProvider(deps: Deps, row: PaymentTable, requester?: string): Promise<void> {
  const provider = providerNamed(deps, row.provider)
  const trade = await askProvider(deps, provider, 'close', { payment: row.id }, () =>
    provider.close(tradeRef(row)),
  ).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable && wasNeverHandedOut(row)) return undefined
    throw error
  })
  await deps.write(async (trx) => {
    if (trade) return applyTrade(trx, deps, trade, `gateway:${provider.name}`, requester)
    const now = deps.clock()
    const current = await trx.selectFrom('payments').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
    if (!isOpen(current.status)) return undefined
    return failPayment(trx, deps, current, row.expires_at <= now ? 'expired' : 'cancelled', {
      by: 'system',
      endedBy: requester,
    })
  })
}

/** A provider is asked about one payment at most once in this time, ms, however many pages follow it. */
const QUERY_INTERVAL = 2_500

/** Asks the provider about an open payment and books the answer; without an answer nothing changes. */
export async function refreshPayment(deps: Deps, row: PaymentTable, patience = QUERY_INTERVAL): Promise<void> {
  if (!isOpen(row.status) || !(await claimProviderQuery(deps, row.id, patience))) return
  const provider = providerNamed(deps, row.provider)
  try {
    if (row.expires_at <= deps.clock()) return await closeAtProvider(deps, row)
    const trade = await askProvider(deps, provider, 'query', { payment: row.id }, () => provider.query(tradeRef(row)))
    if (trade) await deps.write((trx) => applyTrade(trx, deps, trade, `gateway:${provider.name}`))
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ payment: row.id }, 'payment provider did not answer')
  }
}

async function claimProviderQuery(deps: Deps, id: string, patience: number): Promise<boolean> {
  const now = deps.clock()
  const done = await deps.write((trx) =>
    trx
      .updateTable('payments')
      .set({ checked_at: now })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', now - patience)]))
      .executeTakeFirst(),
  )
  return done.numUpdatedRows > 0n
}
