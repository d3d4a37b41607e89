/** Who owns an order: the buyer who logs in, on any device, and nobody else. */
import { expect, test } from 'vitest'
import { prepareOrder } from './prepare-order.ts'
import { at, journeys, picture, sees } from './journeys.ts'
import { logIn } from './login.ts'
import { issued, payNow, payPath, toPayment } from './payment.ts'
import { email, self, student } from './people.ts'
import { action, onStep } from './wizard.ts'
import { isLong } from '../../tools/long-form.ts'

const it = journeys()

test('someone logged in by mobile buys for themselves; the policy stands in their own place', async () => {
  const mobile = '13912345678'
  const visitor = await it.visitor({ device: 'mobile', lang: 'en' })
  const { page } = visitor
  await visitor.go('/login?backUrl=/plan/list')
  await logIn(visitor, it.site, '139 1234 5678', mobile)
  await at(visitor, '/plan/list')
  const stored = Object.fromEntries(await page.evaluate(() => Object.entries(localStorage)))
  const made = await prepareOrder(it.site, { people: self(student({ mobile })), upTo: 'check', stored })
  await visitor.go(`/confirm?id=${made.id}`)
  await onStep(visitor, 'check')
  await action(visitor).click()
  await toPayment(visitor)
  await payNow(visitor)
  const number = await issued(visitor)
  await visitor.go('/insurance-policy/list?tab=pending_activation')
  await sees(visitor, number)
  await picture(visitor, 'my-policies')
  await visitor.go('/personal/order')
  // Its number is on the order's page: the list names issued orders by their plan.
  await page.locator(`main a[href*="${made.id}"]`).first().waitFor()
  await picture(visitor, 'my-orders')
  // A link to a section that is rendered after the page loads scrolls to it.
  await visitor.go(`/insurance-policy/details?order=${made.id}#documents`)
  const documents = page.locator('#documents h2')
  await expect
    .poll(() =>
      documents.evaluate(
        (heading) => document.activeElement === heading && heading.getBoundingClientRect().top < innerHeight,
      ),
    )
    .toBe(true)
})

test.runIf(isLong)(
  'what a visitor bought is theirs after a login with the same email elsewhere, and not found for others',
  async () => {
    const buyer = student()
    const made = await prepareOrder(it.site, { people: self(buyer), lang: 'cn' })
    const visitor = await it.visitor({ device: 'mobile', lang: 'cn', stored: made.stored })
    await visitor.go(`${payPath(visitor)}?order=${made.id}`)
    await payNow(visitor)
    const number = await issued(visitor)

    const elsewhere = await it.visitor({ lang: 'cn' })
    await elsewhere.go('/insurance-policy/list?tab=pending_activation')
    await logIn(elsewhere, it.site, buyer.email.toUpperCase(), buyer.email)
    await at(elsewhere, '/insurance-policy/list')
    await sees(elsewhere, number)
    await picture(elsewhere, 'my-policies')
    await elsewhere.go('/personal/order')
    await sees(elsewhere, made.id)
    await elsewhere.go(`/payment/succeed?order=${made.id}`)
    expect(await issued(elsewhere)).toBe(number)

    const stranger = await it.visitor({})
    const other = email('stranger')
    await stranger.go(`/insurance-policy/details?order=${made.id}`)
    await logIn(stranger, it.site, other)
    await at(stranger, '/insurance-policy/details')
    await stranger.page.locator('main h1').first().waitFor()
    await picture(stranger, 'not-theirs')
    for (const path of [
      `/payment/succeed?order=${made.id}`,
      `/payment/pay?order=${made.id}`,
      `/confirm?id=${made.id}`,
      `/insurance-policy/details?order=${made.id}`,
    ]) {
      await stranger.go(path)
      await stranger.page.locator('main h1').first().waitFor()
      const text = await stranger.page.locator('main').innerText()
      expect(text, path).not.toContain(number)
      expect(text, path).not.toContain(buyer.idName)
    }
    await stranger.go(`/confirm?id=${made.id}`)
    await sees(stranger, stranger.say('confirm:missing.title'))
  },
)
