/** Logging in by code through the page. */
import { localPath } from '../../../src/lib/locale.ts'
import { messagesTo, readCode } from '../browser-site.ts'
import type { Site } from '../browser-site.ts'
import type { Visitor } from './journeys.ts'
import { action } from './wizard.ts'

/** Fills in the login page that is open; `to` is typed as a person types it. */
export async function logIn(visitor: Visitor, site: Pick<Site, 'url'>, to: string, inbox = to): Promise<void> {
  const { page, say, lang } = visitor
  // Somebody who signed in before has an old code in the mailbox.
  const before = (await messagesTo(site, inbox)).find(({ code }) => code !== undefined)?.id
  await page.waitForURL((url) => url.pathname === localPath(lang, '/login'))
  await page.locator('#destination').fill(to)
  await page.getByRole('button', { name: say('session:login.send') }).click()
  await page.locator('#code').fill(await readCode(site, inbox, before))
  await page.locator('#agreed').check()
  await action(visitor).click()
  await page.waitForURL((url) => url.pathname !== localPath(lang, '/login'))
}
