/** One paid policy, its buyer, and what both suites of its invoices ask and read. */
import { afterEach, beforeEach } from 'vitest'
import { openRefund } from '../../src/features/cashier/server/refunds/open-and-settle-refund.ts'
import { getInvoice, requestInvoice, retitleInvoice, type InvoiceView } from '../../src/features/invoices/contract.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok } from './orders-fixtures.ts'
import { paidPolicyServer } from './policy-servers.ts'
import type { Client, TestServer } from './start-server.ts'

export const COMPANY = {
  title: 'organisation',
  name: '福州示例留学服务有限公司',
  taxNumber: '91350100M000100Y43',
  email: 'books@example.com',
} as const
export const PERSON = { title: 'personal', email: INSURED } as const
export let server: TestServer
export let client: Client
export let id: string
export let premium: number
/** A server with one paid policy for each test, and its buyer. */
export function eachWithPaidPolicy(): void {
  beforeEach(async () => {
    let policy: string
    ;({ server, given: policy } = await paidPolicyServer())
    const row = await server.deps.db
      .selectFrom('policies')
      .select(['order_id', 'premium_minor'])
      .where('id', '=', policy)
      .executeTakeFirstOrThrow()
    ;[id, premium] = [row.order_id, row.premium_minor]
    client = await logInAs(server, INSURED)
  })
  afterEach(() => server.close())
}

export const payable = () => ({ kind: 'plan', id })
export const view = async (): Promise<InvoiceView> => ok(await client.request(getInvoice, payable()))
export const ask = (title: typeof COMPANY | typeof PERSON = PERSON, by = client) =>
  by.request(requestInvoice, { ...payable(), ...title })
export const change = async (
  title: typeof COMPANY | typeof PERSON,
  over: Partial<{ version: number; unused: boolean }> = {},
) => client.request(retitleInvoice, { ...payable(), ...title, version: (await view()).version, unused: true, ...over })
export const refund = async (amount: number): Promise<void> => {
  const { deps } = server
  await deps.write(async (trx) => {
    const payment = await trx.selectFrom('payments').selectAll().where('payable_id', '=', id).executeTakeFirstOrThrow()
    await openRefund(trx, deps, payment, { reason: 'operator', amount, by: 'operator:li' })
  })
  await settle()
}
/** Runs what is due now and in two minutes. */
export const settle = async (): Promise<void> => {
  await server.drain()
  server.advance(2 * 60_000)
  await server.drain()
}
export const rows = () => server.deps.db.selectFrom('invoice_documents').selectAll().orderBy('seq').execute()
/** What the invoices in force amount to, in fen. */
export const inForce = async (): Promise<number> =>
  (await rows())
    .filter((it) => it.status === 'issued')
    .reduce((sum, it) => sum + it.amount_minor * (it.kind === 'blue' ? 1 : -1), 0)
export const mails = async (subject: string) =>
  server.deps.db
    .selectFrom('messages')
    .select(['to', 'text', 'attachments'])
    .where('subject', 'like', `%${subject}%`)
    .execute()
