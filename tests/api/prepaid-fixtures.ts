/** A premium that was paid, its buyer, and payers who use a private link. */
import { openRefund } from '../../src/features/cashier/server/refunds/open-and-settle-refund.ts'
import {
  applyPrepaid,
  getInvoice,
  invoiceLink,
  readPrepaid,
  requestInvoice,
  type InvoiceView,
  type PrepaidView,
} from '../../src/features/invoices/contract.ts'
import { prepaidLinkCommands } from '../../src/features/invoices/server/prepaid/prepaid-link-commands.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { commandOutput } from './operator-commands.ts'
import { ok } from './orders-fixtures.ts'
import { paidPolicyServer } from './policy-servers.ts'
import type { Client, TestServer } from './start-server.ts'

export const COMPANY = {
  title: 'organisation',
  name: '福州示例留学服务有限公司',
  taxNumber: '91350100M000100Y43',
  email: 'books@example.com',
} as const
export const PARENT = { title: 'personal', name: '王芳', email: 'fang@example.com' } as const
export type Title =
  | typeof COMPANY
  | typeof PARENT
  | { title: 'organisation'; name: string; taxNumber: string; email: string }

export const keyIn = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

export class PrepaidBench {
  readonly server: TestServer
  readonly order: string
  readonly premium: number
  readonly buyer: Client
  /** Somebody without a login. */
  readonly payer: Client

  private constructor(server: TestServer, given: { order: string; premium: number; buyer: Client }) {
    this.server = server
    this.order = given.order
    this.premium = given.premium
    this.buyer = given.buyer
    this.payer = server.client()
  }

  static async ready(): Promise<PrepaidBench> {
    const { server, given: policy } = await paidPolicyServer()
    const row = await server.deps.db
      .selectFrom('policies')
      .select(['order_id', 'premium_minor'])
      .where('id', '=', policy)
      .executeTakeFirstOrThrow()
    return new PrepaidBench(server, {
      order: row.order_id,
      premium: row.premium_minor,
      buyer: await logInAs(server, INSURED),
    })
  }

  get payable() {
    return { kind: 'plan', id: this.order }
  }

  makeLink = async (): Promise<string> => keyIn(ok(await this.buyer.request(invoiceLink, this.payable)).url)
  reads = async (key: string): Promise<PrepaidView> => ok(await this.payer.request(readPrepaid, { key }))
  applies = (key: string, title: Title = COMPANY, by = this.payer) => by.request(applyPrepaid, { key, ...title })
  buyerSees = async (): Promise<InvoiceView> => ok(await this.buyer.request(getInvoice, this.payable))
  buyerAsks = () => this.buyer.request(requestInvoice, { ...this.payable, title: 'personal', email: INSURED })

  /** Waits until the tax channel has answered. */
  settle = async (): Promise<void> => {
    await this.server.drain()
    this.server.advance(2 * 60_000)
    await this.server.drain()
  }

  refund = async (amount: number): Promise<void> => {
    const { deps } = this.server
    await deps.write(async (trx) => {
      const payment = await trx
        .selectFrom('payments')
        .selectAll()
        .where('payable_id', '=', this.order)
        .executeTakeFirstOrThrow()
      await openRefund(trx, deps, payment, { reason: 'operator', amount, by: 'operator:li' })
    })
    await this.settle()
  }

  operator = (...words: string[]) =>
    commandOutput(this.server.deps, prepaidLinkCommands, ['prepaid-invoices', ...words])

  mailsTo = async (to: string) =>
    this.server.deps.db
      .selectFrom('messages')
      .select(['subject', 'text', 'attachments'])
      .where('to', '=', to)
      .orderBy('id')
      .execute()
}
