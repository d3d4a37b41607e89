/** What becomes of money that came in: one operator, or the statement that they booked, proposes it; another confirms. */
import { sameAccount } from '../../../lib/money/account-to-pay.ts'
import { formatMoney, money } from '../../../lib/money/money.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { transition } from '../../../server/transition.ts'
import { TRANSFER } from '../../cashier/server/door.ts'
import { incomingMachine } from './incoming-states.ts'
import { accountOfPayer, entryOf, matchOf, noteOf, payByTransfer, proposedFor, senderOf } from './book-statement.ts'
import { sameEntry, type StatementLine } from '../rules/statement-file.ts'
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
 * These transfers together pay this payment. Refuses `proposed_before`, `paid_before`, `other_currency`, `too_little`,
 * `too_many` where one of them is not needed, and `several_senders` where it is not plain whose the rest is.
 */
export const proposeBooking = (
  deps: Deps,
  { ids, payment, by, why }: Acting & { ids: readonly string[]; payment: string },
): Promise<void> =>
  deps.write(async (trx) => {
    await lockFor(trx, 'incoming_transfers')
    const rows = []
    for (const id of ids) rows.push(await transferOf(trx, id, 'waiting'))
    if ((await proposedFor(trx, payment)).length > 0) throw new Refusal('proposed_before')
    await surplusOf(deps, trx, payment, rows)
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
async function surplusOf(
  deps: Deps,
  trx: Trx,
  payment: string,
  rows: readonly IncomingTransferTable[],
): Promise<number> {
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
  const [first, ...others] = rows.map((it) => senderOf(deps, it))
  if (left > 0 && first && others.some((it) => !sameAccount(first, it))) throw new Refusal('several_senders')
  return left
}

/**
 * Does what somebody else proposed, for every transfer of the same proposal: books the payment, what is too much goes
 * back; or all goes back. `what` is the payment, or `return`, as it was shown. Refuses `changed` and `same_operator`.
 */
export const confirmTransfer = (
  deps: Deps,
  { id, what, by, why }: Acting & { id: string; what: string },
): Promise<IncomingTransferTable[]> =>
  deps.write(async (trx) => {
    await lockFor(trx, 'incoming_transfers')
    const named = await transferOf(trx, id, 'proposed')
    if (what !== (named.proposal === 'return' ? 'return' : named.payment_id)) throw new Refusal('changed')
    return confirmRows(deps, trx, await proposedWith(trx, named), { by, why })
  })

const proposedWith = async (trx: Trx, row: IncomingTransferTable): Promise<IncomingTransferTable[]> =>
  row.proposal === 'return' || row.payment_id === null ? [row] : proposedFor(trx, row.payment_id)

async function confirmRows(
  deps: Deps,
  trx: Trx,
  rows: readonly IncomingTransferTable[],
  { by, why, sha256 }: Acting & { sha256?: string },
): Promise<IncomingTransferTable[]> {
  if (rows.some((it) => it.proposed_by === by)) throw new Refusal('same_operator')
  const largest = rows.reduce((a, b) => (b.amount_minor > a.amount_minor ? b : a))
  const payment = largest.proposal === 'return' ? null : largest.payment_id
  const back = payment === null ? largest.amount_minor : await surplusOf(deps, trx, payment, rows)
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
        data: { back: row === largest ? back : 0, ...(sha256 ? { sha256 } : {}) },
        set: { confirmed_by: by, return_minor: row === largest ? back : 0 },
      }),
    )
  const last = rows
    .map((it) => it.day)
    .sort()
    .at(-1)
  // Afterwards: a refund of it at once needs the account that it came from.
  if (payment !== null && last !== undefined) await payByTransfer(deps, trx, payment, last, by)
  return done
}

/** What a statement, read by a second person, did to one of its entries. */
export interface ConfirmedEntry {
  line: number
  row: IncomingTransferTable
  /** `booked` · `differs` from what was proposed · or why it was refused, `same_operator` among others. */
  outcome: string
}

/**
 * Credits every match of a statement that somebody else booked, as the second person's own reading of the statement
 * has it: entries that differ, that are proposed as something else or not known are left. Each in a transaction of its
 * own.
 */
export async function confirmStatement(
  deps: Deps,
  lines: readonly StatementLine[],
  act: Acting & { sha256: string },
): Promise<ConfirmedEntry[]> {
  const done: ConfirmedEntry[] = []
  for (const line of lines) {
    const entry = await deps
      .write((trx) => confirmEntry(deps, trx, line, act))
      .catch((error: unknown) => {
        if (error instanceof Refusal) return error.code
        throw error
      })
    const row = typeof entry === 'string' ? await entryOf(deps.db, line) : entry?.row
    if (entry && row) done.push({ line: line.line, row, outcome: typeof entry === 'string' ? entry : entry.outcome })
  }
  return done
}

async function confirmEntry(
  deps: Deps,
  trx: Trx,
  line: StatementLine,
  act: Acting & { sha256: string },
): Promise<Omit<ConfirmedEntry, 'line'> | undefined> {
  await lockFor(trx, 'incoming_transfers')
  const row = await entryOf(trx, line)
  // What a person proposed is shown and confirmed by itself.
  if (row?.status !== 'proposed' || row.proposal !== 'book' || row.problem !== null) return undefined
  const rows = await proposedWith(trx, row)
  const { day, amount_minor: amount, currency } = row
  const named = await matchOf(trx, { note: noteOf(deps, row), amount, currency })
  if (rows.length > 1 || named.payment?.id !== row.payment_id) return undefined
  const same =
    sameEntry(line, { day, amount, currency }) &&
    sameAccount(accountOfPayer(line), senderOf(deps, row)) &&
    line.note === noteOf(deps, row)
  if (!same) return { row, outcome: 'differs' }
  const [booked = row] = await confirmRows(deps, trx, rows, act)
  return { row: booked, outcome: 'booked' }
}

/** Takes a proposal back: it waits again, with the payment that its own note names. */
export const withdrawTransfer = (deps: Deps, { id, by, why }: Acting & { id: string }): Promise<void> =>
  deps.write(async (trx) => {
    await lockFor(trx, 'incoming_transfers')
    const named = await transferOf(trx, id, 'proposed')
    for (const row of await proposedWith(trx, named)) {
      const { amount_minor: amount, currency } = row
      const { payment } = await matchOf(trx, { note: noteOf(deps, row), amount, currency })
      await transition(trx, {
        machine: incomingMachine,
        id: row.id,
        to: 'waiting',
        version: row.version,
        by,
        at: deps.clock(),
        why,
        set: { proposal: null, proposed_by: null, payment_id: payment?.id ?? null },
      })
    }
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
