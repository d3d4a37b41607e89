/** Messages to partners (docs/partners.md "What we tell you"), received by the partner's own program in its own process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRefund } from '../../src/features/cashier/server/refunds/open-and-settle-refund.ts'
import { createLinkedOrder } from '../../src/features/orders/contract.ts'
import { orderRoutes } from '../../src/features/orders/server/routes.ts'
import { issueNextTerm } from '../../src/features/policies/server/extension/issue-next-term.ts'
import { addVersion } from '../../src/features/policies/server/versions/policy-versions.ts'
import { callAs } from '../../src/programs/demo/call-as.ts'
import { pay } from '../../src/programs/demo/pay-order.ts'
import { addDays, dayOf } from '../../src/lib/days/dates.ts'
import { findOrCreateUser } from '../../src/features/session/server/sessions.ts'
import { Buyer, ok, person, SELF } from './orders-fixtures.ts'
import { addPartner, openLink, operate, partnerLink, printedKey, STUDENT, type Partner } from './partner-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

interface Received {
  verdict: string
  headers: Record<string, string>
  body: string
}

let server: TestServer
let partner: Partner
let program: ChildProcess
let port = 0
const lines: string[] = []
const waiting: (() => void)[] = []

beforeAll(async () => {
  server = await startServer()
  partner = await addPartner(server)
  const file = fileURLToPath(new URL('./partner-program.ts', import.meta.url))
  program = spawn(process.execPath, [file, 'receive', JSON.stringify({ ...partner, now: server.deps.clock() })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!program.stdout) throw new Error('no output')
  createInterface({ input: program.stdout }).on('line', (line) => {
    lines.push(line)
    waiting.splice(0).forEach((go) => go())
  })
  port = Number(await nextLine())
})
afterAll(async () => {
  program.kill()
  await server.close()
})

async function nextLine(): Promise<string> {
  while (lines.length === 0) await new Promise<void>((go) => waiting.push(go))
  return lines.shift() ?? ''
}
const received = async (): Promise<Received> => JSON.parse(await nextLine()) as Received
const at = (path: string): Promise<string> =>
  operate(server, 'partner-webhooks', 'set', 'harbour', `http://127.0.0.1:${port}${path}`)

/** A policy that began with a link of the partner's. */
async function bought(): Promise<string> {
  const client = await openLink(server, await partnerLink(server, partner))
  const buyer = new Buyer(server, client)
  buyer.order = ok(await client.request(createLinkedOrder, { key: `told-${String(Math.random()).slice(2, 12)}` }))
  await buyer.save({ trip: { ...buyer.view.answers.trip, arrived: false } })
  await buyer.fillIn({ ...SELF, policyholder: person('2004-08-20', { idName: '林悦', email: STUDENT.email }) })
  ok(await buyer.trySubmit({ confirmed: true, second: true }))
  const user = await server.deps.write((trx) => findOrCreateUser(server.deps, trx, STUDENT.email))
  await server.deps.write((trx) =>
    trx.updateTable('orders').set({ user_id: user.id }).where('id', '=', buyer.view.id).execute(),
  )
  await pay(callAs(server.deps, orderRoutes, { userId: user.id, lang: 'en', at: server.deps.clock() }), buyer.view.id)
  return buyer.view.id
}

/** When a message is tried next, ms; `undefined` when none waits. */
async function nextTry(): Promise<number | undefined> {
  const row = await server.deps.db
    .selectFrom('jobs')
    .select((eb) => eb.fn.min('run_at').as('at'))
    .where('kind', '=', 'partners.tell')
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return row?.at == null ? undefined : row.at
}

const messagesOf = (order: string) =>
  server.deps.db.selectFrom('partner_messages').selectAll().where('order_id', '=', order).orderBy('sequence').execute()
const typeOf = ({ body }: Received): string => (JSON.parse(body) as { type: string }).type
const post = (headers: Record<string, string>, body: string) =>
  fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', headers, body })
const own = ({ headers }: Received): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('youfang-')))

describe('a partner', () => {
  it('is notified of an issued policy and of each change, and rejects forged notifications', async () => {
    await at('/hook')
    const order = await bought()
    await server.drain()
    const first = await received()
    expect(first.verdict).toBe('taken')
    const message = JSON.parse(first.body) as Record<string, unknown>
    expect(message).toMatchObject({
      type: 'policy.issued',
      sequence: 1,
      co_id: 'harbour',
      in_id: 'lakeside',
      ref: 'case-77',
      order,
      data: { plan: 'global-study', start: '2026-03-10' },
    })
    for (const name of ['林悦', STUDENT.email, STUDENT.mobile, '2004-08-20']) expect(first.body).not.toContain(name)
    // Changed by anybody, sent again, or under another id: refused or recognised as known.
    const wrong = [
      [own(first), first.body.replace('global-study', 'us-campus')],
      [{ ...own(first), 'youfang-id': '0'.repeat(26) }, first.body],
      [{ ...own(first), 'youfang-timestamp': String(Number(first.headers['youfang-timestamp']) + 1) }, first.body],
      [{ ...own(first), 'youfang-signature': 'other=x' }, first.body],
      [{}, first.body],
    ] as const
    for (const [headers, body] of wrong) {
      expect((await post({ ...headers }, body)).status).toBe(401)
      expect((await received()).verdict).toBe('refused')
    }
    expect((await post(own(first), first.body)).status).toBe(200)
    expect((await received()).verdict).toBe('repeated')
    const policy = await server.deps.db
      .selectFrom('policies')
      .select('id')
      .where('order_id', '=', order)
      .executeTakeFirstOrThrow()
    const { id } = policy
    await server.deps.write((trx) =>
      addVersion(server.deps, trx, id, {
        change: { reason: 'endorsement', on: '2026-03-10', premiumChange: 0 },
        kinds: [],
        by: 'test',
      }),
    )
    await server.deps.write((trx) =>
      addVersion(server.deps, trx, id, {
        change: { reason: 'surrender', lastDay: '2026-03-01', refund: 0 },
        kinds: [],
        by: 'test',
      }),
    )
    await server.drain()
    const [second, third] = [await received(), await received()]
    expect([second, third].map(({ verdict, body }) => [verdict, (JSON.parse(body) as { type: string }).type])).toEqual([
      ['taken', 'policy.endorsed'],
      ['taken', 'policy.surrendered'],
    ])
    // `end` is what was agreed, so the last day of cover is said: it never began.
    expect(JSON.parse(third.body)).toMatchObject({
      data: { start: '2026-03-10', end: '2027-03-09', cancelled_on: dayOf(server.deps.clock()), last_day: null },
    })
    expect((await messagesOf(order)).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  it('is notified of a next term and of a completed refund, without a name', async () => {
    await at('/hook')
    const order = await bought()
    await server.drain()
    expect(typeOf(await received())).toBe('policy.issued')
    const policy = await server.deps.db
      .selectFrom('policies')
      .selectAll()
      .where('order_id', '=', order)
      .executeTakeFirstOrThrow()
    const now = server.deps.clock()
    const extension = {
      id: 'next-term',
      status: 'extended' as const,
      version: 2,
      updated_at: now,
      policy_id: policy.id,
      user_id: policy.user_id ?? '',
      base_version: 1,
      first_day: addDays(policy.ends, 1),
      ends: addDays(policy.ends, 30),
      premium_minor: 5_000,
      currency: policy.currency,
      declaration: null,
      created_at: now,
      expires_at: now,
    }
    await server.deps.write((trx) =>
      issueNextTerm(server.deps, trx, {
        policy,
        extension,
        payable: { kind: 'extension', id: extension.id },
        by: 'payment:test',
      }),
    )
    await server.drain()
    const told = await received()
    expect(typeOf(told)).toBe('policy.extended')
    const { data } = JSON.parse(told.body) as { data: { policy: string; continues: string; premium_minor: number } }
    expect(data).toMatchObject({ continues: policy.number, premium_minor: 5_000 })
    expect(data.policy).not.toBe(policy.number)
    const payment = await server.deps.db
      .selectFrom('payments')
      .selectAll()
      .where('payable_id', '=', order)
      .executeTakeFirstOrThrow()
    await server.deps.write((trx) =>
      openRefund(trx, server.deps, payment, {
        reason: 'operator',
        amount: 1_000,
        by: 'operator:test',
        why: 'as agreed',
      }),
    )
    for (let i = 0; i < 3; i++) {
      server.advance(60_000)
      await server.drain()
    }
    const last = await received()
    expect(JSON.parse(last.body)).toMatchObject({
      type: 'refund.succeeded',
      sequence: 3,
      order,
      data: { amount_minor: 1_000, currency: 'CNY', reason: 'operator' },
    })
    expect(last.verdict).toBe('taken')
    for (const name of ['林悦', STUDENT.email]) expect(last.body).not.toContain(name)
  })

  it('is notified again until it accepts, for three days, and once more by an operator’s command', async () => {
    await at('/fail')
    const order = await bought()
    const HOUR = 3_600_000
    for (let due: number | undefined = server.deps.clock(); due !== undefined; due = await nextTry()) {
      server.advance(Math.max(0, due - server.deps.clock()))
      await server.drain()
    }
    const [message] = await messagesOf(order)
    const tries = await server.deps.db
      .selectFrom('partner_message_tries')
      .selectAll()
      .where('message_id', '=', message?.id ?? '')
      .orderBy('number')
      .execute()
    expect(message?.status).toBe('failed')
    expect(tries.every(({ status, fault }) => status === 500 && fault === 'status')).toBe(true)
    const span = Number(tries.at(-1)?.at) - Number(tries[0]?.at)
    expect([span >= 70 * HOUR, span <= 74 * HOUR]).toEqual([true, true])
    for (let i = 0; i < tries.length; i++) expect((await received()).verdict).toBe('broken')
    expect(await operate(server, 'partner-webhooks', 'list', '--status', 'failed')).toContain(message?.id)
    // A redirect is not followed.
    await at('/away')
    await operate(server, 'partner-webhooks', 'resend', message?.id ?? '')
    await server.drain()
    expect((await received()).verdict).toBe('broken')
    expect(lines).toEqual([])
    expect(await operate(server, 'partner-webhooks', 'show', message?.id ?? '')).toContain('redirect')
  })

  it('is notified with a signature of each valid key', async () => {
    const next = printedKey(await operate(server, 'partner-keys', 'rotate', 'harbour'))
    expect(
      await server.deps.db.selectFrom('partner_messages').select('id').where('status', '=', 'pending').execute(),
    ).toHaveLength(1)
    server.advance(60_000)
    await server.drain()
    const last = await received()
    expect(
      (last.headers['youfang-signature'] ?? '')
        .split(',')
        .map((part) => part.replace(/=.*/, ''))
        .sort(),
    ).toEqual([partner.key, next.key].sort())
  })
})
