/**
 * The bank's result for a batch: checked as a whole, booked as a whole. A repeated result changes nothing; a
 * contradicting one is refused.
 */
import { hash } from 'node:crypto'
import { dayOf, endOfCover } from '../../../lib/days/dates.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { transition } from '../../../server/transition.ts'
import { BANK_REASONS } from '../../claims/server/door.ts'
import { batchMachine, lineMachine, OPEN_LINES } from './batch-states.ts'
import { linesOf, lockBatch, sourceOf } from './batches.ts'
import { readResultFile, type BankResult, type FileProblem } from '../rules/result-file.ts'
import type { BatchLineTable, BatchTable } from '../tables.ts'
import type { Acting } from './transfer-source.ts'

/** Nothing of the file was booked. */
export interface RefusedResult {
  problems: FileProblem[]
}
export interface BookedResult {
  batch: string
  booked: Record<BankResult['outcome'], number>
  /** Reported before, or older than what is known already. */
  same: number
  /** Lines whose result the bank has not reported. */
  open: number
}

/** Books a result file. */
export async function bookResult(deps: Deps, text: string, act: Acting): Promise<BookedResult | RefusedResult> {
  const read = readResultFile(text, BANK_REASONS, (body) => hash('sha256', body))
  if ('problems' in read) return read
  return deps.write(async (trx) => {
    const batch = await lockBatch(trx, read.batch)
    const lines = await linesOf(trx, batch)
    const problems = [
      ...batchProblems(batch),
      ...read.results.flatMap((it) =>
        resultProblems(
          deps,
          batch,
          lines.find((line) => line.position === it.position),
          it,
        ),
      ),
    ]
    return problems.length > 0 ? { problems } : bookLines(deps, trx, batch, lines, read.results, act)
  })
}

function batchProblems({ status, number }: BatchTable): FileProblem[] {
  if (status === 'sent' || status === 'settled') return []
  return [
    {
      line: 1,
      field: 'batch',
      problem:
        status === 'cancelled'
          ? `${number} was cancelled: talk to the bank before anything else`
          : `no file of ${number} was written yet`,
    },
  ]
}

/** Differences between the file and the batch. */
function resultProblems(
  deps: Deps,
  batch: BatchTable,
  line: BatchLineTable | undefined,
  told: BankResult,
): FileProblem[] {
  const wrong = (field: string, problem: string): FileProblem[] => [{ line: told.fileLine, field, problem }]
  if (!line) return wrong('line', `${batch.number} has no line ${told.position}`)
  const { payment, currency, amount } = told
  if (payment !== line.payment) return wrong('payment', `line ${line.position} is ${line.payment}`)
  if (currency !== line.currency) return wrong('currency', `line ${line.position} is in ${line.currency}`)
  if (amount !== line.amount_minor) return wrong('amount', `is not that of line ${line.position}`)
  if (told.outcome !== 'unknown') {
    if (told.day > dayOf(deps.clock())) return wrong('day', 'is still to come')
    if (batch.sent_at !== null && told.day < dayOf(batch.sent_at)) return wrong('day', 'is before the file was written')
  }
  return contradicts(line, told) ? wrong('outcome', `line ${line.position} was booked as ${knownOf(line)} before`) : []
}

const knownOf = ({ status, reference, reason, bank_day: day }: BatchLineTable): string =>
  status === 'paid' ? `paid on ${day}, ${reference}` : `returned on ${day}, ${reason}`
const isFinal = ({ status }: BatchLineTable): boolean => status === 'paid' || status === 'returned'

/** A different result for a finished line. "Unknown" is then an older report, and no contradiction. */
function contradicts(line: BatchLineTable, { outcome, reference, reason }: BankResult): boolean {
  if (!isFinal(line) || outcome === 'unknown') return false
  return outcome !== line.status || (outcome === 'paid' ? reference !== line.reference : reason !== line.reason)
}

async function bookLines(
  deps: Deps,
  trx: Trx,
  batch: BatchTable,
  lines: readonly BatchLineTable[],
  results: readonly BankResult[],
  act: Acting,
): Promise<BookedResult> {
  const booked = { paid: 0, returned: 0, unknown: 0 }
  for (const told of [...results].sort((a, b) => a.position - b.position)) {
    const line = lines.find((it) => it.position === told.position)
    if (!line || isFinal(line) || line.status === told.outcome) continue
    await bookLine(deps, trx, line, told, act)
    booked[told.outcome] += 1
  }
  const left = await trx
    .selectFrom('bank_batch_lines')
    .select('id')
    .where('batch_id', '=', batch.id)
    .where('status', 'in', [...OPEN_LINES])
    .execute()
  const { by, why } = act
  if (left.length === 0 && batch.status === 'sent')
    await transition(trx, {
      machine: batchMachine,
      id: batch.id,
      to: 'settled',
      version: batch.version,
      by,
      at: deps.clock(),
      why,
    })
  return {
    batch: batch.number,
    booked,
    same: results.length - booked.paid - booked.returned - booked.unknown,
    open: left.length,
  }
}

async function bookLine(deps: Deps, trx: Trx, line: BatchLineTable, told: BankResult, act: Acting): Promise<void> {
  const { outcome, reference, day, reason } = told
  const at = deps.clock()
  const set = outcome === 'unknown' ? {} : { reference: reference || null, bank_day: day, reason: reason || null }
  await transition(trx, {
    machine: lineMachine,
    id: line.id,
    to: outcome,
    version: line.version,
    by: act.by,
    at,
    why: act.why,
    set,
    data: { ...set },
  })
  const known = BANK_REASONS.find((it) => it === reason)
  if (outcome === 'paid')
    await sourceOf(line).paid(deps, trx, line, { ...act, reference, paidAt: Math.min(at, endOfCover(day) - 1) })
  else if (outcome === 'returned' && known) await sourceOf(line).returned(deps, trx, line, { ...act, reason: known })
  else if (outcome === 'returned') throw new Refusal('invalid')
}
