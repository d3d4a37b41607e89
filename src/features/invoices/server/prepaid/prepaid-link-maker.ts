/** Creates and ends private links: for the buyer on the order's page, for an operator by `prepaid-invoices`. */
import { randomBytes } from 'node:crypto'
import type { Lang } from '../../../../lib/locale.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { payableKey, type PayableRef } from '../../../cashier/server/door.ts'
import { recordCreation, transition } from '../../../../server/transition.ts'
import { PREPAID_LINK_DAYS } from '../../contract.ts'
import { notInvoiceableReason } from '../invoice-permissions.ts'
import { invoiceOf } from '../load-invoice-documents.ts'
import { lockKey } from '../request-invoice.ts'
import { hashKey, payableOfLink, sealKey } from './prepaid-links.ts'
import { sendPrepaidLink, tellBuyerOfLink } from './prepaid-link-messages.ts'
import { prepaidLinkMachine } from '../invoice-states.ts'
import { sourceOf } from '../sources/invoice-sources.ts'
import type { PrepaidLinkTable } from '../../tables.ts'

const DAY = 86_400_000

export interface PrepaidLinkRequest {
  payable: PayableRef
  /** `buyer`, who is shown the open link again, or `operator:…`. */
  by: string
  lang: Lang
  why?: string
  /** The payer's email, to which the link is sent. */
  to?: string
  days?: number
  /** Fixed key for the sandbox, which everybody knows. */
  key?: string
}

/** Refuses `not_available` where there is nothing to invoice, and `exists` where the invoice was requested already. */
export async function createPrepaidLink(
  deps: Deps,
  {
    payable,
    by,
    lang,
    why,
    to,
    days = PREPAID_LINK_DAYS,
    key = randomBytes(20).toString('base64url'),
  }: PrepaidLinkRequest,
): Promise<PrepaidLinkTable> {
  return deps.write(async (trx) => {
    await lockFor(trx, lockKey(payable))
    const now = deps.clock()
    const made = by === 'buyer' ? await openLinkOfBuyer(trx, payable, now) : undefined
    if (made) return made
    await requireInvoiceable(deps, trx, payable)
    const row: PrepaidLinkTable = {
      id: newId(),
      status: 'open',
      version: 1,
      updated_at: now,
      payable_kind: payable.kind,
      payable_id: payable.id,
      token_hash: hashKey(key),
      token: sealKey(deps, key),
      made_by: by,
      lang,
      created_at: now,
      expires_at: now + days * DAY,
    }
    await trx.insertInto('prepaid_links').values(row).execute()
    await recordCreation(trx, {
      machine: prepaidLinkMachine,
      id: row.id,
      status: row.status,
      by,
      at: now,
      ...(why === undefined ? {} : { why }),
      data: { payable: payableKey(payable) },
    })
    if (to !== undefined) await sendPrepaidLink(deps, trx, row, to)
    // Whoever makes a link for themselves needs no message.
    if (by !== 'buyer') await tellBuyerOfLink(deps, trx, 'made', row)
    return row
  })
}

/** A refund in progress, or a policy not issued yet, is no refusal: the link's page says so, and both are temporary. */
async function requireInvoiceable(deps: Deps, trx: Trx, payable: PayableRef): Promise<void> {
  const subject = await sourceOf(payable.kind).read(deps, trx, payable.id)
  const why = notInvoiceableReason(subject)
  if (subject.kept <= 0 || why === 'currency' || why === 'returned') throw new Refusal('not_available')
  if (await invoiceOf(trx, payable)) throw new Refusal('exists')
}

const openLinkOfBuyer = (trx: Trx, { kind, id }: PayableRef, now: number): Promise<PrepaidLinkTable | undefined> =>
  trx
    .selectFrom('prepaid_links')
    .selectAll()
    .where('payable_id', '=', id)
    .where('payable_kind', '=', kind)
    .where('made_by', '=', 'buyer')
    .where('status', '=', 'open')
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Ends a link. What was requested by it stays requested. */
export async function endPrepaidLink(
  deps: Deps,
  row: PrepaidLinkTable,
  { by, why }: { by: string; why?: string },
): Promise<void> {
  await deps.write(async (trx) => {
    // Prevents a request by it at the same moment.
    await lockFor(trx, lockKey(payableOfLink(row)))
    await transition(trx, {
      machine: prepaidLinkMachine,
      id: row.id,
      to: 'ended',
      by,
      at: deps.clock(),
      ...(why === undefined ? {} : { why }),
    })
    if (by !== 'buyer') await tellBuyerOfLink(deps, trx, 'ended', row)
  })
}

/** The buyer ends every link to the invoice, whoever made it; does nothing if there is none. */
export async function endLinksOfPayable(deps: Deps, { kind, id }: PayableRef): Promise<void> {
  const rows = await deps.db
    .selectFrom('prepaid_links')
    .selectAll()
    .where('payable_id', '=', id)
    .where('payable_kind', '=', kind)
    .where('status', '=', 'open')
    .where('expires_at', '>', deps.clock())
    .execute()
  for (const row of rows) await endPrepaidLink(deps, row, { by: 'buyer' })
}
