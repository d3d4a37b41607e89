/**
 * The built site in production mode, with fakes of the gateways, the mail server and a text message provider, and
 * operators with keys.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { dayOf, startOfCover } from '../../../src/lib/days/dates.ts'
import { readConfig } from '../../../src/server/config.ts'
import { openServer } from '../../../src/programs/open-server.ts'
import type { Server } from '../../../src/server/create-server.ts'
import { features } from '../../../src/programs/feature-list.ts'
import { operatorCommands } from '../../../src/server/operator/operator-commands.ts'
import type { ServerFeature } from '../../../src/server/server-feature.ts'
import { standingAlone } from '../../api/login-by-code.ts'
import { startMailServer, type Received } from '../../api/mail-server.ts'
import { TWILIO, twilioFake } from '../../api/sms/twilio-fake.ts'
import { shiftClock } from '../../browser/shifted-clock.ts'
import { processOf } from '../../browser/site.ts'
import { FakeAlipay } from '../../gateways/alipay/fake-alipay.ts'
import type { FakeGateway, FakeOutcome, Message } from '../../gateways/fake-gateway.ts'
import { FakeStripe } from '../../gateways/stripe/fake-stripe.ts'
import { FakeWechat } from '../../gateways/wechat/fake-wechat.ts'
import { at, journeys, type Journeys, type Visitor } from './journeys.ts'
import { logInByCode } from './login.ts'
import { askUntilAnswered } from './own-policy.ts'
import { successfulOutput } from '../../api/operator-commands.ts'

const SHIFTED_CLOCK = pathToFileURL(resolve(import.meta.dirname, '../../browser/shifted-clock.ts')).href
/** To noon of yesterday in Beijing: minutes before midnight, nothing is sold for the next day. */
const TO_YESTERDAY = startOfCover(dayOf(Date.now())) - 12 * 3_600_000 - Date.now()

/** The address that browsers are sent back to; no server answers there. */
const ADDRESS = 'https://youfang.example'

export interface ProductionSite extends Journeys {
  stripe: FakeStripe
  alipay: FakeAlipay
  wechat: FakeWechat
  /** The operators' keys, by name. */
  keys: Map<string, string>
  /** For a site that began a day ago: lets the day pass. Its earlier output is kept for `keepsSecrets`. */
  nextDay: () => Promise<void>
  /** A second process over the site's store, for the operators. */
  server: () => Server
  /** Runs an operator's command with their key. */
  desk: (by: string, ...words: string[]) => Promise<string>
  /** Waits for a mail to this address that satisfies the condition. */
  mailTo: (to: string, which: (mail: Received) => boolean) => Promise<Received>
  /** Logs in at the open page, with the code from a mail or a text message. */
  logIn: (visitor: Visitor, to: string) => Promise<void>
  /** The gateways' pages, where this person pays or is refused. */
  gatewaysFor: (visitor: Visitor) => Promise<void>
  /** Sends a gateway's notification to our server. */
  notify: (gateway: FakeGateway, message: Message) => Promise<void>
  /**
   * No secret is in the logs: no key, no code that was sent, nothing of `told`, no card number. Nor are keys in what
   * browsers load.
   */
  keepsSecrets: (told: readonly string[]) => void
}

/** A code of six digits; the digits of a policy's number follow a hyphen. */
const codeIn = (text: string): string | undefined => /(?<![\d-])\d{6}(?!\d)/.exec(text)?.[0]

/** At the gateway's page. */
export const atGateway = ({ page }: Visitor, outcome: 'paid' | 'refused'): Promise<void> =>
  page.getByRole('link', { name: outcome, exact: true }).click()

/** Sets this browser's clock back a day, like that of a site that began yesterday. */
export const setClockBackOneDay = ({ context }: Visitor): Promise<unknown> =>
  context.addInitScript(shiftClock, TO_YESTERDAY)

/** From the page of a plan, with values for its finder, into the application. */
export async function fromPlan(visitor: Visitor, plan: string, asked: Record<string, string>): Promise<void> {
  const { page, say } = visitor
  await visitor.go(`/plan/details/${plan}?${new URLSearchParams(asked)}`)
  await page.locator('#price dd.type-sum').waitFor()
  await page
    .getByRole('link', { name: say('plans:price.buy') })
    .filter({ visible: true })
    .last()
    .click()
  await at(visitor, '/confirm')
}

const commands = [...operatorCommands, ...features.flatMap((it: ServerFeature) => it.commands ?? [])]

/** Two who make operators, and two who work; each with a key of their own. */
async function makeOperators(
  keys: Map<string, string>,
  desk: (by: string, ...words: string[]) => Promise<string>,
): Promise<void> {
  keys.set('chief', await desk('', 'operator', 'add', 'chief', '--roles', 'security'))
  keys.set('second', await desk('chief', 'operator', 'add', 'second', '--roles', 'security'))
  keys.set('second', await desk('second', 'operator', 'own-key'))
  for (const name of ['wu', 'li']) {
    await desk('chief', 'operator', 'add', name, '--roles', 'claims,finance', '--name', name)
    keys.set(name, await desk('second', 'operator', 'confirm', name))
    keys.set(name, await desk(name, 'operator', 'own-key'))
  }
}

/**
 * `yesterday`: its clock is a day behind until `nextDay`, as a browser’s is by `setClockBackOneDay`; in production
 * nothing else moves it.
 */
export async function productionSite({ yesterday = false } = {}): Promise<ProductionSite> {
  const [stripe, alipay, wechat] = [new FakeStripe(), new FakeAlipay(), new FakeWechat()]
  await Promise.all([stripe.start(), alipay.start(), wechat.start()])
  const [mail, texts] = await Promise.all([startMailServer(), twilioFake()])
  const env = {
    MODE: 'production',
    SECRET: Buffer.alloc(32, 7).toString('base64'),
    PUBLIC_SITE_URL: ADDRESS,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}?requireTLS=false`,
    MAIL_FROM: 'Youfang <hello@youfang.example>',
    INVOICE_CHANNEL: 'desk',
    DEMO: '0',
    LOG_LEVEL: 'info',
    SMS_PROVIDERS: 'twilio',
    TWILIO_ACCOUNT_SID: TWILIO.account,
    TWILIO_AUTH_TOKEN: TWILIO.token,
    TWILIO_FROM: TWILIO.from,
    TWILIO_URL: texts.url,
    ...stripe.env(),
    ...alipay.env(),
    ...wechat.env(),
  }
  const clock = { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_SHIFT_MS: String(TO_YESTERDAY) }
  const it = journeys({ killable: true, env: yesterday ? { ...env, ...clock } : env })
  let printed = ''
  const held: { server?: Server } = {}
  const keys = new Map<string, string>()
  const codes: string[] = []
  const server = (): Server => {
    if (!held.server) throw new Error('The desk opens with the journey')
    return held.server
  }
  const desk = (by: string, ...words: string[]): Promise<string> =>
    successfulOutput(server().deps, commands, [...words, '--why', 'work of the day'], keys.get(by))
  beforeAll(async () => {
    held.server = await openServer({
      config: readConfig({ ...env, DATA_DIR: it.site.dataDir, LOG_LEVEL: 'silent' }),
    })
    await makeOperators(keys, desk)
  })
  afterAll(async () => {
    await held.server?.close()
    await Promise.all([stripe.stop(), alipay.stop(), wechat.stop(), mail.close(), texts.close()])
  })
  const mailTo = (to: string, which: (mail: Received) => boolean): Promise<Received> =>
    askUntilAnswered(
      async () => mail.mails.findLast((one) => one.envelope.to.includes(to) && which(one)),
      `A mail to ${to}`,
    )

  const codeFor = async (to: string): Promise<string> => {
    const sent = () =>
      to.includes('@')
        ? mail.mails.filter((one) => one.envelope.to.includes(to)).map(({ subject }) => subject)
        : texts.sent.filter((one) => one.to === `+86${to}`).map(({ text }) => text)
    const code = await askUntilAnswered(
      async () =>
        sent()
          .map(codeIn)
          .find((one) => one !== undefined && !codes.includes(one)),
      `A code for ${to}`,
    )
    codes.push(code)
    return code
  }
  const notify = async (gateway: FakeGateway, { headers, body }: Message): Promise<void> => {
    expect(
      (await fetch(`${it.site.url}/notify/${gateway.name}`, { method: 'POST', headers, body: new Uint8Array(body) }))
        .status,
    ).toBe(200)
  }
  const decided = async (route: Route, gateway: FakeGateway, orderAt: (address: URL) => string): Promise<void> => {
    const address = new URL(route.request().url())
    const page = (body: string): Promise<void> =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: `<!doctype html><title>${gateway.name}</title>${body}`,
      })
    if (address.pathname !== '/decided') {
      const order = orderAt(address)
      return page(
        ['paid', 'refused']
          .map((outcome) => `<a href="${address.origin}/decided?order=${order}&outcome=${outcome}">${outcome}</a>`)
          .join(' '),
      )
    }
    const order = address.searchParams.get('order') ?? ''
    const outcome = address.searchParams.get('outcome') as FakeOutcome
    const merchant = gateway.returns.get(order) ?? ''
    expect(merchant).toMatch(new RegExp(`^${ADDRESS}/`))
    const back = merchant.replace(ADDRESS, it.site.url).replaceAll('&', '&amp;')
    if (gateway instanceof FakeStripe && outcome === 'refused') {
      // Stripe's page stays open, for another card.
      gateway.decline(order)
      await notify(gateway, gateway.declineNotification(order))
      return page(`<p>Your card was declined.</p><a href="${back}">back</a>`)
    }
    gateway.settle(order, outcome)
    await notify(gateway, gateway.notification(order))
    return page(`<meta http-equiv="refresh" content="0;url=${back}">`)
  }
  return {
    stripe,
    alipay,
    wechat,
    keys,
    server,
    desk,
    mailTo,
    notify,
    get site() {
      return it.site
    },
    get browser() {
      return it.browser
    },
    visitor: it.visitor,
    allow: it.allow,
    logIn: (visitor, to) => logInByCode(visitor, to, () => codeFor(to)),
    gatewaysFor: async ({ context }) => {
      await context.route('https://checkout.stripe.com/**', (route) =>
        decided(
          route,
          stripe,
          ({ pathname }) => [...stripe.trades.values()].find(({ ref }) => pathname.endsWith(ref))?.order ?? '',
        ),
      )
      await context.route(`${alipay.url}/**`, (route) => decided(route, alipay, ({ href }) => alipay.visit(href)))
    },
    nextDay: async () => {
      printed = processOf(it.site).output()
      await processOf(it.site).restart({ CLOCK_SHIFT_MS: '0' })
    },
    keepsSecrets: (told) => {
      const folder = join(it.site.dataDir, 'logs')
      const logs = [
        printed,
        processOf(it.site).output(),
        ...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')),
      ].join('\n')
      expect(logs.split('\n').length).toBeGreaterThan(50)
      // A log line might contain any single line of a multi-line key.
      const ofSettings = Object.entries(env)
        .filter(([name]) => /SECRET|TOKEN|PRIVATE_KEY|API_V3_KEY/.test(name) && !name.endsWith('_ID'))
        .flatMap(([, value]) =>
          value
            .replace(/-----[A-Z ]+-----/g, '')
            .split('\n')
            .filter((line) => line.length > 8),
        )
      const secrets = [...ofSettings, ...keys.values()]
      expect(secrets.length).toBeGreaterThan(7)
      for (const secret of [...secrets, ...told]) expect(logs.includes(secret)).toBe(false)
      expect(codes).not.toHaveLength(0)
      for (const code of codes) expect(logs).not.toMatch(standingAlone(code))
      expect(logs).not.toMatch(/\b[3-6]\d{15}\b/)
      for (const file of readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(js|html|json|css)$/.test(name),
      )) {
        const text = readFileSync(join('dist', file), 'utf8')
        for (const known of [
          ...secrets,
          stripe.url,
          alipay.url,
          wechat.url,
          texts.url,
          'alipay.trade.',
          'api.stripe.com',
          'api.mch.weixin',
        ])
          expect(text.includes(known), file).toBe(false)
      }
    },
  }
}
