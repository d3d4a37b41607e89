/** What pages say when a call is refused or cannot be answered (spec §8), and the way on from there. */
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { KEYS } from '../../../src/app/storage/storage-keys.ts'
import { localPath } from '../../../src/lib/locale.ts'
import { signIn } from '../browser-site.ts'
import { at, journeys, sees, TWO_VIEWS, type Visitor } from './journeys.ts'
import { logIn } from './login.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

const envelope = (status: number, code: number | string, data: unknown = {}) => ({
  json: { status, code, message: 'Words of the server.', data },
})

/** Every call to `path` is answered with this. */
async function answerWith({ page }: Visitor, path: string, answer: Parameters<Route['fulfill']>[0]): Promise<void> {
  await page.route(
    (url) => url.pathname.endsWith(path),
    (route) => route.fulfill(answer),
  )
}

const LISTS = [
  ['/personal/order', '/order/list'],
  ['/insurance-policy/list', '/policy/list'],
  ['/claim/query/list', '/claim/list'],
  ['/personal/modify', '/change/list'],
] as const

test.each(rowsOf(LISTS, isFirst))('%s says what the server answered', async (place, call) => {
  it.allow(/(status of| ) ?(429|500)\b/)
  const visitor = await it.visitor({ stored: await signIn(it.site) })
  const { page, say } = visitor
  const time = say('app:minutes', { count: 3 })
  for (const [answer, words] of [
    [envelope(0, 'something_new'), 'Words of the server.'],
    [envelope(-1, 30000), 'Words of the server.'],
    [envelope(-1, 4711, null), 'Words of the server.'],
    [envelope(0, 'too_many', { retryAfter: 170 }), say('app:failed.later', { message: 'Words of the server.', time })],
    [
      { status: 429, headers: { 'retry-after': '170' }, json: {} },
      say('app:failed.later', { message: say('app:failed.too_many'), time }),
    ],
    [{ status: 500, json: {} }, say('app:failed.server')],
    [{ contentType: 'text/html', body: '<html>' }, say('app:failed.server')],
  ] as const) {
    await page.unrouteAll()
    await answerWith(visitor, call, answer)
    await visitor.go(place)
    await sees(visitor, words)
    expect(await page.getByText(say('ui:failed.text')).count()).toBe(0)
  }
})

test.each(TWO_VIEWS)('a message of the catalogue stands 100 px from the edge: $device $lang', async (view) => {
  const visitor = await it.visitor({ ...view, stored: await signIn(it.site) })
  const { page } = visitor
  await answerWith(visitor, '/order/list', envelope(-1, 3000))
  await visitor.go('/personal/order')
  const toast = page.locator('.toast-region')
  await toast.getByText('Words of the server.').waitFor()
  const { top, bottom } = await toast.evaluate((region) => {
    const box = region.getBoundingClientRect()
    return { top: box.top, bottom: innerHeight - box.bottom }
  })
  expect(view.device === 'web' ? top : bottom).toBe(100)
})

test.each(rowsOf([5000, 5001, 30002] as const, isFirst))(
  '%i ends the login and leads to the login page, which leads back to the full path',
  async (code) => {
    const visitor = await it.visitor({ lang: 'cn', stored: await signIn(it.site) })
    const { page } = visitor
    await answerWith(visitor, '/order/list', envelope(-1, code))
    await visitor.go('/personal/order?state=paid#list')
    await at(visitor, '/login')
    expect(new URL(page.url()).searchParams.get('backUrl')).toBe('/cn/personal/order?state=paid#list')
    expect(await page.evaluate((name) => localStorage.getItem(name), KEYS.token)).toBeNull()
  },
)

const lose = ({ page }: Visitor, key: string): Promise<void> =>
  page.evaluate((name) => localStorage.removeItem(name), key)

test.each(rowsOf(TWO_VIEWS, isFirst))(
  'a login that lost its anti-forgery pair is named, and can be ended or renewed: $device $lang',
  async (view) => {
    const visitor = await it.visitor(view)
    const { page, say, lang } = visitor
    const me = `pair-${view.device}@example.com`
    await visitor.go('/login?backUrl=/personal/order')
    await logIn(visitor, it.site, me)
    await lose(visitor, KEYS.csrfToken)
    await page.evaluate((path) => location.assign(path), localPath(lang, '/personal/mine'))
    await at(visitor, '/home')
    await page.getByText(say('errors:notAllowed.unproven')).waitFor()
    expect(await page.getByText(say('errors:notAllowed.scoped')).isVisible()).toBe(false)
    await page
      .locator('main')
      .getByRole('link', { name: say('headerandfooter:signIn') })
      .filter({ visible: true })
      .click()
    await page.getByText(say('session:already.title')).waitFor()
    await page.getByRole('button', { name: say('session:already.out') }).click()
    await page.waitForURL((url) => url.pathname === localPath(lang, '/home'))
    expect(await page.evaluate((name) => localStorage.getItem(name), KEYS.token)).toBeNull()
  },
)
