/**
 * Switching the language in each step, with errors showing (design §6.9): errors, values, files, focus and scroll
 * position are kept.
 */
import { expect, test } from 'vitest'
import type { ClaimStep } from '../../src/features/claims/list-contract.ts'
import { act, choose, draftHouse, field, onStep, photos, slot, stored } from './claims-browser-fixtures.ts'
import type { Visitor } from '../e2e/journeys/journeys.ts'
import { isLong } from '../tools/long-form.ts'

const it = draftHouse()

/** Switches the page to Chinese; returns the same visitor for it. */
async function turn(visitor: Visitor, step: ClaimStep): Promise<Visitor> {
  await visitor.page.locator('a[data-lang-switch]').filter({ visible: true }).first().tap()
  const there: Visitor = { ...visitor, lang: 'cn', say: (await it.visitor({ lang: 'cn' })).say }
  await onStep(there, step)
  return there
}

const summary = ({ page }: Visitor): Promise<string[]> => page.locator('.error-summary li').allTextContents()
/** The person's place: the field they were in has the focus, and is visible. */
async function isIn({ page }: Visitor, id: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(id)
  await expect
    .poll(() =>
      field({ page }, id).evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    )
    .toBe(true)
}

test.runIf(isLong)('choosing the policy', async () => {
  const patient = await it.patient('policy')
  const phone = await it.open(patient, 'policy')
  await field(phone, 'incidentDay').fill('31 Feb 2026')
  await act(phone).tap()
  await phone.page.locator('.error-summary').waitFor()
  await field(phone, 'incidentDay').focus()
  const count = (await summary(phone)).length
  const there = await turn(phone, 'policy')
  await there.page.locator('.error-summary').waitFor()
  await isIn(there, 'incidentDay')
  expect(await field(there, 'incidentDay').inputValue()).toBe('31 Feb 2026')
  expect(await summary(there)).toHaveLength(count)
  expect((await summary(there)).join()).toMatch(/\p{Script=Han}/u)
})

test.runIf(isLong)('signing', async () => {
  const patient = await it.patient('sign')
  const phone = await it.open(patient, 'sign')
  await phone.page.getByRole('button', { name: phone.say('claimform:sign.cannot') }).tap()
  await field(phone, 'typedName').fill('林晓晓')
  await act(phone).tap()
  await expect.poll(() => summary(phone)).toHaveLength(2)
  await field(phone, 'typedName').focus()
  const there = await turn(phone, 'sign')
  await isIn(there, 'typedName')
  expect(await field(there, 'typedName').inputValue()).toBe('林晓晓')
  expect(await summary(there)).toEqual([
    there.say('errors:field.read_required'),
    there.say('errors:field.signature_name'),
  ])
})

test('telling what happened', async () => {
  const patient = await it.patient('event')
  const phone = await it.open(patient, 'event')
  const { page } = phone
  await page.locator('input[name=type][value=outpatient]').check()
  await field(phone, 'description').fill('Sore throat and fever')
  await field(phone, 'incidentDay').fill('31 Feb')
  await field(phone, 'contactPhone').fill('999')
  // Whether figures are an amount can be decided only once there is a currency.
  await page.getByLabel(phone.say('claimform:visits.currency')).selectOption('GBP')
  await page.getByLabel(phone.say('claimform:visits.amount')).fill('85,4.0x')
  await act(phone).tap()
  await page.locator('.error-summary').waitFor()
  const errors = await page.locator('.error-summary a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  await page.locator('input[name=medicine][value=no]').check()
  await page.locator('input[name=medicine][value=no]').focus()
  const there = await turn(phone, 'event')
  await isIn(there, 'medicine.no')
  expect(await field(there, 'description').inputValue()).toBe('Sore throat and fever')
  expect(await field(there, 'incidentDay').inputValue()).toBe('31 Feb')
  expect(await field(there, 'contactPhone').inputValue()).toBe('999')
  expect(await page.getByLabel(there.say('claimform:visits.amount')).inputValue()).toBe('85,4.0x')
  const now = await page.locator('.error-summary a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(now).toEqual(errors.filter((href) => href !== '#medicine'))
  const words = await summary(there)
  expect(words).toContain(there.say('errors:field.contact_format'))
  await page.getByText(there.say('claimform:fieldError.amount_format'), { exact: true }).waitFor()
})

test.runIf(isLong)('giving the account', async () => {
  const patient = await it.patient('account')
  const phone = await it.open(patient, 'account')
  const { page } = phone
  await page.locator('input[name=accountOwn][value=yes]').check()
  await field(phone, 'accountCountry').selectOption('CN')
  await field(phone, 'accountName').fill('王小雨')
  await field(phone, 'accountNumber').fill('6222 0212')
  await act(phone).tap()
  await page.locator('.error-summary').waitFor()
  const count = (await summary(phone)).length
  await field(phone, 'accountNumber').focus()
  const there = await turn(phone, 'account')
  await isIn(there, 'accountNumber')
  expect(await field(there, 'accountName').inputValue()).toBe('王小雨')
  expect(await field(there, 'accountNumber').inputValue()).toBe('6222 0212')
  expect(await summary(there)).toHaveLength(count)
  expect(await summary(there)).toContain(there.say('errors:field.account_name_match'))
})

test.runIf(isLong)('documents: what was sent, what waits, and what was refused', async () => {
  const patient = await it.patient('documents')
  const phone = await it.open(patient, 'documents')
  it.allow(/claim\/upload/)
  let sent = 0
  await phone.page.route('**/file/claim/upload**', (route) =>
    ++sent > 1 ? route.abort('connectionreset') : route.continue(),
  )
  await choose(phone, 'invoice', [
    ...(await photos(2)),
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') },
  ])
  const rows = slot(phone, 'invoice').locator('.upload-row')
  await expect.poll(() => rows.locator('.text-ok').count()).toBe(1)
  await expect.poll(() => rows.locator('.text-bad').count()).toBe(2)
  const there = await turn(phone, 'documents')
  await expect.poll(() => rows.count()).toBe(3)
  await rows
    .getByText(there.say('errors:field.file_type'))
    .or(rows.getByText(there.say('errors:field.file_broken')))
    .first()
    .waitFor()
  await there.page.unroute('**/file/claim/upload**')
  await there.page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => rows.locator('.text-ok').count()).toBe(2)
  expect((await stored(it.server(), patient.id)).documents).toHaveLength(2)
})

test.runIf(isLong)('checking', async () => {
  const patient = await it.patient('check')
  const phone = await it.open(patient, 'check')
  const box = phone.page.locator('input[id^="declarations."]')
  await box.nth(0).check()
  await act(phone).tap()
  await phone.page.locator('.error-summary').waitFor()
  await box.nth(1).focus()
  const id = await box.nth(1).getAttribute('id')
  const there = await turn(phone, 'check')
  await isIn(there, id ?? '')
  expect(await box.nth(0).isChecked()).toBe(true)
  expect(await box.nth(1).isChecked()).toBe(false)
  const open = (await box.evaluateAll((all) => all.map((one) => one.id.replace('declarations.', '')))).slice(1)
  expect(await summary(there)).toEqual(open.map((one) => there.say(`claimform:check.tick.${one}`)))
})
