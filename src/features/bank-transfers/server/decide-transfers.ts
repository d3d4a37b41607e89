/** What a statement could not book by itself: one operator proposes what becomes of it, another confirms. */
import { formatMoney, money } from '../../../lib/money/money.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { transition } from '../../../server/transition.ts'
import { TRANSFER } from '../../cashier/server/door.ts'
import { incomingMachine } from './incoming-states.ts'
import { payByTransfer } from './book-statement.ts'
import type { IncomingTransferTable } from '../tables.ts'
import type { Acting } from './transfer-source.ts'

async function transferOf(
  trx: Trx,
  id: string,
  state: IncomingTransferTable['status'],
): Promise<IncomingTransferTable> {
  const row = await trx.selectFrom('incoming_transfers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.status !== state) throw new Refusal('wrong_state', { state: row.status })
  return row
}

/**
 * These transfers together pay this payment. Refuses `paid_before`, `other_currency`, `too_little`, and `too_many`
 * where one of them is not needed.
 */
export const proposeBooking = (
  deps: Deps,
  { ids, payment, by, why }: Acting & { ids: readonly string[]; payment: string },
): Promise<void> =>
  deps.write(async (trx) => {
    await lockFor(trx, 'incoming_transfers')
    const rows = []
    for (const id of ids) rows.push(await transferOf(trx, id, 'waiting'))
    await surplusOf(trx, payment, rows)
    for (const row of rows) await propose(deps, trx, row, { proposal: 'book', payment, by, why })
  })

/** It goes back to whoever sent it. */
export const proposeReturn = (deps: Deps, { id, by, why }: Acting & { id: string }): Promise<void> =>
  deps.write(async (trx) => {
    await lockFor(trx, 'incoming_transfers')
    const row = await transferOf(trx, id, 'waiting')
    await propose(deps, trx, row, { proposal: 'return', payment: row.payment_id, by, why })
  })

const propose = (
  deps: Deps,
  trx: Trx,
  { id, version }: IncomingTransferTable,
  { proposal, payment, by, why }: Acting & { proposal: 'book' | 'return'; payment: string | null },
) =>
  transition(trx, {
    machine: incomingMachine,
    id,
    to: 'proposed',
    version,
    by,
    at: deps.clock(),
    why,
    data: { proposal, payment },
    set: { proposal, payment_id: payment, proposed_by: by },
  })

/** Minor units that are left once the payment has its sum. */
async function surplusOf(trx: Trx, payment: string, rows: readonly IncomingTransferTable[]): Promise<number> {
  const found = await trx.selectFrom('payments').selectAll().where('id', '=', payment).executeTakeFirst()
  if (found?.provider !== TRANSFER) throw new Refusal('not_found')
  if (found.status === 'succeeded' || found.status === 'error') throw new Refusal('paid_before')
  if (rows.some((it) => it.currency !== found.currency)) throw new Refusal('other_currency')
  const left = rows.reduce((sum, it) => sum + it.amount_minor, 0) - found.amount_minor
  if (left < 0)
    throw new Refusal('too_little', {
      fields: { missing: formatMoney(money(-left, found.currency), 'en') },
    })
  if (rows.some((it) => it.amount_minor <= left)) throw new Refusal('too_many')
  return left
}

/**
 * Does what somebody else proposed, for every transfer of the same proposal: books the payment, what is too much goes
 * back; or all goes back. Refuses `same_operator`.
 */
export const confirmTransfer = (
  deps: Deps,
  { id, by, why }: Acting & { id: string },
): Promise<IncomingTransferTable[]> =>
  deps.write(async (trx) => {
    await lockFor(trx, 'incoming_transfers')
    const named = await transferOf(trx, id, 'proposed')
    const rows = named.proposal === 'return' ? [named] : await sameProposal(trx, named)
    if (rows.some((it) => it.proposed_by === by)) throw new Refusal('same_operator')
    const payment = named.payment_id
    const back =
      named.proposal === 'return' || payment === null ? named.amount_minor : await surplusOf(trx, payment, rows)
    const largest = rows.reduce((a, b) => (b.amount_minor > a.amount_minor ? b : a))
    const done = []
    for (const row of rows)
      done.push(
        await transition(trx, {
          machine: incomingMachine,
          id: row.id,
          to: row === largest && back > 0 ? 'to_return' : 'booked',
          version: row.version,
          by,
          at: deps.clock(),
          why,
          data: { back: row === largest ? back : 0 },
          set: { confirmed_by: by, return_minor: row === largest ? back : 0 },
        }),
      )
    const last = rows
      .map((it) => it.day)
      .sort()
      .at(-1)
    if (named.proposal === 'book' && payment !== null && last !== undefined)
      await payByTransfer(deps, trx, payment, last, by)
    return done
  })

const sameProposal = (trx: Trx, { payment_id: payment, proposed_by: by }: IncomingTransferTable) =>
  trx
    .selectFrom('incoming_transfers')
    .selectAll()
    .where('status', '=', 'proposed')
    .where('proposal', '=', 'book')
    .where('payment_id', '=', payment)
    .where('proposed_by', '=', by)
    .orderBy('id')
    .execute()

/** Takes a proposal back: it waits again. */
export const withdrawTransfer = (deps: Deps, { id, by, why }: Acting & { id: string }): Promise<void> =>
  deps.write(async (trx) => {
    await lockFor(trx, 'incoming_transfers')
    const named = await transferOf(trx, id, 'proposed')
    for (const row of named.proposal === 'return' ? [named] : await sameProposal(trx, named))
      await transition(trx, {
        machine: incomingMachine,
        id: row.id,
        to: 'waiting',
        version: row.version,
        by,
        at: deps.clock(),
        why,
        set: { proposal: null, proposed_by: null },
      })
  })

/** The bank has sent it back, under this reference. */
export const noteReturned = (
  deps: Deps,
  { id, reference, by, why }: Acting & { id: string; reference: string },
): Promise<IncomingTransferTable> =>
  deps.write(async (trx) => {
    const row = await transferOf(trx, id, 'to_return')
    return transition(trx, {
      machine: incomingMachine,
      id,
      to: 'returned',
      version: row.version,
      by,
      at: deps.clock(),
      why,
      set: { return_reference: reference },
    })
  })
