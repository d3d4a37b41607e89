/**
 * Notes what a bank's statement says came in: an entry whose reference and sum fit is proposed as the payment that it
 * names, every other one waits for people. A file is typed as easily as exported, so that one who brings it never moves
 * money alone: another credits what is proposed (`decide-transfers.ts`). An entry is noted once, however often it is
 * read.
 */
import { accountTail } from '../../../lib/money/bank-fields-by-country.ts'
import { accountIn, accountToPaySchema, type AccountToPay } from '../../../lib/money/account-to-pay.ts'
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
/** What is left of a sender whose account was deleted. */
const NOBODY: AccountToPay = { ...accountIn('CN'), accountName: '' }
/** The account that it came from, which the cashier reads for a refund. */
const ACCOUNT = 'incoming_transfers.account'
export const noteOf = ({ seal }: Pick<Deps, 'seal'>, { note }: Pick<IncomingTransferTable, 'note'>): string =>
  note === null ? '' : seal.open(NOTE, textSchema, note)
export const senderOf = ({ seal }: Pick<Deps, 'seal'>, { account }: Pick<IncomingTransferTable, 'account'>) =>
  account === null ? NOBODY : seal.open(ACCOUNT, accountToPaySchema, account)

export interface BookedEntry {
  line: number
  row: IncomingTransferTable
  /** It was known before this statement; `differs`: with another day or sum, so it is left as it was. */
  known: boolean
  differs: boolean
}

/** Each entry in a transaction of its own: what was booked stays booked if a later one fails. */
export async function bookStatement(
  deps: Deps,
  lines: readonly StatementLine[],
  act: Acting & { sha256: string },
): Promise<BookedEntry[]> {
  const booked: BookedEntry[] = []
  // Entries of one export are different ones, however alike they are.
  const ofThisFile: string[] = []
  for (const line of lines) {
    const done = await deps.write((trx) => bookEntry(deps, trx, line, { ...act, ofThisFile }))
    ofThisFile.push(done.row.id)
    booked.push(done)
  }
  return booked
}

async function bookEntry(
  deps: Deps,
  trx: Trx,
  line: StatementLine,
  { by, why, sha256, ofThisFile }: Acting & { sha256: string; ofThisFile: readonly string[] },
): Promise<BookedEntry> {
  await lockFor(trx, 'incoming_transfers')
  const before = await entryOf(trx, line)
  if (before) {
    const { day, amount_minor: amount, currency } = before
    return { line: line.line, row: before, known: true, differs: !sameEntry(line, { day, amount, currency }) }
  }
  const { payment, problem: misfit } = await matchOf(trx, line)
  const problem = (await maybeKnown(deps, trx, line, ofThisFile)) ? 'maybe_known' : misfit
  const at = deps.clock()
  const row: IncomingTransferTable = {
    id: newId(),
    status: problem === undefined ? 'proposed' : 'waiting',
    version: 1,
    updated_at: at,
    entry: line.entry,
    day: line.day,
    amount_minor: line.amount,
    currency: line.currency,
    note: deps.seal.seal(NOTE, line.note),
    account: deps.seal.seal(ACCOUNT, accountOfPayer(line)),
    account_tail: line.payer.name === '' ? '' : accountTail(line.payer.account),
    payment_id: payment?.id ?? null,
    problem: problem ?? null,
    return_minor: 0,
    proposal: problem === undefined ? 'book' : null,
    proposed_by: problem === undefined ? by : null,
    confirmed_by: null,
    return_reference: null,
    created_at: at,
  }
  await trx.insertInto('incoming_transfers').values(row).execute()
  await recordCreation(trx, {
    machine: incomingMachine,
    id: row.id,
    status: row.status,
    by,
    at,
    why,
    data: { entry: line.entry, payment: row.payment_id, problem: row.problem, sha256 },
  })
  return { line: line.line, row, known: false, differs: false }
}

export const entryOf = (db: Trx | Deps['db'], { entry }: Pick<StatementLine, 'entry'>) =>
  db.selectFrom('incoming_transfers').selectAll().where('entry', '=', entry).executeTakeFirst()

export const accountOfPayer = ({ payer }: Pick<StatementLine, 'payer'>): AccountToPay => ({
  accountCountry: 'CN',
  accountName: payer.name,
  accountNumber: payer.account,
  bankName: payer.bank,
  bankFields: {},
})

/** The payment that a note names. One that another transfer is proposed for has its money, as far as anybody can tell. */
export async function matchOf(trx: Trx, line: Parameters<typeof matchTransfer>[0]) {
  const { references } = referencesIn(line.note)
  const payments = await trx
    .selectFrom('payments')
    .select(['id', 'status', 'amount_minor', 'currency'])
    .where('provider', '=', TRANSFER)
    .where('gateway_ref', 'in', references.length === 0 ? [''] : references)
    .execute()
  const { payment, problem } = matchTransfer(line, payments)
  if (payment === undefined || problem !== undefined || (await proposedFor(trx, payment.id)).length === 0)
    return { payment, problem }
  return { payment, problem: 'paid_before' as const }
}

/** The transfers that somebody proposed as a payment together. */
export const proposedFor = (trx: Trx, payment: string): Promise<IncomingTransferTable[]> =>
  trx
    .selectFrom('incoming_transfers')
    .selectAll()
    .where('status', '=', 'proposed')
    .where('proposal', '=', 'book')
    .where('payment_id', '=', payment)
    .orderBy('id')
    .execute()

/** Whether an earlier statement had its like under another number: some exports give the same entry another one. */
async function maybeKnown(deps: Deps, trx: Trx, line: StatementLine, ofThisFile: readonly string[]): Promise<boolean> {
  const alike = await trx
    .selectFrom('incoming_transfers')
    .select(['id', 'account', 'account_tail'])
    .where('day', '=', line.day)
    .where('amount_minor', '=', line.amount)
    .where('currency', '=', line.currency)
    .execute()
  const { account, name } = line.payer
  return alike.some(
    (it) =>
      !ofThisFile.includes(it.id) &&
      (it.account === null
        ? it.account_tail === (name === '' ? '' : accountTail(account))
        : senderOf(deps, it).accountNumber === account),
  )
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
