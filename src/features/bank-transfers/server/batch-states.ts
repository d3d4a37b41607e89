/**
 * State graphs of batches for the bank and of their lines. A line that was paid or returned is never sent again: what
 * is still owed gets a new line.
 */
import { machine, type Graph } from '../../../server/transition.ts'

/** `sent`: its file was written, and may be with the bank · `settled`: the bank has paid or returned every line. */
export type BatchStatus = 'draft' | 'released' | 'sent' | 'settled' | 'cancelled'
/** `unknown`: the bank does not know yet. */
export type LineStatus = 'queued' | 'released' | 'paid' | 'returned' | 'unknown' | 'cancelled'

const BATCHES: Graph<BatchStatus> = {
  draft: ['released', 'cancelled'],
  released: ['sent', 'cancelled'],
  // Cancelled from here only if the bank refused the whole file.
  sent: ['settled', 'cancelled'],
  settled: [],
  cancelled: [],
}
export const batchMachine = machine({ entity: 'bank_batch', table: 'bank_batches', graph: BATCHES })

const LINES: Graph<LineStatus> = {
  queued: ['released', 'cancelled'],
  released: ['paid', 'returned', 'unknown', 'cancelled'],
  unknown: ['paid', 'returned'],
  paid: [],
  returned: [],
  cancelled: [],
}
export const lineMachine = machine({ entity: 'bank_batch_line', table: 'bank_batch_lines', graph: LINES })

/** Lines whose result the bank has not reported. */
export const OPEN_LINES = ['queued', 'released', 'unknown'] as const satisfies readonly LineStatus[]
