/**
 * On a desktop, a plan's price and "Buy" are visible from the start at any window height, and stay so while scrolling;
 * errors stay marked.
 */
import { expect, test } from 'vitest'
import { at, journeys, type Visitor } from './journeys.ts'
import { student, term } from './people.ts'
import { confirmPath, onStep } from './wizard.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'
import { networkAtRest } from '../../browser/visit.ts'

const it = journeys()

test.each(
  rowsOf(
    [
      [1280, 600],
      [1366, 650],
      [1440, 780],
      [1280, 860],
      [1920, 970],
    ],
    isFirst,
  ),
)('in a window of %i × %i', async (width, height) => {
  const visitor = await it.visitor({ device: 'web', lang: 'en' })
  const { page, say } = visitor
  await page.setViewportSize({ width, height })
  for (const plan of ['us-campus', 'global-study']) {
    const { start, end } = term()
    await visitor.go(
      `/plan/details/${plan}?${new URLSearchParams({ to: 'us', start, end, birth: student().birthDate })}`,
    )
    const buy = page
      .getByRole('link', { name: say('plans:price.buy') })
      .filter({ visible: true })
      .last()
    const sum = page.locator('#price dd.type-sum')
    await sum.waitFor()
    for (const part of [0, 0.3, 0.6]) {
      await page.evaluate(
        (share) => scrollTo({ top: document.documentElement.scrollHeight * share, behavior: 'instant' }),
        part,
      )
      for (const [name, place] of [
        ['price', sum],
        ['Buy', buy],
      ] as const) {
        await expect
          .poll(
            async () => {
              const box = await place.boundingBox()
              return box !== null && box.y >= 0 && box.y + box.height <= height
            },
            { message: `${name} of ${plan} at ${part} of the page` },
          )
          .toBe(true)
      }
    }
    await buy.focus()
    const box = await buy.boundingBox()
    expect(
      (box?.y ?? -1) >= 0 && (box?.y ?? 0) + (box?.height ?? 0) <= height,
      'the focus of the keyboard is in the window',
    ).toBe(true)
  }
})

/** The boxes of the price card, of what scrolls in it, and of its foot. */
const cardBoxes = ({ page }: Visitor) =>
  page.locator('#price').evaluate((card) => {
    const box = (it: Element | null | undefined) =>
      it?.getBoundingClientRect().toJSON() as { top: number; bottom: number } | undefined
    return {
      card: box(card),
      fields: box(card.querySelector('.price-fields')),
      foot: box(card.querySelector('.price-foot')),
      focus: box(document.activeElement?.closest('label') ?? document.activeElement),
    }
  })

test.each(
  rowsOf(
    [
      [1280, 600],
      [1366, 650],
      [1280, 720],
      [1280, 860],
    ],
    isFirst,
  ),
)('below both bars, in a window of %i × %i', async (width, height) => {
  const visitor = await it.visitor({ device: 'web', lang: 'en', first: true })
  const { page, say } = visitor
  await page.setViewportSize({ width, height })
  await visitor.go(confirmPath())
  await onStep(visitor, 'enter')
  // The application is noted on the device once what does that has loaded.
  await networkAtRest(page)
  await visitor.go('/plan/details/uk-plus')
  await page.locator('[data-continue]').waitFor()
  await page.locator('[data-offer-bar]').waitFor()
  const buy = page.locator('#price .price-foot').getByRole('button', { name: say('plans:price.buy') })
  await expect
    .poll(
      async () => {
        const box = await buy.boundingBox()
        return box !== null && box.y + box.height <= height
      },
      { message: 'Buy is whole' },
    )
    .toBe(true)
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight * 0.4, behavior: 'instant' }))
  await expect
    .poll(async () => height - ((await cardBoxes(visitor)).card?.bottom ?? 0), {
      message: 'the card uses the height that there is',
    })
    .toBeLessThan(40)
})

test.each(
  rowsOf(
    [
      [1280, 600],
      [1366, 650],
      [1280, 800],
    ],
    isFirst,
  ),
)('the keyboard never goes below the foot of the card: %i × %i', async (width, height) => {
  const visitor = await it.visitor({ device: 'web', lang: 'en' })
  const { page } = visitor
  await page.setViewportSize({ width, height })
  const { start, end } = term()
  await visitor.go(`/plan/details/uk-plus?${new URLSearchParams({ start, end, birth: student().birthDate })}`)
  await page.locator('#price dd.type-sum').waitFor()
  await page.locator('[name=tier]').first().focus()
  const seen: string[] = []
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() =>
      document.activeElement?.closest('.price-fields')
        ? (document.activeElement.getAttribute('name') ?? document.activeElement.id)
        : '',
    )
    if (name === '') continue
    seen.push(name)
    await expect
      .poll(
        async () => {
          const { fields, focus } = await cardBoxes(visitor)
          return fields !== undefined && focus !== undefined && focus.top >= fields.top && focus.bottom <= fields.bottom
        },
        { message: `${name || 'a button'} is whole` },
      )
      .toBe(true)
  }
  expect(seen).toEqual(expect.arrayContaining(['start', 'length', 'end', 'birth']))
})

test.each(rowsOf(['web', 'mobile'] as const, isFirst))('a reload keeps what was typed: %s', async (device) => {
  const visitor = await it.visitor({ device, lang: 'en' })
  const { page, say } = visitor
  await visitor.go('/plan/details/uk-plus')
  const { start, end } = term()
  const typed = { start, end, birth: student().birthDate }
  // The first day of cover is filled in by the island; a day typed meanwhile would stand behind it.
  await expect.poll(() => page.locator('#start').inputValue()).not.toBe('')
  for (const [id, day] of Object.entries(typed)) await page.locator(`[id="${id}"]`).fill(day)
  await page.locator('#price').getByText(say('plans:family.addChild')).click()
  await page.locator('label:has([name=tier])').last().click()
  await page.reload()
  for (const id of Object.keys(typed))
    await expect.poll(() => page.locator(`[id="${id}"]`).inputValue(), { message: id }).not.toBe('')
  await expect.poll(() => page.locator('[name=tier]').last().isChecked()).toBe(true)
  await page.locator('[id="family.0"]').waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(typed)
})

test('by keyboard, the days that an ambiguous one may be come next', async () => {
  const visitor = await it.visitor({ device: 'web', lang: 'en' })
  const { page } = visitor
  await visitor.go('/plan/details/uk-plus')
  await page.locator('[id="birth"]').fill('')
  await page.locator('[id="birth"]').pressSequentially('3/4/2004')
  // The question is a part of its own, which begins to load once there is something to ask.
  await networkAtRest(page)
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('3\u00a0April\u00a02004')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('birth')
  await expect.poll(() => page.locator('[id="birth"]').inputValue()).toBe('3 Apr 2004')
})

test.each([
  { device: 'web', lang: 'en', plan: 'au-oshc', slug: 'oshc-australia' },
  { device: 'mobile', lang: 'cn', plan: 'nz-study', slug: 'study-new-zealand' },
  { device: 'mobile', lang: 'en', plan: 'ca-student', slug: 'study-canada' },
] as const)(
  'the price of a plan that its insurer sells itself leads to applying for it: $plan',
  async ({ device, lang, plan, slug }) => {
    const visitor = await it.visitor({ device, lang })
    const { page, say } = visitor
    const { start, end } = term()
    await visitor.go(`/plan/details/${plan}?${new URLSearchParams({ start, end, birth: student().birthDate })}`)
    await page.locator('#price .price-foot').waitFor()
    const apply = page.getByRole('link', { name: say('plans:list.apply') }).filter({ visible: true })
    await expect.poll(() => apply.count()).toBeGreaterThan(0)
    await apply.last().click()
    await at(visitor, `/other/overseas/details/${slug}`)
  },
)

test('a date that is none stays marked while the next one is filled in', async () => {
  const { page, say, go } = await it.visitor({ device: 'web', lang: 'en' })
  await go('/plan/details/global-study')
  const end = page.locator('[id="end"]')
  await end.fill('30 Feb 2027')
  await page.locator('[id="birth"]').fill(student().birthDate)
  await page.locator('[id="start"]').focus()
  await expect.poll(() => end.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => page.locator('#price').innerText()).toContain(say('plans:price.marked', { count: 1 }))
})

test('on a phone the field that takes the focus lies clear of the bar at the bottom', async () => {
  const { page, say, go } = await it.visitor({ device: 'mobile', lang: 'en' })
  const { start, end } = term()
  await go(`/plan/details/global-study?${new URLSearchParams({ to: 'gb', start, end })}`)
  const birth = page.locator('[id="birth"]')
  // Behind the bar it counts as visible, so that a browser would leave it there.
  await birth.evaluate((it) =>
    scrollBy({ top: it.getBoundingClientRect().bottom - innerHeight + 5, behavior: 'instant' }),
  )
  await page
    .locator('.action-bar')
    .getByRole('button', { name: say('plans:price.see') })
    .click()
  await expect.poll(() => birth.evaluate((it) => it === document.activeElement)).toBe(true)
  const [field, bar] = await Promise.all([birth.boundingBox(), page.locator('.action-bar').boundingBox()])
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})
