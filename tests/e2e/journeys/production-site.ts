/** The built site in production: fakes of the gateways, of the mail server and of a provider of text messages around it, and operators with keys. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { KEYS, TOKEN_MS } from '../../../src/app/storage-keys.ts'
import { login, sendCode } from '../../../src/features/session/contract.ts'
import { readConfig } from '../../../src/server/config.ts'
import { createServer, type Server } from '../../../src/server/create-server.ts'
import { features } from '../../../src/server/feature-list.ts'
import { operatorCommands } from '../../../src/server/operator/operator-commands.ts'
import { runCommand } from '../../../src/server/operator/run-command.ts'
import type { ServerFeature } from '../../../src/server/server-feature.ts'
import { startMailServer, type Received } from '../../api/mail-server.ts'
import { ok } from '../../api/orders-fixtures.ts'
import type { FakeProvider } from '../../api/sms/fake-server.ts'
import { TWILIO, twilioFake } from '../../api/sms/twilio-fake.ts'
import type { Stored } from '../../browser/sandbox.ts'
import { FakeAlipay } from '../../gateways/alipay/fake-alipay.ts'
import type { FakeGateway, FakeOutcome } from '../../gateways/fake-gateway.ts'
import { FakeStripe } from '../../gateways/stripe/fake-stripe.ts'
import { FakeWechat } from '../../gateways/wechat/fake-wechat.ts'
import { clientOf } from '../browser-site.ts'
import { journeys, type Journeys, type Visitor } from './journeys.ts'
import { inTime } from './own-policy.ts'

/** What a browser is led back to; nobody answers there. */
const ADDRESS = 'https://youfang.example'

export interface ProductionSite extends Journeys {
  stripe: FakeStripe
  alipay: FakeAlipay
  wechat: FakeWechat
  texts: FakeProvider
  env: Record<string, string>
  /** Of the operators, by name. */
  keys: Map<string, string>
  /** A second process over the site's store, for the operators. */
  server: () => Server
  /** A command of an operator, by key. */
  desk: (by: string, ...words: string[]) => Promise<string>
  /** Waits for a mail to this address that this is true of. */
  mailTo: (to: string, which: (mail: Received) => boolean) => Promise<Received>
  /** Codes that were sent by mail. */
  codes: string[]
  /** Logs in by the code of a mail; what the browser would keep. */
  signIn: (email: string) => Promise<Stored>
  /** The gateways' pages, where this person pays or is refused. */
  gatewaysFor: (visitor: Visitor) => Promise<void>
  /** Everything that was logged. */
  logs: () => string
}

/** A code of six digits; those of a policy's number follow a hyphen. */
export const codeIn = (text: string): string | undefined => /(?<![\d-])\d{6}(?!\d)/.exec(text)?.[0]

const commands = [...operatorCommands, ...features.flatMap((it: ServerFeature) => it.commands ?? [])]

export async function productionSite(): Promise<ProductionSite> {
  const [stripe, alipay, wechat] = [new FakeStripe(), new FakeAlipay(), new FakeWechat()]
  await Promise.all([stripe.start(), alipay.start(), wechat.start()])
  const [mail, texts] = await Promise.all([startMailServer(), twilioFake()])
  const env = {
    MODE: 'production', SECRET: Buffer.alloc(32, 7).toString('base64'), PUBLIC_SITE_URL: ADDRESS, SMTP_URL: `smtp://127.0.0.1:${mail.port}?requireTLS=false`,
    MAIL_FROM: 'Youfang <hello@youfang.example>', INVOICE_CHANNEL: 'desk', DEMO: '0', LOG_LEVEL: 'info',
    SMS_PROVIDERS: 'twilio', TWILIO_ACCOUNT_SID: TWILIO.account, TWILIO_AUTH_TOKEN: TWILIO.token, TWILIO_FROM: TWILIO.from, TWILIO_URL: texts.url, ...stripe.env(), ...alipay.env(), ...wechat.env(),
  }
  const it = journeys({ env })
  const held: { server?: Server } = {}
  const keys = new Map<string, string>()
  const codes: string[] = []
  const server = (): Server => {
    if (!held.server) throw new Error('The desk opens with the journey')
    return held.server
  }
  const desk = async (by: string, ...words: string[]): Promise<string> => {
    const said: string[] = []
    const say = (line: string): void => void said.push(line)
    const code = await runCommand([...words, '--why', 'work of the day'], commands, server().deps, { print: say, fail: say }, keys.get(by))
    if (code !== 0) throw new Error(`${words.join(' ')}: ${said.join('\n')}`)
    return said.join('\n')
  }
  beforeAll(async () => {
    held.server = await createServer({ config: readConfig({ ...env, DATA_DIR: it.site.dataDir, LOG_LEVEL: 'silent' }), features })
    keys.set('chief', await desk('', 'operator', 'add', 'chief', '--roles', 'security'))
    for (const name of ['wu', 'li']) keys.set(name, await desk('chief', 'operator', 'add', name, '--roles', 'claims,finance', '--name', name))
  })
  afterAll(async () => {
    await held.server?.close()
    await Promise.all([stripe.stop(), alipay.stop(), wechat.stop(), mail.close(), texts.close()])
  })
  const mailTo = (to: string, which: (mail: Received) => boolean): Promise<Received> =>
    inTime(async () => mail.mails.findLast((one) => one.envelope.to.includes(to) && which(one)), `A mail to ${to}`)

  const decided = async (route: Route, gateway: FakeGateway, orderAt: (address: URL) => string): Promise<void> => {
    const address = new URL(route.request().url())
    const page = (body: string): Promise<void> => route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<!doctype html><title>${gateway.name}</title>${body}` })
    if (address.pathname !== '/decided') {
      const order = orderAt(address)
      return page(['paid', 'refused'].map((outcome) => `<a href="${address.origin}/decided?order=${order}&outcome=${outcome}">${outcome}</a>`).join(' '))
    }
    const order = address.searchParams.get('order') ?? ''
    gateway.settle(order, address.searchParams.get('outcome') as FakeOutcome)
    const { headers, body } = gateway.notification(order)
    expect((await fetch(`${it.site.url}/notify/${gateway.name}`, { method: 'POST', headers, body: new Uint8Array(body) })).status).toBe(200)
    const back = gateway.returns.get(order) ?? ''
    expect(back).toMatch(new RegExp(`^${ADDRESS}/`))
    return page(`<meta http-equiv="refresh" content="0;url=${back.replace(ADDRESS, it.site.url).replaceAll('&', '&amp;')}">`)
  }
  return {
    stripe, alipay, wechat, texts, env, keys, codes, server, desk, mailTo,
    get site() {
      return it.site
    },
    get browser() {
      return it.browser
    },
    visitor: it.visitor,
    allow: it.allow,
    signIn: async (email) => {
      const client = clientOf(it.site)
      ok(await client.request(sendCode, { destination: email }))
      const { subject } = await mailTo(email, (one) => codeIn(one.subject) !== undefined)
      const code = codeIn(subject) ?? ''
      codes.push(code)
      const { token, csrf } = ok(await client.request(login, { destination: email, code, agreed: true }))
      return {
        [KEYS.token]: JSON.stringify({ value: token, expiry: Date.now() + TOKEN_MS }), [KEYS.csrfName]: csrf.name, [KEYS.csrfToken]: csrf.token,
        [KEYS.unique]: client.store.getItem(KEYS.unique) ?? '',
      }
    },
    gatewaysFor: async ({ context }) => {
      await context.route('https://checkout.stripe.com/**', (route) => decided(route, stripe, ({ pathname }) => [...stripe.trades.values()].find(({ ref }) => pathname.endsWith(ref))?.order ?? ''))
      await context.route(`${alipay.url}/**`, (route) => decided(route, alipay, ({ href }) => alipay.visit(href)))
    },
    logs: () => {
      const folder = join(it.site.dataDir, 'logs')
      return [it.site.output(), ...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))].join('\n')
    },
  }
}
