/**
 * Applying for an overseas insurer's cover: from the product to the page about the next steps, on another day,
 * forwarded, withdrawn.
 */
import { describe, expect, test } from 'vitest'
import { listApplications } from '../../../src/features/overseas/contract.ts'
import { loadProducts } from '../../../src/features/overseas/content/load-products.ts'
import { addDays, dayOf } from '../../../src/lib/days/dates.ts'
import { axe } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor, VIEWS } from './journeys.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
const SLUG = 'eshc-europe'
const COMPLETE = '/other/overseas/complete'
const start = addDays(dayOf(Date.now()), 20)
const TYPED: Readonly<Record<string, string>> = {
  name: 'LIN XIAO',
  birthDate: '2004-08-20',
  institution: 'University of Freiburg',
  start,
  end: addDays(start, 364),
  contact: 'lin.xiao@example.com',
}

async function fill({ page }: Visitor): Promise<void> {
  await page.locator('#nationality').selectOption('CN')
  await page.locator('#country').selectOption('de')
  for (const [id, value] of Object.entries(TYPED)) await page.locator(`#${id}`).fill(value)
  await page.locator('#message').click()
}

async function apply(visitor: Visitor): Promise<string> {
  const { page, say } = visitor
  await fill(visitor)
  await page.locator('#agreed').check()
  await page.getByRole('button', { name: say('referral:send') }).click()
  await at(visitor, COMPLETE)
  return new URL(page.url()).searchParams.get('id') ?? ''
}

describe.each(rowsOf(VIEWS, isFirst))('on $device in $lang', (view) => {
  test('a student applies, with errors and a reload on the way, and finds it again', async () => {
    const visitor = await it.visitor(view)
    const { page, say } = visitor
    await visitor.go(`/other/overseas/details/${SLUG}`)
    await page
      .locator('main')
      .getByRole('link', { name: say('overseas:details.applyNow'), exact: true })
      .click()
    await at(visitor, `/other/overseas/apply/${SLUG}`)
    await page.locator('#name').fill('林晓')
    await page.getByRole('button', { name: say('referral:send') }).click()
    await sees(visitor, say('referral:field.consent_required'))
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'overseas-errors')
    await fill(visitor)
    await page.reload()
    await expect.poll(() => page.locator('#institution').inputValue()).toBe(TYPED['institution'])
    expect(await page.locator('#agreed').isChecked()).toBe(false)
    await page.locator('#name').click()
    await picture(visitor, 'overseas-form')
    const id = await apply(visitor)
    expect(id).toMatch(/^YFR-/)
    await sees(visitor, say('referral:standing.submitted.title'))
    await sees(visitor, id)
    expect(await axe(page)).toEqual([])
    await picture(visitor, 'overseas-complete')
    await page.reload()
    await sees(visitor, id)
    await visitor.go('/overseas')
    await page
      .locator('main')
      .getByRole('link', { name: say('overseas:follow') })
      .click()
    await at(visitor, COMPLETE)
    await sees(visitor, say('referral:number', { number: id }))
    await visitor.go(`/other/overseas/apply/${SLUG}`)
    await sees(visitor, say('referral:earlier.title', { number: id }))
    expect(await page.locator('#institution').inputValue()).toBe('')
  })

  test('nothing applied for, and a number that is not this device’s, lead on', async () => {
    const visitor = await it.visitor(view)
    await visitor.go(COMPLETE)
    await sees(visitor, visitor.say('referral:none.title'))
    await picture(visitor, 'overseas-none')
    await visitor.go(`${COMPLETE}?id=YFR-260301-AAAAAA`)
    await sees(visitor, visitor.say('referral:unknown.title'))
    expect(await axe(visitor.page)).toEqual([])
    await visitor.page
      .locator('main')
      .getByRole('link', { name: visitor.say('referral:none.go') })
      .click()
    await at(visitor, '/overseas')
  })
})

test('it is withdrawn after one question, and another may be sent', async () => {
  const visitor = await it.visitor({ device: 'mobile', lang: 'cn' })
  const { page, say } = visitor
  await visitor.go(`/other/overseas/apply/${SLUG}`)
  await apply(visitor)
  await page.getByRole('button', { name: say('referral:withdraw.open') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('referral:withdraw.yes') })
    .waitFor()
  expect(await axe(page)).toEqual([])
  await picture(visitor, 'overseas-withdraw')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('referral:withdraw.yes') })
    .click()
  await sees(visitor, say('referral:standing.withdrawn.title'))
  await picture(visitor, 'overseas-withdrawn')
  await page.getByRole('link', { name: say('referral:again') }).click()
  await at(visitor, `/other/overseas/apply/${SLUG}`)
})

test('two taps at once and an answer that is lost send one application', async () => {
  const visitor = await it.visitor({ device: 'mobile', lang: 'en' })
  const { page, say } = visitor
  it.allow(/overseas\/apply|Failed to load resource/)
  await visitor.go(`/other/overseas/apply/${SLUG}`)
  await fill(visitor)
  await page.locator('#agreed').check()
  let lost = 0
  await page.route('**/index/overseas/apply*', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    return route.abort()
  })
  const send = page.getByRole('button', { name: say('referral:send') })
  await send.dblclick()
  await page.locator('form [role=alert]').waitFor()
  await send.click()
  await at(visitor, COMPLETE)
  const { applications } = await page.evaluate(async (path) => {
    const reply = await fetch(`/index/${path}?lang=en`, {
      method: 'POST',
      headers: { unique: localStorage.getItem('unique') ?? '' },
    })
    return ((await reply.json()) as { data: { applications: { id: string }[] } }).data
  }, listApplications.path)
  expect(applications).toHaveLength(1)
})

test('every product of an overseas insurer leads to its form', async () => {
  const visitor = await it.visitor({ device: 'web', lang: 'en' })
  for (const { slug } of loadProducts().filter(({ kind }) => kind === 'overseas')) {
    await visitor.go(`/other/overseas/details/${slug}`)
    await visitor.page.locator(`main a[href="/other/overseas/apply/${slug}"]`).waitFor()
  }
  await visitor.go('/other/overseas/apply/oshc-australia')
  await visitor.page.locator('#institution').waitFor()
  expect(await visitor.page.locator('#country').count()).toBe(0)
  await picture(visitor, 'overseas-oshc')
  await sees(visitor, visitor.say('referral:consent.title'))
})
