/**
 * A student applies through her school's campaign on her own device; somebody else pays by her link, or she pays
 * herself.
 */
import { describe, expect, test } from 'vitest'
import { DEMO_CAMPAIGN } from '../../../src/programs/demo/demo-campaign.ts'
import { axe } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { applyFromPeople, issued, methodButton, payNow, succeedPath } from './payment.ts'
import { self, term } from './people.ts'
import { action, readAll, typePeople } from './wizard.ts'
import { isLong } from '../../tools/long-form.ts'

const it = journeys()
const PAGE = `/h5/collection/${DEMO_CAMPAIGN}/us-campus`

/** Goes up to the choice of a payment method. */
async function apply(visitor: Visitor): Promise<void> {
  const { page, say } = visitor
  await visitor.go(PAGE)
  await action(visitor).click()
  await sees(
    visitor,
    say('collection:begin.errorOf', {
      field: say('collection:field.student-number'),
      error: say('errors:field.required'),
    }),
  )
  expect(await axe(page)).toEqual([])
  await picture(visitor, 'campaign-errors')
  await page.locator('[id="details.student-number"]').fill('20260017')
  await page.reload()
  await page.locator('[id="details.programme"]').fill('Computer science')
  await action(visitor).click()
  await readAll(visitor)
  await sees(
    visitor,
    say('confirm:campaign.fixed', { name: visitor.lang === 'cn' ? '湖畔大学' : 'Lakeside University' }),
  )
  await picture(visitor, 'campaign-fixed')
  const { start, end } = term()
  for (const [id, day] of [
    ['trip.start', start],
    ['trip.end', end],
  ] as const) {
    await page.locator(`[id="${id}"]`).fill(day)
  }
}

describe('a student of a school', () => {
  test('applies on a phone and has somebody else pay', async () => {
    const student = await it.visitor({ device: 'mobile', lang: 'cn' })
    await apply(student)
    const tab = await student.tab()
    await tab.go(PAGE)
    await sees(tab, tab.say('collection:mine.draft.title'))
    await picture(tab, 'campaign-draft')
    // Only one of a window's two tabs is rendered at a time.
    await tab.page.close()
    await typePeople(student, self())
    await applyFromPeople(student)
    await student.page.getByRole('button', { name: student.say('payer:else.make') }).click()
    const link = new URL(await student.page.locator('[data-shared-link]').innerText()).pathname.replace(/^\/cn/, '')
    const payer = await it.visitor({ device: 'mobile', lang: 'cn' })
    await payer.go(link)
    await sees(payer, payer.say('payer:asked.title'))
    await picture(payer, 'campaign-pay')
    await action(payer).click()
    await methodButton(payer).waitFor()
    await payNow(payer)
    await at(payer, '/h5/details')
    await sees(payer, payer.say('payer:details.payer'))
    await picture(payer, 'campaign-paid')
    // The student's own page follows the payment; leaving it in that moment would abort one of the two navigations.
    await at(student, succeedPath(student))
    await student.go(PAGE)
    await sees(student, student.say('collection:mine.paid.title'))
    await student.page.getByRole('link', { name: student.say('collection:mine.paid.go') }).click()
    await sees(student, student.say('payer:details.own'))
    const stranger = await it.visitor({ device: 'mobile', lang: 'cn' })
    await stranger.go(PAGE)
    await sees(stranger, stranger.say('collection:begin.title'))
    expect(await stranger.page.getByText(stranger.say('collection:mine.title')).count()).toBe(0)
  })

  test.runIf(isLong)('applies on a desktop and pays herself', async () => {
    const student = await it.visitor({ device: 'web', lang: 'en' })
    await apply(student)
    await typePeople(student, self())
    await applyFromPeople(student)
    await payNow(student)
    await issued(student)
    await student.go(PAGE)
    await sees(student, student.say('collection:mine.paid.title'))
    await picture(student, 'campaign-own-paid')
  })

  test('is told that a link is wrong', async () => {
    const student = await it.visitor({ device: 'mobile', lang: 'en' })
    await student.go('/h5/collection/aGVsbG8td29ybGQtaGVsbG8x')
    await sees(student, student.say('collection:wrong.title'))
    expect(await axe(student.page)).toEqual([])
    await student.go('/h5/pay/tuition/aGVsbG8td29ybGQtaGVsbG8x')
    await sees(student, student.say('payer:linkOver.type.title'))
  })
})
