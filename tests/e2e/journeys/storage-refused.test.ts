/** Site data blocked by the browser, or no room left: pages say so instead of asking for a login again and again. */
import { expect, test } from 'vitest'
import { journeys, sees, TWO_VIEWS, type Visitor } from './journeys.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

/** As with cookies blocked: even the access throws. */
const block = ({ page }: Visitor): Promise<unknown> =>
  page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
    indexedDB.open = refuse
  })

const fill = ({ page }: Visitor): Promise<unknown> =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })

test.each(
  rowsOf(
    [...TWO_VIEWS.map((view) => ({ ...view, why: 'blocked' as const })), { ...TWO_VIEWS[0], why: 'full' as const }],
    isFirst,
  ),
)('$why: the login and the purchase name it, and other pages open: $device $lang', async ({ why, ...view }) => {
  const visitor = await it.visitor(view)
  const { page, say } = visitor
  await (why === 'full' ? fill : block)(visitor)
  const words = say(`app:failed.${why}`)
  await visitor.go('/login')
  await sees(visitor, words)
  await page.locator('#destination').fill('blocked@example.com')
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  await page.getByRole('button', { name: say('session:login.send') }).click()
  await sees(visitor, words)
  expect(calls).toEqual([])
  await visitor.go('/confirm?plan=us-campus')
  await sees(visitor, words)
  for (const path of ['/home', '/plan/list']) {
    await visitor.go(path)
    await page.locator('h1').first().waitFor()
  }
})
