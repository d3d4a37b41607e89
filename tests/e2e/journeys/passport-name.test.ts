/**
 * A mainland ID has no Latin name and no passport number: both are asked for beside it, and the last page says what
 * their absence means.
 */
import { expect, test } from 'vitest'
import { EMPTY_PEOPLE } from '../../../src/features/orders/rules/check-person-fields.ts'
import { prepareOrder } from './prepare-order.ts'
import { journeys, picture, sees, TWO_VIEWS } from './journeys.ts'
import { child, father } from './people.ts'
import { action, onStep } from './wizard.ts'
import { isFirst, isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

test.each(rowsOf(TWO_VIEWS, isSecond))(
  'left out it is pointed out, put in it is shown, and nothing is asked again ($device, $lang)',
  async (view) => {
    const made = await prepareOrder(it.site, { upTo: 'check', lang: view.lang })
    const visitor = await it.visitor({ ...view, stored: made.stored })
    const { page, say } = visitor
    await visitor.go(`/confirm?id=${made.id}&step=check`)
    await onStep(visitor, 'check')
    await sees(visitor, say('confirm:check.passport.name'))
    await sees(visitor, say('confirm:check.passport.number'))
    const add = page.getByText(say('confirm:check.passport.add'))
    await add.scrollIntoViewIfNeeded()
    await picture(visitor, 'without-passport')
    await add.click()
    await onStep(visitor, 'people')
    const field = page.locator('[id="policyholder.passportName"]')
    expect(await field.getAttribute('autocomplete')).toBe('off')
    await field.fill('lǚ xiǎo')
    await action(visitor).click()
    await sees(visitor, say('errors:field.name_umlaut'))
    await field.scrollIntoViewIfNeeded()
    await picture(visitor, 'passport-name')
    await field.fill('LYU XIAO')
    const number = page.locator('[id="policyholder.passportNumber"]')
    await number.fill('护照3123456')
    await action(visitor).click()
    await sees(visitor, say('errors:field.passport_format'))
    await number.fill('ej 3123456')
    await action(visitor).click()
    await onStep(visitor, 'check')
    await sees(visitor, 'LYU XIAO')
    await sees(visitor, 'E •••• 56')
    await page.getByText(say('confirm:check.showNumbers')).click()
    await sees(visitor, /ej 3123456/)
    expect(await page.getByText(say('confirm:check.passport.why')).count()).toBe(0)
    expect((await made.look()).answers.people.policyholder).toMatchObject({
      passportName: 'LYU XIAO',
      passportNumber: 'ej 3123456',
    })
  },
)

test.each(rowsOf(TWO_VIEWS, isFirst))(
  'a name that the documents print in other letters is shown as printed before paying ($device, $lang)',
  async (view) => {
    const people = {
      ...EMPTY_PEOPLE,
      relationship: 'child' as const,
      policyholder: father(),
      insured: child(15, { idName: 'Nguyễn Thị Đào', nationality: 'VN', chineseName: '' }),
      deathBenefitElsewhere: 0,
    }
    const made = await prepareOrder(it.site, { upTo: 'health', lang: view.lang, people })
    const visitor = await it.visitor({ ...view, stored: made.stored })
    const { page, say } = visitor
    await visitor.go(`/confirm?id=${made.id}&step=check`)
    await onStep(visitor, 'check')
    const printed = page
      .locator('dl > div')
      .filter({ hasText: say('confirm:check.printed', { field: say('confirm:person.passportName') }) })
    await printed.first().waitFor()
    expect(await printed.locator('dd').allInnerTexts(), 'of the child alone: the father’s is printed as typed').toEqual(
      ['NGUYEN THI DAO'],
    )
    await sees(visitor, 'Nguyễn Thị Đào')
    await printed.scrollIntoViewIfNeeded()
    await picture(visitor, 'printed-name')
  },
)

test('an address that looks mistyped is pointed out before paying, with the way to its field', async () => {
  const people = {
    ...EMPTY_PEOPLE,
    relationship: 'child' as const,
    policyholder: { ...father(), email: 'wang.min@gmial.com' },
    insured: child(15, { idName: 'WANG LEI' }),
    deathBenefitElsewhere: 0,
  }
  const made = await prepareOrder(it.site, { upTo: 'health', lang: 'cn', people })
  const visitor = await it.visitor({ device: 'mobile', lang: 'cn', stored: made.stored })
  const { page, say } = visitor
  await visitor.go(`/confirm?id=${made.id}&step=check`)
  await onStep(visitor, 'check')
  await sees(visitor, say('confirm:check.email.text', { email: 'wang.min@gmial.com', meant: 'wang.min@gmail.com' }))
  await page.getByText(say('confirm:check.email.change')).click()
  await onStep(visitor, 'people')
  await page.locator('[id="policyholder.email"]').fill('wang.min@gmail.com')
  await action(visitor).click()
  await onStep(visitor, 'check')
  await sees(visitor, 'wang.min@gmail.com')
  expect(await page.getByText(say('confirm:check.email.title')).count()).toBe(0)
})

test('the number of health questions answered no stands where the values of the other groups do', async () => {
  const made = await prepareOrder(it.site, { upTo: 'check', lang: 'en' })
  const visitor = await it.visitor({ device: 'web', lang: 'en', stored: made.stored })
  const { page, say } = visitor
  await visitor.go(`/confirm?id=${made.id}&step=check`)
  await onStep(visitor, 'check')
  await sees(visitor, say('confirm:check.answeredNo'))
  const left = (term: string) =>
    page
      .locator('dl.summary-list > div')
      .filter({ hasText: term })
      .first()
      .locator('dd')
      .evaluate((it) => Math.round(it.getBoundingClientRect().left))
  expect(await left(say('confirm:check.answeredNo'))).toBe(await left(say('confirm:person.birthDate')))
})

test('the note that there is no connection keeps clear of the steps', async () => {
  const made = await prepareOrder(it.site, { upTo: 'check', lang: 'en' })
  const visitor = await it.visitor({ device: 'web', lang: 'en', stored: made.stored })
  const { page, say } = visitor
  await visitor.go(`/confirm?id=${made.id}&step=people`)
  await onStep(visitor, 'people')
  await page.locator('[id="policyholder.email"]').waitFor()
  it.allow(/ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await page.locator('[id="policyholder.email"]').fill('someone@example.org')
  await sees(visitor, say('app:draft.offline.title'))
  // The note stays in view: what is meant is the top of the page, where both stand in the flow.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const [note, steps] = await Promise.all([
    page.locator('.notice-warn').boundingBox(),
    page.locator('main nav ol').first().boundingBox(),
  ])
  expect((steps?.y ?? 0) - ((note?.y ?? 0) + (note?.height ?? 0))).toBeGreaterThanOrEqual(16)
  await page.context().setOffline(false)
})

test.each([
  { idType: 'passport', nationality: 'VN', key: 'idNameLatin' },
  { idType: 'passport', nationality: 'CN', key: 'idNamePinyin' },
] as const)(
  'the name of a passport is asked for in the letters that it has: $nationality',
  async ({ idType, nationality, key }) => {
    const made = await prepareOrder(it.site, { upTo: 'check', lang: 'cn' })
    const visitor = await it.visitor({ device: 'web', lang: 'cn', stored: made.stored })
    const { page, say } = visitor
    await visitor.go(`/confirm?id=${made.id}&step=people`)
    await onStep(visitor, 'people')
    await page.locator('[id="policyholder.idType"]').selectOption(idType)
    await page.locator('[id="policyholder.nationality"]').selectOption(nationality)
    await expect
      .poll(() => page.locator('[id="policyholder.idName-hint"]').innerText())
      .toBe(say(`confirm:person.${key}`))
  },
)
