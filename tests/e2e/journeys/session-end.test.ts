/** The end of a login: a warning that extends it, and afterwards a way back to the same place (design §2 "Token"). */
import { expect, test } from 'vitest'
import { journeys } from './kit.ts'
import type { Visitor } from './kit.ts'
import { logIn } from './login.ts'

const it = journeys()
const PLACE = '/personal/mine?from=test#devices'

/** Moves the end of the stored login, as if the time had passed. The page's own calls renew it, so they come to an end first. */
async function endsIn(visitor: Visitor, ms: number): Promise<void> {
  await visitor.page.waitForLoadState('networkidle')
  await visitor.page.evaluate((left) => {
    const token = JSON.parse(localStorage.getItem('PlatformToken') ?? '{}') as { value: string }
    localStorage.setItem('PlatformToken', JSON.stringify({ ...token, expiry: Date.now() + left }))
  }, ms)
}

const minutesLeft = (visitor: Visitor): Promise<number> =>
  visitor.page.evaluate(() => ((JSON.parse(localStorage.getItem('PlatformToken') ?? '{}') as { expiry: number }).expiry - Date.now()) / 60_000)

test.each([['web', 'en'], ['mobile', 'cn']] as const)('warns two minutes before, extends, and leads back after the end: %s %s', async (device, lang) => {
  const visitor = await it.visitor({ device, lang })
  // Two people, so that the second code need not wait for the first one's minute.
  await visitor.go(PLACE)
  await logIn(visitor, it.site, `first-${device}@example.com`)
  expect(visitor.page.url()).toContain(PLACE)

  await endsIn(visitor, 100_000)
  await visitor.page.getByRole('dialog', { name: visitor.say('app:warning.title') }).waitFor()
  await visitor.page.getByRole('button', { name: visitor.say('app:warning.stay') }).click()
  await visitor.page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await minutesLeft(visitor)).toBeGreaterThan(115)

  await endsIn(visitor, 1_000)
  await visitor.page.getByRole('dialog', { name: visitor.say('app:ended.title') }).waitFor()
  await visitor.page.getByRole('button', { name: visitor.say('app:ended.again') }).click()
  await logIn(visitor, it.site, `second-${device}@example.com`)
  expect(visitor.page.url()).toContain(PLACE)
})
