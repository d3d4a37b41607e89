/** The comparison sells nothing that cannot be insured: its next step is the calculator, which says why or asks. */
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

test('on a phone the finder that was filled in by hand folds to one line over the comparison', async () => {
  const visitor = await it.visitor({ device: 'mobile', lang: 'cn' })
  const { page, say } = visitor
  const year = new Date().getFullYear() + 1
  await visitor.go('/plan/list')
  const days = { start: `${year}-02-01`, end: `${year}-10-31`, birth: '2004-05-06' }
  for (const [id, day] of Object.entries(days)) await page.locator(`.finder [id="${id}"]`).fill(day)
  await page.locator('.finder [id="birth"]').blur()
  // What was typed before the page's script ran is taken over when it does (typed-early.test.ts).
  await expect.poll(() => Object.fromEntries([...new URL(page.url()).searchParams])).toMatchObject(days)
  expect(await page.locator('.finder').isVisible(), 'nothing closes under the hands of who is typing').toBe(true)
  const boxes = page.getByRole('checkbox', { name: new RegExp(`^${say('plans:list.compare')}`) })
  for (const one of [0, 1]) await boxes.nth(one).check()
  await page.getByRole('button', { name: say('plans:list.compareNow', { count: 2 }) }).click()
  await page.locator('table.compare-narrow').waitFor()
  // It collapses once the comparison is shown.
  await page.locator('.finder').waitFor({ state: 'hidden' })
  await page.getByText(say('plans:finder.change')).click()
  await page.locator('.finder').waitFor({ state: 'visible' })
})
