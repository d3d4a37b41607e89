/**
 * A slow connection: the page can be read and filled in before its script arrives, and nothing typed is lost when it
 * does.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { localPath } from '../../../src/lib/locale.ts'
import { readCode } from '../browser-site.ts'
import { journeys, TWO_VIEWS } from './journeys.ts'
import { isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

/** Holds scripts back until the returned function is called. */
async function holdScripts(page: Page, scripts = '**/assets/*.js*'): Promise<() => void> {
  let free = (): void => undefined
  const line = new Promise<void>((resolve) => {
    free = resolve
  })
  await page.route(scripts, async (route) => {
    await line
    await route.continue()
  })
  return free
}

test.each(rowsOf(TWO_VIEWS, isSecond))(
  'the finder keeps what was chosen and typed before it worked: $device $lang',
  async ({ device, lang }) => {
    const { page } = await it.visitor({ device, lang })
    const free = await holdScripts(page)
    await page.goto(localPath(lang, '/plan/list?compare=asia-plus.basic'), { waitUntil: 'commit' })
    const year = new Date().getFullYear() + 1
    const days = { start: `${year}-02-01`, end: `${year}-10-31`, birth: '2004-05-06' }
    await page.locator('.finder [id="to"]').selectOption('kr')
    for (const [id, day] of Object.entries(days)) await page.locator(`.finder [id="${id}"]`).fill(day)
    free()
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({ compare: 'asia-plus.basic', to: 'kr', ...days })
  },
)

test('a date that is none is marked though its field was left before the page worked', async () => {
  const { page } = await it.visitor({ device: 'web', lang: 'en' })
  const free = await holdScripts(page)
  await page.goto(localPath('en', '/plan/details/global-study'), { waitUntil: 'commit' })
  const end = page.locator('[id="end"]')
  await end.fill('30 Feb 2027')
  await page.locator('[id="birth"]').fill('2004-05-06')
  await page.locator('[id="start"]').focus()
  free()
  await expect.poll(() => end.getAttribute('aria-invalid')).toBe('true')
})

/** As a browser fills it: past the value that the page's script watches, and without an event. */
const fillSilently = (page: Page, destination: string, field = '#destination'): Promise<void> =>
  page.locator(field).evaluate((input, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  }, destination)

/** The framework has taken the place of what the build drew, whose fields look the same. */
const live = (page: Page): Promise<unknown> => page.locator('[data-waiting]').waitFor({ state: 'detached' })

/**
 * Fills fields so right before the next press or letter is heard: an answer of the server that draws the form anew in
 * between would empty them, and is not what is asked here.
 */
const fillBefore = (page: Page, type: 'click' | 'beforeinput', filled: Record<string, string>): Promise<void> =>
  page.evaluate(
    ([event, fields]) => {
      const fillAll = (): void => {
        for (const [field, text] of Object.entries(fields))
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
            document.querySelector(field),
            text,
          )
      }
      addEventListener(event, fillAll, { capture: true, once: true })
    },
    [type, filled] as const,
  )

test.each(rowsOf(TWO_VIEWS, isSecond))(
  'a field that a password manager filled without an event counts: $device $lang',
  async (view) => {
    const visitor = await it.visitor(view)
    const { page, say } = visitor
    await visitor.go('/login')
    await live(page)
    await fillBefore(page, 'click', { '#destination': 'filled@example.com' })
    await page.getByRole('button', { name: say('session:login.send') }).click()
    await readCode(it.site, 'filled@example.com')
    expect(await page.locator('#destination').inputValue()).toBe('filled@example.com')
  },
)

const FILLED = { '#name': 'LIN XIAOYU', '#contact': 'filled@example.com' }

test.each(TWO_VIEWS)('fields filled so outlive the next press and the next letter: $device $lang', async (view) => {
  const { page, go } = await it.visitor(view)
  await go('/other/overseas/apply/eshc-europe')
  await live(page)
  const values = (): Promise<string[]> =>
    Promise.all(Object.keys(FILLED).map((field) => page.locator(field).inputValue()))
  await fillBefore(page, 'beforeinput', FILLED)
  await page.locator('#message').pressSequentially('Two words')
  expect(await values()).toEqual(Object.values(FILLED))
  expect(await page.locator('#message').inputValue()).toBe('Two words')
  for (const field of Object.keys(FILLED)) await page.locator(field).fill('')
  await fillBefore(page, 'click', FILLED)
  await page.getByRole('checkbox').first().click()
  expect(await values()).toEqual(Object.values(FILLED))
})

test('a field that was filled so while the page began counts: mobile cn', async () => {
  const { page, say, lang } = await it.visitor({ device: 'mobile', lang: 'cn' })
  const free = await holdScripts(page, '**/assets/client.*.js')
  await page.goto(localPath(lang, '/login'), { waitUntil: 'commit' })
  const island = page.locator('astro-island')
  await island.waitFor()
  // The page's scripts have begun, and what the build drew still stands.
  const scripts = await island.getAttribute('component-url')
  await page.evaluate(`import('${scripts}').then(() => undefined)`)
  await fillSilently(page, 'early@example.com')
  free()
  await page.locator('astro-island:not([ssr])').waitFor()
  await page.getByRole('button', { name: say('session:login.send') }).click()
  await readCode(it.site, 'early@example.com')
  expect(await page.locator('#destination').inputValue()).toBe('early@example.com')
})
