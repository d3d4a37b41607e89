/** Who may open which page (spec §2 "Route guard", design §2 "Open and guarded"), in a real browser. */
import { describe, expect, test } from 'vitest'
import { LANGS, localPath } from '../../src/lib/locale.ts'
import type { Route } from '../../src/routes.ts'
import { isOn, needsLogin, plainPath, screens, showingOf } from '../browser/routes.ts'
import { demoSession } from '../browser/samples.ts'
import { DEVICES, sharedSite, settled } from './browser-site.ts'
import { isSecond, rowsOf } from '../tools/long-form.ts'

const it = sharedSite()
const guarded = screens().filter(({ access }) => access !== 'open')
/**
 * The guard is a function, and `src/app/address/redirect-by-route.test.ts` tests it with every route, device and
 * language. Here a browser shows that each page carries it: one route of each kind.
 */
const oneOfEach = (rows: readonly Route[]): Route[] => [
  ...new Map(
    rows.map(
      (row) =>
        [
          `${row.access} ${row.path.includes('[')} ${row.device !== undefined} ${row.shell !== undefined} ${row.linked === true}`,
          row,
        ] as const,
    ),
  ).values(),
]

/** The first screen with this kind of guard. */
const rowOf = (access: Route['access']): Route => {
  const row = guarded.find((it) => it.access === access)
  if (!row) throw new Error(`No screen is guarded by ${access}`)
  return row
}
const open = screens().filter(({ access, id }) => access === 'open' && id !== 'login')

describe.each(rowsOf(DEVICES, isSecond))('without a login, on %s', (device) => {
  test('guarded pages lead to the login and name the way back, in both languages', async () => {
    for (const lang of LANGS) {
      const page = await it.open({ device, lang })
      for (const route of oneOfEach(guarded.filter((row) => isOn(row, device) && needsLogin(row, device)))) {
        const path = plainPath(route)
        await page.goto(localPath(lang, path))
        await settled(page)
        const landed = new URL(page.url())
        expect(landed.pathname, route.id).toBe(localPath(lang, '/login'))
        expect(landed.searchParams.get('backUrl'), route.id).toBe(localPath(lang, path))
      }
      await page.context().close()
    }
  })

  test('open pages stay where they are', async () => {
    const page = await it.open({ device })
    for (const route of oneOfEach(open.filter((row) => isOn(row, device)))) {
      const path = plainPath(route)
      await page.goto(path)
      await settled(page)
      expect(new URL(page.url()).pathname, route.id).toBe(path.split(/[?#]/)[0])
    }
  })

  test('a path that is not there is not found, and not guarded', async () => {
    const page = await it.open({ device })
    const response = await page.goto('/personal/nothing-here')
    expect(response?.status()).toBe(404)
    expect(new URL(page.url()).pathname).toBe('/personal/nothing-here')
    expect(await page.locator('h1').count()).toBe(1)
  })
})

test('an unknown address is answered in its language, also by a host that has one page for all', async () => {
  const page = await it.open({ lang: 'cn' })
  const one = await page.request.get('/404')
  await page.route('**/cn/nowhere', async (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: await one.text() }),
  )
  await page.goto('/cn/nowhere')
  await page.waitForURL('**/cn/404')
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
})

test('nothing of a guarded page is painted before the login', async () => {
  const row = rowOf('login')
  const page = await it.open({ device: 'web' })
  const painted: string[] = []
  await page.exposeFunction('painted', (path: string) => painted.push(path))
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name === 'first-contentful-paint') Reflect.get(window, 'painted')?.(location.pathname)
    }).observe({ type: 'paint', buffered: true })
  })
  await page.goto(plainPath(row))
  await page.waitForURL('**/login?*')
  await settled(page)
  expect(painted).toEqual(['/login'])
})

test('a used link shows the page, and its code is gone from the address', async () => {
  const page = await it.open()
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.goto('/home?token=used-long-ago&a=1#part')
  await page.waitForFunction(() => 'link' in document.documentElement.dataset)
  await settled(page)
  expect(new URL(page.url()).href.slice(it.site.url.length)).toBe('/home?a=1#part')
  expect(asked.filter((url) => /\/assets\/exchange\.\w+\.js$|\/session\/exchange\?/.test(url))).toHaveLength(2)
})

const bound = screens().filter(({ device }) => device !== undefined)

test('the wrong device goes to the twin of a page, query kept (design §2 "Device")', async () => {
  for (const device of DEVICES) {
    const page = await it.open({ device })
    for (const route of oneOfEach(bound.filter((row) => !isOn(row, device)))) {
      const twin = screens().find(({ id }) => id === route.device?.twin)
      await page.goto(`${route.path}?order=none&a=1`)
      await settled(page)
      const landed = new URL(page.url())
      expect(`${landed.pathname}${landed.search}`, route.id).toBe(`${twin?.path}?order=none&a=1`)
    }
    await page.context().close()
  }
})

test('the personal centre is open on phones', async () => {
  const own = rowOf('login-web')
  const page = await it.open({ device: 'mobile' })
  await page.goto(own.path)
  await settled(page)
  expect(new URL(page.url()).pathname).toBe(own.path)
})

test('with a login guarded pages open', async () => {
  for (const device of DEVICES) {
    const page = await it.open({ device, stored: await demoSession(it.site) })
    for (const route of oneOfEach(guarded.filter((row) => isOn(row, device)))) {
      // A page with data: a wizard without a draft redirects to its first step by itself.
      const { path } = await showingOf(route, it.site, device)
      await page.goto(path)
      await settled(page)
      expect(new URL(page.url()).pathname, route.id).toBe(path.split(/[?#]/)[0])
    }
    await page.context().close()
  }
})

test('an expired token does not open anything, and is gone', async () => {
  const row = rowOf('login')
  const stored = { PlatformToken: JSON.stringify({ value: 'x', expiry: Date.now() - 1 }) }
  const page = await it.open({ stored })
  await page.goto(plainPath(row))
  await settled(page)
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await page.evaluate(() => localStorage.getItem('PlatformToken'))).toBeNull()
})

describe('backUrl', () => {
  test.each(['https://elsewhere.example/x', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'])(
    '%s is dropped',
    async (backUrl) => {
      const page = await it.open({ stored: await demoSession(it.site) })
      await page.goto(`/login?backUrl=${encodeURIComponent(backUrl)}`)
      await settled(page)
      expect(new URL(page.url()).origin).toBe(it.site.url)
      const away = await page.locator('a[href*="elsewhere"], form[action*="elsewhere"]').count()
      expect(away).toBe(0)
      await page.context().close()
    },
  )
})
