/** Logging in by code through the page. */
import { localPath } from '../../../src/lib/locale.ts'
import { eventually, messagesTo, readCode, type Site } from '../browser-site.ts'
import type { Visitor } from './journeys.ts'
import { action } from './wizard.ts'

/** Fills in the open login page; `to` is typed as a person types it. */
export async function logIn(visitor: Visitor, site: Pick<Site, 'url'>, to: string, inbox = to): Promise<void> {
  // Somebody who signed in before has an old code in the mailbox.
  const before = (await messagesTo(site, inbox)).find(({ code }) => code !== undefined)?.id
  await logInByCode(visitor, to, () => readCode(site, inbox, before))
}

/** The same, with a code that is read from wherever it was sent. */
export async function logInByCode(visitor: Visitor, to: string, readSent: () => Promise<string>): Promise<void> {
  const { page, say, lang } = visitor
  await page.waitForURL((url) => url.pathname === localPath(lang, '/login'))
  await page.locator('#destination').fill(to)
  await page.getByRole('button', { name: say('session:login.send') }).click()
  await page.locator('#code').fill(await readSent())
  await page.locator('#agreed').check()
  await action(visitor).click()
  await page.waitForURL((url) => url.pathname !== localPath(lang, '/login'))
}

/** Moves the end of the stored login, as if the time had passed; a later end only, so that it can be repeated. */
export const moveLoginEnd = ({ page }: Pick<Visitor, 'page'>, ms: number): Promise<void> =>
  page.evaluate((left) => {
    const token = JSON.parse(localStorage.getItem('PlatformToken') ?? '{}') as { value: string; expiry: number }
    const expiry = Math.min(token.expiry, Date.now() + left)
    localStorage.setItem('PlatformToken', JSON.stringify({ ...token, expiry }))
  }, ms)

/**
 * Moves it until the page says so in this dialog: each call that the page still had to send renews the login. For an
 * end, `ms` is at least 3,000: the page looks each second, and an end that it never saw coming is another tab's.
 */
export async function showLoginEnd(visitor: Visitor, ms: number, title: string): Promise<void> {
  const dialog = visitor.page.getByRole('dialog', { name: title })
  await eventually(async () => {
    if (await dialog.isVisible()) return true
    await moveLoginEnd(visitor, ms)
    return undefined
  }, title)
}
