/** A gateway's daily bill as a table: payments and refunds, whatever its columns are called. */
import type { Money } from '../../../../lib/money/money.ts'
import { parseCsv } from '../../../../lib/text/read-csv.ts'
import { decodeText } from '../../../../lib/text/text-encoding.ts'

export interface BillLine {
  /** `refund_failure`: money of a refund that came back to us. */
  kind: 'payment' | 'refund' | 'refund_failure'
  /** Our number; empty where the bill has none. */
  ours: string
  /** The gateway's own number. */
  ref: string
  amount: Money
}

/** The file is not this gateway's bill, or a line of it cannot be read. */
export class BillUnreadable extends Error {
  override name = 'BillUnreadable'
}

export interface BillTable {
  /** Cells by the name of their column. */
  rows: { line: number; cell: (name: string) => string }[]
}

/**
 * The table below the first line that has all of `columns`. Rows of another width, such as totals at the end, do not
 * belong to it. `clean` removes marks from a cell.
 */
export function billTable(
  bytes: Uint8Array,
  columns: readonly string[],
  clean = (cell: string): string => cell,
): BillTable {
  // A gateway's encoding is one of these two by its documentation: nothing is guessed.
  const text = decodeText(bytes) ?? decodeText(bytes, 'gb18030')
  if (text === undefined) throw new BillUnreadable('the file is neither UTF-8 nor GB18030')
  const { rows: records, open } = parseCsv(text)
  if (open !== undefined) throw new BillUnreadable(`line ${open} opens a quote that nothing closes`)
  const at = records.findIndex(({ cells }) => columns.every((name) => cells.includes(name)))
  const head = records[at]?.cells
  if (!head) throw new BillUnreadable('no such table in it')
  return {
    rows: records
      .slice(at + 1)
      .filter(({ cells }) => cells.length === head.length)
      .map(({ line, cells }) => ({ line, cell: (name) => clean(cells[head.indexOf(name)] ?? '') })),
  }
}

/** Throws for a line without a readable sum. */
export const noSum = (line: number): never => {
  throw new BillUnreadable(`line ${line} holds no sum`)
}
