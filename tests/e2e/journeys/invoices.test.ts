/**
 * After the purchase: finding the order by its state, requesting, correcting and reissuing its invoice, and the way to
 * a refund.
 */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { axe } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { logIn } from './login.ts'
import { issued, payNow, payPath } from './payment.ts'
import { self, student } from './people.ts'
import { prepareOrder } from './prepare-order.ts'
import { isLong } from '../../tools/long-form.ts'

const it = journeys()
const COMPANY = { name: '福州示例留学服务有限公司', number: '91350100M000100Y43' }

/** A student who has bought a policy and looks at the list of orders. */
async function boughtBy(view: Pick<Visitor, 'device' | 'lang'>): Promise<{ visitor: Visitor; order: string }> {
  const buyer = student()
  const made = await prepareOrder(it.site, { people: self(buyer), lang: view.lang })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  await visitor.go(`${payPath(visitor)}?order=${made.id}`)
  await payNow(visitor)
  await issued(visitor)
  await visitor.go('/personal/order')
  await logIn(visitor, it.site, buyer.email)
  await at(visitor, '/personal/order')
  return { visitor, order: made.id }
}

const button = ({ page, say }: Visitor, key: string) => page.getByRole('button', { name: say(key), exact: true })
const inState = ({ page, say }: Visitor, state: string) =>
  page
    .locator('#invoice [role=status]')
    .getByText(say(`invoices:state.${state}`), { exact: true })
    .waitFor()
const field = ({ page }: Visitor, id: string) => page.locator(`#${id}`)

async function openOrder(visitor: Visitor, order: string): Promise<void> {
  const { page, say } = visitor
  await page.getByRole('tab', { name: say('account:order.group.paid') }).click()
  await at(visitor, '/personal/order', { state: 'paid' })
  await page.locator(`a[href*="${order}"]`).first().click()
  await at(visitor, '/personal/order', { id: order })
}

/** An answer that the page is too old to read asks for a reload, which what was typed outlives. */
async function updatedMeanwhile(visitor: Visitor): Promise<void> {
  const { page, say } = visitor
  const ask = async (): Promise<void> => {
    await button(visitor, 'invoices:open.request').click()
    await page.getByLabel(say('invoices:form.organisation')).check()
  }
  const typed = { name: COMPANY.name, 'tax-number': COMPANY.number, email: 'accounts@example.com' }
  await page.route(/invoice\/request/, (route) => route.fulfill({ json: { status: 1, data: [] } }))
  await ask()
  for (const [id, value] of Object.entries(typed)) await field(visitor, `invoice-${id}`).fill(value)
  await button(visitor, 'invoices:form.send.request').click()
  await page.getByText(say('app:failed.updated')).waitFor()
  await page.unroute(/invoice\/request/)
  await page.reload()
  await ask()
  // The page fills the email's field with the account's own address; what a person typed instead comes back.
  for (const id of ['name', 'email'] as const)
    await expect.poll(() => field(visitor, `invoice-${id}`).inputValue()).toBe(typed[id])
  // A number that no browser may remember is not kept.
  expect(await field(visitor, 'invoice-tax-number').inputValue()).toBe('')
  // Kept for that reload alone.
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(typed.name)
}

test('an organisation asks for its invoice, is told of each slip at its field, and changes the title later', async () => {
  const { visitor, order } = await boughtBy({ device: 'web', lang: 'en' })
  const { page, say } = visitor
  await openOrder(visitor, order)
  await updatedMeanwhile(visitor)
  for (const id of ['name', 'tax-number']) await field(visitor, `invoice-${id}`).fill('')
  await field(visitor, 'invoice-email').fill('nobody')
  await button(visitor, 'invoices:form.send.request').click()
  for (const code of ['title_required', 'tax_number_required', 'email_format'])
    await page
      .getByRole('alert')
      .getByText(say(`invoices:error.${code}`))
      .waitFor()
  await field(visitor, 'invoice-email').fill('books@example.com')
  await field(visitor, 'invoice-name').fill(COMPANY.name)
  await field(visitor, 'invoice-tax-number').fill(COMPANY.number.replace(/3$/, 'Z'))
  await button(visitor, 'invoices:form.send.request').click()
  await page.getByLabel(say('invoices:form.confirm')).waitFor()
  expect(await axe(page)).toEqual([])
  await field(visitor, 'invoice-tax-number').fill(COMPANY.number)
  await button(visitor, 'invoices:form.send.request').dblclick()
  await inState(visitor, 'issued')
  await page.reload()
  await sees(visitor, COMPANY.name)
  await picture(visitor, 'invoice-issued')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .locator('#invoice button')
      .filter({ hasText: say('invoices:get.pdf') })
      .click(),
  ])
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await button(visitor, 'invoices:open.retitle').click()
  await page.locator('#invoice').getByRole('radio').first().check()
  await button(visitor, 'invoices:form.send.retitle').click()
  await page.locator('#invoice-unused-error').waitFor()
  await field(visitor, 'invoice-unused').check()
  await button(visitor, 'invoices:form.send.retitle').click()
  await inState(visitor, 'reissued')
  expect(await page.locator('#invoice li').count()).toBe(3)
  await picture(visitor, 'invoice-reissued')
})

test.runIf(isLong)(
  'a tax number that nobody knows is put right on a phone; the refund leads to the policy, where it is worked out',
  async () => {
    const { visitor, order } = await boughtBy({ device: 'mobile', lang: 'cn' })
    const { page, say } = visitor
    await openOrder(visitor, order)
    await button(visitor, 'invoices:open.request').click()
    await page.getByLabel(say('invoices:form.organisation')).check()
    await field(visitor, 'invoice-name').fill(COMPANY.name)
    await field(visitor, 'invoice-tax-number').fill('0'.repeat(15))
    await button(visitor, 'invoices:form.send.request').click()
    await sees(visitor, say('invoices:note.failed.tax_number'))
    await picture(visitor, 'invoice-failed')
    await button(visitor, 'invoices:open.correct').click()
    await field(visitor, 'invoice-tax-number').fill(COMPANY.number)
    await button(visitor, 'invoices:form.send.correct').click()
    await inState(visitor, 'issued')
    expect(await axe(page)).toEqual([])
    await page
      .locator('#refund')
      .getByRole('link', { name: say('refunds:toPolicy') })
      .click()
    await at(visitor, '/insurance-policy/details')
    await sees(visitor, say('policies:surrender.title'))
  },
)
