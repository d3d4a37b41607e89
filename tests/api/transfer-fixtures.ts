/** A school with a closed list, its bank's statements, and the operators who book and confirm them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bankCommands } from '../../src/features/bank-transfers/server/bank-commands.ts'
import { bankTransfers } from '../../src/features/bank-transfers/server/feature.ts'
import { incomingCommands } from '../../src/features/bank-transfers/server/incoming-commands.ts'
import { loadProviders, replaceProviders } from '../../src/features/cashier/server/providers/provider-registry.ts'
import { transferProviders } from '../../src/features/cashier/server/transfers/transfer-provider.ts'
import { campaignFeatures, type TestCampaign } from './collection-fixtures.ts'
import { closedList, placeStudents, School, schoolCampaign } from './group-fixtures.ts'
import { commandOutput, type CommandOutput } from './operator-commands.ts'
import { ok } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

export const DAY = 86_400_000

interface Entry {
  amount: number
  note: string
  entry?: string
  account?: string
}

let entries = 0

export class TransferScene {
  readonly server: TestServer
  readonly campaign: TestCampaign
  readonly students: readonly string[]
  school: School
  readonly #folder = mkdtempSync(join(tmpdir(), 'youfang-statement-'))

  private constructor(server: TestServer, campaign: TestCampaign, students: readonly string[], school: School) {
    this.server = server
    this.campaign = campaign
    this.students = students
    this.school = school
  }

  static async open(): Promise<TransferScene> {
    const server = await startServer({ features: [...campaignFeatures, bankTransfers] })
    const campaign = await schoolCampaign(server)
    const students = await placeStudents(server, campaign, 2)
    const { link } = await closedList(server, campaign, '--to', 'finance@lakeside.example')
    const school = new School(server, link)
    await loadProviders(server.deps)
    return new TransferScene(server, campaign, students, school)
  }

  async close(): Promise<void> {
    await this.server.close()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 2 })
  }

  operator(who: string, ...words: string[]): Promise<CommandOutput> {
    return commandOutput(
      this.server.deps,
      [...incomingCommands, ...bankCommands],
      [...words, '--by', who, '--why', 'of the day'],
    )
  }

  /** Chooses a transfer. */
  async choose(): Promise<{ id: string; reference: string; amount: number }> {
    const { payment } = ok(await this.school.tryPay('transfer'))
    return {
      id: payment?.id ?? '',
      reference: payment?.inPage?.['reference'] ?? '',
      amount: payment?.amount.amount ?? 0,
    }
  }

  /** Pays the list by a gateway, so that what was chosen here is not wanted any more. */
  async payOtherwise(): Promise<void> {
    const { server, school } = this
    const gateway = new School(server, school.link)
    replaceProviders(server.deps, [gateway.gateway, ...transferProviders(server.deps.config)])
    await gateway.pay()
  }

  /** A statement as the bank exports it. */
  statement(...list: readonly Entry[]): string {
    const rows = list.map(
      ({ amount, note, entry = `BANK-${++entries}`, account = '6222000000000001' }) =>
        `${entry},2026-03-01,${(amount / 100).toFixed(2)},CNY,${note},湖畔大学,${account},示例银行`,
    )
    const file = join(this.#folder, `${++entries}.csv`)
    writeFileSync(file, ['流水号,交易日期,贷方金额,币种,附言,对方户名,对方账号,对方开户行', ...rows].join('\n'))
    return file
  }

  book(...list: readonly Entry[]): Promise<CommandOutput> {
    return this.operator('lin', 'transfers', 'book', this.statement(...list))
  }

  /** Booked by one, confirmed by another. */
  async credit(...list: readonly Entry[]): Promise<CommandOutput> {
    const file = this.statement(...list)
    await this.operator('lin', 'transfers', 'book', file)
    return this.operator('chen', 'transfers', 'confirm-statement', file)
  }

  transfers() {
    return this.server.deps.db.selectFrom('incoming_transfers').selectAll().orderBy('id').execute()
  }

  async idOf(at = 0): Promise<string> {
    return (await this.transfers())[at]?.id ?? ''
  }

  eventsOf(status: string) {
    return this.server.deps.db
      .selectFrom('events')
      .selectAll()
      .where('entity', '=', 'incoming_transfer')
      .where('to_status', '=', status)
      .execute()
  }

  refunds() {
    return this.server.deps.db.selectFrom('refunds').selectAll().execute()
  }
}
