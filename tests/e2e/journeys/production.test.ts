/** Production in a real browser over fakes of all that it calls: bought on both devices, refused, given back, claimed and paid; nothing secret is logged. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { getPolicy } from '../../../src/features/policies/contract.ts'
import { memoryStore } from '../../../src/app/storage.ts'
import { dayOf, endOfMonths } from '../../../src/lib/dates.ts'
import { BankDesk, readBatchFile, resultFile } from '../../api/bank-fixtures.ts'
import { ANSWERS, buyPolicy, Claimant } from '../../api/claims-fixtures.ts'
import { ok } from '../../api/orders-fixtures.ts'
import type { Client, TestServer } from '../../api/start-server.ts'
import type { Stored } from '../../browser/sandbox.ts'
import { clientOf } from '../browser-site.ts'
import { comesBack, paidToday, stands } from './claim-fixtures.ts'
import { at, picture, sees, type Visitor } from './journeys.ts'
import { inTime } from './own-policy.ts'
import { issued, methodButton, payPath } from './payment.ts'
import { self, student } from './people.ts'
import { prepareOrder } from './prepare-order.ts'
import { codeIn, productionSite } from './production-site.ts'
import { action } from './wizard.ts'

const it = await productionSite()
const folder = mkdtempSync(join(tmpdir(), 'youfang-production-'))
afterAll(() => rmSync(folder, { recursive: true }))
const MOBILE = '13912345678'

/** A browser's calls with what it keeps. */
function clientWith(stored: Stored): Client {
  const store = memoryStore()
  for (const [name, value] of Object.entries(stored)) store.setItem(name, value)
  return { ...clientOf(it.site, 'en', store), seen: [] }
}

/** At the gateway's page. */
const decide = async ({ page }: Visitor, outcome: 'paid' | 'refused'): Promise<void> => page.getByRole('link', { name: outcome, exact: true }).click()

test('on a desktop a card is refused, then taken; the order is given up, and the gateway gives the money back', async () => {
  const buyer = student()
  const stored = await it.signIn(buyer.email)
  const { id } = await prepareOrder(it.site, { people: self(buyer), stored })
  const visitor = await it.visitor({ device: 'web', lang: 'en', stored })
  const { page, say } = visitor
  await it.gatewaysFor(visitor)
  await visitor.go(`${payPath(visitor)}?order=${id}`)
  await methodButton(visitor, 'card').click()
  await decide(visitor, 'refused')
  await at(visitor, '/pay/fail')
  await sees(visitor, say('cashier:fail.nothing'))
  await action(visitor).click()
  await at(visitor, payPath(visitor))
  await methodButton(visitor, 'card').click()
  await decide(visitor, 'paid')
  const number = await issued(visitor)
  await it.mailTo(buyer.email, ({ text }) => text.includes(number))

  const policy = ok(await clientWith(stored).request(getPolicy, { order: id }))
  await visitor.go(`/insurance-policy/details?id=${policy.id}#surrender`)
  await page.getByRole('button', { name: say('policies:surrender.open'), exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: say('policies:surrender.yes') }).click()
  await sees(visitor, say('policies:surrender.state.under_review.title'))
  const refund = await inTime(async () => /^(\w{26})  .*under_review/m.exec(await it.desk('wu', 'refunds', 'list'))?.[1], 'The request on the operator’s list')
  await it.desk('wu', 'refunds', 'approve', refund)
  const paid = [...it.stripe.trades.values()].find(({ state }) => state === 'paid')
  await expect.poll(() => paid?.refunds.map(({ amount }) => amount), { timeout: 60_000 }).toEqual([policy.premium.amount])
  await inTime(async () => (ok(await clientWith(stored).request(getPolicy, { id: policy.id })).status === 'cancelled' ? true : undefined), 'The policy to end')
  expect([...it.stripe.trades.values()].map(({ state }) => state)).toEqual(['refused', 'paid'])
})

test('on a phone the code comes by text message, and Alipay takes the money', async () => {
  const visitor = await it.visitor({ device: 'mobile', lang: 'cn' })
  const { page, say } = visitor
  await it.gatewaysFor(visitor)
  await visitor.go('/login')
  await page.locator('#destination').fill(MOBILE)
  await page.getByRole('button', { name: say('session:login.send') }).click()
  const code = await inTime(async () => codeIn(it.texts.sent.findLast(({ to }) => to === `+86${MOBILE}`)?.text ?? ''), 'The text message')
  it.codes.push(code)
  await page.locator('#code').fill(code)
  await page.locator('#agreed').check()
  await action(visitor).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage))) as Stored
  const { id } = await prepareOrder(it.site, { lang: 'cn', stored })
  await visitor.go(`${payPath(visitor)}?order=${id}`)
  await methodButton(visitor, 'alipay').click()
  await decide(visitor, 'paid')
  await issued(visitor)
  const [trade] = it.alipay.trades.values()
  expect(trade).toMatchObject({ state: 'paid', product: 'alipay.trade.wap.pay' })
})

test('on a desktop WeChat Pay’s code is scanned', async () => {
  const { id, stored } = await prepareOrder(it.site)
  const visitor = await it.visitor({ device: 'web', lang: 'en', stored })
  const { page, say } = visitor
  await visitor.go(`${payPath(visitor)}?order=${id}`)
  await methodButton(visitor, 'wechat').click()
  await page.getByRole('img', { name: say('cashier:scan.label', { method: say('cashier:method.wechat') }) }).waitFor()
  const [order = ''] = it.wechat.trades.keys()
  it.wechat.settle(order, 'paid')
  const { headers, body } = it.wechat.notification(order)
  expect((await fetch(`${it.site.url}/notify/wechat`, { method: 'POST', headers, body: new Uint8Array(body) })).ok).toBe(true)
  await issued(visitor)
  expect(it.wechat.trade(order).product).toBe('native')
})

test('a claim is sent, decided, and paid by the bank’s batch', async () => {
  const email = 'claimant@example.com'
  const today = dayOf(Date.now())
  const books = it.server()
  const server: TestServer = {
    url: it.site.url, deps: books.deps, logs: it.logs, drain: () => books.deps.outbox.drain(), check: () => books.deps.checking.drain(), advance: books.advance,
    client: () => clientWith({}), close: async () => undefined,
  }
  await buyPolicy(server, { email, trip: { plan: 'global-study', tier: 'standard', start: today, end: endOfMonths(today, 12), destination: 'uk', arrived: false } })
  const stored = await it.signIn(email)
  const claimant = new Claimant(server, clientWith(stored))
  await inTime(async () => ((await claimant.policies()).length > 0 ? true : undefined), 'The policy')
  await claimant.start(today)
  const { id, caseNumber } = await claimant.send({ ...ANSWERS.outpatient, email, visits: ANSWERS.outpatient.visits.map((visit) => ({ ...visit, day: today })) })

  const visitor = await it.visitor({ device: 'mobile', lang: 'en', stored })
  await visitor.go(`/claim/query/progress?id=${id}`)
  await sees(visitor, visitor.say('follow:need.nothing'))
  const file = join(folder, 'assessment.yaml')
  writeFileSync(file, `invoices: [{ visit: v001, rate: { rate: "9.0000", day: ${today}, source: { en: Central parity, cn: 人民币汇率中间价 } }, lines: [{ name: { en: GP visit, cn: 门诊诊疗 }, amount: "85.40" }] }]\n`)
  await it.desk('wu', 'claims', 'review', caseNumber)
  await it.desk('wu', 'claims', 'accept-document', caseNumber, 'all')
  const doubts = [...(await it.desk('wu', 'claims', 'decide', caseNumber, '--file', file, '--dry-run')).matchAll(/^! (\S+) /gm)].map(([, doubt]) => doubt)
  await it.desk('wu', 'claims', 'decide', caseNumber, '--file', file, '--confirm', doubts.join(','))
  await comesBack(visitor)
  await stands(visitor, 'approved')

  const bank = new BankDesk(server, it.keys)
  const { number, lines } = readBatchFile(await bank.sent())
  const result = await bank.result(resultFile(number, lines.map((line) => ({ line, answer: { outcome: 'paid', reference: '2612 0210 1700 83', day: today } }))))
  bank.close()
  expect(result.code, result.said).toBe(0)
  await comesBack(visitor)
  // 85.40 × 9 − 300, nine tenths of it.
  await visitor.page.getByRole('heading', { name: paidToday(visitor, 42_174) }).waitFor()
  await picture(visitor, 'production-claim-paid')
  await it.mailTo(email, ({ subject }) => subject === `Claim ${caseNumber} is paid`)
})

test('nothing of the sandbox answers, and no key, code or card is in a log', async () => {
  for (const path of ['/sandbox', '/sandbox/gateway', '/sandbox/messages']) expect((await fetch(it.site.url + path)).status, path).toBe(404)
  for (const path of ['/sandbox/messages?to=a', '/sandbox/clock?advance=1', '/notify/sandbox']) expect((await fetch(it.site.url + path, { method: 'POST' })).status, path).toBe(404)
  const logs = it.logs()
  expect(logs.split('\n').length).toBeGreaterThan(50)
  // A key of several lines could be logged by any of them.
  const ofSettings = Object.entries(it.env).filter(([name]) => /SECRET|TOKEN|PRIVATE_KEY|API_V3_KEY/.test(name) && !name.endsWith('_ID')).flatMap(([, value]) => value.replace(/-----[A-Z ]+-----/g, '').split('\n').filter((line) => line.length > 8))
  const secrets = [...ofSettings, ...it.keys.values()]
  expect(secrets.length).toBeGreaterThan(7)
  for (const secret of secrets) expect(logs.includes(secret)).toBe(false)
  expect(it.codes.filter((code) => code !== '')).toHaveLength(3)
  for (const code of it.codes) expect(new RegExp(`(?<!\\d)${code}(?!\\d)`).test(logs)).toBe(false)
  for (const told of [MOBILE, ANSWERS.outpatient.accountNumber]) expect(logs.includes(told)).toBe(false)
  expect(logs).not.toMatch(/\b[3-6]\d{15}\b/)
})
