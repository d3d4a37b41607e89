/** What lies at the edges of a phone: its notch and its home indicator. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedSite, settled } from './browser-site.ts'

const it = sharedSite()
const NOTCH = 47
const INDICATOR = 21

/** A phone with a notch, held upright or sideways. */
async function notched(page: Page, held: 'upright' | 'sideways'): Promise<void> {
  const [width, height] = held === 'upright' ? [390, 844] : [844, 390]
  await page.setViewportSize({ width, height })
  const insets =
    held === 'upright'
      ? { top: NOTCH, bottom: INDICATOR, left: 0, right: 0 }
      : { top: 0, bottom: INDICATOR, left: NOTCH, right: NOTCH }
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
}

/** Texts and controls that the notch covers at a side. */
const besideNotch = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    ([all, notch]) =>
      [...document.querySelectorAll(all)]
        .filter((one) => one.checkVisibility() && !one.closest('.table-scroll, .skip-link, .sr-only'))
        .map((one) => ({ one, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.left < notch || box.right > innerWidth - notch))
        .map(({ one, box }) => `${one.outerHTML.slice(0, 60)} ${box.left}–${box.right}`),
    [selector, NOTCH] as const,
  )

test.each(['/home', '/plan/details/us-campus', '/login', '/claims/FAQ'])(
  'held sideways, nothing of %s is behind the notch',
  async (path) => {
    const page = await it.open({ device: 'mobile' })
    await notched(page, 'sideways')
    await page.goto(path)
    await settled(page)
    expect(await besideNotch(page, 'h1, h2, h3, p, a, button, input, select, summary')).toEqual([])
  },
)

test('held sideways, a dialog and a picture in full keep clear of the notch', async () => {
  const page = await it.open({ device: 'mobile' })
  await notched(page, 'sideways')
  await page.goto('/login')
  await settled(page)
  // As `Dialog` and `PhotoViewer` draw them.
  await page.evaluate(() => {
    const dialog = document.createElement('dialog')
    dialog.className = 'modal'
    dialog.innerHTML =
      '<div class="modal-box"><h2 class="in-box">Title</h2><div class="modal-action"><button class="in-box">Go</button></div></div>'
    const viewer = document.createElement('dialog')
    viewer.className = 'm-0 w-full max-w-none beside-notch'
    viewer.innerHTML = '<p class="in-box">Name</p>'
    document.body.append(dialog, viewer)
    dialog.showModal()
    viewer.showModal()
  })
  expect(await page.locator('.in-box:visible').count()).toBe(3)
  expect(await besideNotch(page, '.in-box')).toEqual([])
})

test.each(['upright', 'sideways'] as const)('a phone held %s leaves its signature clear of the edges', async (held) => {
  const page = await it.open({ device: 'mobile' })
  await notched(page, held)
  await page.goto('/login')
  await settled(page)
  // As `SignaturePad` draws it: turned on a phone held upright.
  const boxes = await page.evaluate((turned) => {
    const dialog = document.createElement('dialog')
    dialog.className = turned ? 'sign-across turned' : 'sign-across'
    dialog.innerHTML = '<canvas class="sheet"></canvas><div class="bar"><button>Done</button></div>'
    document.body.append(dialog)
    dialog.showModal()
    return [...dialog.children].map((one) => one.getBoundingClientRect().toJSON() as DOMRect)
  }, held === 'upright')
  const [side, top] = held === 'upright' ? [0, NOTCH] : [NOTCH, 0]
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  for (const { left, right, top: above, bottom } of boxes) {
    expect(left).toBeGreaterThanOrEqual(side)
    expect(right).toBeLessThanOrEqual(width - side)
    expect(above).toBeGreaterThanOrEqual(top)
    expect(bottom).toBeLessThanOrEqual(height - INDICATOR)
  }
})
