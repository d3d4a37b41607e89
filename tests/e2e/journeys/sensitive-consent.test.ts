/**
 * The separate consent to sensitive data in a browser (decision 0081): it opens the fields of persons; withdrawing it
 * deletes them in every tab.
 */
import { expect, test } from 'vitest'
import { eventually } from '../browser-site.ts'
import { journeys, picture, sees } from './journeys.ts'
import { student } from './people.ts'
import { prepareOrder } from './prepare-order.ts'
import { action, consent, onStep, toPart } from './wizard.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

test.each(
  rowsOf(
    [
      { device: 'web', lang: 'en', theme: 'light' },
      { device: 'mobile', lang: 'cn', theme: 'dark' },
    ] as const,
    isFirst,
  ),
)('opens the fields, and takes them away again ($device $lang)', async (view) => {
  const made = await prepareOrder(it.site, { upTo: 'read', lang: view.lang })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  const { page, say } = visitor
  const field = (name: string) => page.locator(`[id="policyholder.${name}"]`)
  const me = student()
  await visitor.go(`/confirm?id=${made.id}`)
  await onStep(visitor, 'people')
  await page.locator('input[name=relationship][value=self]').check()
  await toPart(visitor, 'buyer')
  await page.locator('#sensitive').waitFor()
  expect(await page.locator('[id^="policyholder."]').count(), 'nothing of a person can be typed').toBe(0)
  await action(visitor).click()
  await sees(visitor, say('errors:field.sensitive_consent_required'))
  await picture(visitor, 'sensitive-missing')
  expect(
    await page
      .getByRole('link', { name: say('confirm:check.document.personal-information-consent') })
      .getAttribute('href'),
  ).toContain('/information/content/personal-information-consent')

  await consent(visitor)
  expect(await page.locator('.error-summary').count(), 'fields that open were not tried yet').toBe(0)
  await field('idNumber').fill(me.idNumber)
  await field('idName').fill(me.idName)
  await eventually(
    async () => ((await made.look()).answers.people.policyholder.idName === me.idName ? true : undefined),
    'What was typed',
  )
  await picture(visitor, 'sensitive-given')

  await page.locator('#sensitive').click()
  await page.getByRole('button', { name: say('confirm:sensitive.no') }).click()
  expect(await field('idNumber').inputValue()).toBe(me.idNumber)
  await page.locator('#sensitive').click()
  await sees(visitor, say('confirm:sensitive.text'))
  await picture(visitor, 'sensitive-withdraw')
  await page.getByRole('button', { name: say('confirm:sensitive.yes') }).click()
  await field('idNumber').waitFor({ state: 'detached' })
  expect(await made.look()).toMatchObject({
    sensitiveConsent: 'none',
    answers: { people: { policyholder: { idName: me.idName, idNumber: '' } } },
  })
  await consent(visitor)
  expect([await field('idName').inputValue(), await field('idNumber').inputValue()]).toEqual([me.idName, ''])
})

test('taken back in one tab, another tab keeps and sends nothing of it', async () => {
  const made = await prepareOrder(it.site, { upTo: 'consent' })
  const first = await it.visitor({ stored: made.stored })
  const me = student()
  const number = (page: typeof first.page) => page.locator('[id="policyholder.idNumber"]')
  await first.go(`/confirm?id=${made.id}&step=people`)
  await number(first.page).waitFor()
  const second = await first.tab()
  await second.go(`/confirm?id=${made.id}&step=people`)
  await number(second.page).waitFor()
  await first.page.locator('#sensitive').click()
  await first.page.getByRole('button', { name: first.say('confirm:sensitive.yes') }).click()
  await number(first.page).waitFor({ state: 'detached' })
  await number(second.page).fill(me.idNumber)
  // The save finds the other version, and the fields are closed.
  await number(second.page).waitFor({ state: 'detached' })
  await second.page.reload()
  await second.page.locator('#sensitive').waitFor()
  expect(await number(second.page).count()).toBe(0)
  expect((await made.look()).answers.people.policyholder.idNumber).toBe('')
  await consent(second)
  expect(await number(second.page).inputValue()).toBe('')
})
