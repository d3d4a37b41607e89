import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const root = mkdtempSync(join(tmpdir(), 'youfang-config-'))
const DATA_DIR = join(root, 'data')
afterAll(() => rmSync(root, { recursive: true }))

const PRODUCTION = {
  DATA_DIR,
  MODE: 'production',
  SECRET: Buffer.alloc(32, 1).toString('base64'),
  PUBLIC_SITE_URL: 'https://youfang.example/',
  SMTP_URL: 'smtps://u:p@mail.example',
  MAIL_FROM: 'Youfang <hello@youfang.example>',
  SMS_PROVIDERS: 'twilio',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token-of-test',
  TWILIO_FROM: '+15005550006',
}

test('the sandbox needs no settings, and keeps its secret to itself', () => {
  const config = readConfig({ DATA_DIR, PORT: '' })
  expect(config).toMatchObject({
    mode: 'sandbox',
    port: 4321,
    siteUrl: 'http://localhost:4321',
    databaseUrl: undefined,
  })
  expect(config.secrets[0]).toHaveLength(32)
  expect(readConfig({ DATA_DIR }).secrets).toEqual(config.secrets)
  expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
})

test('production starts with everything and names each thing that is missing', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ mode: 'production', siteUrl: 'https://youfang.example' })
  expect(() => readConfig({ DATA_DIR, MODE: 'production' })).toThrow(
    'Production does not start without: SECRET, PUBLIC_SITE_URL, SMTP_URL, MAIL_FROM, SMS_PROVIDERS',
  )
  // The features' settings too, in the same message.
  expect(() => readConfig({ ...PRODUCTION, MAIL_FROM: '' }, ({ mode }) => [`a channel in ${mode}`])).toThrow(
    /without: MAIL_FROM, a channel in production$/,
  )
  expect(() => readConfig({ ...PRODUCTION, SMS_PROVIDERS: 'aliyun,twilio', ALIYUN_SMS_KEY_ID: 'id' })).toThrow(
    'Production does not start without: ALIYUN_SMS_KEY_SECRET, ALIYUN_SMS_SIGN',
  )
  expect(() => readConfig({ DATA_DIR, SMS_PROVIDERS: 'tencent' })).toThrow('SMS_PROVIDERS needs: TENCENT_SMS_SECRET_ID')
  expect(() => readConfig({ ...PRODUCTION, TWILIO_URL: 'http://proxy.example' })).toThrow('TWILIO_URL: needs https')
  expect(() => readConfig({ ...PRODUCTION, PUBLIC_SITE_URL: 'http://youfang.example' })).toThrow(
    'PUBLIC_SITE_URL with https',
  )
  expect(() => readConfig({ ...PRODUCTION, SANDBOX_CLOCK_OFFSET: '1' })).toThrow('SANDBOX_CLOCK_OFFSET unset')
  expect(() => readConfig({ ...PRODUCTION, CONTENT_DAY: '2027-01-01' })).toThrow('CONTENT_DAY unset')
  expect(() => readConfig({ ...PRODUCTION, CONTENT_DRAFTS: 'shown' })).toThrow('CONTENT_DRAFTS unset')
})

test.each([
  ['postgres://youfang@db.example/youfang', false],
  ['postgres://youfang@localhost/youfang?host=10.0.0.7', false],
  ['postgres://youfang@db.example/youfang?sslmode=verify-full', true],
  ['postgres://youfang@db.example/youfang?sslmode=disable', true],
  ['postgres://youfang@localhost/youfang', true],
  ['postgres://youfang@127.0.0.1:6432/youfang', true],
  ['postgres://youfang@[::1]/youfang', true],
  ['postgres://youfang@localhost/youfang?host=%2Frun%2Fpostgresql', true],
])('production says how it reaches a database elsewhere: %s', (DATABASE_URL, starts) => {
  const read = () => readConfig({ ...PRODUCTION, DATABASE_URL })
  if (starts) expect(read().databaseUrl).toBe(DATABASE_URL)
  else expect(read).toThrow('DATABASE_URL with sslmode')
})

test('a setting that cannot be used is named, and its value is not shown', () => {
  expect(() => readConfig({ DATA_DIR, SECRET: 'c2hvcnQ=', PORT: 'x', DATABASE_URL: 'mysql://a:geheim@b/c' })).toThrow(
    /PORT: [^]*DATABASE_URL: [^]*SECRET: needs 32 bytes|SECRET/,
  )
  expect(() => readConfig({ DATA_DIR, DATABASE_URL: 'mysql://a:geheim@b/c' })).not.toThrow(/geheim/)
  expect(() => readConfig({ DATA_DIR, S3_BUCKET: 'files' })).toThrow(
    'S3_… needs: S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
  )
})

test('a virus scanner is a host with or without a port', () => {
  const scanner = (CLAMAV_HOST: string) => readConfig({ DATA_DIR, CLAMAV_HOST }).clamav
  expect([scanner(''), scanner('clamd'), scanner('10.0.0.5:3311'), scanner('[::1]:3310')]).toEqual([
    undefined,
    { host: 'clamd', port: 3310 },
    { host: '10.0.0.5', port: 3311 },
    { host: '::1', port: 3310 },
  ])
  for (const wrong of ['http://clamd', 'a b', 'clamd:port', 'clamd:99999'])
    expect(() => scanner(wrong)).toThrow('CLAMAV_HOST')
})
