/** The policy terms in the other language: the opened chapters stay open, and the same article is at the top. */
import { expect, test } from 'vitest'
import { localPath } from '../../../src/lib/locale.ts'
import { prepareOrder } from './prepare-order.ts'
import { journeys, picture, TWO_VIEWS, type Visitor } from './journeys.ts'
import { onStep } from './wizard.ts'
import { isSecond, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

const openChapters = ({ page }: Visitor): Promise<string[]> =>
  page.locator('main details.accordion[open]').evaluateAll((rows) => rows.map(({ id }) => id))
/** The article in the upper part of the window, by its number. */
const articleOnTop = ({ page }: Visitor): Promise<string> =>
  page
    .locator('main details[open] section[id]')
    .evaluateAll((articles) => articles.findLast((one) => one.getBoundingClientRect().top < innerHeight / 3)?.id ?? '')

test.each(rowsOf(TWO_VIEWS, isSecond))('chapters and place stay ($device from $lang)', async (view) => {
  const made = await prepareOrder(it.site, { upTo: 'read', lang: view.lang })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  const { page } = visitor
  await visitor.go(`/confirm?id=${made.id}&step=terms`)
  await onStep(visitor, 'terms')
  for (const chapter of [1, 3]) await page.locator(`#chapter-${chapter} > summary`).click()
  const article = await page
    .locator('#chapter-3 section[id]')
    .nth(1)
    .evaluate((row) => {
      scrollTo({ top: scrollY + row.getBoundingClientRect().top - 150, behavior: 'instant' })
      return row.id
    })
  expect(await articleOnTop(visitor)).toBe(article)
  const other = view.lang === 'en' ? 'cn' : 'en'
  await page.locator('a[data-lang-switch]').filter({ visible: true }).first().click()
  await page.waitForURL(
    (url) => url.pathname === localPath(other, '/confirm') && url.searchParams.get('step') === 'terms',
  )
  const there = { ...visitor, lang: other } as const
  await expect.poll(() => openChapters(there)).toEqual(['chapter-1', 'chapter-3'])
  // The desktop's header scrolls away, so the language is switched at the top of the page.
  if (view.device === 'mobile') await expect.poll(() => articleOnTop(there)).toBe(article)
  await picture(there, 'terms-other-language')
})

test('before the first heading nothing moves, and an opened chapter stays open', async () => {
  const made = await prepareOrder(it.site, { upTo: 'read' })
  const visitor = await it.visitor({ stored: made.stored })
  const { page } = visitor
  await visitor.go(`/confirm?id=${made.id}&step=terms`)
  await onStep(visitor, 'terms')
  await page.locator('#chapter-0 > summary').click()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.locator('a[data-lang-switch]').filter({ visible: true }).first().click()
  await page.waitForURL((url) => url.pathname === localPath('cn', '/confirm'))
  await expect.poll(() => openChapters(visitor)).toEqual(['chapter-0'])
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
