/**
 * Paying tuition: from the list of schools to what the school gets, paid by oneself or somebody else, expired and sent
 * again, in the order list.
 */
import { describe, expect, test } from 'vitest'
import { jpeg } from '../../api/hostile-files.ts'
import { advanceClock, axe } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor, VIEWS } from './journeys.ts'
import { decide, methodButton, onGateway, payNow, payPath, succeedPath } from './payment.ts'
import { action } from './wizard.ts'
import { isLong, isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
const FORM = '/other/tuition/pay'
const TYPED: Readonly<Record<string, string>> = {
  studentNumber: '201834567',
  student: 'LIN YUE',
  reference: 'INV 20877',
  fee: '5000',
  payer: 'LIN JIANGUO',
  contact: 'lin.father@example.com',
}
const MINUTE = 60_000

async function fill({ page }: Visitor): Promise<void> {
  await page.locator('#school').selectOption('northbridge-university')
  for (const [id, value] of Object.entries(TYPED)) await page.locator(`#${id}`).fill(value)
}

/** Fills in the form with an invoice and sends it; returns its number. */
async function send(visitor: Visitor): Promise<string> {
  const { page, say } = visitor
  await fill(visitor)
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'invoice.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await page.locator('#confirmed').check()
  await page.locator('#agreed').check()
  await page.locator('main aside strong.num').first().waitFor()
  await page.locator('.upload-row[data-state=received]').waitFor()
  await page.getByRole('button', { name: say('education:send') }).click()
  await page.waitForURL(/id=YFT-/)
  return new URL(page.url()).searchParams.get('id') ?? ''
}

/** From the payment's page to the choice of methods. */
async function toMethods(visitor: Visitor): Promise<void> {
  await visitor.page.locator('main a.btn-accent').click()
  if (visitor.device === 'web') {
    await at(visitor, '/payment/confirm')
    await action(visitor).click()
  }
  await at(visitor, payPath(visitor))
  await methodButton(visitor).waitFor()
}

describe.each(rowsOf(VIEWS, isSecond))('on $device in $lang', (view) => {
  test('a parent pays a school’s invoice, with errors and a reload on the way, and sees what the school sees', async () => {
    const visitor = await it.visitor(view)
    const { page, say } = visitor
    await visitor.go('/other')
    await page
      .locator('main')
      .getByRole('link', { name: say('overseas:home.tuition.title') })
      .click()
    await at(visitor, '/other/tuition')
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'tuition-schools')
    await page
      .locator('main li')
      .filter({ hasText: /Northbridge|诺思布里奇/ })
      .getByRole('link')
      .click()
    await at(visitor, FORM, { school: 'northbridge-university' })
    await page.locator('#studentNumber').fill('12')
    await page.locator('#fee').fill('50')
    await page.getByRole('button', { name: say('education:send') }).click()
    await sees(visitor, say('education:field.invoice_required'))
    await sees(visitor, say('education:field.consent_required'))
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'tuition-errors')
    await fill(visitor)
    await page.reload()
    await expect.poll(() => page.locator('#student').inputValue()).toBe(TYPED['student'])
    await expect.poll(() => page.locator('main aside').innerText()).toContain(say('education:quote.ours'))
    await picture(visitor, 'tuition-form')
    const id = await send(visitor)
    await sees(visitor, id)
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'tuition-to-pay')
    await toMethods(visitor)
    await picture(visitor, 'tuition-methods')
    await payNow(visitor)
    await at(visitor, succeedPath(visitor))
    await sees(visitor, say('tuition:head.paid.title'))
    await sees(visitor, say('tuition:sees.title'))
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'tuition-succeed')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: say('tuition:receipt.en') }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
    await page
      .locator('main')
      .getByRole('link', { name: say('tuition:actions.details') })
      .click()
    await at(visitor, FORM, { id })
    await sees(visitor, say('tuition:head.paid.title'))
    await visitor.go(`${FORM}?id=YFT-260301-AAAAAA`)
    await sees(visitor, say('tuition:missing.title'))
  })
})

test.runIf(isLong)(
  'somebody else pays by a link, sees no more than they must, and the sender has the receipt',
  async () => {
    const asks = await it.visitor({ device: 'mobile', lang: 'cn' })
    await asks.go(FORM)
    const id = await send(asks)
    await toMethods(asks)
    await asks.page.getByRole('button', { name: asks.say('payer:else.make') }).click()
    const url = new URL(await asks.page.locator('[data-shared-link]').innerText())
    const payer = await it.visitor({ device: 'web', lang: 'en' })
    await payer.go(url.pathname.replace(/^\/cn/, ''))
    await sees(payer, /L••/)
    const shown = await payer.page.locator('main').innerText()
    for (const word of ['LIN YUE', 'LIN JIANGUO', '201834567', 'INV 20877']) expect(shown).not.toContain(word)
    await picture(payer, 'tuition-asked')
    await action(payer).click()
    await methodButton(payer, 'alipay').click()
    await onGateway(payer)
    await decide(payer, 'pay')
    await sees(payer, payer.say('tuition:other.title'))
    await picture(payer, 'tuition-paid-by-other')
    await asks.go(`${FORM}?id=${id}`)
    await sees(asks, asks.say('tuition:head.paid.title'))
  },
)

test('a price that ran out is asked for again without typing, and one can be cancelled', async () => {
  const visitor = await it.visitor({ device: 'web', lang: 'en' })
  const { page, say } = visitor
  await visitor.go(FORM)
  const id = await send(visitor)
  await advanceClock(it.site, 62 * MINUTE)
  await expect
    .poll(async () => {
      await page.reload()
      return page.locator('h1').innerText()
    })
    .toBe(say('tuition:head.expired.title'))
  await picture(visitor, 'tuition-expired')
  await page.getByRole('button', { name: say('tuition:actions.again') }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('id')).not.toBe(id)
  await page.getByRole('button', { name: say('tuition:actions.cancel') }).click()
  await picture(visitor, 'tuition-cancel')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('tuition:confirm.yes') })
    .click()
  await sees(visitor, say('tuition:head.cancelled.title'))
})
