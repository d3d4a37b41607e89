/** Each provider of text messages with its own fake, which checks the real signature. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { sendCode } from '../../src/features/session/contract.ts'
import { readConfig } from '../../src/server/config.ts'
import { loadWords } from '../../src/server/load-words.ts'
import { loadSmsProviders } from '../../src/server/messages/sms/load-sms-providers.ts'
import { SmsFault } from '../../src/server/messages/sms/sms-provider.ts'
import {
  missingSmsTemplates,
  readSmsTemplates,
  templateText,
  templateValues,
} from '../../src/server/messages/sms/sms-templates.ts'
import { standingAlone } from './login-by-code.ts'
import type { TestServer } from './start-server.ts'
import { FAKES, startFakes, startSmsServer, templateFile, TEMPLATES, type FakeName } from './sms/sms-server.ts'
import { postReceipt } from './sms/twilio-fake.ts'

const PHONE = '13912345678'
const SITE = 'https://youfang.example'
const folder = mkdtempSync(join(tmpdir(), 'youfang-sms-'))
afterAll(() => rmSync(folder, { recursive: true }))
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const names = Object.keys(FAKES) as FakeName[]

async function started(order: readonly FakeName[], env: Record<string, string> = {}) {
  const it = await startSmsServer(order, folder, env)
  ends.push(it.close)
  return it
}
const askCode = async (server: TestServer, destination = PHONE): Promise<void> => {
  expect(await server.client({ lang: 'cn' }).request(sendCode, { destination })).toMatchObject({ ok: true })
  await server.drain()
}
const states = (server: TestServer) =>
  server.deps.db.selectFrom('message_deliveries').selectAll().orderBy('id').execute()

describe.each(names)('%s', (name) => {
  async function provider() {
    const {
      fakes: [fake],
      env,
    } = await startFakes([name], folder)
    if (!fake) throw new Error('no fake')
    ends.push(fake.close)
    const [it] = await loadSmsProviders(readConfig({ DATA_DIR: folder, ...env }).sms.providers)
    if (!it) throw new Error('no provider')
    const send = () =>
      it.send({
        id: 'm1',
        to: `+86${PHONE}`,
        text: '【有方】您的验证码是123456',
        template: {
          id: name === 'aliyun' ? 'SMS_1' : '1',
          values: [
            ['code', '123456'],
            ['minutes', '5'],
          ],
        },
        receiptUrl: `${SITE}/notify/sms/${name}`,
      })
    return { fake, it, send, env }
  }

  test('sends with a signature that holds, and asks what became of it', async () => {
    const { fake, it, send } = await provider()
    const { reference } = await send()
    expect(fake.sent).toMatchObject([{ to: `+86${PHONE}`, reference, text: expect.stringContaining('123456') }])
    const receipt = () => it.receipt({ to: `+86${PHONE}`, reference, at: Date.now() })
    expect(await receipt()).toEqual({ state: 'waiting' })
    fake.receipts[reference] = 'failed'
    expect(await receipt()).toEqual({ state: 'failed', reason: expect.stringMatching(/\w/) })
    fake.receipts[reference] = 'delivered'
    expect(await receipt()).toEqual({ state: 'delivered' })
    expect(await it.check(name === 'aliyun' ? ['SMS_1'] : ['1'])).toBeUndefined()
  })

  test('tells a rejected number, a rate limit, our fault and theirs apart, without repeating the provider’s text', async () => {
    const { fake, send } = await provider()
    fake.faults.push('refused', 'number_throttled', 'throttled', 'rejected', 'down', 'garbage', 'redirect', 'lost')
    const kinds: string[] = []
    for (let i = 0; i < 8; i++) {
      const fault = await send().then(
        () => undefined,
        (error: unknown) => error,
      )
      if (!(fault instanceof SmsFault)) throw new Error(`no fault at ${i}`)
      kinds.push(fault.kind)
      expect(fault.message).not.toContain(PHONE)
    }
    expect(kinds).toEqual(['refused', 'number_throttled', 'throttled', 'rejected', 'down', 'down', 'down', 'down'])
  })

  test('reports a wrong secret', async () => {
    const { env, fake } = await provider()
    const wrong = Object.fromEntries(
      Object.entries(env).map(([key, value]) => [key, /SECRET$|KEY$|TOKEN/.test(key) ? 'another-secret' : value]),
    )
    const [it] = await loadSmsProviders(readConfig({ DATA_DIR: folder, ...wrong }).sms.providers)
    await expect(it?.check(name === 'aliyun' ? ['SMS_1'] : ['1'])).rejects.toMatchObject({ kind: 'rejected' })
    expect(fake.sent).toEqual([])
  })

  test('carries a code from the login to the phone, and its receipt to the operator', async () => {
    const {
      fakes: [fake],
      server,
    } = await started([name])
    await askCode(server)
    const { code } = await server.deps.db.selectFrom('messages').select('code').executeTakeFirstOrThrow()
    const [sent] = fake?.sent ?? []
    expect(sent).toMatchObject({ to: `+86${PHONE}`, text: expect.stringContaining(code ?? '?') })
    expect(await states(server)).toMatchObject([
      { status: 'sent', provider: name, reference: sent?.reference, parts: 1, template: 'login_code', channel: 'sms' },
    ])
    server.advance(60_000)
    await server.drain()
    expect((await states(server))[0]).toMatchObject({ status: 'sent' })
    if (fake && sent) fake.receipts[sent.reference] = 'failed'
    server.advance(600_000)
    await server.drain()
    expect((await states(server))[0]).toMatchObject({ status: 'failed', reason: expect.stringMatching(/\w/) })
    expect(server.logs()).not.toMatch(standingAlone(code ?? '?'))
    for (const secret of [PHONE, 'of-test']) expect(server.logs()).not.toContain(secret)
  })
})

test('Twilio reports by webhook, which is trusted only with its signature', async () => {
  const {
    fakes: [fake],
    server,
  } = await started(['twilio'])
  await askCode(server)
  const sid = fake?.sent[0]?.reference ?? ''
  expect(fake?.sent[0]?.id).toBe(`${SITE}/notify/sms/twilio`)
  const fields = { MessageSid: sid, MessageStatus: 'undelivered', ErrorCode: '30005', To: `+86${PHONE}` }
  expect(await postReceipt(server.url, SITE, fields, 'another-token')).toBe(403)
  expect((await states(server))[0]).toMatchObject({ status: 'sent' })
  expect(await postReceipt(server.url, SITE, { ...fields, MessageSid: 'SM404' })).toBe(204)
  expect(await postReceipt(server.url, SITE, { ...fields, MessageStatus: 'sending' })).toBe(204)
  expect((await states(server))[0]).toMatchObject({ status: 'sent' })
  expect(await postReceipt(server.url, SITE, fields)).toBe(204)
  expect((await states(server))[0]).toMatchObject({ status: 'failed', reason: '30005' })
  // Late and contradicting: the first receipt counts.
  expect(await postReceipt(server.url, SITE, { ...fields, MessageStatus: 'delivered' })).toBe(204)
  expect((await states(server))[0]).toMatchObject({ status: 'failed' })
})

test('templates: the text to register, the values in its order, and what is missing is named', () => {
  const words = loadWords()
  expect(templateText(words, 'aliyun', 'login_code', 'cn', SITE)).toBe(
    '您的验证码是${code}，${minutes}分钟内有效，请勿告诉他人。',
  )
  expect(templateText(words, 'tencent', 'claim_request', 'en', SITE)).toBe(
    `Claim {1}: documents needed: {2}, by {3}. The list: ${SITE}/{4}`,
  )
  expect(
    templateValues(
      words,
      'claim_request',
      'en',
      { case: 'C1', count: '2', day: '1 May', url: `${SITE}/claim?id=1`, insurer: 'x' },
      SITE,
    ),
  ).toEqual([
    ['case', 'C1'],
    ['count', '2'],
    ['day', '1 May'],
    ['url', 'claim?id=1'],
  ])
  const path = join(folder, 'few.yaml')
  writeFileSync(path, templateFile(['login_code', 'claim_paid']))
  const configOf = (providers: string) =>
    readConfig({
      DATA_DIR: folder,
      SMS_PROVIDERS: providers,
      SMS_TEMPLATES: path,
      ALIYUN_SMS_KEY_ID: 'a',
      ALIYUN_SMS_KEY_SECRET: 'b'.repeat(8),
      ALIYUN_SMS_SIGN: 'c',
      TWILIO_ACCOUNT_SID: 'a',
      TWILIO_AUTH_TOKEN: 'b'.repeat(8),
      TWILIO_FROM: 'c',
    })
  expect(missingSmsTemplates(configOf('aliyun'), TEMPLATES)).toEqual([
    'SMS_TEMPLATES of aliyun, en (claim_paid login_code)',
    'SMS_TEMPLATES of aliyun, cn (claim_paid login_code)',
  ])
  expect(missingSmsTemplates(configOf('twilio'), TEMPLATES)).toEqual([])
  writeFileSync(path, 'aliyun: { login_code: { fr: x } }')
  expect(() => readSmsTemplates(path)).toThrow('SMS_TEMPLATES: aliyun.login_code')
  expect(() => readSmsTemplates(join(folder, 'none.yaml'))).toThrow('SMS_TEMPLATES: ENOENT')
})
