/** The comparison sells nothing that cannot be insured: its next step is the calculator, which says why or asks. */
import { expect, test } from 'vitest'
import { at, journeys, picture, TWO_VIEWS } from './journeys.ts'
import { inNone, isFirst, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
const COMPARED = 'compare=asia-plus.basic,global-study.basic'

test.each([
  { device: 'web', lang: 'en', search: 'to=kr&start=2020-01-10&end=2020-12-20&birth=1950-02-28', field: '#start' },
  { device: 'mobile', lang: 'cn', search: '', field: '#end' },
] as const)(
  'without a price the comparison leads to the calculator: $device $lang',
  async ({ device, lang, search, field }) => {
    const visitor = await it.visitor({ device, lang })
    const { page, say } = visitor
    await visitor.go(`/plan/list?${search ? `${search}&` : ''}${COMPARED}`)
    const way = page.getByRole('link', { name: new RegExp(`^${say('plans:price.see')}`) }).filter({ visible: true })
    // Two plans, each at the head and at the end of the comparison.
    await expect.poll(() => way.count()).toBe(4)
    expect(await page.locator('a[href*="/confirm?"]').count()).toBe(0)
    await way.first().click()
    await at(visitor, '/plan/details/asia-plus')
    await page.locator('#price').waitFor()
    await page.locator(field).first().waitFor()
  },
)

test('with a price it is bought from the comparison', async () => {
  const visitor = await it.visitor({})
  const year = new Date().getFullYear() + 1
  await visitor.go(`/plan/list?to=kr&start=${year}-02-01&end=${year}-10-31&birth=2004-05-06&${COMPARED}`)
  await visitor.page
    .getByRole('link', { name: new RegExp(`^${visitor.say('plans:list.buy')}`) })
    .filter({ visible: true })
    .first()
    .click()
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
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(days)
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

test.each([
  [1366, 650],
  [1280, 800],
])('on a desktop the plans’ names stay in view: %i × %i', async (width, height) => {
  const { page, go } = await it.visitor({ device: 'web', lang: 'en' })
  await page.setViewportSize({ width, height })
  await go(`/plan/list?${COMPARED}`)
  const name = page.locator('table.compare').getByText('Asia Study Plus', { exact: true })
  await name.waitFor()
  const last = page.locator('table.compare tbody').last()
  await last.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 400)
  await expect
    .poll(async () => {
      const box = await name.boundingBox()
      return box !== null && box.y >= 0 && box.y < 40
    })
    .toBe(true)
})

test.each(rowsOf(TWO_VIEWS, isFirst))('whoever has read to the end buys there: $device $lang', async (view) => {
  const visitor = await it.visitor(view)
  const { page, go } = visitor
  const year = new Date().getFullYear() + 1
  await go(`/plan/list?to=kr&start=${year}-02-01&end=${year}-10-31&birth=2004-05-06&${COMPARED}`)
  const table = page.locator('table:is(.compare, .compare-narrow)').filter({ visible: true })
  const buy = (part: string) =>
    table.locator(`${part} a.btn-primary`).evaluateAll((all) => all.map((it) => it.getAttribute('href')))
  await expect.poll(() => buy('tfoot')).toHaveLength(2)
  const above = view.device === 'web' ? 'thead' : 'tbody'
  expect(await buy('tfoot')).toEqual(await buy(above))
  expect(await table.locator('tfoot').innerText()).toMatch(/[\d,]+\.\d\d[^]*[\d,]+\.\d\d/)
  await table.locator('tfoot').scrollIntoViewIfNeeded()
  await picture(visitor, 'comparison-end')
})

test.each(rowsOf(['web', 'mobile'] as const, inNone))(
  'Back from a plan’s details returns to the list or the comparison, whichever it was: %s',
  async (device) => {
    const visitor = await it.visitor({ device, lang: 'en' })
    const { page, say, go } = visitor
    await go('/plan/list')
    const boxes = page.getByRole('checkbox', { name: new RegExp(`^${say('plans:list.compare')}`) })
    // Boxes that are ticked before the page works are not seen by it.
    await page.locator('astro-island[ssr]').first().waitFor({ state: 'detached' })
    for (const one of [0, 1]) await boxes.nth(one).check()
    await expect.poll(() => new URL(page.url()).searchParams.get('compare')?.split(',').length).toBe(2)
    const details = page
      .getByRole('link', { name: new RegExp(`^${say('plans:list.details')}`) })
      .filter({ visible: true })
    await details.first().click()
    await page.waitForURL(/\/plan\/details\//)
    await page.goBack()
    await expect.poll(() => boxes.nth(1).isChecked()).toBe(true)
    expect(await page.locator('table:is(.compare, .compare-narrow)').count(), 'the comparison was not opened').toBe(0)
    await page.getByRole('button', { name: say('plans:list.compareNow', { count: 2 }) }).click()
    await page.locator('table').filter({ visible: true }).waitFor()
    await page.getByText(say('plans:list.onlyDifferent')).click()
    const rows = await page.locator('table tr').filter({ visible: true }).count()
    await details.last().click()
    await page.waitForURL(/\/plan\/details\//)
    await page.goBack()
    await expect.poll(() => page.locator('table tr').filter({ visible: true }).count()).toBe(rows)
    await page.getByText(say('plans:list.backToList')).click()
    await expect.poll(() => boxes.nth(1).isChecked()).toBe(true)
    await page.reload()
    await expect.poll(() => boxes.nth(1).isChecked()).toBe(true)
    expect(await page.locator('table:is(.compare, .compare-narrow)').count(), 'closed, and closed after a reload').toBe(
      0,
    )
  },
)

test.each([
  {
    device: 'web',
    lang: 'en',
    search: 'to=de&start=2027-09-01&end=2028-08-31&birth=1950-04-03',
    title: { key: 'plans:list.none.age', vars: { age: 77 } },
  },
  {
    device: 'mobile',
    lang: 'cn',
    search: 'to=uk&start=2027-09-01&end=2028-08-31&birth=2024-01-03',
    title: { key: 'plans:list.none.age', vars: { age: 3 } },
  },
] as const)('if age is why no plan fits, that is said: $device $lang', async ({ device, lang, search, title }) => {
  const { page, say, go } = await it.visitor({ device, lang })
  await go(`/plan/list?${search}`)
  await expect.poll(() => page.locator('main').innerText()).toContain(say(title.key, title.vars))
})

test.each(
  rowsOf(
    [
      { device: 'web', lang: 'cn' },
      { device: 'mobile', lang: 'en' },
    ] as const,
    isFirst,
  ),
)(
  'a plan that its insurer sells itself is applied for from list and comparison: $device $lang',
  async ({ device, lang }) => {
    const { page, say, go } = await it.visitor({ device, lang })
    const apply = page.locator('a[href$="/other/overseas/details/oshc-australia"]').filter({ visible: true })
    await go('/plan/list?to=au')
    await expect.poll(() => apply.count()).toBe(1)
    await go('/plan/list?to=au&compare=au-oshc.single,nz-study.study')
    await page.locator('table').filter({ visible: true }).waitFor()
    await expect.poll(() => apply.first().innerText()).toContain(say('plans:list.apply'))
  },
)

test('that no more can be compared is not said as a success', async () => {
  const { page, say, go } = await it.visitor({ device: 'web', lang: 'en' })
  await go('/plan/list?compare=asia-plus.basic,global-study.basic,us-campus.gold')
  await page.getByText(say('plans:list.backToList')).click()
  await page
    .getByRole('checkbox', { name: new RegExp(`^${say('plans:list.compare')}`), checked: false })
    .first()
    .click()
  const toast = page.locator('.toast')
  await expect.poll(() => toast.innerText()).toContain(say('plans:list.compareFull', { count: 3 }))
  expect(await toast.locator('use').first().getAttribute('href')).toContain('circle-alert')
})
