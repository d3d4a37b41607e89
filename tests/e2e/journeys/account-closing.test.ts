/**
 * Closing an account: requested with a code and a checkbox, cancelled, requested again and done; and what prevents it,
 * if anything.
 */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LIMITS } from '../../../src/lib/limits-and-periods.ts'
import { advanceClock, axe, DEMO, eventually, messagesTo, readCode } from '../browser-site.ts'
import { at, journeys, picture, sees, TWO_VIEWS, type Visitor } from './journeys.ts'
import { logIn } from './login.ts'
import { isFirst, isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
const MINUTE = 60_000
const DAY = 86_400_000

async function enter(visitor: Visitor, me: string): Promise<void> {
  await advanceClock(it.site, MINUTE)
  await visitor.go('/login?backUrl=/personal/mine')
  await logIn(visitor, it.site, me)
  await at(visitor, '/personal/mine')
}

/** A double click whose answer comes between the two clicks: the second one hits what has replaced the button. */
async function pressTwice(page: Page, button: Locator): Promise<void> {
  await button.evaluate((pressed: HTMLElement) => {
    delete document.documentElement.dataset['pressedAgain']
    pressed.addEventListener(
      'click',
      ({ clientX, clientY }) => {
        const again = (): void => {
          if (pressed.isConnected) return void requestAnimationFrame(again)
          document
            .elementFromPoint(clientX, clientY)
            ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX, clientY, detail: 2 }))
          document.documentElement.dataset['pressedAgain'] = ''
        }
        again()
      },
      { once: true },
    )
  })
  await button.click()
  // A second click at the same place, not by name: "Keep my account" is also offered before the answer.
  await page.locator('html[data-pressed-again]').waitFor({ state: 'attached' })
}

test.each(rowsOf(TWO_VIEWS, isFirst))(
  'an account is closed, after it was taken back once: $device $lang',
  async (view) => {
    const me = `closing-${view.device}@example.com`
    const visitor = await it.visitor(view)
    const { page, say } = visitor
    const button = (key: string) => page.getByRole('button', { name: say(key), exact: true })
    async function ask(): Promise<void> {
      await button('closing:open').click()
      await advanceClock(it.site, MINUTE)
      const before = (await messagesTo(it.site, me)).find(({ code }) => code !== undefined)?.id
      await button('verificationcode:send').click()
      const code = await readCode(it.site, me, before)
      // Reloaded in the middle: the same step, and the checkbox is not ticked.
      await page.reload()
      await page.locator('#close-code').fill(code)
      await button('closing:ask.submit').click()
      await page.locator('#close-agreed[aria-invalid=true]').waitFor()
      await picture(visitor, 'close-not-agreed')
      await page.locator('#close-agreed').check()
      await pressTwice(page, button('closing:ask.submit'))
      await page.reload()
      await button('closing:scheduled.keep').waitFor()
      expect(await button('closing:ask.submit').count()).toBe(0)
    }
    await enter(visitor, me)
    await ask()
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'close-scheduled')
    await eventually(
      async () => (await messagesTo(it.site, me)).find(({ text }) => text.includes('#close')),
      'The message that the account is going to be closed',
    )
    await button('closing:scheduled.keep').click()
    await sees(visitor, say('closing:kept'))
    await advanceClock(it.site, MINUTE)
    await ask()
    const last = (await messagesTo(it.site, me))[0]?.id
    await advanceClock(it.site, LIMITS.closureDays * DAY + 3_600_000)
    const done = await eventually(
      async () =>
        (await messagesTo(it.site, me)).find(
          ({ id, text }) =>
            id !== last &&
            !text.includes('http') &&
            text.includes(view.lang === 'en' ? 'is closed, as you asked' : '已按申请注销'),
        ),
      'The message that it is done',
    )
    expect(done.to).toBe(me)
    await page.reload()
    await at(visitor, '/login')
    // The same address starts a new account.
    await enter(visitor, me)
    await sees(visitor, say('closing:open'))
  },
)

test.each(rowsOf(TWO_VIEWS, isSecond))(
  'what stands against it is named, each with its page: $device $lang',
  async (view) => {
    const visitor = await it.visitor(view)
    const { page, say } = visitor
    await enter(visitor, DEMO)
    await page.getByRole('button', { name: say('closing:open') }).click()
    await sees(visitor, say('closing:against.look'))
    expect(await axe(page)).toEqual([])
    await page.locator('#close').scrollIntoViewIfNeeded()
    await picture(visitor, 'close-against')
    await page
      .locator('#close')
      .getByRole('link', { name: say('closing:against.order.go') })
      .first()
      .click()
    await at(visitor, '/personal/order')
  },
)
