/**
 * The wizard loses nothing: reloads, languages, browser buttons, sessions (design §6). Connections and tabs:
 * `wizard-connections.test.ts`.
 */
import { expect, test } from 'vitest'
import { localPath } from '../../../src/lib/locale.ts'
import { advanceClock, signIn } from '../browser-site.ts'
import { prepareOrder } from './prepare-order.ts'
import { at, journeys, picture, TWO_VIEWS } from './journeys.ts'
import { logIn } from './login.ts'
import { toPayment } from './payment.ts'
import { email, self, student } from './people.ts'
import { buyerOf, field, saved } from './wizard-draft.ts'
import { action, answerHealth, confirmPath, declare, onStep, readPage, typePeople } from './wizard.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

test('reloading in every step keeps everything', async () => {
  const visitor = await it.visitor({ device: 'mobile', lang: 'en' })
  const { page } = visitor
  const me = student()
  await visitor.go(confirmPath())
  for (const step of ['enter', 'before-you-buy', 'terms', 'not-covered'] as const) {
    await onStep(visitor, step)
    await page.reload()
    await readPage(visitor, step)
  }
  await onStep(visitor, 'people')
  const save = saved(visitor)
  await typePeople(visitor, self(me))
  await save
  // What was typed within the last second is saved when the page is left.
  await page.reload()
  await onStep(visitor, 'people')
  for (const name of ['idNumber', 'idName', 'email', 'institution', 'nationality'] as const) {
    await expect.poll(() => field(visitor, name).inputValue(), { message: name }).toBe(me[name])
  }
  await action(visitor).click()
  await answerHealth(visitor)
  await page.waitForResponse((response) => response.url().includes('/order/save'))
  await page.reload()
  await onStep(visitor, 'health')
  await page.locator('main form ol > li').first().waitFor()
  expect(await page.locator('main input[value=none]:checked').count()).toBe(1)
  await action(visitor).click()
  await declare(visitor)
  await page.waitForResponse((response) => response.url().includes('/order/save'))
  await page.reload()
  await onStep(visitor, 'check')
  const boxes = page.locator('main input[type=checkbox]')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true)
  await action(visitor).click()
  await toPayment(visitor)
})

test.each(rowsOf(TWO_VIEWS, isFirst))(
  'switching the language with errors showing keeps step and data ($device from $lang)',
  async (view) => {
    const visitor = await buyerOf(it, 'consent', view)
    const { page, id } = visitor
    await onStep(visitor, 'people')
    await action(visitor).click()
    await page.getByRole('alert').first().waitFor()
    await picture(visitor, 'errors')
    await field(visitor, 'idType').selectOption('resident_id')
    await field(visitor, 'idName').fill('王小雨')
    await page.locator('a[data-lang-switch]').filter({ visible: true }).first().click()
    const other = view.lang === 'en' ? 'cn' : 'en'
    const there = { ...visitor, lang: other } as const
    await page.waitForURL(
      (url) =>
        url.pathname === localPath(other, '/confirm') &&
        url.searchParams.get('step') === 'people' &&
        url.searchParams.get('part') === 'buyer' &&
        url.searchParams.get('id') === id,
    )
    await field(there, 'idName').waitFor()
    expect(await field(there, 'idName').inputValue()).toBe('王小雨')
    expect(await field(there, 'idType').inputValue()).toBe('resident_id')
    expect(await page.locator('html').getAttribute('lang')).toBe(other === 'cn' ? 'zh-CN' : 'en')
  },
)

test('the buttons of the browser go from step to step', async () => {
  const visitor = await it.visitor({ lang: 'cn' })
  const { page } = visitor
  await visitor.go(confirmPath())
  await readPage(visitor, 'enter')
  await readPage(visitor, 'before-you-buy')
  await onStep(visitor, 'terms')
  await page.goBack()
  await onStep(visitor, 'before-you-buy')
  await page.goBack()
  await onStep(visitor, 'enter')
  await page.goForward()
  await onStep(visitor, 'before-you-buy')
  await expect.poll(() => action(visitor).innerText()).toBe(visitor.say('confirm:continue'))
  await action(visitor).click()
  await onStep(visitor, 'terms')
})

test('a session that ends in mid-step returns to the field after one code, with all that was typed', async () => {
  const me = student()
  const to = email('session')
  const made = await prepareOrder(it.site, { upTo: 'people', people: self(me), stored: await signIn(it.site, to) })
  // Another device of the same person: only the login opens the order there.
  const visitor = await it.visitor({ stored: await signIn(it.site, to) })
  await visitor.go(`/confirm?id=${made.id}&step=people`)
  await field(visitor, 'institution').waitFor()
  const save = saved(visitor)
  await field(visitor, 'institution').fill('Typed before the session ended')
  await save
  await advanceClock(it.site, 13 * 3_600_000)
  await field(visitor, 'mobile').focus()
  await visitor.page.keyboard.type('13800138000')
  const again = saved(visitor)
  await logIn(visitor, it.site, to)
  await at(visitor, '/confirm', { id: made.id, step: 'people' })
  await field(visitor, 'institution').waitFor()
  expect(await field(visitor, 'institution').inputValue()).toBe('Typed before the session ended')
  expect(await field(visitor, 'idName').inputValue()).toBe(me.idName)
  expect(await field(visitor, 'mobile').inputValue()).toBe('13800138000')
  await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.id)).toBe('policyholder.mobile')
  await again
})

test.each(TWO_VIEWS)('days that cannot be bought are said before anything is read: $device $lang', async (view) => {
  const visitor = await it.visitor(view)
  const { page, lang, say } = visitor
  await visitor.go(confirmPath({ start: '2020-01-10', end: '2021-01-09' }))
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(say('plans:plan.reason.start_past')).waitFor()
  await dialog.getByRole('link', { name: say('confirm:cannotBuy.change') }).click()
  await page.waitForURL(
    ({ pathname, searchParams }) =>
      pathname === localPath(lang, '/plan/details/us-campus') && searchParams.get('start') === '2020-01-10',
  )
})
