import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'youfang-payment-settings-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true }))
const payment = (env: Record<string, string>) => readConfig({ DATA_DIR, ...env }).payment

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = String(pair.privateKey.export({ format: 'pem', type: 'pkcs8' }))
const publicPem = String(pair.publicKey.export({ format: 'pem', type: 'spki' }))
const ALIPAY = { ALIPAY_APP_ID: '2021000000000001', ALIPAY_PUBLIC_KEY: publicPem }
const WECHAT = {
  WECHAT_PAY_MERCHANT_ID: '1900000001',
  WECHAT_PAY_APP_ID: 'wx8888888888888888',
  WECHAT_PAY_SERIAL: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
  WECHAT_PAY_PRIVATE_KEY: pem,
  WECHAT_PAY_API_V3_KEY: 'abcdefghijklmnopqrstuvwxyz012345',
}

test('a provider is switched on by its keys, and by nothing else', () => {
  expect(payment({})).toEqual({ stripe: undefined, alipay: undefined, wechat: undefined })
  expect(payment({ STRIPE_METHODS: 'card,alipay' }).stripe).toBeUndefined()
  expect(
    payment({ STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }).stripe,
  ).toMatchObject({ methods: ['card'], apiUrl: 'https://api.stripe.com' })
  expect(payment(WECHAT).wechat).toMatchObject({ products: ['native', 'h5'], publicKey: undefined })
})

test('part of its keys stops the start and names the rest, and no value', () => {
  expect(() => payment({ STRIPE_SECRET_KEY: 'sk_test_12345678' })).toThrow(
    'STRIPE_WEBHOOK_SECRET: missing, and STRIPE_SECRET_KEY is set',
  )
  expect(() => payment({ STRIPE_SECRET_KEY: 'sk_test_12345678' })).not.toThrow(/12345678/)
  expect(() => payment(ALIPAY)).toThrow('ALIPAY_PRIVATE_KEY: missing')
  expect(() => payment({ ...WECHAT, WECHAT_PAY_PRODUCTS: 'jsapi' })).toThrow('WECHAT_PAY_APP_SECRET: missing')
  expect(() => payment({ ...WECHAT, WECHAT_PAY_PUBLIC_KEY: publicPem })).toThrow(
    'WECHAT_PAY_PUBLIC_KEY and WECHAT_PAY_PUBLIC_KEY_ID: set both or none',
  )
  expect(() => payment({ ...ALIPAY, ALIPAY_PRIVATE_KEY: 'geheim' })).toThrow(
    'ALIPAY_PRIVATE_KEY: needs an RSA private key',
  )
  expect(() => payment({ ...ALIPAY, ALIPAY_PRIVATE_KEY: 'geheim' })).not.toThrow(/geheim/)
  expect(() => payment({ STRIPE_API_URL: 'http://api.stripe.example' })).toThrow('STRIPE_API_URL: needs https')
})

test('keys are read in each form in which gateways and their tools hand them out', () => {
  const forms = [
    pem,
    pem.replaceAll('\n', '\\n'),
    pem.replace(/-----[A-Z ]+-----|\n/g, ''),
    String(pair.privateKey.export({ format: 'pem', type: 'pkcs1' })),
    pair.privateKey.export({ format: 'der', type: 'pkcs1' }).toString('base64'),
  ]
  for (const ALIPAY_PRIVATE_KEY of forms)
    expect(
      createPrivateKey(payment({ ...ALIPAY, ALIPAY_PRIVATE_KEY }).alipay?.privateKey ?? '').equals(pair.privateKey),
    ).toBe(true)
  expect(
    payment({ ...ALIPAY, ALIPAY_PUBLIC_KEY: publicPem.replace(/-----[A-Z ]+-----|\n/g, ''), ALIPAY_PRIVATE_KEY: pem })
      .alipay?.publicKey,
  ).toBe(publicPem)
})
