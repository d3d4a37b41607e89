/**
 * Parses and checks the bank's result for a batch: errors are reported by line and field. Another module compares it
 * with the batch.
 */
import { parseTable, type CsvRow } from '../../../lib/text/read-csv.ts'
import { isDay, type Day } from '../../../lib/days/dates.ts'
import type { Currency } from '../../../lib/money/money.ts'
import { isCurrency } from '../../../lib/money/currencies.ts'
import { readBankAmount, totalsOf } from './batch-file.ts'

export const RESULT_COLUMNS = [
  'line',
  'payment',
  'currency',
  'amount',
  'outcome',
  'reference',
  'day',
  'reason',
] as const
const OUTCOMES = ['paid', 'returned', 'unknown'] as const
type BankOutcome = (typeof OUTCOMES)[number]

export interface BankResult {
  /** Line number in the file, from 1. */
  fileLine: number
  position: number
  payment: string
  currency: Currency
  amount: number
  outcome: BankOutcome
  /** The bank's reference of a payment. */
  reference: string
  /** Day of the payment or of its return. */
  day: Day
  /** Code of the reason if it was returned. */
  reason: string
}

export interface FileProblem {
  line: number
  field: string
  problem: string
}
export type ReadResult = { batch: string; results: BankResult[] } | { problems: FileProblem[] }

const wrong = (line: number, field: string, problem: string): FileProblem => ({ line, field, problem })

/** `sha256Of` hashes the lines before the last one, if that one contains a hash. */
export function readResultFile(
  text: string,
  reasons: readonly string[],
  sha256Of: (body: string) => string,
): ReadResult {
  const { rows, open } = parseTable(text.replace(/^\ufeff/, ''))
  if (open !== undefined) return { problems: [wrong(open, '', 'a quotation mark is never closed')] }
  const problems: FileProblem[] = []
  const [first, ...rest] = rows
  const [kind, batch = ''] = first?.cells ?? []
  if (kind !== 'batch' || batch === '')
    problems.push(wrong(first?.line ?? 1, 'batch', 'the first line is “batch” and its number'))
  const heads = rest.filter((it) => it.cells[0] === 'line')
  if (heads.length !== 1 || heads[0]?.cells.join() !== RESULT_COLUMNS.join())
    problems.push(wrong(heads[0]?.line ?? 2, 'line', `one line names the columns: ${RESULT_COLUMNS.join(',')}`))
  const results = rest
    .filter((it) => !['total', 'line', 'end'].includes(it.cells[0] ?? ''))
    .flatMap((row) => readRow(row, reasons, problems))
  const seen = new Set<number>()
  for (const it of results) {
    if (seen.has(it.position)) problems.push(wrong(it.fileLine, 'line', `line ${it.position} stands in the file twice`))
    seen.add(it.position)
  }
  if (problems.length === 0) problems.push(...sumProblems(rest, results), ...endProblems(text, rest, results, sha256Of))
  return problems.length > 0 ? { problems } : { batch, results }
}

function readRow({ line, cells }: CsvRow, reasons: readonly string[], problems: FileProblem[]): BankResult[] {
  const before = problems.length
  const [position = '', payment = '', currency = '', typed = '', outcome = '', reference = '', day = '', reason = ''] =
    cells
  const need = (field: string, ok: boolean, problem: string): void =>
    void (ok || problems.push(wrong(line, field, problem)))
  need(
    'line',
    cells.length === RESULT_COLUMNS.length,
    `${RESULT_COLUMNS.length} cells are expected, and ${cells.length} are here`,
  )
  need('line', /^[1-9]\d{0,5}$/.test(position), 'is no number of a line')
  need('currency', isCurrency(currency), 'is no currency of ours')
  const amount = isCurrency(currency) ? readBankAmount(typed, currency) : 0
  need('amount', amount !== undefined, 'is not an amount as the batch file writes it')
  const known = OUTCOMES.find((it) => it === outcome)
  need('outcome', known !== undefined, `is none of ${OUTCOMES.join(', ')}`)
  need(
    'reference',
    known === 'paid' ? /^[\p{L}\p{N} ./:_-]{3,80}$/u.test(reference) : reference === '' || known === undefined,
    known === 'paid' ? 'a payment has the bank’s reference, 3 to 80 letters and digits' : 'only a payment has one',
  )
  need(
    'day',
    known === 'unknown' ? day === '' : isDay(day),
    known === 'unknown' ? 'is not known yet' : 'is no day (YYYY-MM-DD)',
  )
  need(
    'reason',
    known === 'returned' ? reasons.includes(reason) : reason === '' || known === undefined,
    known === 'returned' ? `is none of ${reasons.join(', ')}` : 'only what came back has one',
  )
  if (problems.length > before || known === undefined || amount === undefined || !isCurrency(currency)) return []
  return [
    { fileLine: line, position: Number(position), payment, currency, amount, outcome: known, reference, day, reason },
  ]
}

/** For each currency the file states count and sum, which must match the lines. */
function sumProblems(rows: readonly CsvRow[], results: readonly BankResult[]): FileProblem[] {
  const told = rows.filter((it) => it.cells[0] === 'total')
  const found = totalsOf(results)
  const problems = told.flatMap(({ line, cells: [, currency = '', count, amount = ''] }) => {
    const sum = found.find((it) => it.currency === currency)
    if (!sum) return [wrong(line, 'total', `no line is in ${currency || 'this currency'}`)]
    if (String(sum.count) !== count)
      return [wrong(line, 'total', `says ${count} lines in ${currency}, and ${sum.count} are here`)]
    return readBankAmount(amount, sum.currency) === sum.amount
      ? []
      : [wrong(line, 'total', `is not the sum of the lines in ${currency}`)]
  })
  const named = told.map((it) => it.cells[1])
  const twice = told
    .filter((it, i) => named.indexOf(it.cells[1]) !== i)
    .map((it) => wrong(it.line, 'total', 'stands in the file twice'))
  return [
    ...problems,
    ...twice,
    ...found
      .filter((it) => !named.includes(it.currency))
      .map((it) => wrong(1, 'total', `there is no total for ${it.currency}`)),
  ]
}

/** A truncated file has no last line. */
function endProblems(
  text: string,
  rows: readonly CsvRow[],
  results: readonly BankResult[],
  sha256Of: (body: string) => string,
): FileProblem[] {
  const last = rows.at(-1)
  const [kind, count, sha256 = ''] = last?.cells ?? []
  const line = last?.line ?? 1
  if (kind !== 'end' || rows.filter((it) => it.cells[0] === 'end').length !== 1)
    return [wrong(line, 'end', 'the last line is “end” and the number of lines: the file may be cut off')]
  if (count !== String(results.length))
    return [wrong(line, 'end', `says ${count} lines, and ${results.length} are here`)]
  if (results.length === 0) return [wrong(line, 'end', 'no line is here')]
  const body = text
    .replace(/^\ufeff/, '')
    .split(/(?<=\n)/)
    .slice(0, line - 1)
    .join('')
  return sha256 === '' || sha256 === sha256Of(body)
    ? []
    : [wrong(line, 'end', 'the SHA-256 is not that of the lines before: the file was changed')]
}
