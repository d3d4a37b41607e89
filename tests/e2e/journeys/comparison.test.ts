/** The comparison sells nothing that cannot be insured: its way on leads to the calculator, which says why or asks. */
import { expect, test } from 'vitest'
import { at, journeys } from './journeys.ts'

const it = journeys()
const COMPARED = 'compare=asia-plus.basic,global-study.basic'

test.each([
  { device: 'web', lang: 'en', search: 'to=kr&start=2020-01-10&end=2020-12-20&birth=1950-02-28', field: '#start' },
  { device: 'mobile', lang: 'cn', search: '', field: '#end' },
] as const)('without a price the comparison leads to the calculator: $device $lang', async ({ device, lang, search, field }) => {
  const visitor = await it.visitor({ device, lang })
  const { page, say } = visitor
  await visitor.go(`/plan/list?${search ? `${search}&` : ''}${COMPARED}`)
  const way = page.getByRole('link', { name: new RegExp(`^${say('plans:price.see')}`) }).filter({ visible: true })
  await expect.poll(() => way.count()).toBe(2)
  expect(await page.locator('a[href*="/confirm?"]').count()).toBe(0)
  await way.first().click()
  await at(visitor, '/plan/details/asia-plus')
  await page.locator('#price').waitFor()
  await page.locator(field).first().waitFor()
})

test('with a price it is bought from the comparison', async () => {
  const visitor = await it.visitor({})
  const year = new Date().getFullYear() + 1
  await visitor.go(`/plan/list?to=kr&start=${year}-02-01&end=${year}-10-31&birth=2004-05-06&${COMPARED}`)
  await visitor.page.getByRole('link', { name: new RegExp(`^${visitor.say('plans:list.buy')}`) }).filter({ visible: true }).first().click()
  await at(visitor, '/confirm')
})
