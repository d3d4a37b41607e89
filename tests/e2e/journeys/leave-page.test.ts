/** Leaving an application and finding it again; choosing another tier late. Both keep the buyer's step. */
import { expect, test } from 'vitest'
import { maskContact } from '../../../src/lib/people/contact.ts'
import { eventually, messagesTo } from '../browser-site.ts'
import { prepareOrder } from './prepare-order.ts'
import { at, journeys, picture, sees, TWO_VIEWS } from './journeys.ts'
import { action, onStep, toPart } from './wizard.ts'
import { isFirst, isSecond, rowsOf } from '../../tools/long-form.ts'
import { networkAtRest } from '../../browser/visit.ts'

const it = journeys()

test.each(
  rowsOf(
    [
      { device: 'web', lang: 'cn' },
      { device: 'mobile', lang: 'en' },
    ] as const,
    isFirst,
  ),
)(
  'who saves and leaves is told how to come back, by link too, and the front page leads back: $device $lang',
  async (view) => {
    const made = await prepareOrder(it.site, { lang: view.lang, upTo: 'people' })
    const visitor = await it.visitor({ ...view, stored: made.stored })
    const { page, say } = visitor
    await visitor.go(`/confirm?id=${made.id}&step=people`)
    await onStep(visitor, 'people')
    // Until the page listens, the link is a plain one that leads home.
    await networkAtRest(page)
    await page.locator('a[data-save-leave]').filter({ visible: true }).first().click()
    await sees(visitor, say('confirm:leave.title'))
    await page.locator('[id="leave.to"]').fill('mother@example.com')
    await page.getByRole('button', { name: say('confirm:leave.send') }).click()
    await page.getByText(say('confirm:leave.sent', { to: maskContact('mother@example.com') })).waitFor()
    await eventually(
      async () =>
        (await messagesTo(it.site, 'mother@example.com')).find(({ text }) => text.includes(`/confirm?id=${made.id}`)),
      'The link in the mailbox',
    )
    await page.getByRole('button', { name: say('confirm:leave.go') }).click()
    await at(visitor, '/home')
    await page.locator('[data-continue] a').click()
    await at(visitor, '/confirm', { id: made.id })
  },
)

test.each(rowsOf(TWO_VIEWS, isSecond))(
  'another tier in the fifth step shows what it changes and keeps the place: $device $lang',
  async (view) => {
    const made = await prepareOrder(it.site, { lang: view.lang, upTo: 'check' })
    const visitor = await it.visitor({ ...view, stored: made.stored })
    const { page, say } = visitor
    await visitor.go(`/confirm?id=${made.id}&step=people`)
    await onStep(visitor, 'people')
    await page.locator('[id="trip.tier"]').selectOption('platinum')
    await page
      .getByRole('status')
      .getByText(say('confirm:changes.notice', { tier: '|' }).split('|')[1]?.trim() ?? '')
      .waitFor()
    await page.reload()
    await onStep(visitor, 'people')
    await toPart(visitor, 'buyer')
    await action(visitor).click()
    await sees(visitor, say('confirm:changes.lead'))
    await picture(visitor, 'changes')
    const confirm = page.getByRole('button', { name: say('confirm:changes.confirm') }).filter({ visible: true })
    await page.getByText(say('confirm:changes.back')).filter({ visible: true }).scrollIntoViewIfNeeded()
    await confirm.click()
    await onStep(visitor, 'health')
    expect((await made.look()).stale).toEqual([])
  },
)
