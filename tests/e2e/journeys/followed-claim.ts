/** A claim that is followed in the browser: its server, its person, and pages at the server's time. */
import type { Browser, Page } from 'playwright-core'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { DEVICE_SECRET, KEYS } from '../../../src/app/storage/storage-keys.ts'
import { registerClaim, takeIntoReview } from '../../../src/features/claims/server/case/handler-actions.ts'
import type { Stored } from '../../browser/sandbox.ts'
import { launch } from '../../browser/chromium.ts'
import { axe, openContext, overflow, watch, type Trouble, type View } from '../../browser/visit.ts'
import { Claimant, EMAIL } from '../../api/claims-fixtures.ts'
import { startServer, type TestServer } from '../../api/start-server.ts'
import { logInAs } from '../../api/logged-in-user.ts'

export const both = (en: string, cn: string) => ({ en, cn })

export let server: TestServer
let browser: Browser
export let claimant: Claimant

/** A site of this file's own and a person with a policy. */
export function eachWithClaimant(): void {
  beforeAll(async () => {
    server = await startServer({ env: { OUT_DIR: resolve('dist') } })
    browser = await launch()
    claimant = await Claimant.insured(server)
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })
}

/** A page of the person's, at the server's time, with a new login because days have passed. */
export async function open(view: View): Promise<Page & { trouble: Trouble }> {
  server.advance(2 * 60_000)
  const { store } = await logInAs(server, EMAIL)
  const stored: Stored = Object.fromEntries(
    [...Object.values(KEYS), DEVICE_SECRET].flatMap((key) =>
      store.getItem(key) === null ? [] : [[key, store.getItem(key) ?? '']],
    ),
  )
  const context = await openContext(browser, server, { ...view, stored })
  const page = await context.newPage()
  await page.clock.setSystemTime(server.deps.clock())
  return Object.assign(page, { trouble: watch(page) })
}

export async function good(page: Page & { trouble: Trouble }): Promise<void> {
  expect(await axe(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  expect(page.trouble).toEqual({ console: [], requests: [] })
}

/** A claim under review. */
export async function sent(): Promise<{ by: string; id: string }> {
  claimant.view = undefined
  const act = { by: 'operator:wu.min', id: (await claimant.send()).id }
  await registerClaim(server.deps, act)
  await takeIntoReview(server.deps, { ...act, handler: 'Wu Min' })
  return act
}
