/**
 * Invoices of the first premium, a next term and the difference of a correction: each adds up by itself, in whatever
 * order things happen.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { payCreate, getRefunds } from '../../src/features/cashier/contract.ts'
import { openRefund } from '../../src/features/cashier/server/refunds/open-and-settle-refund.ts'
import { previewChange } from '../../src/features/changes/contract.ts'
import { getInvoice, requestInvoice, retitleInvoice, type InvoiceView } from '../../src/features/invoices/contract.ts'
import { extendPolicy, extensionOffer, extensionQuote } from '../../src/features/policies/extension-calls.ts'
import { changesDesk, submitTo } from './change-desk.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { INSURED } from './insured-policy.ts'
import { COMPANY, PERSON } from './invoices-fixtures.ts'
import { logInAs } from './logged-in-user.ts'
import { ok } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { paidPolicyServer } from './policy-servers.ts'
import type { Client, TestServer } from './start-server.ts'

const DAY = 86_400_000
const KINDS = ['extension', 'endorsement'] as const
type Kind = (typeof KINDS)[number]

let server: TestServer
let client: Client
let gateway: Gateway
/** What was paid for besides the first premium, and how much. */
let later: Record<Kind, { id: string; paid: number }>

async function paid(to: TestServer, by: Client, pay: string): Promise<{ id: string; paid: number }> {
  const { payment } = ok(await by.request(payCreate, { pay, method: 'wechat', key: newKey() }))
  await gateway.pay(to, payment?.id ?? '')
  await to.drain()
  const row = await to.deps.db
    .selectFrom('payments')
    .select(['payable_id', 'paid_minor'])
    .where('id', '=', payment?.id ?? '')
    .executeTakeFirstOrThrow()
  return { id: row.payable_id, paid: Number(row.paid_minor) }
}

async function difference(policy: string): Promise<string> {
  const input = { policy, who: 'insured', item: 'birth_date', value: '1998-05-27' } as const
  const shown = ok(await client.request(previewChange, input))
  const { id } = ok(await submitTo(client, { ...input, difference: shown.difference?.amount ?? 0 }))
  await server.check()
  await changesDesk(server, 'approve', id)
  return `endorsement.${id}`
}

async function nextTerm(policy: string): Promise<string> {
  const { offer } = ok(await client.request(extensionOffer, { id: policy }))
  const ends = offer?.suggested[0] ?? ''
  const { premium } = ok(await client.request(extensionQuote, { id: policy, ends }))
  const answers = Object.fromEntries((offer?.health.questions ?? []).map(({ id }) => [id, 'no' as const]))
  return ok(
    await client.request(extendPolicy, {
      id: policy,
      ends,
      premium: premium.amount,
      sha256: offer?.health.sha256 ?? '',
      answers,
      sensitive: true,
    }),
  ).pay
}

beforeEach(async () => {
  let policy: string
  ;({ server, given: policy } = await paidPolicyServer())
  gateway = connectGateway(server)
  server.advance(20 * DAY)
  client = await logInAs(server, INSURED)
  const endorsement = await paid(server, client, await difference(policy))
  later = { endorsement, extension: await paid(server, client, await nextTerm(policy)) }
})
afterEach(() => server.close())

const payable = (kind: Kind) => ({ kind, id: later[kind].id })
const view = async (kind: Kind): Promise<InvoiceView> => ok(await client.request(getInvoice, payable(kind)))
const settle = async (): Promise<void> => {
  await server.drain()
  server.advance(2 * 60_000)
  await server.drain()
}
const documents = (kind: Kind) =>
  server.deps.db
    .selectFrom('invoice_documents')
    .innerJoin('invoices', 'invoices.id', 'invoice_documents.invoice_id')
    .selectAll('invoice_documents')
    .where('payable_id', '=', later[kind].id)
    .orderBy('seq')
    .execute()
const inForce = async (kind: Kind): Promise<number> =>
  (await documents(kind))
    .filter((it) => it.status === 'issued')
    .reduce((sum, it) => sum + it.amount_minor * (it.kind === 'blue' ? 1 : -1), 0)

async function giveBack(kind: Kind, amount: number): Promise<void> {
  await server.deps.write(async (trx) => {
    const payment = await trx
      .selectFrom('payments')
      .selectAll()
      .where('payable_id', '=', later[kind].id)
      .executeTakeFirstOrThrow()
    await openRefund(trx, server.deps, payment, { reason: 'operator', amount, by: 'operator:li' })
  })
}

it('each payable is invoiced at its own sum, and a part refund changes that invoice only', async () => {
  for (const kind of KINDS) ok(await client.request(requestInvoice, { ...payable(kind), ...PERSON }))
  await settle()
  for (const kind of KINDS)
    expect(await view(kind)).toMatchObject({ state: 'issued', invoiced: { amount: later[kind].paid } })
  await giveBack('extension', 12_345)
  await settle()
  expect(await view('extension')).toMatchObject({
    state: 'part_reversed',
    invoiced: { amount: later.extension.paid - 12_345 },
  })
  const [blue, red] = (await view('extension')).documents
  expect(red).toMatchObject({ kind: 'red', reason: 'refund', reverses: blue?.number, amount: { amount: 12_345 } })
  expect(await view('endorsement')).toMatchObject({ state: 'issued', invoiced: { amount: later.endorsement.paid } })
})

it.each(KINDS)('a part refund of the %s is shown on the page of the order, where its mail leads', async (kind) => {
  await giveBack(kind, 12_345)
  await settle()
  const [, order = ''] =
    /\/personal\/order\?id=([\w-]+)/.exec(
      (
        await server.deps.db
          .selectFrom('messages')
          .select('text')
          .where('text', 'like', '%123.45%')
          .orderBy('created_at', 'desc')
          .executeTakeFirstOrThrow()
      ).text,
    ) ?? []
  expect(ok(await client.request(getRefunds, { order })).refunds).toMatchObject([
    { status: 'succeeded', reason: 'operator', amount: { amount: 12_345 } },
  ])
})

const act = fc.record({
  kind: fc.constantFrom(...KINDS),
  do: fc.oneof(
    fc.record({ back: fc.integer({ min: 1, max: 90_000 }) }),
    fc.constantFrom('ask' as const, 'title' as const, 'wait' as const),
  ),
})

it('any order of requests, part refunds and new titles adds up to the money kept for each', async () => {
  let turn = 0
  const kept: Record<Kind, number> = { extension: later.extension.paid, endorsement: later.endorsement.paid }
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 8 }), async (acts) => {
      for (const { kind, do: what } of acts) {
        if (what === 'wait') await settle()
        else if (what === 'ask') await client.request(requestInvoice, { ...payable(kind), ...PERSON })
        else if (what === 'title') {
          const { version, may } = await view(kind)
          // A request for the current title, or while another is being processed, is refused and changes nothing.
          if (may === 'retitle')
            await client.request(retitleInvoice, {
              ...payable(kind),
              ...COMPANY,
              name: `${COMPANY.name}${++turn}`,
              version,
              unused: true,
            })
        } else if (what.back < kept[kind]) {
          kept[kind] -= what.back
          await giveBack(kind, what.back)
        }
      }
      for (let i = 0; i < 4; i++) await settle()
      for (const kind of KINDS) {
        const asked = (await documents(kind)).length > 0
        expect(await inForce(kind), kind).toBe(asked ? kept[kind] : 0)
        if (asked) expect((await view(kind)).invoiced?.amount).toBe(kept[kind])
      }
    }),
    { numRuns: 8 },
  )
})
