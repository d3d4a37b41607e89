/** What is owed in one run of the model of bank transfers, a bank with its own books, and what holds of every batch. */
import { expect } from 'vitest'
import { linesOf, totalsIn } from '../../src/features/bank-transfers/server/batches.ts'
import { totalsOf } from '../../src/features/bank-transfers/rules/batch-file.ts'
import { batchMachine, lineMachine } from '../../src/features/bank-transfers/server/batch-states.ts'
import { dayOf } from '../../src/lib/days/dates.ts'
import {
  approvedClaim,
  BankDesk,
  failedRefund,
  readBatchFile,
  resultFile,
  type Answer,
  type FileLine,
} from './bank-fixtures.ts'
import type { TestServer } from './start-server.ts'
import type { Deps } from '../../src/server/dependencies.ts'

/** What a bank did with one line, and what it last reported about it. */
interface Executed {
  line: FileLine
  batch: string
  answer: Answer
}

/** The state of one run: what is owed, and a bank with its own books. */
export class World {
  private readonly server: TestServer
  private readonly desk: BankDesk
  readonly owed = new Map<string, number>()
  readonly claims: string[] = []
  readonly executed: Executed[] = []
  readonly known = new Set<string>()
  /** Answers that were ever given: they are read again in any order. */
  readonly answers: string[] = []
  refund: Awaited<ReturnType<typeof failedRefund>> | undefined

  constructor(server: TestServer, desk: BankDesk) {
    this.server = server
    this.desk = desk
  }

  async build(sums: readonly number[]): Promise<void> {
    for (const amount of sums) {
      const { id, caseNumber } = await approvedClaim(this.server.deps, amount)
      this.claims.push(id)
      this.owed.set(caseNumber, amount)
    }
    this.refund = await failedRefund(this.server)
    await this.desk.done('li', 'refunds', 'ask-account', this.refund.refund)
    this.owed.set(this.refund.shop.order, 169_322)
  }

  /** A batch file reaches the bank, which refuses a number that it had before. Lines are paid or not at random. */
  bring(file: string, n: number): void {
    const { number, lines } = readBatchFile(file)
    if (this.known.has(number)) return
    this.known.add(number)
    const day = dayOf(this.server.deps.clock())
    for (const line of lines) {
      const paid = (n + Number(line.position)) % 3 !== 0
      this.executed.push({
        line,
        batch: number,
        answer: paid
          ? { outcome: 'paid', reference: `R ${line.payment}`, day }
          : { outcome: 'returned', reason: 'account_closed', day },
      })
    }
  }

  /** An answer about some lines of a batch; for some of them the bank says that it does not know. */
  answer(n: number): string | undefined {
    const [number] = [...this.known].slice(n % Math.max(1, this.known.size))
    const own = this.executed.filter((it) => it.batch === number).filter((_, i) => (n >> i) % 2 === 0)
    if (number === undefined || own.length === 0) return undefined
    const text = resultFile(
      number,
      own.map(({ line, answer }, i) => ({ line, answer: (n + i) % 5 === 0 ? { outcome: 'unknown' } : answer })),
    )
    this.answers.push(text)
    return text
  }

  paidOf = (purpose: string): number =>
    this.executed
      .filter((it) => it.line.cells['purpose'] === purpose && it.answer.outcome === 'paid')
      .reduce((sum, it) => sum + it.line.amount, 0)
}

export async function checkBatches({ db }: Deps): Promise<void> {
  const batches = await db.selectFrom('bank_batches').selectAll().execute()
  const live = new Map<string, number>()
  for (const batch of batches) {
    const lines = await linesOf(db, batch)
    expect(totalsOf(lines.map((it) => ({ currency: it.currency, amount: it.amount_minor })))).toEqual(totalsIn(batch))
    expect(lines.map((it) => it.position)).toEqual(lines.map((_, i) => i + 1))
    if (batch.released_by !== null) expect(batch.released_by).not.toBe(batch.created_by)
    expect(batch.status === 'settled').toBe(lines.every((it) => it.status === 'paid' || it.status === 'returned'))
    for (const it of lines) if (it.status !== 'cancelled') live.set(it.payment, (live.get(it.payment) ?? 0) + 1)
  }
  expect([...live.values()].filter((count) => count > 1)).toEqual([])
}

export async function checkEvents({ db }: Deps): Promise<void> {
  const graphs = { bank_batch: batchMachine.graph, bank_batch_line: lineMachine.graph } as Record<
    string,
    Record<string, readonly string[]>
  >
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('entity', 'in', Object.keys(graphs))
    .where('from_status', 'is not', null)
    .where('to_status', '!=', 'written_again')
    .execute()
  for (const it of rows) expect(graphs[it.entity]?.[it.from_status ?? '']).toContain(it.to_status)
}
