/** A buyer without an email: the mobile number is enough, and the link to the policy comes by text message. */
import { expect, test } from 'vitest'
import { prepareOrder } from './prepare-order.ts'
import { eventually, messagesTo, overflow } from '../browser-site.ts'
import { journeys, picture, sees } from './journeys.ts'
import { applyFromPeople, issued, payNow } from './payment.ts'
import { self, student } from './people.ts'
import { action, onStep, typePeople } from './wizard.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

test.each(
  rowsOf(
    [
      { device: 'web', lang: 'en', mobile: '13911110527' },
      { device: 'mobile', lang: 'cn', mobile: '13922220527' },
    ] as const,
    isFirst,
  ),
)('buys and has the policy ($device, $lang)', async ({ mobile, ...view }) => {
  const made = await prepareOrder(it.site, { upTo: 'read', lang: view.lang })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  const { page, say } = visitor
  await visitor.go(`/confirm?id=${made.id}`)
  await onStep(visitor, 'people')
  await typePeople(visitor, self(student({ email: '', mobile: '' })))
  await action(visitor).click()
  await sees(visitor, say('errors:field.contact_required'))
  await page.locator('[id="policyholder.email"]').scrollIntoViewIfNeeded()
  await picture(visitor, 'contact-required')
  await page.locator('[id="policyholder.mobile"]').fill(mobile)
  await applyFromPeople(visitor)
  await payNow(visitor)
  await issued(visitor)
  await page.getByRole('heading', { name: say('cashier:record.title') }).scrollIntoViewIfNeeded()
  await picture(visitor, 'sales-record')
  const text = await eventually(
    async () =>
      (await messagesTo(it.site, mobile)).find((message) => message.text.includes('/insurance-policy/details')),
    'The policy by text message',
  )
  expect(text.text).toMatch(/https?:\S+\/insurance-policy\/details\?id=/)
})

test('a first day that is today is refused at the field, with the day that is possible', async () => {
  const made = await prepareOrder(it.site, { upTo: 'read', lang: 'en' })
  const visitor = await it.visitor({ stored: made.stored })
  const { page, say } = visitor
  await visitor.go(`/confirm?id=${made.id}`)
  await onStep(visitor, 'people')
  const today = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Shanghai',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date())
  await page.locator('[id="trip.start"]').fill(today)
  await action(visitor).click()
  await sees(visitor, say('errors:field.start_past'))
  await picture(visitor, 'starts-today')
})

test.each([
  { lang: 'cn', plan: 'short-camp', tier: 'camp' },
  { lang: 'en', plan: 'us-campus', tier: 'silver' },
] as const)(
  'on a phone the first page of buying is as wide as the window, and the sheet over it has no ring: $lang',
  async ({ lang, plan, tier }) => {
    const visitor = await it.visitor({ device: 'mobile', lang })
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 600 })
    await visitor.go(`/confirm?plan=${plan}&tier=${tier}`)
    await onStep(visitor, 'enter')
    await page.locator('dialog .modal-box').waitFor()
    expect(
      await page.locator('.modal-box').evaluate((it) => it === document.activeElement),
      'the text does not take the focus',
    ).toBe(false)
    await expect.poll(() => overflow(page)).toBe(0)
  },
)
