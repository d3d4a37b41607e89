/**
 * A production server with fakes of every gateway: it starts, takes and refunds money, reports what is wrong, and
 * reveals no keys.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payCreate, payMethods } from '../../src/features/cashier/contract.ts'
import { providerNamed } from '../../src/features/cashier/server/providers/provider-registry.ts'
import { tryProvider, type TrialStep } from '../../src/features/cashier/server/providers/provider-trial.ts'
import { money } from '../../src/lib/money/money.ts'
import { paymentChecks } from '../../src/programs/production-checks/payment-checks.ts'
import { openStore } from '../../src/server/db/database.ts'
import { messageChecks } from '../../src/programs/production-checks/message-checks.ts'
import { storeChecks } from '../../src/programs/production-checks/store-checks.ts'
import { runChecks } from '../../src/programs/production-checks/run-checks.ts'
import { FakeAlipay } from '../gateways/alipay/fake-alipay.ts'
import type { FakeGateway } from '../gateways/fake-gateway.ts'
import { FakeStripe } from '../gateways/stripe/fake-stripe.ts'
import { FakeWechat } from '../gateways/wechat/fake-wechat.ts'
import { begin, deliver, giveBack } from './gateways-fixtures.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { newKey, openShop, orderStatus, refundsOf } from './payments-fixtures.ts'
import { shopFeatures } from './place-order.ts'
import { startServer, type TestServer } from './start-server.ts'

const gateways: readonly FakeGateway[] = [new FakeWechat(), new FakeAlipay(), new FakeStripe()]
let mail: MailServer
let server: TestServer
let env: Record<string, string>

beforeAll(async () => {
  for (const gateway of gateways) await gateway.start()
  mail = await startMailServer()
  env = {
    MODE: 'production',
    SECRET: Buffer.alloc(32, 7).toString('base64'),
    PUBLIC_SITE_URL: 'https://youfang.example',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}?requireTLS=false`,
    MAIL_FROM: 'Youfang <hello@youfang.example>',
    SMS_PROVIDERS: 'twilio',
    TWILIO_ACCOUNT_SID: 'AC00000001',
    TWILIO_AUTH_TOKEN: 'token-of-the-fake',
    TWILIO_FROM: '+15550100',
    TWILIO_URL: 'http://127.0.0.1:9',
    INVOICE_CHANNEL: 'desk',
    ...(Object.assign({}, ...gateways.map((it) => it.env())) as Record<string, string>),
  }
  server = await startServer({ features: shopFeatures, env })
  for (const gateway of gateways) gateway.clock = () => server.deps.clock()
})
afterAll(async () => {
  await server.close()
  await mail.close()
  for (const gateway of gateways) await gateway.stop()
})

it('tells browsers to come by TLS for two years, here and at every name below', async () => {
  for (const path of ['/healthz', '/index/none', '/%'])
    expect((await fetch(`${server.url}${path}`)).headers.get('strict-transport-security')).toBe(
      'max-age=63072000; includeSubDomains',
    )
})

it('does not start without a provider, and names what each would need', async () => {
  const bare = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(STRIPE|ALIPAY|WECHAT_PAY)_|^INVOICE/.test(name)),
  )
  await expect(startServer({ features: shopFeatures, env: bare })).rejects.toThrow(
    'Production does not start without: a payment provider (STRIPE_SECRET_KEY + STRIPE_WEBHOOK_SECRET, or ALIPAY_APP_ID + ALIPAY_PRIVATE_KEY + ALIPAY_PUBLIC_KEY, or WECHAT_PAY_MERCHANT_ID',
  )
  await expect(startServer({ features: shopFeatures, env: bare })).rejects.toThrow('INVOICE_CHANNEL')
})

it('offers what its providers serve, and nothing of the sandbox', async () => {
  const shop = await openShop(server)
  const reply = await shop.buyer.request(payMethods, { order: shop.order })
  expect(reply.ok && reply.data.methods).toEqual(
    ['wechat', 'alipay', 'card'].map((id) => ({ id, sandbox: false, here: true, down: false })),
  )
  expect(await shop.buyer.request(payCreate, { order: shop.order, method: 'unionpay', key: newKey() })).toMatchObject({
    ok: false,
    code: 'invalid',
  })
  for (const path of ['/sandbox', '/sandbox/gateway', '/notify/sandbox'])
    expect((await fetch(server.url + path, { method: path.startsWith('/notify') ? 'POST' : 'GET' })).status).toBe(404)
})

it.each([0, 1, 2])('takes a payment and refunds it (provider %i)', async (i) => {
  const gateway = gateways[i] as FakeGateway
  const at = { server, gateway, provider: providerNamed(server.deps, gateway.name), close: async () => undefined }
  const refused = await begin(at)
  gateway.settle(refused.payment, 'refused')
  expect(await deliver(at, gateway.notification(refused.payment))).toBe(200)
  expect(await orderStatus(refused)).toBe('awaiting_payment')
  const shop = await begin(at)
  gateway.settle(shop.payment, 'paid')
  expect(await deliver(at, gateway.notification(shop.payment))).toBe(200)
  expect(await orderStatus(shop)).toBe('issued')
  await giveBack(at, shop)
  expect((await refundsOf(shop)).map((it) => it.status)).toEqual(['succeeded'])
})

it.each([0, 1, 2])('tests a provider with one cent, and reports what worked (provider %i)', async (i) => {
  const gateway = gateways[i] as FakeGateway
  const provider = providerNamed(server.deps, gateway.name)
  const run = async (pays: boolean, tells: boolean): Promise<TrialStep[]> => {
    const steps: TrialStep[] = []
    let order = ''
    await tryProvider(
      server.deps,
      provider,
      { method: gateway.method, sum: money(1, 'CNY') },
      {
        pay: async (action) => {
          if (gateway instanceof FakeAlipay && action.kind === 'redirect') gateway.visit(action.url)
          order = [...gateway.trades.keys()].at(-1) ?? ''
          if (!pays) return
          gateway.settle(order, 'paid')
          const { headers, body } = gateway.notification(order)
          if (tells)
            await fetch(`${server.url}/notify/${gateway.name}`, { method: 'POST', headers, body: new Uint8Array(body) })
        },
        step: (step) => void steps.push(step),
        wait: async (ms) => server.advance(ms),
      },
    )
    expect(gateway.trade(order).refunds.map((it) => it.amount)).toEqual(pays ? [1] : [])
    return steps
  }
  expect(await run(true, true)).toEqual(['waiting', 'paid', 'refunded', 'told'])
  expect(await run(true, false)).toEqual(['waiting', 'paid', 'refunded', 'not_told'])
  expect(await run(false, false)).toEqual(['waiting', 'closed'])
  await server.drain()
})

describe('the check before going live', () => {
  const checked = async (checks: Parameters<typeof runChecks>[1], over = server.deps.config) => {
    const lines: string[] = []
    const works = await runChecks(over, checks, (line) => void lines.push(line))
    return { works, said: lines.join('\n') }
  }
  it('says that everything works', async () => {
    for (const gateway of gateways) gateway.clock = Date.now
    expect(await checked(paymentChecks)).toEqual({ works: true, said: 'ok    payment providers' })
    expect((await checked(storeChecks)).said).toContain('FAIL  site: OUT_DIR holds no built site')
    expect((await checked(messageChecks)).said).toMatch(
      /^ok {4}mail\nFAIL {2}mail that comes back: MAIL_BOUNCES is not set\n[^]*FAIL {2}text messages: text message by twilio: down/,
    )
    for (const gateway of gateways) gateway.clock = () => server.deps.clock()
  })
  it('recognises a secret that does not open the store', async () => {
    const { config } = server.deps
    // The check opens the store of its settings, which in tests is a file on SQLite only.
    await (
      await startServer({ features: shopFeatures, env, store: openStore(config), dataDir: config.dataDir })
    ).close()
    expect((await checked(storeChecks)).said).toContain('ok    secret')
    const other = { ...config, secrets: [Buffer.alloc(32, 8)] }
    const { works, said } = await checked(storeChecks, other)
    expect([works, said]).toEqual([
      false,
      expect.stringMatching(/FAIL {2}secret: SECRET does not open this store.+keys reseal/),
    ])
    // It says nothing of a store that holds nothing yet.
    const dataDir = mkdtempSync(join(tmpdir(), 'youfang-empty-'))
    expect((await checked(storeChecks, { ...other, dataDir })).said).toContain('ok    secret')
    rmSync(dataDir, { recursive: true })
  })
  it('recognises a site that was built for another address', async () => {
    const outDir = mkdtempSync(join(tmpdir(), 'youfang-dist-'))
    const built = async (address: string): Promise<string> => {
      writeFileSync(join(outDir, '404.html'), '')
      writeFileSync(join(outDir, 'robots.txt'), `User-agent: *\nSitemap: ${address}/sitemap.xml\n`)
      return (await checked(storeChecks, { ...server.deps.config, outDir })).said
    }
    expect(await built('http://localhost:4321')).toContain(
      'FAIL  site: the built site names another address than PUBLIC_SITE_URL',
    )
    expect(await built('https://youfang.example')).toContain('ok    site')
    rmSync(outDir, { recursive: true })
  })
  it('says when the logs share the folder of the data, or have not the room that they may take', async () => {
    const { config } = server.deps
    const logDir = mkdtempSync(join(tmpdir(), 'youfang-logs-'))
    const said = async (over: Partial<typeof config>) => (await checked(storeChecks, { ...config, ...over })).said
    expect(await said({})).toContain('FAIL  log files: LOG_DIR lies in DATA_DIR')
    expect(await said({ logDir })).toContain('ok    log files')
    expect(await said({ logDir, logBytes: 2 ** 60 })).toContain(
      'FAIL  log files: the disk of LOG_DIR has less room than LOG_MAX_MB',
    )
    writeFileSync(join(logDir, 'file'), '')
    expect(await said({ logDir: join(logDir, 'file') })).toContain('FAIL  log files: failed: EEXIST')
    rmSync(logDir, { recursive: true })
  })
  it('says which provider does not, and no value', async () => {
    const [wechat, , stripe] = gateways
    if (wechat) wechat.down = 9
    if (stripe) stripe.down = 9
    const { works, said } = await checked(paymentChecks)
    expect(works).toBe(false)
    expect(said).toMatch(/FAIL {2}payment providers: wechat: answered 503\nFAIL {2}payment providers: stripe: answered/)
    for (const gateway of gateways) gateway.down = 0
    const { payment } = server.deps.config
    const strange = {
      ...server.deps.config,
      payment: { ...payment, stripe: payment.stripe && { ...payment.stripe, secretKey: 'sk_live_anotherKey00' } },
    }
    const wrong = await checked(paymentChecks, strange)
    expect(wrong.said).toContain('stripe: answered')
    expect(wrong.said).not.toContain('anotherKey00')
  })
})

it('writes no key and no card into its logs', () => {
  const logs = server.logs()
  expect(logs.length).toBeGreaterThan(100)
  const secrets = Object.entries(env)
    .filter(([name]) => /KEY|SECRET|TOKEN/.test(name) && !/KEY_ID|PUBLIC/.test(name))
    .map(([, value]) => value)
  expect(secrets.length).toBeGreaterThan(6)
  for (const secret of secrets)
    for (const part of secret
      .replace(/-----[A-Z ]+-----/g, '')
      .split('\n')
      .filter((it) => it.length > 8))
      expect(logs).not.toContain(part)
  expect(logs).not.toMatch(/openid-of|\b4\d{15}\b|weixin:\/\//)
})
