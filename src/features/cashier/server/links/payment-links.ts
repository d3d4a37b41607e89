/**
 * Payment links: somebody else is asked to pay, and does so without a login. Whoever has the address may pay and sees
 * the payable, so the address cannot be guessed; the database stores its hash, and the sealed text for its maker.
 */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { localPath, type Lang } from '../../../../lib/locale.ts'
import { pathFor } from '../../../../routes.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { payableKey, type PayableRef } from '../payable.ts'
import { recordCreation, transition } from '../../../../server/transition.ts'
import { LINK_DAYS } from '../../contract.ts'
import { kindOf, payabilityOf, standingFor } from '../payments/payability.ts'
import { requireLinkSpace } from '../payments/require-payment-space.ts'
import { closeJob } from '../payments/payable-payments.ts'
import { linkMessages, sendLinkMessage } from './payment-link-messages.ts'
import { requesterOf } from '../payments/payment-requested-by.ts'
import { OPEN_STATES, paymentLinkMachine } from '../payment-states.ts'
import type { PaymentLinkTable } from '../../tables.ts'

const DAY = 86_400_000
/** How long an ended or expired link is distinguished from an unknown one, ms. */
const REMEMBERED_FOR = 30 * DAY
/** How long a paid link shows its outcome, ms. */
const RESULT_VISIBLE_FOR = 7 * DAY

const TOKEN = 'payment_links.token'
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export interface LinkRequest {
  payable: PayableRef
  /** `buyer`, or `operator:…`: of each payable the buyer has at most one open link, operators any number. */
  by: string
  lang: Lang
  why?: string
  /** Shortens the link's life, ms. */
  lifetime?: number
  /** Returns an open link of the same maker instead of a new one; always so for the buyer. */
  reuse?: boolean
  /** Sends the buyer no message: many links are made at once for one payer, and each buyer has been told of that. */
  silent?: boolean
  /** Fixed token for the sandbox, which everybody knows. */
  token?: string
}

/** The buyer's open link, or a new one. Refuses a payable that cannot be paid. */
export async function createPaymentLink(
  deps: Deps,
  {
    payable,
    by,
    lang,
    why,
    lifetime = Infinity,
    reuse = by === 'buyer',
    silent = by === 'buyer',
    token = randomBytes(20).toString('base64url'),
  }: LinkRequest,
): Promise<PaymentLinkTable> {
  return deps.write(async (trx) => {
    await kindOf(deps, payable).lock(trx, payable.id)
    const { standing, payUntil, linkType = null, links } = await payabilityOf(deps, trx, payable)
    if (standing !== 'payable') throw new Refusal(standingFor({ own: by === 'buyer' }, standing))
    const now = deps.clock()
    const made = reuse ? await openLinkOf(trx, payable, { by, now }) : undefined
    if (made) return made
    if (by === 'buyer') await requireLinkSpace(trx, payable, now)
    const row: PaymentLinkTable = {
      id: newId(),
      status: 'open',
      version: 1,
      updated_at: now,
      payable_kind: payable.kind,
      payable_id: payable.id,
      token_hash: hashToken(token),
      token: deps.seal.seal(TOKEN, token),
      made_by: by,
      type: linkType,
      lang,
      created_at: now,
      expires_at: Math.min(links?.worksUntil ?? now + LINK_DAYS * DAY, now + lifetime, payUntil ?? Infinity),
      shown_for: links?.shownFor ?? null,
    }
    await trx.insertInto('payment_links').values(row).execute()
    await recordCreation(trx, {
      machine: paymentLinkMachine,
      id: row.id,
      status: row.status,
      by,
      at: now,
      ...(why === undefined ? {} : { why }),
      data: { payable: payableKey(payable) },
    })
    // Whoever makes a link for themselves needs no message.
    if (!silent) await sendLinkMessage(deps, trx, linkMessages.payment_link_made, row)
    return row
  })
}

/** This maker's link that may still be used. */
const openLinkOf = (
  db: Trx | Deps['db'],
  { kind, id }: PayableRef,
  { by, now }: { by: string; now: number },
): Promise<PaymentLinkTable | undefined> =>
  db
    .selectFrom('payment_links')
    .selectAll()
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('made_by', '=', by)
    .where('status', '=', 'open')
    .where('expires_at', '>', now)
    .executeTakeFirst()

/**
 * Ends the link: nobody can pay by it any more. A payment that was begun through it is closed at the provider; money
 * that arrives all the same counts.
 */
export async function endPaymentLink(
  deps: Deps,
  trx: Trx,
  row: PaymentLinkTable,
  { by, why }: { by: string; why?: string },
): Promise<void> {
  await transition(trx, {
    machine: paymentLinkMachine,
    id: row.id,
    to: 'ended',
    version: row.version,
    by,
    at: deps.clock(),
    ...(why === undefined ? {} : { why }),
  })
  const begun = await trx
    .selectFrom('payments')
    .select('id')
    .where('link_id', '=', row.id)
    .where('status', 'in', OPEN_STATES)
    .executeTakeFirst()
  // With a key of its own, because the payable may be closed later together with its payments.
  if (begun) await deps.outbox.enqueue(trx, closeJob, payableOf(row), { key: `${closeJob.kind}:link:${row.id}` })
  if (by !== 'buyer') await sendLinkMessage(deps, trx, linkMessages.payment_link_ended, row)
}

/** Ends the buyer's own link; does nothing if there is none. */
export async function endLinkOfBuyer(deps: Deps, payable: PayableRef): Promise<void> {
  await deps.write(async (trx) => {
    await kindOf(deps, payable).lock(trx, payable.id)
    const row = await openLinkOf(trx, payable, { by: 'buyer', now: deps.clock() })
    if (row) await endPaymentLink(deps, trx, row, { by: 'buyer' })
  })
}

export const payableOf = ({ payable_kind: kind, payable_id: id }: PaymentLinkTable): PayableRef => ({ kind, id })

/** Its address: the page that first shows what is paid for. */
export const linkUrl = (deps: Deps, row: PaymentLinkTable, lang = row.lang): string =>
  deps.config.siteUrl + localPath(lang, linkPath(row, deps.seal.open(TOKEN, z.string(), row.token)))

/** Address of the latest link to this payable that was not ended, whoever made it; it may only show the outcome. */
export async function openLinkUrl(
  deps: Deps,
  db: Trx | Deps['db'],
  { kind, id }: PayableRef,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_links')
    .selectAll()
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('status', '=', 'open')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return row && linkUrl(deps, row)
}

const linkPath = ({ type }: PaymentLinkTable, id: string): string =>
  type === null ? pathFor('cashier.confirmation', { id }) : pathFor('h5.pay', { type, id })

export interface OpenedLink {
  id: string
  token: string
  payable: PayableRef
  expiresAt: number
  madeBy: 'buyer' | 'adviser'
  /** From its address, `/h5/pay/{type}/{id}`; `null` for `/cashier/{id}`. */
  type: string | null
  /** Why nothing can be paid by it any more. Whoever began a payment through it still sees the outcome. */
  over: 'link_ended' | 'link_expired' | undefined
}

/** The link with this address. Refuses one that is unknown or over; the outcome of a payment stays visible for a while. */
export async function openPaymentLink(ctx: Context, token: string): Promise<OpenedLink> {
  const { deps } = ctx
  const row = await deps.db
    .selectFrom('payment_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const now = deps.clock()
  const payable = payableOf(row)
  const expiresAt = row.expires_at
  const over = row.status === 'ended' ? 'link_ended' : now >= expiresAt ? 'link_expired' : undefined
  if (over && now >= expiresAt + (row.shown_for ?? RESULT_VISIBLE_FOR)) throw new Refusal(over)
  if (over && !(await hasBegunPayment(ctx, payable)) && (over === 'link_ended' || (await isPayable(deps, payable))))
    throw new Refusal(over)
  return {
    id: row.id,
    token,
    payable,
    expiresAt,
    madeBy: row.made_by === 'buyer' ? 'buyer' : 'adviser',
    type: row.type,
    over,
  }
}

const isPayable = async (deps: Deps, payable: PayableRef): Promise<boolean> =>
  (await payabilityOf(deps, deps.db, payable)).standing === 'payable'

async function hasBegunPayment(ctx: Context, { kind, id }: PayableRef): Promise<boolean> {
  const row = await ctx.deps.db
    .selectFrom('payment_keys')
    .innerJoin('payments', 'payments.id', 'payment_keys.payment_id')
    .select('payments.id')
    .where('payment_keys.requester', '=', requesterOf(ctx))
    .where('payments.payable_kind', '=', kind)
    .where('payments.payable_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes links that nobody can use or ask about any more. */
export const deleteOldPaymentLinks = async (deps: Deps): Promise<void> => {
  const shownUntil = sql<number>`expires_at + coalesce(shown_for, 0)`
  await deps.write((trx) =>
    trx
      .deleteFrom('payment_links')
      .where('expires_at', '<', deps.clock() - REMEMBERED_FOR)
      .where(shownUntil, '<', deps.clock() - REMEMBERED_FOR)
      .execute(),
  )
}
