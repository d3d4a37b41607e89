/**
 * Books what a bank's statement says came in: an entry whose reference and sum fit pays as a gateway's statement does,
 * every other one waits for people. An entry is booked once, however often it is read.
 */
import { accountTail } from '../../../lib/money/bank-fields-by-country.ts'
import { accountToPaySchema } from '../../../lib/money/account-to-pay.ts'
import { money } from '../../../lib/money/money.ts'
import { referencesIn } from '../../../lib/money/transfer-reference.ts'
import { textSchema } from '../../../server/keys/seal.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { newId } from '../../../server/new-id.ts'
import { recordCreation } from '../../../server/transition.ts'
import { applyTrade, TRANSFER } from '../../cashier/server/door.ts'
import { matchTransfer } from '../rules/match-transfer.ts'
import { receivedAt, sameEntry, type StatementLine } from '../rules/statement-file.ts'
import { incomingMachine } from './incoming-states.ts'
import type { IncomingTransferTable } from '../tables.ts'
import type { Acting } from './transfer-source.ts'

const NOTE = 'incoming_transfers.note'
/** The account that it came from, which the cashier reads for a refund. */
const ACCOUNT = 'incoming_transfers.account'
export const noteOf = ({ seal }: Pick<Deps, 'seal'>, { note }: Pick<IncomingTransferTable, 'note'>): string =>
  seal.open(NOTE, textSchema, note)
export const senderOf = ({ seal }: Pick<Deps, 'seal'>, { account }: Pick<IncomingTransferTable, 'account'>) =>
  seal.open(ACCOUNT, accountToPaySchema, account)

export interface BookedEntry {
  line: number
  row: IncomingTransferTable
  /** It was known before this statement; `differs`: with another day or sum, so it is left as it was. */
  known: boolean
  differs: boolean
}

/** Each entry in a transaction of its own: what was booked stays booked if a later one fails. */
export async function bookStatement(deps: Deps, lines: readonly StatementLine[], act: Acting): Promise<BookedEntry[]> {
  const booked: BookedEntry[] = []
  for (const line of lines) booked.push(await deps.write((trx) => bookEntry(deps, trx, line, act)))
  return booked
}

async function bookEntry(deps: Deps, trx: Trx, line: StatementLine, { by, why }: Acting): Promise<BookedEntry> {
  await lockFor(trx, 'incoming_transfers')
  const before = await trx
    .selectFrom('incoming_transfers')
    .selectAll()
    .where('entry', '=', line.entry)
    .executeTakeFirst()
  if (before) {
    const { day, amount_minor: amount, currency } = before
    return { line: line.line, row: before, known: true, differs: !sameEntry(line, { day, amount, currency }) }
  }
  const { references } = referencesIn(line.note)
  const payments = await trx
    .selectFrom('payments')
    .select(['id', 'status', 'amount_minor', 'currency', 'gateway_ref'])
    .where('provider', '=', TRANSFER)
    .where('gateway_ref', 'in', references.length === 0 ? [''] : references)
    .execute()
  const { payment, problem } = matchTransfer(line, payments)
  const at = deps.clock()
  const row: IncomingTransferTable = {
    id: newId(),
    status: problem === undefined ? 'booked' : 'waiting',
    version: 1,
    updated_at: at,
    entry: line.entry,
    day: line.day,
    amount_minor: line.amount,
    currency: line.currency,
    note: deps.seal.seal(NOTE, line.note),
    account: deps.seal.seal(ACCOUNT, {
      accountCountry: 'CN',
      accountName: line.payer.name,
      accountNumber: line.payer.account,
      bankName: line.payer.bank,
      bankFields: {},
    }),
    account_tail: line.payer.name === '' ? '' : accountTail(line.payer.account),
    payment_id: payment?.id ?? null,
    problem: problem ?? null,
    return_minor: 0,
    proposal: null,
    proposed_by: null,
    confirmed_by: null,
    return_reference: null,
    created_at: at,
  }
  // Before the payment: a refund of it at once needs the account that it came from.
  await trx.insertInto('incoming_transfers').values(row).execute()
  await recordCreation(trx, {
    machine: incomingMachine,
    id: row.id,
    status: row.status,
    by,
    at,
    why,
    data: { entry: line.entry, payment: row.payment_id, problem: row.problem },
  })
  if (payment && problem === undefined) await payByTransfer(deps, trx, payment.id, line.day, by)
  return { line: line.line, row, known: false, differs: false }
}

/** The money of a payment has come, in full, by its reference. */
export async function payByTransfer(deps: Deps, trx: Trx, paymentId: string, day: string, by: string): Promise<void> {
  const {
    amount_minor: amount,
    currency,
    gateway_ref: reference,
  } = await trx
    .selectFrom('payments')
    .select(['amount_minor', 'currency', 'gateway_ref'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const trade = {
    paymentId,
    ref: reference ?? '',
    state: 'succeeded',
    paid: money(amount, currency),
    at: receivedAt(day, deps.clock()),
  } as const
  await applyTrade(trx, deps, trade, by)
}
