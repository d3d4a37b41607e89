/** A bank for tests: claims that must be paid, operator commands, and a bank that reads a batch file and answers it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bankCommands } from '../../src/features/bank-transfers/server/bank-commands.ts'
import { totalsOf, bankAmount, readBankAmount } from '../../src/features/bank-transfers/rules/batch-file.ts'
import { RESULT_COLUMNS } from '../../src/features/bank-transfers/rules/result-file.ts'
import { setFault } from '../../src/features/cashier/server/sandbox/faults.ts'
import { findOrCreateUser } from '../../src/features/session/server/sessions.ts'
import { refundCommands } from '../../src/features/cashier/server/refunds/refund-commands.ts'
import { caseDoubts } from '../../src/features/claims/server/settlement/case-doubts.ts'
import { decide } from '../../src/features/claims/server/settlement/decide-claim.ts'
import { takeIntoReview } from '../../src/features/claims/server/case/handler-actions.ts'
import { loadCase, type Case } from '../../src/features/claims/server/case/load-case.ts'
import { BASE, both, line } from '../../src/features/claims/rules/settlement/calculate-settlement.testing.ts'
import { csvLine } from '../../src/lib/text/write-csv-line.ts'
import { parseCsv } from '../../src/lib/text/read-csv.ts'
import type { Currency } from '../../src/lib/money/money.ts'
import { isCurrency } from '../../src/lib/money/currencies.ts'
import type { Deps } from '../../src/server/dependencies.ts'
import { commandOutput, type CommandOutput } from './operator-commands.ts'
import { ANSWERS, OWNER, placeClaim, type Placed } from './place-claim.ts'
import type { Client, TestServer } from './start-server.ts'
import { logInAs } from './logged-in-user.ts'
import { messages, SELF } from './orders-fixtures.ts'
import { advanceAndDrain, atGateway, openShop, payUrlOf, refundsOf, type PaymentShop } from './payments-fixtures.ts'

/** A decided claim with this amount to be paid, in fen. */
export async function approvedClaim(deps: Deps, amount: number, answers = ANSWERS): Promise<Placed> {
  const placed = await placeClaim(deps, { answers })
  await takeIntoReview(deps, { id: placed.id, by: 'operator:chen' })
  const assessment = {
    ...BASE,
    groups: [{ id: 'all', name: both('all'), deductible: 0, deductibleNote: both('none'), share: 100 }],
    invoices: [
      {
        id: 'i1',
        visit: 'v001',
        number: '',
        provider: 'Clinic',
        day: '2026-03-01',
        currency: 'CNY' as const,
        group: 'all',
        rate: null,
        lines: [line('fee', amount)],
      },
    ],
  }
  const { doubts } = await caseDoubts(deps, deps.db, await loadCase(deps, placed.id), assessment)
  const named = (by: 'confirm' | 'override'): string[] => doubts.filter((it) => it.by === by).map((it) => it.id)
  await decide(deps, {
    id: placed.id,
    by: 'operator:chen',
    assessment,
    confirm: named('confirm'),
    override: named('override'),
  })
  return placed
}

export interface FileLine {
  position: string
  payment: string
  currency: Currency
  amount: number
  cells: Record<string, string>
}

/** The contents of a batch file. */
export function readBatchFile(text: string): { number: string; lines: FileLine[]; totals: string[][]; end: string[] } {
  const rows = parseCsv(text).rows.map((it) => it.cells)
  const columns = rows.find(([first]) => first === 'line') ?? []
  const lines = rows
    .filter(([first = '']) => /^\d+$/.test(first))
    .map((cells): FileLine => {
      const named = Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']))
      const currency = named['currency'] ?? ''
      if (!isCurrency(currency)) throw new Error(`no currency ${currency}`)
      return {
        position: cells[0] ?? '',
        payment: cells[1] ?? '',
        currency,
        amount: readBankAmount(named['amount'] ?? '', currency) ?? NaN,
        cells: named,
      }
    })
  return {
    number: rows[0]?.[1] ?? '',
    lines,
    totals: rows.filter(([first]) => first === 'total'),
    end: rows.at(-1) ?? [],
  }
}

export type Answer =
  | { outcome: 'paid'; reference: string; day: string }
  | { outcome: 'returned'; reason: string; day: string }
  | { outcome: 'unknown' }

/** The day of the tests' clock. */
export const TODAY = '2026-03-01'
export const PAID = { outcome: 'paid', reference: '2612 0210 1700 83', day: TODAY } as const satisfies Answer
export const CLOSED = { outcome: 'returned', reason: 'account_closed', day: TODAY } as const satisfies Answer

/** The bank's answer to some lines of a batch. */
export function resultFile(number: string, answers: readonly { line: FileLine; answer: Answer }[]): string {
  const rows = answers.map(({ line: it, answer }) => [
    it.position,
    it.payment,
    it.currency,
    bankAmount(it.amount, it.currency),
    answer.outcome,
    answer.outcome === 'paid' ? answer.reference : '',
    answer.outcome === 'unknown' ? '' : answer.day,
    answer.outcome === 'returned' ? answer.reason : '',
  ])
  const totals = totalsOf(answers.map(({ line: it }) => it)).map((it) => [
    'total',
    it.currency,
    String(it.count),
    bankAmount(it.amount, it.currency),
  ])
  return [['batch', number], ...totals, [...RESULT_COLUMNS], ...rows, ['end', String(rows.length)]]
    .map((cells) => `${csvLine(cells)}\r\n`)
    .join('')
}

/** Operators working with the bank's files, each by name as in the sandbox, with their own folder. */
export class BankDesk {
  readonly folder = mkdtempSync(join(tmpdir(), 'youfang-bank-'))
  readonly server: Pick<TestServer, 'deps'>
  /** Keys by name; the sandbox needs none. */
  readonly keys: ReadonlyMap<string, string>
  files = 0
  constructor(server: Pick<TestServer, 'deps'>, keys: ReadonlyMap<string, string> = new Map()) {
    this.server = server
    this.keys = keys
  }
  async run(by: string, ...words: string[]): Promise<CommandOutput> {
    const commands = words[0] === 'bank' ? bankCommands : refundCommands
    return commandOutput(
      this.server.deps,
      commands,
      [...words, '--by', by, '--why', 'money of the day'],
      this.keys.get(by),
    )
  }
  async done(by: string, ...words: string[]): Promise<string> {
    const { code, said } = await this.run(by, ...words)
    if (code !== 0) throw new Error(`${words.join(' ')}: ${said}`)
    return said
  }
  path = (): string => join(this.folder, `${++this.files}.csv`)
  /** Creates a batch as Wu; returns its number. */
  async collect(): Promise<string> {
    return /YF-B-\S+/.exec(await this.done('wu', 'bank', 'collect'))?.[0] ?? ''
  }
  async export(number: string): Promise<string> {
    const path = this.path()
    await this.done('wu', 'bank', 'export', number, path)
    return readFileSync(path, 'utf8')
  }
  /** Creates a batch, releases it as Li, and writes it: returns the file. */
  async sent(): Promise<string> {
    const number = await this.collect()
    await this.done('li', 'bank', 'release', number)
    return this.export(number)
  }
  /** Records an answer of the bank. */
  result(text: string, by = 'wu'): Promise<CommandOutput> {
    const path = this.path()
    writeFileSync(path, text)
    return this.run(by, 'bank', 'result', path)
  }
  caseOf = ({ id }: Placed): Promise<Case> => loadCase(this.server.deps, id)
  statusOf = async (placed: Placed): Promise<string> => (await this.caseOf(placed)).claim.status
  /** Subjects of the mails to the claims' owner. */
  subjects = async (): Promise<string[]> =>
    (await messages(this.server)).filter((it) => it.to === OWNER).map((it) => it.subject ?? '')
  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export interface FailedRefund {
  shop: PaymentShop
  refund: string
  client: Client
  email: string
}

/** Money that arrived after its order had closed, and that the wallet did not take back; its buyer is signed in. */
export async function failedRefund(server: TestServer): Promise<FailedRefund> {
  const { deps } = server
  const shop = await openShop(server)
  await setFault(deps, 'refunds_fail', 1)
  await atGateway(shop, await payUrlOf(shop), 'pay', 'after_expiry')
  await advanceAndDrain(shop, 91 * 60_000)
  await advanceAndDrain(shop, 60_000)
  await setFault(deps, 'refunds_fail', 0)
  const [row] = await refundsOf(shop)
  if (row?.status !== 'failed') throw new Error(`the refund is ${row?.status}`)
  const email = SELF.policyholder.email
  const client = await logInAs(server, email)
  const { id } = await deps.write((trx) => findOrCreateUser(deps, trx, email))
  await deps.write((trx) => trx.updateTable('orders').set({ user_id: id }).where('id', '=', shop.order).execute())
  return { shop, refund: row.id, client, email }
}
