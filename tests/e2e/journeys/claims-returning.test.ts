/**
 * Somebody who was paid before claims again, on the phone: how many answers, photos and taps it takes. A number above
 * the goal fails.
 */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { LIMITS } from '../../../src/lib/limits-and-periods.ts'
import { showDay } from '../../../src/ui/day-format.ts'
import { claimSite, daysAgo, page as drawn } from './claim-fixtures.ts'
import { draw, strokeOf } from './claim-steps.ts'
import { at, picture, sees, type Visitor } from './journeys.ts'

const site = claimSite()
/** The reviews counted 25 answers, 4 photos and 42 taps. */
const GOAL = { answers: 15, photos: 2, taps: 25 }

const ASSESSED = `
invoices:
  - visit: v001
    lines:
      - { name: { en: GP visit, cn: 门诊诊疗 }, amount: "85.40" }
`

/**
 * Counts its own actions, each stroke of a signature too. Choosing a photo is one tap on the page and one in the
 * phone's album.
 */
function counting(visitor: Visitor) {
  const { page } = visitor
  const count = { answers: 0, photos: 0, taps: 0 }
  const tap = async (target: Locator): Promise<void> => {
    count.taps++
    // Not `tap()`: on a busy machine its two touches are so far apart that the browser takes them for a long press.
    await target.filter({ visible: true }).first().click()
  }
  return {
    count,
    tap,
    /** Taps a field and types; the keyboard is not counted. */
    write: async (target: Locator, text: string) => {
      count.answers++
      await tap(target)
      await page.keyboard.insertText(text)
    },
    tick: async (target: Locator) => {
      count.answers++
      await tap(target)
    },
    sign: async (points: readonly { x: number; y: number }[][]) => {
      count.answers++
      for (const stroke of points) {
        count.taps++
        await draw(visitor, stroke)
      }
    },
    photograph: async (kind: 'invoice' | 'medical_record') => {
      count.answers++
      count.photos++
      count.taps += 2
      const { name, mime, bytes } = await drawn(kind)
      const slot = page.locator('.upload-group').filter({ has: page.locator(`[id="upload-${kind}"]`) })
      await slot
        .locator('input[type=file][multiple]')
        .first()
        .setInputFiles([{ name, mimeType: mime, buffer: bytes }])
      await expect.poll(() => slot.locator('.upload-row .text-ok').count()).toBe(1)
    },
  }
}

test('the simplest visit of somebody who was paid before', async () => {
  const lang = 'en'
  const person = await site.insured('returning')
  const before = await site.sent(person)
  for (const words of [
    ['register'],
    ['review'],
    ['accept-document', 'all'],
    ['decide', '--file', site.file(ASSESSED)],
    ['pay'],
    ['pay', '--reference', 'R-1'],
  ]) {
    const [verb = '', ...rest] = words
    await site.desk('wu', verb, before.number, ...rest)
  }
  const visitor = await site.visitor({ device: 'mobile', lang, stored: person.stored })
  const { page, say } = visitor
  const finger = counting(visitor)
  const go = (key: string): Promise<void> => finger.tap(page.getByRole('button', { name: say(key), exact: true }))
  const field = (id: string): Locator => page.locator(`[id="${id}"]`)

  await visitor.go('/claim/application/list')
  await finger.tick(page.getByRole('button', { name: say('claimform:list.yesterday'), exact: true }))
  await finger.tick(field('sensitive'))
  await go('claimform:list.start')

  await at(visitor, '/claim/application/read')
  await finger.tick(page.getByRole('checkbox', { name: say('claimform:sign.tick') }))
  await go('claimform:sign.across')
  await finger.sign([await strokeOf(visitor, 0), await strokeOf(visitor, 1)])
  await go('claimform:sign.doneAndGo')

  await at(visitor, '/claim/application/apply')
  await finger.tick(page.locator('input[name=type][value=outpatient]'))
  await expect.poll(() => page.locator('input[name=type]').count()).toBe(1)
  await finger.write(field('description'), 'Sore throat and fever. The GP prescribed rest.')
  await finger.write(page.getByRole('combobox', { name: say('claimform:field.hospital'), exact: true }), 'London')
  await finger.tap(page.getByRole('option'))
  // The day of the first treatment was entered at the beginning.
  await expect
    .poll(() => page.getByLabel(say('claimform:visits.day'), { exact: true }).inputValue())
    .toBe(showDay(daysAgo(1), lang))
  // Figures that the currency cannot have are told when the field is left, before anything is sent.
  const [amount, currency] = (['amount', 'currency'] as const).map((name) =>
    page.getByLabel(say(`claimform:visits.${name}`), { exact: true }),
  )
  await currency?.selectOption('JPY')
  await amount?.fill('12500.50')
  expect(await page.getByText(say('claimform:fieldError.amount_whole')).count(), 'while it is typed').toBe(0)
  await amount?.blur()
  await sees(visitor, say('claimform:fieldError.amount_whole'))
  await amount?.fill('')
  await currency?.selectOption('GBP')
  await finger.write(page.getByLabel(say('claimform:visits.amount'), { exact: true }), '85.40')
  await finger.tick(page.locator('input[name=medicine][value=no]'))
  await finger.tick(page.locator('input[name=otherInsurance][value=no]'))
  await go('claimform:continue')

  await at(visitor, '/claim/application/apply', { part: 'account' })
  await sees(visitor, /ending 0128/)
  await picture(visitor, 'claims-returning-account')
  await go('claimform:continue')

  await at(visitor, '/claim/application/upload')
  await page
    .getByText(say('claimform:documents.since', { day: '|' }).split('|')[0] ?? '')
    .first()
    .waitFor()
  for (const kind of ['invoice', 'medical_record'] as const) await finger.photograph(kind)
  await go('claimform:documents.go')

  await at(visitor, '/claim/application/upload', { part: 'check' })
  // Sending data to the hospital abroad is left unticked: the claim is sent all the same.
  await finger.tick(field('declarations.truth'))
  await go('claimform:check.send')
  await page.getByText(/^YF-C-\d{6}-[0-9A-Z]{6}$/).waitFor()
  console.info(
    `A returning claimant: ${JSON.stringify(finger.count)}, goal ${JSON.stringify(GOAL)}; IDs are reused for ${LIMITS.idReuseMonths} months`,
  )
  for (const what of ['answers', 'photos', 'taps'] as const)
    expect(finger.count[what], what).toBeLessThanOrEqual(GOAL[what])
})
