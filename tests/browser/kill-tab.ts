import type { Page } from 'playwright-core'

/** The tab dies at once, with no last word of any kind. */
export async function killTab(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const dead = page.waitForEvent('crash')
  void session.send('Page.crash').catch(() => undefined)
  await dead
  await page.close()
}
