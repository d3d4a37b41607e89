/**
 * Paying in a real browser, under what people and networks do: double clicks, reloads, Back, no connection, two
 * devices.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEVICE_SECRET } from '../../src/app/storage/storage-keys.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import { readConfig } from '../../src/server/config.ts'
import { openServer } from '../../src/programs/open-server.ts'
import type { Server } from '../../src/server/create-server.ts'
import { placeOrder } from '../api/place-order.ts'
import { advanceClock, axe, ownSite, overflow, payAt, settled, THEMES, type Device } from '../e2e/browser-site.ts'
import { isSecond, rowsOf } from '../tools/long-form.ts'

const it = ownSite()
const unique = 'ab'.repeat(32)
let books: Server
let number = 0
// A second process over the same store: it writes orders and reads their outcome.
beforeAll(async () => {
  books = await openServer({ config: readConfig({ DATA_DIR: it.site.dataDir, LOG_LEVEL: 'silent' }) })
})
afterAll(() => books.close())

const order = (): Promise<string> => placeOrder(books.deps, holderOf({ unique }) ?? '', ++number)
const payments = (id: string) =>
  books.store.db.selectFrom('payments').selectAll().where('payable_id', '=', id).execute()
const open = (device: Device = 'web', stored = unique) => it.open({ device, stored: { [DEVICE_SECRET]: stored } })
const payBy = (page: Page, method = 'wechat') => page.locator(`[data-method=${method}]`)
const at = (page: Page, path: RegExp) => page.waitForURL(path)

async function toGateway(page: Page, id: string, method = 'wechat'): Promise<void> {
  await page.goto(`/payment/pay?order=${id}`)
  await payBy(page, method).click()
  await at(page, /\/sandbox\/gateway\/pay\//)
}

describe('on a desktop', () => {
  test('a double click pays once, a reload goes on, and the policy comes', async () => {
    const page = await open()
    const id = await order()
    await page.goto(`/payment/confirm?order=${id}`)
    await page.getByRole('link', { name: 'Go to payment' }).click()
    await payBy(page).dblclick()
    await payAt(page, 'pay', 'late')
    await page.getByRole('heading', { name: /^Waiting for / }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: /^Waiting for / }).waitFor()
    expect(await payments(id)).toHaveLength(1)
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText(/Checked at .+ no payment has arrived for this order yet/).waitFor()
    await advanceClock(it.site, 21_000)
    await at(page, /\/payment\/succeed/)
    await page.getByRole('button', { name: /PDF/ }).first().waitFor()
    expect(await payments(id)).toHaveLength(1)
    expect(page.trouble).toEqual({ console: [], requests: [] })
  })

  test('Back from the gateway leads to the open payment, which can be taken up or given up', async () => {
    const page = await open()
    const id = await order()
    await toGateway(page, id)
    await page.goBack()
    await page.getByRole('button', { name: 'Open the payment page' }).click()
    await at(page, /\/sandbox\/gateway\/pay\//)
    await page.goBack()
    await page.getByRole('button', { name: 'Choose another way to pay' }).click()
    await payBy(page, 'alipay').click()
    await payAt(page, 'pay')
    await at(page, /\/payment\/succeed/)
    expect((await payments(id)).map((row) => `${row.method} ${row.status}`).sort()).toEqual([
      'alipay succeeded',
      'wechat failed',
    ])
  })

  test('an address that claims success is not believed', async () => {
    const page = await open()
    await page.goto(`/payment/succeed?order=${await order()}&result=success&status=paid`)
    await at(page, /\/payment\/pay/)
    await payBy(page).waitFor()
  })

  test('without a connection nothing is lost, and the payment continues by itself', async () => {
    const page = await open()
    const id = await order()
    await toGateway(page, id)
    await payAt(page, 'pay', 'late')
    await page.getByRole('heading', { name: /^Waiting for / }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('No connection. Nothing is lost').waitFor()
    await advanceClock(it.site, 21_000)
    await page.context().setOffline(false)
    await at(page, /\/payment\/succeed/)
  })

  test('a phone pays by the code, and this page follows', async () => {
    const id = await order()
    const desktop = await open()
    await desktop.goto('/home')
    const answer = desktop.waitForResponse(/\/index\/pay\/qr/)
    await desktop.goto(`/fyqr?order=${id}`)
    const { data } = (await (await answer).json()) as { data: { url: string } }
    const phone = await open('mobile', 'cd'.repeat(32))
    await phone.goto(new URL(data.url).pathname + new URL(data.url).search)
    await payBy(phone).waitFor()
    // The code is used up: whoever scans the screen next needs a new one.
    await desktop.getByText('A phone has opened the previous code').waitFor()
    await payBy(phone, 'unionpay').click()
    await payAt(phone, 'pay')
    await at(phone, /\/pay\/succeed\?code=/)
    await phone.getByRole('heading', { name: 'Payment received' }).waitFor()
    expect(await phone.getByRole('button', { name: /PDF/ }).count()).toBe(0)
    await at(desktop, /\/payment\/succeed/)
  })
})

test.each(rowsOf(['web', 'mobile'] as const, isSecond))(
  'on %s: an open payment is accessible and fits a narrow window; refused and not authorized say so, and it can be paid after all',
  async (device) => {
    const page = await open(device)
    const id = await order()
    await toGateway(page, id)
    await page.goBack()
    await page.getByRole('heading', { name: /Finish paying/ }).waitFor()
    // The other payment screens that have an address are checked by `everyScreen`.
    await settled(page)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      expect(await axe(page, theme === 'light' ? 'all' : 'colours'), theme).toEqual([])
    }
    const size = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await overflow(page)).toBe(0)
    if (size) await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Open the payment page' }).click()
    await payAt(page, 'authorization')
    await at(page, /\/pay\/accreditFail/)
    await page.getByRole('link', { name: 'Try again or choose another way to pay' }).click()
    await payBy(page, 'unionpay').click()
    await payAt(page, 'refuse')
    await at(page, /\/pay\/fail/)
    await toGateway(page, id)
    await payAt(page, 'pay')
    await at(page, /\/succeed/)
    await page.getByRole('button', { name: /PDF/ }).first().waitFor()
  },
)
