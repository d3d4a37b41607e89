/**
 * On phones the people step is three short pages (dates, who buys, who is insured); place, Back, reload and language
 * are kept.
 */
import { expect, test } from 'vitest'
import { EMPTY_PEOPLE } from '../../../src/features/orders/rules/check-person-fields.ts'
import { daysOfTerm } from '../../../src/lib/days/dates.ts'
import { localPath } from '../../../src/lib/locale.ts'
import { formatMoney } from '../../../src/lib/money/money.ts'
import { netPremiumFor } from '../../../src/lib/money/net-premium.ts'
import { prepareOrder } from './prepare-order.ts'
import { at, journeys, picture, sees } from './journeys.ts'
import { child, father, student } from './people.ts'
import { action, consent, onStep, toPart, typePeople } from './wizard.ts'
import { isFirst, isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

test.each(rowsOf(['en', 'cn'] as const, isFirst))(
  'one page each, with a way back and the same page after a reload and in the other language: %s',
  async (lang) => {
    const made = await prepareOrder(it.site, { upTo: 'read', lang })
    const visitor = await it.visitor({ device: 'mobile', lang, stored: made.stored })
    const { page, say } = visitor
    const field = (id: string) => page.locator(`[id="${id}"]`)
    await visitor.go(`/confirm?id=${made.id}`)
    await onStep(visitor, 'people')
    await picture(visitor, 'people-dates')
    expect(await field('policyholder.idNumber').count()).toBe(0)
    await action(visitor).click()
    await sees(visitor, say('errors:field.relationship_required'))
    await page.locator('input[name=relationship][value=child]').check()
    // How a second child is insured is said before the first is paid for.
    await sees(visitor, say('confirm:people.another'))
    await toPart(visitor, 'buyer')
    expect(await page.locator('main h1').innerText()).toBe(say('confirm:people.policyholder'))
    await picture(visitor, 'people-buyer')
    await page.goBack()
    await at(visitor, '/confirm', { step: 'people' })
    expect(await page.locator('input[name=relationship][value=child]').isChecked()).toBe(true)
    await typePeople(visitor, {
      ...EMPTY_PEOPLE,
      relationship: 'child',
      policyholder: father(),
      insured: child(15),
      deathBenefitElsewhere: 0,
    })
    await picture(visitor, 'people-insured')
    await page.reload()
    await at(visitor, '/confirm', { step: 'people', part: 'insured' })
    await expect.poll(() => field('insured.idName').inputValue()).toBe('LIN XIAO')
    const other = lang === 'en' ? 'cn' : 'en'
    await page.locator('a[data-lang-switch]').filter({ visible: true }).first().click()
    await page.waitForURL(
      (url) => url.pathname === localPath(other, '/confirm') && url.searchParams.get('part') === 'insured',
    )
    await expect.poll(() => field('insured.idName').inputValue()).toBe('LIN XIAO')
  },
)

test('what is missing is named with its person, and one wrong digit of an ID is one error', async () => {
  const made = await prepareOrder(it.site, { upTo: 'read' })
  const visitor = await it.visitor({ stored: made.stored })
  const { page, say } = visitor
  await visitor.go(`/confirm?id=${made.id}&step=people`)
  await onStep(visitor, 'people')
  await page.locator('input[name=relationship][value=child]').check()
  await consent(visitor)
  await action(visitor).click()
  const summary = page.locator('.error-summary a')
  await summary.first().waitFor()
  const lines = await summary.allTextContents()
  const heads = await page.locator('.error-summary p').allTextContents()
  expect(heads, 'each person once').toEqual([say('confirm:people.policyholder'), say('confirm:people.insured')])
  expect(new Set(lines).size).toBe(lines.length)
  await page.getByText(say('confirm:unanswered', { count: lines.length }), { exact: true }).waitFor()
  expect(
    (await page.locator('.field-error').allInnerTexts()).map((text) => text.trim()),
    'a field says it in the same words',
  ).toEqual(expect.arrayContaining(lines))
  expect(lines).toContain(say('confirm:missingOf.birth_required', { who: say('confirm:missingOf.insured') }))
  await picture(visitor, 'people-errors')
  const me = student()
  await typePeople(visitor, {
    ...EMPTY_PEOPLE,
    relationship: 'self',
    policyholder: { ...me, idNumber: me.idNumber.slice(0, 17) + (me.idNumber.endsWith('1') ? '2' : '1') },
  })
  await action(visitor).click()
  await expect.poll(() => summary.allTextContents()).toEqual([say('errors:field.id_checksum')])
})

test('what the documents cannot print is said at its field alone, and not said any more in the next step', async () => {
  const made = await prepareOrder(it.site, { upTo: 'read' })
  const visitor = await it.visitor({ stored: made.stored })
  const { page, say } = visitor
  await visitor.go(`/confirm?id=${made.id}&step=people`)
  await onStep(visitor, 'people')
  const me = student()
  await typePeople(visitor, {
    ...EMPTY_PEOPLE,
    relationship: 'self',
    policyholder: { ...me, institution: '😀 College' },
  })
  await action(visitor).click()
  const said = say('errors:field.school_unprintable', { characters: '😀' })
  await expect.poll(() => page.locator('.error-summary li').allInnerTexts()).toEqual([said])
  expect(await page.getByText(say('confirm:trouble.people')).count()).toBe(0)
  await page.locator('[id="policyholder.institution"]').fill(me.institution)
  await action(visitor).click()
  await onStep(visitor, 'health')
  expect(await page.getByText(said).count()).toBe(0)
})

test.each(rowsOf(['en', 'cn'] as const, isSecond))(
  'the price stands in the bar of each page once it is known, on the smallest phone too: %s',
  async (lang) => {
    const made = await prepareOrder(it.site, { upTo: 'read', lang, birthDate: student().birthDate })
    const visitor = await it.visitor({ device: 'mobile', lang, stored: made.stored })
    const { page } = visitor
    await page.setViewportSize({ width: 320, height: 640 })
    await visitor.go(`/confirm?id=${made.id}`)
    await onStep(visitor, 'people')
    const premium = (await made.look()).premium
    if (!premium) throw new Error('no price')
    const price = page.locator('.action-bar').getByText(formatMoney(premium, lang))
    const inView = () =>
      price.evaluate((it) => it.getClientRects().length === 1 && it.getBoundingClientRect().bottom <= innerHeight)
    await expect.poll(inView).toBe(true)
    await picture(visitor, 'bar-price')
    // The refund is calculated from this very premium.
    const { start, end } = made.order.answers.trip
    const all = daysOfTerm(start, end)
    const count = Math.floor(all / 2)
    await page.locator('main details.group > summary').click()
    await sees(
      visitor,
      visitor.say('confirm:summary.cancelLater', {
        count,
        all,
        sum: formatMoney(netPremiumFor(premium, all - count, all), lang),
      }),
    )
    await page.locator('input[name=relationship][value=child]').check()
    for (const part of ['buyer', 'insured'] as const) {
      await visitor.go(`/confirm?id=${made.id}&step=people&part=${part}`)
      await at(visitor, '/confirm', { part })
      await expect.poll(inView).toBe(true)
    }
  },
)
