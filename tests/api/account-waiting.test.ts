/** A person's open tasks beside orders and claims: each listed once, with its page, and gone once it is done. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { scheduleClosure, takeBackClosure } from '../../src/features/account/server/closure/schedule-closure.ts'
import { waitingTasks } from '../../src/features/account/waiting-tasks-call.ts'
import { payCreate } from '../../src/features/cashier/contract.ts'
import { previewChange } from '../../src/features/changes/contract.ts'
import { requestInvoice, retitleInvoice, getInvoice } from '../../src/features/invoices/contract.ts'
import {
  cancelExtension,
  extendPolicy,
  extensionOffer,
  extensionQuote,
} from '../../src/features/policies/extension-calls.ts'
import { newId } from '../../src/server/new-id.ts'
import { changesDesk, submitTo } from './change-desk.ts'
import type { Gateway } from './gateway-in-memory.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { ExtensionBench } from './extension-bench.ts'
import type { Client, TestServer } from './start-server.ts'

const DAY = 86_400_000
let server: TestServer
let policy: string
let client: Client
let gateway: Gateway
beforeEach(async () => {
  ;({ server, policy, client, gateway } = await ExtensionBench.ready())
})
afterEach(() => server.close())

const waiting = async (by = client) => ok(await by.request(waitingTasks, {})).tasks
const row = () => server.deps.db.selectFrom('policies').selectAll().where('id', '=', policy).executeTakeFirstOrThrow()

async function difference(): Promise<string> {
  const input = { policy, who: 'insured', item: 'birth_date', value: '1998-05-27' } as const
  const shown = ok(await client.request(previewChange, input))
  const { id } = ok(await submitTo(client, { ...input, difference: shown.difference?.amount ?? 0 }))
  await server.check()
  await changesDesk(server, 'approve', id)
  return id
}

async function nextTerm(): Promise<string> {
  const { offer } = ok(await client.request(extensionOffer, { id: policy }))
  const ends = offer?.suggested[0] ?? ''
  const { premium } = ok(await client.request(extensionQuote, { id: policy, ends }))
  const answers = Object.fromEntries((offer?.health.questions ?? []).map(({ id }) => [id, 'no' as const]))
  const { pay } = ok(
    await client.request(extendPolicy, {
      id: policy,
      ends,
      premium: premium.amount,
      sha256: offer?.health.sha256 ?? '',
      answers,
      sensitive: true,
    }),
  )
  return pay.split('.')[1] ?? ''
}

it('a difference in premium is listed as a task until it is paid', async () => {
  expect(await waiting()).toEqual([])
  const id = await difference()
  expect(await waiting()).toEqual([
    {
      kind: 'change',
      id,
      number: (await row()).number,
      amount: { amount: 240_000, currency: 'CNY' },
      until: expect.any(Number),
      path: '/personal/modify',
    },
  ])
  const { payment } = ok(await client.request(payCreate, { pay: `endorsement.${id}`, method: 'wechat', key: newKey() }))
  await gateway.pay(server, payment?.id ?? '')
  expect(await waiting()).toEqual([])
})

it('a next term is listed as a task until it is paid, cancelled or expired', async () => {
  const id = await nextTerm()
  expect(await waiting()).toMatchObject([
    { kind: 'extension', id, number: (await row()).number, path: `/insurance-policy/extend?id=${policy}` },
  ])
  ok(await client.request(cancelExtension, { id }))
  expect(await waiting()).toEqual([])
  await nextTerm()
  server.advance(2 * 3_600_000)
  client = await logInAs(server, INSURED)
  expect(await waiting()).toEqual([])
})

it('an invoice with an unknown tax number is listed as a task until it is corrected', async () => {
  const payable = { kind: 'plan', id: (await row()).order_id }
  const company = { title: 'organisation', name: '福州示例留学服务有限公司', email: 'books@example.com' } as const
  ok(await client.request(requestInvoice, { ...payable, ...company, taxNumber: '000000000000000' }))
  await server.drain()
  expect(await waiting()).toMatchObject([{ kind: 'invoice', number: null, path: `/personal/order?id=${payable.id}` }])
  const { version } = ok(await client.request(getInvoice, payable))
  ok(
    await client.request(retitleInvoice, {
      ...payable,
      ...company,
      taxNumber: '91350100M000100Y43',
      version,
      unused: false,
    }),
  )
  expect(await waiting()).toEqual([])
})

it('a rejected verification of identity is listed as a task for a month if it can be corrected', async () => {
  const { user_id: user } = await row()
  const refused = (reason: 'photo_unclear' | 'not_verifiable') =>
    server.deps.write((trx) =>
      trx
        .insertInto('registrations')
        .values({
          id: newId(),
          status: 'rejected',
          version: 2,
          updated_at: 1,
          user_id: user ?? '',
          submission_key: newKey(),
          facts: null,
          id_mac: 'x',
          network_mac: 'y',
          lang: 'en',
          submitted_at: server.deps.clock(),
          decided_at: server.deps.clock(),
          reason,
          photo_id: newId(),
          photo_checked_at: null,
          wrong_codes: 0,
        })
        .execute(),
    )
  await refused('photo_unclear')
  expect(await waiting()).toMatchObject([{ kind: 'registration', path: '/personal/credential' }])
  server.advance(31 * DAY)
  client = await logInAs(server, INSURED)
  expect(await waiting()).toEqual([])
  await refused('photo_unclear')
  server.advance(1)
  await refused('not_verifiable')
  expect(await waiting()).toEqual([])
})

it('tasks are sorted by their last day, and include nobody else’s', async () => {
  const { user_id: user } = await row()
  await server.deps.write((trx) => scheduleClosure(server.deps, trx, user ?? '', { by: 'test', lang: 'en' }))
  const term = await nextTerm()
  expect((await waiting()).map(({ kind, id }) => (kind === 'closing' ? kind : id))).toEqual([term, 'closing'])
  expect(await waiting(await logInAs(server, 'somebody.else@example.com'))).toEqual([])
  await server.deps.write((trx) => takeBackClosure(server.deps, trx, user ?? '', { by: 'test', lang: 'en' }))
  expect((await waiting()).map(({ kind }) => kind)).toEqual(['extension'])
})
