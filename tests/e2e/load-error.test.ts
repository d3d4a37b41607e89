/** The island's scripts fail to load (spec §8): the page itself says so, with a retry button and a telephone number. */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { localPath } from '../../src/lib/locale.ts'
import { SITE } from '../../src/lib/site.ts'
import { demoSession, SAMPLES } from '../browser/samples.ts'
import { journeys, picture, type Visitor } from './journeys/journeys.ts'

const it = journeys()
const SCRIPTS = '**/assets/*.js*'
/** As spec §8 has it, and not as the sources do. */
const LOAD_MS = 120_000

const alert = ({ page }: Visitor) => page.locator('[data-load-error]').filter({ visible: true })
const again = (visitor: Visitor) => alert(visitor).getByRole('button', { name: visitor.say('app:load.again') })

/** Console messages of the browser about a failed script. */
const allowFailure = (): void => it.allow(/\.css|astro-island|Failed to fetch|\/assets\/|SyntaxError|Unexpected/)

async function sample(id: string): Promise<string> {
  const given = SAMPLES[id] ?? ''
  return typeof given === 'string' ? given : (await given(it.site, 'web')).path
}

/** Opens a page whose scripts get this answer. */
async function openWith(visitor: Visitor, path: string, answer: (route: Route) => unknown): Promise<void> {
  await visitor.page.route(SCRIPTS, (route) => void answer(route))
  await visitor.page.goto(localPath(visitor.lang, path), { waitUntil: 'commit' })
  // The page arrives in pieces: at its end the inline script beside the island has run, and counts the seconds.
  await visitor.page.waitForFunction(
    () => document.querySelector('[data-load-error]') !== null && document.querySelector('footer') !== null,
  )
}

const phoneOf = (page: Page): Promise<string | null> =>
  page.locator('[data-load-error]:not([hidden]) a[href^="tel:"]').first().getAttribute('href')

test.each([
  { path: '/login', device: 'web', lang: 'en', theme: 'light' },
  { path: '/login', device: 'mobile', lang: 'cn', theme: 'dark' },
  { path: '/confirm?plan=us-campus', device: 'mobile', lang: 'en', theme: 'light' },
  { path: 'fyqr', device: 'web', lang: 'cn', theme: 'dark' },
  { path: 'claim.apply', device: 'mobile', lang: 'en', theme: 'dark' },
  { path: '/plan/list', device: 'web', lang: 'en', theme: 'light' },
] as const)('$path ($device, $lang, $theme): after 120 seconds without an answer', async ({ path: given, ...view }) => {
  allowFailure()
  const path = given.startsWith('/') ? given : await sample(given)
  const visitor = await it.visitor({
    ...view,
    ...(given.startsWith('/') ? {} : { stored: await demoSession(it.site) }),
  })
  const { page, say } = visitor
  await page.clock.install()
  const line = { held: 0, open: false }
  await openWith(visitor, path, (route) => (line.open ? route.continue() : (line.held += 1)))
  await expect.poll(() => line.held).toBeGreaterThan(0)
  await page.clock.runFor(LOAD_MS / 2)
  expect(await alert(visitor).count()).toBe(0)
  await page.clock.runFor(LOAD_MS / 2)
  await alert(visitor).first().waitFor()
  await alert(visitor).getByText(say('app:load.page')).waitFor()
  expect(await page.locator('[data-waiting]').filter({ visible: true }).count()).toBe(0)
  expect(await phoneOf(page)).toBe(`tel:${SITE[view.lang].phone.replaceAll(' ', '')}`)
  await picture(visitor, `load-error-${given.replace(/\W+/g, '-')}`)
  line.open = true
  await again(visitor).click()
  await page.waitForFunction(() => document.querySelector('astro-island:not([ssr])'))
  expect(await alert(visitor).count()).toBe(0)
})

test.each([[404], [500]])('an answer of %i is an error at once, and gone after another try', async (status) => {
  allowFailure()
  const visitor = await it.visitor({ device: 'mobile' })
  await openWith(visitor, '/login', (route) => route.fulfill({ status, body: 'no' }))
  await alert(visitor).getByText(visitor.say('app:load.text')).waitFor()
  await visitor.page.unroute(SCRIPTS)
  await again(visitor).click()
  await visitor.page.locator('#destination').waitFor()
})

test('a script that the browser cannot read is no matter of the connection', async () => {
  allowFailure()
  const visitor = await it.visitor({ lang: 'cn' })
  await openWith(visitor, '/login', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'let a = /(?<=x' }),
  )
  await alert(visitor).getByText(visitor.say('app:load.old.title')).waitFor()
  await picture(visitor, 'load-error-old')
  expect(
    await alert(visitor).getByText(visitor.say('app:load.text'), { exact: true }).filter({ visible: true }).count(),
  ).toBe(0)
})

const STYLES = '**/assets/*.css*'

test('a style sheet that is refused is an error at once, whatever the scripts do', async () => {
  allowFailure()
  const visitor = await it.visitor({ device: 'mobile' })
  await visitor.page.route(STYLES, (route) => void route.abort())
  await visitor.page.goto('/login')
  await visitor.page.locator('#destination').waitFor()
  await alert(visitor).getByText(visitor.say('app:load.text')).waitFor()
  await visitor.page.unroute(STYLES)
  await again(visitor).click()
  await visitor.page.locator('#destination').waitFor()
  expect(await alert(visitor).count()).toBe(0)
})

test('a style sheet that hangs is given up after 120 seconds', async () => {
  allowFailure()
  const visitor = await it.visitor({ lang: 'cn' })
  const { page } = visitor
  await page.clock.install()
  const line = { held: 0 }
  await page.route(STYLES, () => void (line.held += 1))
  await page.goto('/cn/login', { waitUntil: 'commit' })
  await expect.poll(() => line.held).toBeGreaterThan(0)
  await page.clock.runFor(LOAD_MS / 2)
  expect(await alert(visitor).count()).toBe(0)
  await page.clock.runFor(LOAD_MS / 2)
  await alert(visitor).getByText(visitor.say('app:load.text')).waitFor()
})

test('with scripts off the page says what it needs', async () => {
  // The browser asks for what the head names although it runs none of it.
  it.allow(/preload|\/assets\/.* csp$/)
  const visitor = await it.visitor({ scripts: false })
  await visitor.go('/login')
  const words = visitor.page.locator('[data-waiting] noscript')
  expect(await words.textContent()).toBe(
    visitor.say('app:load.noscript', { phone: SITE.en.phone.replaceAll(' ', '\u00a0') }),
  )
  expect((await words.boundingBox())?.height).toBeGreaterThan(0)
  expect(await alert(visitor).count()).toBe(0)
})
