/**
 * Makes many people out of a few: the rows of a store in which everything was done by real calls, copied again and
 * again under other ids, at other times, straight into the tables of a PostgreSQL database. What is sealed is copied as
 * it is: it opens, but says the same of everybody.
 */
import { dayOf, addDays } from '../../../src/lib/days/dates.ts'
import { ALL_TABLES } from '../../../src/programs/database-tables.ts'
import { primaryKey } from '../../../src/server/db/read-pages.ts'
import type { Table } from '../../../src/server/db/define-table.ts'

type Value = string | number | null
export type Row = Record<string, Value>
export type Rows = Record<string, Row[]>

const DAY = 86_400_000
/** Everything lies in the last year, so that no job has years to catch up with. */
const DAYS = 300

/** Are there once, however many people there are; and the sandbox's own books. */
const ONCE = new Set(
  `operators operator_proposals health_probe sms_days secret_canaries plan_files policy_terms exchange_rates
  job_endpoints bank_batches bank_batch_lines campaigns group_payments group_payment_orders partners
  partner_institutions partner_keys messages gateway_trades gateway_deliveries gateway_refunds sandbox_invoices
  incoming_senders person_keys`.split(/\s+/),
)
/** Found by their key only, and far more than all others: a part of them is enough. */
const EVERY_FOURTH = new Set(['events', 'sales_log', 'files', 'policy_documents'])
/** Kept for thirty days, or waiting for somebody who works every day. */
const EVERY_THIRTIETH = new Set([
  'jobs',
  'message_deliveries',
  'account_closures',
  'registrations',
  'registration_codes',
  'partner_visits',
  'login_sends',
  'counted_messages',
])
/** Of all that is on its way, a tenth; the others have ended so. */
const ENDED: Record<string, Record<string, string>> = {
  orders: { awaiting_payment: 'expired', under_review: 'declined', created: 'expired' },
  claims: { submitted: 'paid', in_review: 'paid', paying: 'paid', payment_failed: 'paid', supplement_required: 'paid' },
  claim_payments: { paying: 'paid', failed: 'paid' },
  claim_requests: { open: 'sent' },
  policy_changes: { submitted: 'rejected', awaiting_payment: 'lapsed' },
  policy_extensions: { awaiting_payment: 'expired' },
  payments: { started: 'expired' },
  education_orders: { sent: 'confirmed' },
}
/** Days and instants on which something is due: from today on, each day as many. */
const DUE = new Set(['next_notice_on', 'due_on', 'lapses_at', 'closes_at', 'expires_at', 'pay_until'])

const SMALL = '0123456789abcdefghjkmnpqrstvwxyz'
function base32(number: number, length: number): string {
  let text = ''
  for (let rest = number; text.length < length; rest = Math.floor(rest / 32)) text = `${SMALL[rest % 32]}${text}`
  return text
}

/** Ids, hashes and numbers inside a text: each copy has its own. */
const NAMES =
  /(?<number>YF-?[A-Z]-\d{6}-)[0-9A-Z]+|(?<policy>YF\d\d-\d{4}-)\d{6}|(?<hash>[0-9a-f]{58})[0-9a-f]{6}|(?<id>[0-9a-hjkmnp-tv-z]{22})[0-9a-hjkmnp-tv-z]{4}/g

interface Source {
  rows: Rows
  /** The instant of its store, ms. */
  now: number
}

/** A part of a line: the same in all copies, or made from the number of the copy. */
type Part = string | ((n: number) => string)

export class Multiplier {
  private readonly source: Source
  private readonly now: number
  /** Numbers have few characters: each of the source's has its own range. */
  private readonly ranges = new Map<string, number>()
  /** Ids of rows that are there once. */
  private readonly fixed: Set<string>
  private readonly lineParts = new Map<string, Part[][]>()

  /** `now`: the instant of the store that is filled, ms. */
  constructor(source: Source, now: number) {
    this.source = source
    this.now = now
    this.fixed = new Set([...ONCE].flatMap((table) => (source.rows[table] ?? []).map((row) => String(row['id']))))
  }

  /** Tables that are multiplied. */
  tables(): Table[] {
    return ALL_TABLES.filter(({ name }) => !ONCE.has(name) && (this.source.rows[name]?.length ?? 0) > 0)
  }

  /** Rows of the copy `n` of everybody, as lines of COPY. */
  lines(table: Table, n: number): string {
    const { name } = table
    if (EVERY_FOURTH.has(name) && n % 4 !== 0) return ''
    if (EVERY_THIRTIETH.has(name) && n % 30 !== 0) return ''
    const parts = this.lineParts.get(name) ?? this.partsOf(table)
    this.lineParts.set(name, parts)
    let text = ''
    for (const line of parts) for (const part of line) text += typeof part === 'string' ? part : part(n)
    return text
  }

  private partsOf(table: Table): Part[][] {
    const { name } = table
    const rows = (this.source.rows[name] ?? []).filter((row) => name !== 'jobs' || row['done_at'] !== null)
    // People begin more applications than those whose outcomes the source shows.
    const more = name === 'orders' ? rows.filter((it) => it['status'] === 'expired') : []
    return [
      ...rows.map((row) => this.lineOf(table, row)),
      ...more.flatMap((row) => [1, 2, 3, 4].map((extra) => this.lineOf(table, row, extra))),
    ]
  }

  private lineOf(table: Table, row: Row, extra = 0): Part[] {
    const cells = Object.keys(table.columns).map((column) => {
      const cell = this.cellOf(table, column, row)
      if (extra === 0 || !['id', 'create_key'].includes(column)) return cell
      return (n: number): string => (column === 'id' ? written(cell, n + extra / 8) : `${written(cell, n)}-${extra}`)
    })
    const line: Part[] = []
    for (const [i, cell] of cells.entries()) line.push(cell, i === cells.length - 1 ? '\n' : '\t')
    return line
  }

  private cellOf(table: Table, column: string, row: Row): Part {
    const { name } = table
    const value = row[column] ?? null
    const days = EVERY_THIRTIETH.has(name) ? 30 : DAYS
    if (value === null)
      return name === 'claims' && column === 'closed_at' ? (n) => (isOver(row, n) ? String(this.now) : NULL) : NULL
    if (typeof value === 'number') {
      const isInstant = value >= 1e12 && table.columns[column]?.facts.kind === 'bigint'
      return isInstant ? this.instant(value, DUE.has(column), days) : String(value)
    }
    const ended = column === 'status' ? ENDED[name]?.[value] : undefined
    if (ended !== undefined) return (n) => (n % 10 > 0 ? ended : value)
    return this.textCell(table, column, value, days)
  }

  private instant(value: number, due: boolean, days: number): Part {
    const then = value - (this.source.now - this.now)
    return due ? (n) => String(this.now + (n % days) * DAY) : (n) => String(then - (n % days) * DAY)
  }

  private textCell({ columns, ...table }: Table, column: string, text: string, days: number): Part {
    if (/^\d{4}-\d\d-\d\d$/.test(text))
      return DUE.has(column) ? (n) => addDays(dayOf(this.now), n % days) : (n) => addDays(text, -(n % days))
    if (text.startsWith('v2.')) return text
    const renamed = this.renamed(text)
    const alone = columns[column]?.facts.unique === true || primaryKey({ columns, ...table }).join() === column
    const isKey = alone || ['key', 'nonce'].includes(column)
    return typeof renamed === 'string' && isKey ? (n) => `${renamed}-${n}` : renamed
  }

  /** Ids, hashes and numbers inside a text: each copy has its own. */
  private renamed(text: string): Part {
    const parts: Part[] = []
    let from = 0
    for (const match of text.matchAll(NAMES)) {
      if (this.fixed.has(match[0])) continue
      parts.push(escaped(text.slice(from, match.index)), this.nameOf(match))
      from = match.index + match[0].length
    }
    if (parts.length === 0) return escaped(text)
    parts.push(escaped(text.slice(from)))
    return (n) => parts.map((it) => written(it, n)).join('')
  }

  private nameOf({ 0: whole, groups = {} }: RegExpMatchArray): (n: number) => string {
    const { number, policy, hash, id } = groups
    if (hash !== undefined) return (n) => `${hash}${n.toString(16).padStart(6, '0')}`
    if (id !== undefined) return (n) => `${id}${base32(n, 4)}`
    const range = this.ranges.get(whole) ?? this.ranges.size
    this.ranges.set(whole, range)
    // A number of a policy has six digits, any other six letters.
    if (policy !== undefined)
      return (n) => `${policy.slice(0, 2)}${10 + (range % 90)}${policy.slice(4)}${String(n).padStart(6, '0')}`
    return (n) => `${number ?? ''}${base32(range * 2 ** 20 + n * 8, 6).toUpperCase()}`
  }
}

const written = (part: Part, n: number): string => (typeof part === 'string' ? part : part(n))

/** In PostgreSQL's text format of COPY. */
const NULL = '\\N'
const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')

const isOver = ({ status }: Row, n: number): boolean => status !== 'draft' && n % (status === 'rejected' ? 100 : 10) > 0
