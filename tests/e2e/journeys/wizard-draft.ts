/** A buyer in the middle of an application, at the buyer's own fields. */
import type { Locator } from 'playwright-core'
import type { Journeys, Visitor } from './journeys.ts'
import { prepareOrder } from './prepare-order.ts'
import { onStep } from './wizard.ts'

/** A field of the policyholder. */
export const field = ({ page }: Visitor, name: string): Locator => page.locator(`[id="policyholder.${name}"]`)

/** Waits until the server has saved what was typed. */
export const saved = ({ page }: Visitor): Promise<unknown> =>
  page.waitForResponse((response) => response.url().includes('/order/save') && response.ok())

export type Buyer = Visitor & { id: string }

/** A buyer whose draft has got this far. */
export async function buyerOf(
  it: Journeys,
  upTo: 'consent' | 'people' | 'health',
  view: { device?: 'web' | 'mobile'; lang?: 'en' | 'cn' } = {},
): Promise<Buyer> {
  const made = await prepareOrder(it.site, { upTo, lang: view.lang ?? 'en' })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  await visitor.go(`/confirm?id=${made.id}&step=people&part=buyer`)
  await visitor.page.locator('main h1').first().waitFor()
  return { ...visitor, id: made.id }
}

/** A draft that is open in two tabs at the same step. */
export async function twoTabs(it: Journeys): Promise<{ first: Buyer; second: Visitor }> {
  const first = await buyerOf(it, 'consent')
  await onStep(first, 'people')
  const second = await first.tab()
  await second.go(`/confirm?id=${first.id}&step=people`)
  await onStep(second, 'people')
  return { first, second }
}
