/** What the connection checks of mail and text messages report, with the test's own servers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { connectionChecks } from '../../src/server/messages/connection-checks.ts'
import { startMailServer } from './mail-server.ts'
import { startFakes, templateFile, TEMPLATES } from './sms/sms-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'youfang-checks-'))
afterAll(() => rmSync(folder, { recursive: true }))
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
const problems = async (name: string, env: Record<string, string>): Promise<string> =>
  (await connectionChecks.find((it) => it.name === name)?.run(config(env), TEMPLATES))?.join('; ') ?? 'no such check'
const mailCheck = (env: Record<string, string>) => problems('mail', env)
const bounceCheck = (env: Record<string, string>) => problems('mail that comes back', env)
const smsCheck = (env: Record<string, string>) => problems('text messages', env)
const config = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env })

test('the check accepts a working mail login, and names a wrong one, one without TLS and an unreachable server without showing values', async () => {
  const login = { user: 'you@fang', pass: 'p:ss/wörd' }
  const mail = await startMailServer({ starttls: true, login })
  ends.push(mail.close)
  const address = (pass: string) =>
    `smtp://${encodeURIComponent(login.user)}:${encodeURIComponent(pass)}@127.0.0.1:${mail.port}?requireTLS=true&tls.rejectUnauthorized=false`
  expect(await mailCheck({ SMTP_URL: address(login.pass) })).toBe('')
  expect(await mailCheck({ SMTP_URL: address('another') })).toMatch(/^mail server: 535 at AUTH/)
  expect(mail.mails).toEqual([])
  const plain = await startMailServer()
  ends.push(plain.close)
  expect(await mailCheck({ SMTP_URL: `smtp://127.0.0.1:${plain.port}?requireTLS=true` })).toBe(
    'mail server: 502 at STARTTLS',
  )
  await plain.close()
  expect(await mailCheck({ SMTP_URL: `smtp://127.0.0.1:${plain.port}` })).toMatch(/^mail server: \w+ at CONN/)
  expect(await mailCheck({})).toBe('SMTP_URL is not set')
  expect(await bounceCheck({ MAIL_BOUNCES: 'b@mail.example' })).toMatch(/^MAIL_EVENTS_SECRET is not set/)
  expect(await bounceCheck({ MAIL_BOUNCES: 'b@mail.example', MAIL_EVENTS_SECRET: 'x'.repeat(16) })).toBe('')
})

test('the check names wrong keys, templates that are missing or not approved, and a provider that is down', async () => {
  const {
    fakes: [aliyun, tencent, twilio],
    env,
  } = await startFakes(['aliyun', 'tencent', 'twilio'], folder)
  for (const fake of [aliyun, tencent, twilio]) if (fake) ends.push(fake.close)
  expect(await smsCheck(env)).toBe('')
  expect([aliyun, tencent, twilio].flatMap((it) => it?.sent ?? [])).toEqual([])
  aliyun?.pending.add('SMS_1000')
  tencent?.pending.add('1003')
  expect(await smsCheck(env)).toBe(
    'aliyun: templates that are not approved: SMS_1000; tencent: templates that are not approved: 1003',
  )
  const path = join(folder, 'few.yaml')
  writeFileSync(path, templateFile(['login_code']))
  expect(await smsCheck({ ...env, SMS_PROVIDERS: 'tencent', SMS_TEMPLATES: path })).toBe(
    'missing: SMS_TEMPLATES of tencent, en (login_code); missing: SMS_TEMPLATES of tencent, cn (login_code); tencent: templates that are not approved: 1003',
  )
  await twilio?.close()
  expect(await smsCheck({ ...env, SMS_PROVIDERS: 'twilio' })).toMatch(/^text message by twilio: down/)
  expect(await smsCheck({ ...env, SMS_PROVIDERS: 'tencent', TENCENT_SMS_SECRET_KEY: 'another-key' })).toBe(
    'text message by tencent: rejected, AuthFailure.SignatureFailure',
  )
  expect(await smsCheck({})).toBe('SMS_PROVIDERS is not set')
})
