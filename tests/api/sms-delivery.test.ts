/**
 * Text messages as the server sends them: another provider when the first fails, and no more per day than the budget
 * allows.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { caseMessages } from '../../src/features/claims/server/case/case-messages.ts'
import { sendCode } from '../../src/features/session/contract.ts'
import { openServer } from '../../src/programs/open-server.ts'
import { features } from '../../src/programs/feature-list.ts'
import { reserveParts } from '../../src/server/messages/sms/daily-budget.ts'
import { MESSAGE_JOB_KINDS } from '../../src/server/messages/message-jobs.ts'
import { messageCommands } from '../../src/server/messages/message-commands.ts'
import { LEASE } from '../../src/server/jobs/job-rows.ts'
import { logInAs } from './logged-in-user.ts'
import { preparedOutput } from './operator-commands.ts'
import type { TestServer } from './start-server.ts'
import { startSmsServer, templateFile, type FakeName } from './sms/sms-server.ts'

const PHONE = '13912345678'
const DAY = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'youfang-sms-'))
afterAll(() => rmSync(folder, { recursive: true }))
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function started(order: readonly FakeName[], env: Record<string, string> = {}) {
  const it = await startSmsServer(order, folder, env)
  ends.push(it.close)
  return it
}
const askCode = async (server: TestServer, destination = PHONE): Promise<void> => {
  expect(await server.client().request(sendCode, { destination })).toMatchObject({ ok: true })
  await server.drain()
}
const tell = (server: TestServer, to = PHONE): Promise<unknown> =>
  server.deps.write((trx) =>
    server.deps.messages.send(trx, caseMessages.claim_paid, {
      to,
      lang: 'cn',
      vars: { case: 'C1', insurer: '示例保险', url: 'https://youfang.example/claim' },
    }),
  )
const states = (server: TestServer) =>
  server.deps.db.selectFrom('message_deliveries').selectAll().orderBy('id').execute()
const statuses = async (server: TestServer): Promise<string[]> => (await states(server)).map((it) => it.status)
const run = (server: TestServer, verb: string, options: Record<string, unknown> = {}): Promise<string> =>
  preparedOutput(server.deps, messageCommands, verb, options)

test('a second provider takes over when the first fails, and is used first for a while', async () => {
  const {
    fakes: [first, second],
    server,
  } = await started(['aliyun', 'tencent'])
  first?.faults.push('down')
  await askCode(server)
  expect([first?.sent.length, second?.sent.length]).toEqual([0, 1])
  expect(await states(server)).toMatchObject([{ status: 'sent', provider: 'tencent' }])
  await tell(server)
  await server.drain()
  expect([first?.calls.length, second?.sent.length]).toEqual([1, 2])
  server.advance(61_000)
  await tell(server)
  await server.drain()
  expect(first?.sent).toHaveLength(1)
  first?.faults.push('throttled', 'rejected')
  await tell(server)
  await tell(server)
  await server.drain()
  expect([first?.sent.length, second?.sent.length]).toEqual([1, 4])
  expect(server.logs()).toMatch(/"level":50[^\n]*text message not taken/)
  expect(server.logs()).not.toContain(PHONE)
})

test('whoever has codes sent to one number until its provider refuses makes nobody else’s codes slow', async () => {
  const {
    fakes: [fake],
    server,
  } = await started(['aliyun'])
  for (const [fault, times, failing] of [
    ['number_throttled', 3, false],
    ['refused', 3, false],
    ['throttled', 12, true],
  ] as const) {
    for (let i = 0; i < times; i++) {
      fake?.faults.push(fault)
      await tell(server)
      await server.drain()
    }
    expect(server.deps.metrics.failing('sms'), fault).toBe(failing)
    fake?.faults.splice(0)
  }
})

test('when all fail the message is retried, and the attempts do not count towards the daily limit', async () => {
  const { fakes, server } = await started(['twilio', 'tencent'])
  for (const fake of fakes) fake.faults.push('down')
  await tell(server)
  await server.drain()
  expect(await states(server)).toEqual([])
  expect(await run(server, 'costs', { days: 1 })).toContain('codes 0  others 0')
  server.advance(5_000)
  await server.drain()
  expect(await states(server)).toMatchObject([{ status: 'sent' }])
  expect(await run(server, 'costs', { days: 1 })).toContain('codes 0  others 1')
})

test('a rejected number is not sent to another provider and not retried', async () => {
  const {
    fakes: [first, second],
    server,
  } = await started(['tencent', 'aliyun'])
  first?.faults.push('refused')
  await tell(server)
  await server.drain()
  expect(await states(server)).toMatchObject([
    { status: 'failed', reason: 'InvalidParameterValue.IncorrectPhoneNumber' },
  ])
  server.advance(DAY)
  await server.drain()
  expect([first?.calls.filter((it) => it === 'SendSms').length, second?.calls.length]).toEqual([1, 0])
  expect(await run(server, 'list', { state: 'failed', to: PHONE })).toMatch(
    /claim_paid {2}cn {2}failed {2}tencent {2}Invalid/,
  )
  expect(await run(server, 'list', { to: '13900000000' })).toBe('')
  expect(await run(server, 'show', { id: (await states(server))[0]?.id })).toContain(
    'state: failed\nreason: InvalidParameterValue.IncorrectPhoneNumber\nby: tencent',
  )
})

test('a text message is not sent again if the job died before it could record it', async () => {
  const {
    fakes: [fake],
    server,
  } = await started(['aliyun'])
  await tell(server)
  await server.drain()
  await server.deps.write((trx) =>
    trx
      .updateTable('jobs')
      .set({ done_at: null, lease_until: server.deps.clock() + LEASE })
      .where('kind', 'in', MESSAGE_JOB_KINDS)
      .execute(),
  )
  server.advance(LEASE)
  await server.drain()
  expect(fake?.sent).toHaveLength(1)
})

test('messages beyond the daily limit wait for tomorrow, codes have their own share, and operators are told once', async () => {
  const {
    fakes: [fake],
    server,
  } = await started(['twilio'], { SMS_PER_DAY: '5', SMS_CODE_RESERVE: '3' })
  for (let i = 0; i < 4; i++) await tell(server)
  await server.drain()
  expect((await states(server)).map((it) => it.status).sort()).toEqual(['held', 'held', 'sent', 'sent'])
  expect(server.logs().match(/limit of the day/g)).toHaveLength(1)
  for (const number of ['13900000001', '13900000002', '13900000003']) await askCode(server, number)
  expect(
    (await states(server)).filter((it) => it.template === 'login_code').map((it) => [it.status, it.reason]),
  ).toEqual([
    ['sent', null],
    ['sent', null],
    ['failed', 'day_limit'],
  ])
  expect(fake?.sent).toHaveLength(4)
  expect(await server.deps.health.figures()).toMatchObject({
    textMessagesToday: 4,
    textMessagesHeldToday: 3,
    messagesFailedLastDay: 1,
  })
  expect(await run(server, 'costs', { days: 1 })).toMatch(
    /at most 5 a day, 3 of them for codes alone, 1 for people who have signed in before\n.*codes 2 {2}others 2 {2}in all 4 {2}no room for 3/,
  )
  server.advance(DAY)
  await server.drain()
  expect((await states(server)).filter((it) => it.status === 'sent' && it.template === 'claim_paid')).toHaveLength(4)
  expect(fake?.sent).toHaveLength(6)
})

test('codes to strangers’ numbers from many networks leave some for people who have signed in before', async () => {
  const { server } = await started(['twilio'], { SMS_PER_DAY: '5', SMS_CODE_RESERVE: '4' })
  await logInAs(server, '13900000001')
  for (const number of ['13900000002', '13900000003', '13900000004', '13900000005']) await askCode(server, number)
  expect(await statuses(server)).toEqual(['sent', 'sent', 'sent', 'failed', 'failed'])
  server.advance(60_000)
  await askCode(server, '13900000001')
  expect((await statuses(server)).at(-1)).toBe('sent')
  const day = await server.deps.db.selectFrom('sms_days').selectAll().executeTakeFirstOrThrow()
  expect(day).toMatchObject({ codes: 4, customer_codes: 1, others: 0, held: 2 })
})

test('the daily limit is shared by all processes', async () => {
  const { server } = await started(['twilio'], { SMS_PER_DAY: '10', SMS_CODE_RESERVE: '3' })
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, i) => reserveParts(server.deps, i % 2 === 0 ? 'customer_codes' : 'others', 1)),
  )
  const counted = await server.deps.db.selectFrom('sms_days').selectAll().executeTakeFirstOrThrow()
  expect(taken.filter(Boolean)).toHaveLength(10)
  expect(counted.codes + counted.others).toBe(10)
  expect(counted.others).toBeLessThanOrEqual(7)
})

test('production names every message without a template before it opens anything', async () => {
  const { server } = await started(['twilio'])
  const path = join(folder, 'production.yaml')
  writeFileSync(path, templateFile(['login_code']))
  const [settings] = server.deps.config.sms.providers
  if (!settings) throw new Error('no settings')
  const config = {
    ...server.deps.config,
    mode: 'production' as const,
    sms: {
      ...server.deps.config.sms,
      providers: [{ name: 'aliyun' as const, keyId: '', keySecret: '', sign: '', url: '' }],
      templates: path,
    },
  }
  await expect(openServer({ config, features: features.map(({ missing: _, ...it }) => it) })).rejects.toThrow(
    'SMS_TEMPLATES of aliyun, en (login_code), SMS_TEMPLATES of aliyun, cn (login_code)',
  )
})
