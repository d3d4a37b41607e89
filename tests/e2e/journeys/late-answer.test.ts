/**
 * On a bad connection the code arrives by text message before the server's answer: what was typed stays, and the button
 * works.
 */
import { expect, test } from 'vitest'
import { localPath } from '../../../src/lib/locale.ts'
import { advanceClock, messagesTo, readCode } from '../browser-site.ts'
import { at, journeys, TWO_VIEWS, type Visitor } from './journeys.ts'
import { logIn } from './login.ts'
import { action } from './wizard.ts'
import { isFirst, isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

/** Calls to `path` reach the server; their answers are held until the returned function is called. */
async function holdAnswers({ page }: Visitor, path: string): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((done) => (release = done))
  await page.route(
    (url) => url.pathname.endsWith(path),
    async (route) => {
      const response = await route.fetch()
      await released
      // The page may have continued without it.
      await route.fulfill({ response }).catch(() => undefined)
    },
  )
  return release
}

test.each(rowsOf(TWO_VIEWS, isFirst))('signing in waits for no answer but its own: $device $lang', async (view) => {
  const visitor = await it.visitor(view)
  const { page, say, lang } = visitor
  const me = `late-${view.device}@example.com`
  it.allow(/sendCode/)
  await visitor.go('/login?backUrl=/personal/mine')
  const release = await holdAnswers(visitor, '/session/sendCode')
  await page.locator('#destination').fill(me)
  await page.getByRole('button', { name: say('session:login.send') }).click()
  await page.locator('#code').fill(await readCode(it.site, me))
  await page.locator('#agreed').check()
  await action(visitor).click()
  await page.waitForURL((url) => url.pathname !== localPath(lang, '/login'))
  release()
  await at(visitor, '/personal/mine')
})

test.each(rowsOf(TWO_VIEWS, isSecond))(
  'an answer that comes late takes neither the code nor the place: $device $lang',
  async (view) => {
    const visitor = await it.visitor(view)
    const { page, say } = visitor
    const me = `later-${view.device}@example.com`
    await visitor.go('/login?backUrl=/personal/mine')
    const release = await holdAnswers(visitor, '/session/sendCode')
    await page.locator('#destination').fill(me)
    await page.getByRole('button', { name: say('session:login.send') }).click()
    const code = await readCode(it.site, me)
    await page.locator('#code').fill(code)
    await page.locator('#agreed').focus()
    release()
    await page.getByText(me, { exact: false }).first().waitFor()
    await page.locator('#agreed:focus').waitFor()
    expect(await page.locator('#code').inputValue()).toBe(code)
    // Another one may be asked for when the countdown is over.
    const waits = new RegExp(say('session:login.againIn', { time: '§' }).replace('§', '\\d+:\\d\\d'))
    const button = page.getByRole('button', { name: waits })
    const first = (await button.textContent()) ?? ''
    await expect.poll(() => button.textContent()).not.toBe(first)
  },
)

test.each(rowsOf(TWO_VIEWS, isFirst))('a code that one’s own account asks for: $device $lang', async (view) => {
  const visitor = await it.visitor(view)
  const { page, say } = visitor
  const me = `own-${view.device}@example.com`
  await visitor.go('/login?backUrl=/personal/mine')
  await logIn(visitor, it.site, me)
  await at(visitor, '/personal/mine')
  await page.getByRole('button', { name: say('closing:open'), exact: true }).click()
  await advanceClock(it.site, 60_000)
  const before = (await messagesTo(it.site, me)).find(({ code }) => code !== undefined)?.id
  const release = await holdAnswers(visitor, '/account/sendCode')
  await page.getByRole('button', { name: say('verificationcode:send'), exact: true }).click()
  await page.getByText(say('verificationcode:sending')).waitFor()
  await page.locator('#close-code').fill(await readCode(it.site, me, before))
  await page.locator('#close-agreed').check()
  await page.getByRole('button', { name: say('closing:ask.submit'), exact: true }).click()
  await page.locator('#close-code').waitFor({ state: 'detached' })
  release()
})
