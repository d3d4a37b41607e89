/**
 * A policy cancelled after its start: the refund is calculated, decided, paid, and deducted from its invoice by a
 * red-letter one.
 */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { advanceClock, axe, messagesTo } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { logIn } from './login.ts'
import { askUntilAnswered, operatorDesk, ownPolicy } from './own-policy.ts'
import { isSecond, rowsOf } from '../../tools/long-form.ts'

// Without the demo account, so that the operator's lists contain only this journey's entries.
const it = journeys({ env: { DEMO: '0' } })
const desk = operatorDesk(it)
const VIEWS = [
  { device: 'web', lang: 'en' },
  { device: 'mobile', lang: 'cn', theme: 'dark' },
] as const
const WEEK = 7 * 24 * 3_600_000

const button = ({ page, say }: Visitor, key: string) => page.getByRole('button', { name: say(key), exact: true })
/** Sums in a text, in their printed form: "1,812.16". */
const figure = (text: string): string => /[\d,]+\.\d\d/.exec(text)?.[0] ?? ''

test.each(rowsOf(VIEWS, isSecond))('a part comes back, and the invoice follows it: $device $lang', async (view) => {
  const own = await ownPolicy(it.site, view.lang)
  const visitor = await it.visitor({ ...view, stored: own.stored })
  const { page, say } = visitor
  await visitor.go(`/personal/order?id=${own.order}`)
  await button(visitor, 'invoices:open.request').click()
  await button(visitor, 'invoices:form.send.request').click()
  await page.locator('#invoice [role=status]').getByText(say('invoices:state.issued'), { exact: true }).waitFor()

  // Seven weeks later, six of them in force: the login has long ended.
  await advanceClock(it.site, 7 * WEEK)
  await visitor.go(`/insurance-policy/details?id=${own.policy}#surrender`)
  await logIn(visitor, it.site, own.buyer.email)
  await at(visitor, '/insurance-policy/details')
  await button(visitor, 'policies:surrender.open').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(say('policies:surrender.line.total'), { exact: true }).waitFor()
  // Line by line down to the refund.
  expect(await dialog.getByRole('row').count()).toBeGreaterThanOrEqual(5)
  const back = figure(await dialog.getByRole('row').last().innerText())
  expect(back).not.toBe('')
  await picture(visitor, 'cancel-worked-out')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: say('policies:surrender.yes') }).dblclick()
  await sees(visitor, say('policies:surrender.state.under_review.title'))
  // Who asked is at what became of it, and not at the top of the page.
  const heading = page.locator('#surrender > h2')
  await heading.and(page.locator(':focus')).waitFor()
  expect(await heading.evaluate((it) => it.getBoundingClientRect().top)).toBeLessThan(page.viewportSize()!.height)
  await picture(visitor, 'cancel-under-review')

  const id = await askUntilAnswered(
    async () => /^(\w{26})  .*under_review/m.exec(await desk('refunds', 'list'))?.[1],
    'The request on the operator’s list',
  )
  expect(await desk('refunds', 'show', id)).toContain(back)
  expect(await desk('refunds', 'approve', id)).toContain('is approved')
  await askUntilAnswered(async () => {
    await advanceClock(it.site, 60_000)
    return (await messagesTo(it.site, own.buyer.email)).find(({ text }) => text.includes(back))
  }, 'The message that the money goes back')
  await askUntilAnswered(async () => {
    await page.reload()
    await page.locator('#surrender').waitFor()
    return (await page.locator('#surrender').innerText()).includes(back) || undefined
  }, 'The policy’s page to say what went back')
  await picture(visitor, 'cancel-done')

  // The rest of the invoice is what was kept, and the red-letter one names the one that it reverses.
  await visitor.go(`/personal/order?id=${own.order}`)
  await page.locator('#invoice').waitFor()
  await askUntilAnswered(async () => {
    await advanceClock(it.site, 60_000)
    await page.reload()
    await page.locator('#invoice li').first().waitFor()
    return (await page.locator('#invoice li').count()) === 2 || undefined
  }, 'The red-letter invoice')
  await page.locator('#invoice [role=status]').getByText(say('invoices:state.part_reversed'), { exact: true }).waitFor()
  const red = page.locator('#invoice li').last()
  expect(await red.innerText()).toContain(back)
  const [number = ''] = /\d{20}/.exec(await page.locator('#invoice li').first().innerText()) ?? []
  expect(await red.innerText()).toContain(say('invoices:line.reverses', { number }))
  expect(await page.locator('#refund').innerText()).toContain(back)
  const [pdf] = await Promise.all([page.waitForEvent('download'), red.getByRole('button').first().click()])
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')
  expect(await axe(page)).toEqual([])
  await picture(visitor, 'cancel-invoice-reversed')
})
