/** Compares a gateway's bill of one day with our books, in both directions and to the cent. */
import type { NotNull } from 'kysely'
import { addDays, startOfCover, type Day } from '../../../../lib/days/dates.ts'
import { add, money, type Currency, type Money } from '../../../../lib/money/money.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { BillLine } from '../providers/bill.ts'

/** We record a payment a little after the gateway, and the gateway's day ends by its own clock, ms. */
const MARGIN = 15 * 60_000

/** Why a line of one side has no match on the other. */
export type Difference =
  /**
   * Lines of the bill: we have no such payment or refund · we have it, but not as paid, or as refunded what came back ·
   * with another sum · twice in one bill.
   */
  | { why: 'unknown' | 'not_booked' | 'other_sum' | 'twice'; line: BillLine; ours?: Money }
  /** Our entries that are not in the bill; `edge`: so close to the day's end that it may be in the adjacent bill. */
  | { why: 'missing'; kind: BillLine['kind']; id: string; ours: Money; edge: boolean }

interface Booked {
  id: string
  amount: Money
  /** The money moved, or is on its way. */
  moved: boolean
}

export interface Comparison {
  differences: Difference[]
  lines: number
  totals: Money[]
}

/** The number of a refund at the gateway: it is different for each attempt. */
const refundNumber = (id: string, attempt: number): string => (attempt === 1 ? id : `${id}.${attempt}`)

export async function compareBill(
  deps: Deps,
  provider: string,
  day: Day,
  lines: readonly BillLine[],
): Promise<Comparison> {
  const payments = new Map((await paymentsNamed(deps, provider, lines)).map((it) => [it.id, it]))
  const refunds = new Map((await refundsNamed(deps, provider, lines)).map((it) => [it.id, it]))
  const seen = new Set<string>()
  const differences: Difference[] = []
  for (const line of lines) {
    const key = `${line.kind} ${line.ours}`
    const booked = (line.kind === 'payment' ? payments : refunds).get(line.ours)
    if (seen.has(key)) differences.push({ why: 'twice', line })
    else if (!booked) differences.push({ why: 'unknown', line })
    else if (booked.moved === (line.kind === 'refund_failure'))
      differences.push({ why: 'not_booked', line, ours: booked.amount })
    else if (booked.amount.amount !== line.amount.amount || booked.amount.currency !== line.amount.currency)
      differences.push({ why: 'other_sum', line, ours: booked.amount })
    seen.add(key)
  }
  for (const { kind, id, amount, at } of await bookedOn(deps, provider, day)) {
    if (!seen.has(`${kind} ${id}`))
      differences.push({
        why: 'missing',
        kind,
        id,
        ours: amount,
        edge: at - startOfCover(day) < MARGIN || startOfCover(addDays(day, 1)) - at < MARGIN,
      })
  }
  return { differences, lines: lines.length, totals: totalsOf(lines) }
}

/** Payments minus refunds, by currency. */
function totalsOf(lines: readonly BillLine[]): Money[] {
  const sums = new Map<Currency, Money>()
  for (const { kind, amount } of lines) {
    const signed = money(kind === 'refund' ? -amount.amount : amount.amount, amount.currency)
    const before = sums.get(amount.currency)
    sums.set(amount.currency, before ? add(before, signed) : signed)
  }
  return [...sums.values()]
}

/** Ids are queried in parts, because databases limit the number of values in a statement. */
const PART = 500
function parts(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / PART) }, (_, i) => ids.slice(i * PART, (i + 1) * PART))
}

async function paymentsNamed(deps: Deps, provider: string, lines: readonly BillLine[]): Promise<Booked[]> {
  const found: Booked[] = []
  for (const ids of parts(lines.filter((it) => it.kind === 'payment').map((it) => it.ours))) {
    const rows = await deps.db
      .selectFrom('payments')
      .select(['id', 'paid_minor', 'paid_currency', 'amount_minor', 'currency'])
      .where('provider', '=', provider)
      .where('id', 'in', ids)
      .execute()
    for (const row of rows) {
      const moved = row.paid_minor !== null
      found.push({
        id: row.id,
        moved,
        amount: money(row.paid_minor ?? row.amount_minor, row.paid_currency ?? row.currency),
      })
    }
  }
  return found
}

async function refundsNamed(deps: Deps, provider: string, lines: readonly BillLine[]): Promise<Booked[]> {
  const found: Booked[] = []
  const ids = lines.filter((it) => it.kind !== 'payment').map((it) => it.ours.split('.')[0] ?? '')
  for (const some of parts(ids)) {
    const rows = await deps.db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .selectAll('refunds')
      .where('payments.provider', '=', provider)
      .where('refunds.way', '=', 'provider')
      .where('refunds.id', 'in', some)
      .execute()
    for (const row of rows) {
      const amount = money(row.amount_minor, row.currency)
      // Of the earlier attempts each one failed.
      for (let attempt = 1; attempt < row.attempt; attempt++)
        found.push({ id: refundNumber(row.id, attempt), amount, moved: false })
      const moved = row.status === 'succeeded' || row.status === 'submitted'
      found.push({ id: refundNumber(row.id, row.attempt), amount, moved })
    }
  }
  return found
}

/** What we booked on that day in the gateway's time zone. */
async function bookedOn(
  deps: Deps,
  provider: string,
  day: Day,
): Promise<{ kind: BillLine['kind']; id: string; amount: Money; at: number }[]> {
  const [from, to] = [startOfCover(day), startOfCover(addDays(day, 1))]
  const payments = await deps.db
    .selectFrom('payments')
    .select(['id', 'paid_minor', 'paid_currency', 'settled_at'])
    .where('provider', '=', provider)
    .where('paid_minor', 'is not', null)
    .where('settled_at', '>=', from)
    .where('settled_at', '<', to)
    .orderBy('settled_at')
    .$narrowType<{ paid_minor: NotNull; paid_currency: NotNull }>()
    .execute()
  const refunds = await deps.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .where('payments.provider', '=', provider)
    .where('refunds.way', '=', 'provider')
    .where('refunds.status', 'in', ['submitted', 'succeeded'])
    .where('refunds.submitted_at', '>=', from)
    .where('refunds.submitted_at', '<', to)
    .orderBy('refunds.submitted_at')
    .execute()
  return [
    ...payments.map((row) => ({
      kind: 'payment' as const,
      id: row.id,
      amount: money(row.paid_minor, row.paid_currency),
      at: Number(row.settled_at),
    })),
    ...refunds.map((row) => ({
      kind: 'refund' as const,
      id: refundNumber(row.id, row.attempt),
      amount: money(row.amount_minor, row.currency),
      at: Number(row.submitted_at),
    })),
  ]
}
