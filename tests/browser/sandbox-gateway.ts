/** The sandbox gateway's page, as a person uses it. */
import type { Page } from 'playwright-core'
import type { Delivery, Outcome } from '../../src/features/cashier/server/sandbox/protocol.ts'

/** Decides on the gateway's page and waits until the browser is back on ours. */
export async function payAt(page: Page, outcome: Outcome, delivery: Delivery = 'now'): Promise<void> {
  await page.waitForURL(/\/sandbox\/gateway\/pay\//)
  await page.locator(`input[name=delivery][value=${delivery}]`).check()
  await page.locator(`button[name=outcome][value=${outcome}]`).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sandbox/'))
}
