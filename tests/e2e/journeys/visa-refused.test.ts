/**
 * Cancelling after the start because the visa was refused: the whole premium for the letter, on a phone in Chinese and
 * a desktop in English.
 */
import { expect, test } from 'vitest'
import { dayOf } from '../../../src/lib/days/dates.ts'
import { jpeg } from '../../api/hostile-files.ts'
import { advanceClock, axe } from '../browser-site.ts'
import { at, journeys, picture, sees, TWO_VIEWS } from './journeys.ts'
import { logIn } from './login.ts'
import { issued, payNow, payPath } from './payment.ts'
import { self, student } from './people.ts'
import { prepareOrder } from './prepare-order.ts'
import { isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
const WEEKS = 8 * 7 * 24 * 3_600_000

test.each(rowsOf(TWO_VIEWS, isSecond))('the letter is sent from the policy: $device $lang', async (view) => {
  const buyer = student()
  const made = await prepareOrder(it.site, {
    people: self(buyer),
    lang: view.lang,
    today: dayOf(await advanceClock(it.site, 0)),
  })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  const { page, say } = visitor
  await visitor.go(`${payPath(visitor)}?order=${made.id}`)
  await payNow(visitor)
  await issued(visitor)
  await advanceClock(it.site, WEEKS)
  await visitor.go('/insurance-policy/list')
  await logIn(visitor, it.site, buyer.email)
  await at(visitor, '/insurance-policy/list')
  await page.locator('main a[href*="/insurance-policy/details"]').first().click()
  await at(visitor, '/insurance-policy/details')

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: say('policies:surrender.open') }).click()
  await dialog
    .getByText(say('policies:surrender.line.expenses', { percent: 35 }))
    .or(dialog.getByText(say('policies:surrender.line.total')))
    .first()
    .waitFor()
  const total = () => dialog.getByRole('row').last().innerText()
  const without = await total()
  await dialog.getByRole('checkbox').check()
  await dialog.getByText(say('policies:surrender.visa.letter'), { exact: true }).waitFor()
  expect(await total()).not.toBe(without)
  await dialog.getByRole('button', { name: say('policies:surrender.yes') }).click()
  await dialog.getByText(say('errors:field.attachment_required')).waitFor()
  const [first, second] = await Promise.all([jpeg(1200, 1600), jpeg(1240, 1600)])
  await dialog
    .locator('input[type=file]')
    .last()
    .setInputFiles([
      { name: 'refusal-1.jpg', mimeType: 'image/jpeg', buffer: first },
      { name: 'refusal-2.jpg', mimeType: 'image/jpeg', buffer: second },
    ])
  await dialog.getByText('refusal-2.jpg').waitFor()
  await dialog
    .getByText(say('policies:surrender.visa.ready', { size: '' }).trim())
    .nth(1)
    .waitFor()
  expect(await axe(page)).toEqual([])
  await picture(visitor, 'visa-refused-letter')
  await dialog.getByRole('button', { name: say('policies:surrender.yes') }).dblclick()
  await sees(visitor, say('policies:surrender.visa.received', { count: 2, number: 2 }))
  await picture(visitor, 'visa-refused-requested')
})
