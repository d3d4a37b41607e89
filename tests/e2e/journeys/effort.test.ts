/**
 * The effort of an adult's purchase for herself, from the price on the plan's page to "paid" (docs/decisions/0049). The
 * figures are upper limits: lower them when there is less to do, and raise none without explaining it in the decision.
 * They hold for the versions of texts in force today and for those that are announced.
 */
import { expect, test } from 'vitest'
import { Counter, type Effort } from './count-effort.ts'
import { at, journeys, type Visitor } from './journeys.ts'
import { decide, issued, methodButton, onGateway, payPath } from './payment.ts'
import { student, term } from './people.ts'
import { action, onStep } from './wizard.ts'
import { rowsOf } from '../../tools/long-form.ts'

const it = journeys()

/** Reads a text using only the "Keep reading" button. */
async function readThrough(visitor: Visitor): Promise<void> {
  const { page, say, device } = visitor
  const main = action(visitor)
  if (device === 'web') {
    // Scrolling by wheel counts as no press; the main button is below the text.
    await page.locator('main .micro').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: say('confirm:read.on') }).waitFor({ state: 'hidden' })
    return
  }
  for (let i = 0; i < 60 && (await main.innerText()).trim() === say('confirm:read.on'); i++) {
    const before = await page.evaluate(() => scrollY + document.querySelectorAll('details[open]').length)
    await main.click()
    await page.waitForFunction((was) => scrollY + document.querySelectorAll('details[open]').length !== was, before)
    // The button reacts to the visible part in a separate task.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))))
  }
}

/** What a journey buys: the place of study decides how much the insurer asks. */
const PLANS = {
  // Pays for no pre-existing condition, so it asks as little as possible about health.
  'global-study': { tier: 'standard', to: 'sg' },
  // Pays for pre-existing conditions after a while, so all twelve health questions are asked, in a list that is answered once (decision 0134).
  'us-campus': { tier: 'gold', to: 'us' },
} as const

async function buy(visitor: Visitor, plan: keyof typeof PLANS): Promise<Effort> {
  const { page, say, device } = visitor
  const me = student()
  const { start, end } = term()
  const field = (name: string) => page.locator(`[id="policyholder.${name}"]`)
  const counter = new Counter(page, visitor.lang)
  await counter.begin(say('confirm:read.on'))
  await visitor.go(`/plan/details/${plan}?${new URLSearchParams({ ...PLANS[plan], start, end, birth: me.birthDate })}`)
  await page.locator('#price dd.type-sum').waitFor()
  await page
    .getByRole('link', { name: say('plans:price.buy') })
    .filter({ visible: true })
    .last()
    .click()
  await at(visitor, '/confirm')

  for (const step of ['enter', 'before-you-buy', 'terms', 'not-covered'] as const) {
    await onStep(visitor, step)
    await page.locator('main .micro').waitFor()
    await readThrough(visitor)
    await counter.look(await page.locator('main h1').innerText())
    await action(visitor).click()
  }

  await onStep(visitor, 'people')
  // Only where illness has a waiting period after arrival.
  if (plan === 'global-study') await page.locator('input[name="trip.arrived"][value=no]').check()
  await page.locator('input[name=relationship][value=self]').check()
  const agree = page.locator('#sensitive')
  if (device === 'mobile') {
    await counter.look(await page.locator('main h1').innerText())
    await action(visitor).click()
  }
  await agree.check()
  await field('idNumber').waitFor()
  if ((await field('idType').inputValue()) !== 'resident_id') await field('idType').selectOption('resident_id')
  for (const name of ['idNumber', 'idName', 'institution', 'email'] as const) await field(name).fill(me[name])
  expect(await field('nationality').inputValue()).toBe('CN')
  await counter.look(await page.locator('main h1').innerText())
  await action(visitor).click()

  await onStep(visitor, 'health')
  await page.locator('main input[type=radio][value=none]').check()
  await counter.look(await page.locator('main h1').innerText())
  await action(visitor).click()

  await onStep(visitor, 'check')
  const boxes = page.locator('main input[type=checkbox]')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await box.check()
  await counter.look(await page.locator('main h1').innerText())
  await action(visitor).click()

  if (device === 'web') {
    await at(visitor, '/payment/confirm')
    await action(visitor).waitFor()
    await counter.look(await page.locator('main h1').innerText())
    await action(visitor).click()
  }
  await at(visitor, payPath(visitor))
  await methodButton(visitor).waitFor()
  // Its words count: without the wait they would in some runs only.
  if (device === 'web') await page.getByText(say('cashier:qr.renew')).waitFor()
  await counter.look(await page.locator('main h1').innerText())
  await methodButton(visitor, 'wechat').click()
  await onGateway(visitor)
  await decide(visitor, 'pay')
  await issued(visitor)
  await counter.look(await page.locator('main h1').innerText(), { reads: false })
  return counter.result()
}

const ROWS = [
  {
    plan: 'global-study',
    device: 'web',
    lang: 'en',
    most: { screens: 9, inputs: 10, clicks: 16, readOn: 0, read: 2615 },
  },
  {
    plan: 'global-study',
    device: 'mobile',
    lang: 'cn',
    most: { screens: 9, inputs: 10, clicks: 16, readOn: 7, read: 4560 },
  },
  { plan: 'us-campus', device: 'web', lang: 'en', most: { screens: 9, inputs: 9, clicks: 15, readOn: 0, read: 2790 } },
  {
    plan: 'us-campus',
    device: 'mobile',
    lang: 'en',
    most: { screens: 9, inputs: 9, clicks: 15, readOn: 8, read: 2790 },
  },
] as const

test.each(rowsOf(ROWS, ({ device, lang }) => device === 'mobile' && lang === 'cn'))(
  'from the price to paid: $plan $device $lang',
  async ({ most, plan, ...view }) => {
    const found = await buy(await it.visitor(view), plan)
    console.info(`${plan} ${view.device} ${view.lang}`, found)
    for (const [what, limit] of Object.entries(most))
      expect.soft(found[what as keyof Effort], what).toBeLessThanOrEqual(limit)
  },
)
