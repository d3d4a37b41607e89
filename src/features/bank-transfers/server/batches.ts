/**
 * Batches for the bank: collected by one operator, released by another, written as a file, or cancelled. A payment in
 * one batch cannot be paid in another way.
 */
import { hash } from 'node:crypto'
import { z } from 'zod'
import { accountTail, bankFields, bankValue } from '../../../lib/money/bank-fields-by-country.ts'
import { accountToPaySchema, type AccountToPay } from '../../../lib/money/account-to-pay.ts'
import { dayOf } from '../../../lib/days/dates.ts'
import { CURRENCIES } from '../../../lib/money/currencies.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor, lockRow } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { newId } from '../../../server/new-id.ts'
import { newNumber } from '../../../server/order-and-claim-numbers.ts'
import { recordCreation, transition, writeEvent } from '../../../server/transition.ts'
import { fileBody, totalsOf, wholeFile, type FileLine, type Total } from '../rules/batch-file.ts'
import { batchMachine, lineMachine } from './batch-states.ts'
import { claimTransfers } from './claim-transfers.ts'
import { refundTransfers } from './refund-transfers.ts'
import type { BatchLineTable, BatchTable } from '../tables.ts'
import type { Acting, DueTransfer, LeftOut, TransferSource } from './transfer-source.ts'

/** Approximate number of lines in a batch: banks accept no longer files, and a result is booked in one transaction. */
export const MOST_LINES = 500

const SOURCES: readonly TransferSource[] = [claimTransfers, refundTransfers]
const ACCOUNT = 'bank_batch_lines.account'

export function sourceOf({ source }: Pick<BatchLineTable, 'source'>): TransferSource {
  const found = SOURCES.find((it) => it.kind === source)
  if (!found) throw new Error(`no source ${source} of transfers`)
  return found
}

const totalsSchema = z.array(
  z.object({ currency: z.enum(CURRENCIES), count: z.number().int(), amount: z.number().int() }),
)
export const totalsIn = ({ totals }: Pick<BatchTable, 'totals'>): Total[] => totalsSchema.parse(JSON.parse(totals))

/** Collects what is due into a draft. `batch` is missing if nothing was due. */
export const collectBatch = (
  deps: Deps,
  { by, why, limit = MOST_LINES }: Acting & { limit?: number },
): Promise<{ batch?: BatchTable; left: LeftOut[] }> =>
  deps.write(async (trx) => {
    // Concurrent calls run one after the other: the second finds what the first left.
    await lockFor(trx, 'bank.collect')
    const found: { source: TransferSource['kind']; due: DueTransfer }[] = []
    const left: LeftOut[] = []
    for (const source of SOURCES) {
      const room = limit - found.length
      if (room <= 0) break
      const taken = await source.collect(deps, trx, { by, why, limit: room })
      found.push(...taken.due.map((due) => ({ source: source.kind, due })))
      left.push(...taken.left)
    }
    if (found.length === 0) return { left }
    const at = deps.clock()
    const totals = totalsOf(found.map(({ due }) => due))
    const batch: BatchTable = {
      id: newId(),
      status: 'draft',
      version: 1,
      updated_at: at,
      number: newNumber('YF-B', at),
      created_at: at,
      created_by: by,
      released_at: null,
      released_by: null,
      sent_at: null,
      sent_by: null,
      totals: JSON.stringify(totals),
      file_sha256: null,
    }
    await trx.insertInto('bank_batches').values(batch).execute()
    await recordCreation(trx, {
      machine: batchMachine,
      id: batch.id,
      status: 'draft',
      by,
      at,
      why,
      data: { number: batch.number, totals },
    })
    for (const [i, { source, due }] of found.entries())
      await insertLine(deps, trx, batch, { source, due, position: i + 1, by })
    return { batch, left }
  })

async function insertLine(
  deps: Deps,
  trx: Trx,
  { id: batch, updated_at: at }: BatchTable,
  { source, due, position, by }: { source: TransferSource['kind']; due: DueTransfer; position: number; by: string },
): Promise<void> {
  const { payment, purpose, amount, currency, account, nameUnsure } = due
  const id = newId()
  await trx
    .insertInto('bank_batch_lines')
    .values({
      id,
      status: 'queued',
      version: 1,
      updated_at: at,
      batch_id: batch,
      position,
      source,
      payment,
      purpose,
      amount_minor: amount,
      currency,
      account: deps.seal.seal(ACCOUNT, accountToPaySchema.parse(account)),
      account_tail: accountTail(account.accountNumber),
      name_unsure: nameUnsure ? 1 : 0,
      reference: null,
      bank_day: null,
      reason: null,
    })
    .execute()
  await recordCreation(trx, { machine: lineMachine, id, status: 'queued', by, at, data: { source, payment } })
}

/** The batch with this number, locked until the end of the transaction. Refuses `not_found`. */
export async function lockBatch(trx: Trx, number: string): Promise<BatchTable> {
  const found = await trx.selectFrom('bank_batches').select('id').where('number', '=', number).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  await lockRow(trx, 'bank_batches', found.id)
  return trx.selectFrom('bank_batches').selectAll().where('id', '=', found.id).executeTakeFirstOrThrow()
}

export const linesOf = (db: Trx | Deps['db'], { id }: Pick<BatchTable, 'id'>): Promise<BatchLineTable[]> =>
  db.selectFrom('bank_batch_lines').selectAll().where('batch_id', '=', id).orderBy('position').execute()

/**
 * draft → released, by another operator than the one who collected it. Only this very file may be written. Refuses
 * `same_operator`.
 */
export const releaseBatch = (deps: Deps, { number, by, why }: Acting & { number: string }): Promise<BatchTable> =>
  deps.write(async (trx) => {
    const batch = await lockBatch(trx, number)
    if (batch.created_by === by) throw new Refusal('same_operator')
    const at = deps.clock()
    const lines = await linesOf(trx, batch)
    const sums = totalsOf(lines.map((it) => ({ currency: it.currency, amount: it.amount_minor })))
    if (JSON.stringify(sums) !== JSON.stringify(totalsIn(batch))) throw new Refusal('changed')
    const sha256 = hash('sha256', bodyOf(deps, { ...batch, released_at: at }, lines))
    const released = await transition(trx, {
      machine: batchMachine,
      id: batch.id,
      to: 'released',
      version: batch.version,
      by,
      at,
      why,
      set: { released_at: at, released_by: by, file_sha256: sha256 },
      data: { sha256 },
    })
    await moveLines(trx, lines, { to: 'released', by, at })
    return released
  })

const openLineAccount = (deps: Deps, { account }: Pick<BatchLineTable, 'account'>): AccountToPay => {
  if (account === null) throw new Refusal('accounts_deleted')
  return deps.seal.open(ACCOUNT, accountToPaySchema, account)
}

/** The account's country has branches, and none was named. */
export const lacksBranch = (deps: Deps, row: Pick<BatchLineTable, 'account'>): boolean => {
  if (row.account === null) return false
  const account = openLineAccount(deps, row)
  return bankFields(account.accountCountry).some(({ id }) => id === 'branch') && bankValue(account, 'branch') === ''
}

function bodyOf(
  deps: Deps,
  batch: Pick<BatchTable, 'number' | 'released_at'>,
  rows: readonly BatchLineTable[],
): string {
  const lines = rows.map((it): FileLine => ({
    position: it.position,
    payment: it.payment,
    currency: it.currency,
    amount: it.amount_minor,
    account: openLineAccount(deps, it),
    purpose: it.purpose,
  }))
  return fileBody({ number: batch.number, day: dayOf(Number(batch.released_at)), lines })
}

/**
 * released → sent, before the file is handed out, because whoever has it may have instructed the bank. Repeated calls
 * give the same file, each with an event. Refuses `not_released`, and `changed` if the lines are no longer those that
 * were released.
 */
export const exportBatch = (
  deps: Deps,
  { number, by, why }: Acting & { number: string },
): Promise<{ batch: BatchTable; file: string }> =>
  deps.write(async (trx) => {
    const batch = await lockBatch(trx, number)
    if (batch.status !== 'released' && batch.status !== 'sent')
      throw new Refusal(batch.status === 'draft' ? 'not_released' : 'batch_over', { state: batch.status })
    const lines = await linesOf(trx, batch)
    const body = bodyOf(deps, batch, lines)
    const sha256 = hash('sha256', body)
    if (sha256 !== batch.file_sha256) throw new Refusal('changed')
    const at = deps.clock()
    const file = wholeFile(body, lines.length, sha256)
    if (batch.status === 'sent') {
      await writeEvent(trx, {
        entity: batchMachine.entity,
        entity_id: batch.id,
        at,
        by,
        from_status: 'sent',
        to_status: 'written_again',
        why,
        data: { sha256 },
      })
      return { batch, file }
    }
    const sent = await transition(trx, {
      machine: batchMachine,
      id: batch.id,
      to: 'sent',
      version: batch.version,
      by,
      at,
      why,
      set: { sent_at: at, sent_by: by },
      data: { sha256 },
    })
    for (const source of SOURCES) {
      const own = lines.filter((it) => it.source === source.kind)
      if (own.length > 0) await source.send(deps, trx, own, { by, why, batch: number })
    }
    return { batch: sent, file }
  })

/**
 * Cancels a batch: its payments are due again. Once a file was written, only if the bank refused all of it, which
 * another operator than the one who wrote it must state, and only if the bank has reported no line. Refuses
 * `file_written`, `same_operator`, `bank_answered`.
 */
export const cancelBatch = (
  deps: Deps,
  { number, refusedByBank, by, why }: Acting & { number: string; refusedByBank: boolean },
): Promise<BatchTable> =>
  deps.write(async (trx) => {
    const batch = await lockBatch(trx, number)
    const lines = await linesOf(trx, batch)
    if (batch.status === 'sent') {
      if (!refusedByBank) throw new Refusal('file_written')
      if (batch.sent_by === by) throw new Refusal('same_operator')
      if (lines.some((it) => it.status !== 'released')) throw new Refusal('bank_answered')
    } else if (refusedByBank && batch.sent_at === null) throw new Refusal('no_file_written')
    const at = deps.clock()
    const cancelled = await transition(trx, {
      machine: batchMachine,
      id: batch.id,
      to: 'cancelled',
      version: batch.version,
      by,
      at,
      why,
      ...(refusedByBank ? { data: { refusedByBank } } : {}),
    })
    await moveLines(trx, lines, { to: 'cancelled', by, at })
    for (const source of SOURCES) {
      const own = lines.filter((it) => it.source === source.kind)
      if (own.length > 0) await source.giveBack(deps, trx, own, { by, why })
    }
    return cancelled
  })

async function moveLines(
  trx: Trx,
  lines: readonly BatchLineTable[],
  { to, by, at }: { to: 'released' | 'cancelled'; by: string; at: number },
): Promise<void> {
  for (const line of lines)
    await transition(trx, { machine: lineMachine, id: line.id, to, version: line.version, by, at })
}
