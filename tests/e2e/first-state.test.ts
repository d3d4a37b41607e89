/** What the build drew of an island: there before any script, typed into, and replaced without a loss. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { localPath } from '../../src/lib/locale.ts'
import { pathOf } from '../../src/lib/contract.ts'
import { getDraft } from '../../src/features/claims/contract.ts'
import { screens, showingOf } from '../browser/routes.ts'
import { beginningOfReading } from '../../src/features/orders/content/load-purchase-text-templates.ts'
import type { View } from '../browser/visit.ts'
import { journeys, VIEWS, type Visitor } from './journeys/journeys.ts'

const it = journeys()
const SCRIPTS = '**/assets/*.js'
const WORDS = '**/assets/words/*.json'

/** Opens a page whose files of this kind wait until the answer is called. */
async function openHolding({ page, lang }: Visitor, path: string, files: string): Promise<() => void> {
  const line = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await line.promise
    await route.continue()
  })
  await page.goto(localPath(lang, path), { waitUntil: 'commit' })
  await page.locator('[data-waiting]').first().waitFor({ state: 'attached' })
  return () => line.resolve()
}

const arrived = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector('[data-waiting]') === null)

test.each(VIEWS)(
  'the login form is there before its scripts, and keeps what was typed ($device $lang)',
  async (view) => {
    const visitor = await it.visitor(view)
    const { page, say } = visitor
    const go = await openHolding(visitor, '/login', SCRIPTS)
    const destination = page.getByLabel(say('session:login.destination'))
    await destination.fill('lin@example.com')
    await page.getByRole('checkbox').check()
    await destination.focus()
    const id = await destination.getAttribute('id')
    go()
    await arrived(page)
    expect(await destination.inputValue()).toBe('lin@example.com')
    expect(await page.getByRole('checkbox').isChecked()).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(id)
    // The island knows it too: a code is sent to what was typed.
    await page.getByRole('button', { name: say('session:login.send') }).click()
    await page
      .getByText(say('session:login.sent', { destination: 'lin@example.com', minutes: LIMITS.codeMinutes }))
      .waitFor()
  },
)

const ADDRESSES = [
  ['a purchase that begins', '/confirm?plan=us-campus&tier=plus', true],
  ['one that goes on', `/confirm?id=${'0'.repeat(26)}&step=people`, false],
  ['the page of a student who consents', '/confirm?consent=none', false],
] as const
test.each(ADDRESSES)('the first page to read is there before its scripts: %s', async (_, path, begins) => {
  const visitor = await it.visitor({ device: 'mobile', lang: 'cn' })
  const { page } = visitor
  const beginning = beginningOfReading('cn')
  const go = await openHolding(visitor, path, SCRIPTS)
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
  )
  const heading = page.getByRole('heading', { name: beginning?.title ?? 'none' })
  expect(await heading.filter({ visible: true }).count()).toBe(begins && beginning ? 1 : 0)
  go()
  await arrived(page)
})

test('without its words an island stays as it was drawn, and says that something is missing', async () => {
  it.allow(/assets\/words|Failed to load/)
  const visitor = await it.visitor({ device: 'mobile', lang: 'cn' })
  const { page, say } = visitor
  await page.route(WORDS, (route) => route.abort())
  await page.goto(localPath('cn', '/login'))
  await page.locator('[data-load-error]').getByText(say('app:load.page')).filter({ visible: true }).waitFor()
  await page.unroute(WORDS)
  await page
    .getByRole('button', { name: say('app:load.again') })
    .filter({ visible: true })
    .click()
  await arrived(page)
})

test('a button that is pressed before the island is there is pressed again, and no form is sent by itself', async () => {
  const visitor = await it.visitor({ device: 'web', lang: 'en' })
  const { page, say } = visitor
  const go = await openHolding(visitor, '/login', SCRIPTS)
  await page.getByLabel(say('session:login.destination')).fill('lin@example')
  await page.getByLabel(say('session:login.destination')).press('Enter')
  await page.getByRole('button', { name: say('session:login.submit') }).click()
  expect(new URL(page.url()).search).toBe('')
  go()
  await arrived(page)
  await page.locator('#destination[aria-invalid=true]').waitFor()
})

test.each(['toString', '__proto__', 'nothing'])('the order opens whatever step its address names: %s', async (step) => {
  const visitor = await it.visitor({})
  await visitor.page.goto(localPath(visitor.lang, `/confirm?plan=us-campus&step=${step}`))
  await visitor.page.waitForURL(/[?&]id=/)
})

/** The calls about orders and payments that a page sends, by name, each time. */
function orderCalls(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/index\/((?:order|pay)\/\w+)/.exec(request.url()) ?? []
    if (name) sent.push(name + (new URL(request.url()).searchParams.get('page') ?? ''))
  })
  return sent
}

test('an application and the pages that it begins with are asked for while scripts load, and not again', async () => {
  const visitor = await it.visitor({ device: 'mobile', lang: 'cn' })
  const { page } = visitor
  const sent = orderCalls(page)
  const go = await openHolding(visitor, '/confirm?plan=us-campus&start=2027-01-10', SCRIPTS)
  const first = ['order/create', 'order/textenter', 'order/textbefore-you-buy']
  await expect.poll(() => sent).toEqual(first)
  go()
  await page.getByRole('dialog').waitFor()
  expect(sent).toEqual(first)
  // Whoever returns to it by its address finds it as early.
  sent.length = 0
  const show = await openHolding(visitor, `/confirm${new URL(page.url()).search}`, SCRIPTS)
  await expect.poll(() => sent).toEqual(['order/get'])
  show()
  await page.getByRole('dialog').waitFor()
  expect(sent.toSorted()).toEqual(['order/get', ...first.slice(1).toSorted()])
})

test.each([
  ['during the visit of a partner’s link', '/confirm?plan=us-campus', { co_id: 'demo-agent' }],
  ['for a family, whose people the script writes', '/confirm?plan=us-campus&child=2020-01-01', {}],
])('no application is begun early %s', async (_, path, stored) => {
  const visitor = await it.visitor({ stored })
  const sent = orderCalls(visitor.page)
  const go = await openHolding(visitor, path, SCRIPTS)
  // The script that sends them has run: it stands in the head.
  expect(await visitor.page.evaluate(() => Object.keys(globalThis.earlyCalls ?? { none: true }))).toEqual([])
  go()
  await expect.poll(() => sent[0]).toMatch(/^order\/create/)
  await visitor.page.getByRole('dialog').waitFor()
})

test('a payer’s page asks how it can be paid while its scripts load, and not again', async () => {
  it.allow(/pay\/methods/)
  const visitor = await it.visitor({ device: 'mobile', lang: 'en' })
  const sent = orderCalls(visitor.page)
  const go = await openHolding(visitor, '/pay?order=YFO-261101-AAAAAA', SCRIPTS)
  await expect.poll(() => sent).toEqual(['pay/methods'])
  go()
  await arrived(visitor.page)
  await visitor.page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor()
  expect(sent).toEqual(['pay/methods'])
})

/** A page of the demo account's claim, by the id of its route. */
async function ofClaim(id: string, view: View = { device: 'mobile', lang: 'en' }) {
  const route = screens().find((one) => one.id === id)
  if (!route) throw new Error(`There is no route ${id}`)
  const { path, stored } = await showingOf(route, it.site, view.device ?? 'mobile')
  const visitor = await it.visitor({ ...view, stored })
  return { ...visitor, path: localPath(visitor.lang, path) }
}

test('the step of a claim that an address names is asked for beside the claim, not after it', async () => {
  it.allow(/Failed to load|assets/)
  const { page, path } = await ofClaim('claim.read')
  const line = Promise.withResolvers<void>()
  await page.route(`**${pathOf(getDraft)}*`, async (route) => {
    await line.promise
    await route.continue()
  })
  await page.goto(path)
  await arrived(page)
  await page.route(SCRIPTS, (route) => route.abort())
  line.resolve()
  await page.locator('ol.ruled li').first().waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})

test.each([true, false])('later steps of a claim come ahead, unless the browser saves data: %s', async (saveData) => {
  const { page, path, say } = await ofClaim('claim.list')
  await page.addInitScript((saves) => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: saves, effectiveType: '4g' } })
  }, saveData)
  const hospitals: string[] = []
  page.on('request', (request) => void (/hospital/.test(request.url()) && hospitals.push(request.url())))
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: say('claimform:list.title') }).waitFor()
  await page.locator('#incidentDay').waitFor()
  if (!saveData) await expect.poll(() => hospitals.length).toBeGreaterThan(0)
  // As long as loading ahead waits for.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))))
  expect(hospitals.length > 0).toBe(!saveData)
})
