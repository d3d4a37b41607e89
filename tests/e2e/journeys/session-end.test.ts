/** The end of a login: a warning that can extend it, and afterwards a return to the same place (design §2 "Token"). */
import { expect, test } from 'vitest'
import { LIMITS } from '../../../src/lib/limits-and-periods.ts'
import { advanceClock } from '../browser-site.ts'
import { at, journeys, type Visitor } from './journeys.ts'
import { logIn, moveLoginEnd, showLoginEnd } from './login.ts'
import { inNone, isSecond, rowsOf } from '../../tools/long-form.ts'
import { DEVICES, networkAtRest } from '../../browser/visit.ts'

const it = journeys()
const PLACE = '/personal/mine?from=test#devices'
const HOUR = 3_600_000

const minutesLeft = (visitor: Visitor): Promise<number> =>
  visitor.page.evaluate(
    () =>
      ((JSON.parse(localStorage.getItem('PlatformToken') ?? '{}') as { expiry: number }).expiry - Date.now()) / 60_000,
  )

test.each(
  rowsOf(
    [
      ['web', 'en'],
      ['mobile', 'cn'],
    ] as const,
    isSecond,
  ),
)('warns two minutes before, extends, and leads back after the end: %s %s', async (device, lang) => {
  const visitor = await it.visitor({ device, lang })
  // Two people, so that the second code need not wait for the first one's minute.
  await visitor.go(PLACE)
  await logIn(visitor, it.site, `first-${device}@example.com`)
  expect(visitor.page.url()).toContain(PLACE)

  await showLoginEnd(visitor, 100_000, visitor.say('app:warning.title'))
  await visitor.page.getByRole('button', { name: visitor.say('app:warning.stay') }).click()
  await visitor.page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await minutesLeft(visitor)).toBeGreaterThan(115)

  await showLoginEnd(visitor, 3_000, visitor.say('app:ended.title'))
  await visitor.page.getByRole('button', { name: visitor.say('app:ended.again') }).click()
  const to = visitor.page.locator('#destination')
  await to.waitFor()
  // The form that the build drew is empty.
  await networkAtRest(visitor.page)
  expect(await to.inputValue()).toBe(`first-${device}@example.com`)
  await logIn(visitor, it.site, `second-${device}@example.com`)
  expect(visitor.page.url()).toContain(PLACE)
})

test('every page renews the login, and nothing of one that expired stays stored', async () => {
  const visitor = await it.visitor({})
  await visitor.go('/personal/mine')
  await logIn(visitor, it.site, 'reader@example.com')
  // The item of the personal centre that is open.
  expect(await visitor.page.locator('main nav [aria-current=page]').getAttribute('href')).toBe('/personal/mine')
  await networkAtRest(visitor.page)
  const secrets = () =>
    visitor.page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => /csrf|Token/.test(key))
        .sort(),
    )
  expect(await secrets()).toEqual(['PlatformToken', 'csrf_name', 'csrf_token'])
  await moveLoginEnd(visitor, 600_000)
  // A page of information runs no script but the one that every page begins with.
  await visitor.go('/insurance')
  expect(await minutesLeft(visitor)).toBeGreaterThan(115)
  await networkAtRest(visitor.page)
  await moveLoginEnd(visitor, -1)
  await visitor.go('/personal/mine')
  await visitor.page.getByText(visitor.say('session:why.expired.title')).waitFor()
  expect(await secrets()).toEqual([])
})

test('signing out sends the token in the body; what is answered without status 1 leaves the login as it is', async () => {
  const visitor = await it.visitor({ lang: 'cn' })
  const { page, say } = visitor
  await visitor.go('/personal/mine')
  await logIn(visitor, it.site, 'stays@example.com')
  await networkAtRest(page)
  const stored = () => page.evaluate(() => localStorage.getItem('PlatformToken'))
  const { value: token } = JSON.parse((await stored()) ?? '{}') as { value: string }
  const asked: unknown[] = []
  const address = (url: URL): boolean => url.pathname === '/index/logout'
  await page.route(address, (route) => {
    const { pathname, search } = new URL(route.request().url())
    asked.push([route.request().method(), pathname + search, route.request().postData()?.includes(token)])
    return route.fulfill({ json: { status: 0, code: 'busy', message: 'Not now.', data: {} } })
  })
  const leave = page.getByRole('button', { name: say('app:personal.leave') }).first()
  await leave.click()
  await page.getByText('Not now.').waitFor()
  expect(asked).toEqual([['POST', '/index/logout?lang=cn', true]])
  expect(JSON.parse((await stored()) ?? '{}')).toMatchObject({ value: token })
  await page.unroute(address)
  await leave.click()
  await at(visitor, '/home')
  expect(await stored()).toBeNull()
})

test('whoever signs out where the parts for it are gone is signed out, and unsent files are not lost', async () => {
  it.allow(/confirm-unsent-photos|device-store|Failed to (?:load|fetch)|dynamically imported/)
  const visitor = await it.visitor({})
  const { page, say } = visitor
  await visitor.go('/personal/mine')
  await logIn(visitor, it.site, 'leaves@example.com')
  await page.route(/\/assets\/(confirm-unsent-photos|device-store)\./, (route) => route.fulfill({ status: 404 }))
  await page.reload()
  const leave = page.getByRole('button', { name: say('app:personal.leave') }).first()
  const unsent = (count: number): Promise<void> =>
    page.evaluate(async (wanted) => {
      const asked = indexedDB.open('youfang', 1)
      const db = await new Promise<IDBDatabase>((done) => {
        asked.onupgradeneeded = () => ['kept', 'keys'].forEach((name) => asked.result.createObjectStore(name))
        asked.onsuccess = () => done(asked.result)
      })
      const rows = db.transaction('kept', 'readwrite').objectStore('kept')
      if (wanted > 0) rows.put({}, 'photos/a/b')
      else rows.delete('photos/a/b')
      await new Promise((done) => (rows.transaction.oncomplete = done))
      db.close()
    }, count)
  await unsent(1)
  await leave.click()
  await page.getByText(say('app:failed.part')).waitFor()
  await unsent(0)
  // Refused: the person stays, with what is stored here.
  const address = (url: URL): boolean => url.pathname === '/index/logout'
  await page.route(address, (route) => route.fulfill({ json: { status: 0, code: 'busy', message: 'No.', data: {} } }))
  await leave.click()
  await page.getByText('No.', { exact: true }).waitFor()
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([{ name: 'youfang', version: 1 }])
  await page.unroute(address)
  await leave.click()
  await at(visitor, '/home')
  expect(await page.evaluate(() => localStorage.getItem('PlatformToken'))).toBeNull()
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
})

test('the personal centre says who is signed in, and on the web marks in its sidebar where one is', async () => {
  for (const device of DEVICES) {
    const visitor = await it.visitor({ device })
    const { page, say } = visitor
    await visitor.go('/personal/mine')
    await logIn(visitor, it.site, `where-${device}@example.com`)
    const sidebar = page.getByRole('navigation', { name: say('app:personal.title') })
    const current = (id: string) => sidebar.locator('[aria-current=page]', { hasText: say(`app:personal.${id}`) })
    await page.locator('main').getByText('w•••@example.com').first().waitFor()
    if (device === 'mobile') {
      expect(await sidebar.count()).toBe(0)
      continue
    }
    await current('mine').waitFor()
    await sidebar.getByRole('link', { name: say('app:personal.orders') }).click()
    await page.waitForURL('**/personal/order')
    await current('orders').waitFor()
    expect(await sidebar.locator('[aria-current]').count()).toBe(1)
  }
})

const isHidden = ({ page }: Visitor): Promise<boolean> =>
  page.locator('main').evaluate((main) => getComputedStyle(main).visibility === 'hidden')

test('signing out ends what another tab shows, and what Back shows', async () => {
  const visitor = await it.visitor({})
  const { say } = visitor
  await visitor.go('/personal/mine')
  await logIn(visitor, it.site, 'two-tabs@example.com')
  await networkAtRest(visitor.page)
  const other = await visitor.tab()
  await other.go('/personal/mine')
  // A call that is answered after the login has ended would lead to the login page.
  await networkAtRest(other.page)
  await other.page
    .getByRole('button', { name: say('app:personal.leave') })
    .first()
    .click()
  await other.page.waitForURL((url) => url.pathname === '/home')
  await visitor.page.getByRole('dialog', { name: say('app:ended.outTitle') }).waitFor()
  expect(await isHidden(visitor)).toBe(true)
  // The browser shows the page as it was left.
  await visitor.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await visitor.page.waitForURL((url) => url.pathname === '/login')
})

test('a page that Back shows while the login lasts stays as it was left', async () => {
  const visitor = await it.visitor({})
  await visitor.go('/personal/mine')
  await logIn(visitor, it.site, 'back@example.com')
  await networkAtRest(visitor.page)
  await visitor.page.evaluate(() => {
    document.title = 'as it was left'
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await visitor.page.getByRole('heading', { level: 1 }).first().waitFor()
  expect([await visitor.page.title(), await isHidden(visitor)]).toEqual(['as it was left', false])
})

// Last in the file, because hours pass on the server's clock here.
test.each(
  rowsOf(
    [
      ['web', 'en'],
      ['mobile', 'cn'],
    ] as const,
    inNone,
  ),
)('after twelve hours nothing extends a login, and signing in leads back: %s %s', async (device, lang) => {
  const visitor = await it.visitor({ device, lang })
  const { page, say } = visitor
  const me = device === 'web' ? 'whole-day@example.com' : '13800138077'
  await visitor.go(PLACE)
  await logIn(visitor, it.site, me)
  // Used all day: a call now and then keeps extending the login.
  for (let hours = 1; hours < LIMITS.sessionHours; hours += 1) {
    await advanceClock(it.site, HOUR)
    await page.reload()
    await networkAtRest(page)
  }
  // Less than the warning's two minutes are left.
  await advanceClock(it.site, HOUR - 100_000)
  await page.reload()
  await page.getByRole('dialog', { name: say('app:warning.lastTitle') }).waitFor()
  expect(await page.getByRole('button', { name: say('app:warning.stay') }).count()).toBe(0)
  await page.getByRole('button', { name: say('app:warning.later') }).click()

  await advanceClock(it.site, 2 * 60_000)
  await page.reload()
  await page.getByText(say('session:why.expired.title')).waitFor()
  expect(await page.locator('#destination').inputValue()).toBe(me)
  await logIn(visitor, it.site, me)
  expect(page.url()).toContain(PLACE)
})
