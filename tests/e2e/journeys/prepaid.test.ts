/** A payer without an account requests the invoice of a payment, follows it, and downloads it; the buyer sends the link. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { DEMO_PREPAID_KEY } from '../../../src/features/invoices/server/sandbox/demo-prepaid.ts'
import { axe } from '../browser-site.ts'
import { at, journeys, picture, sees, type Visitor, VIEWS } from './journeys.ts'
import { logIn } from './login.ts'
import { issued, payNow, payPath } from './payment.ts'
import { self, student } from './people.ts'
import { prepareOrder } from './prepare-order.ts'
import { isFirst, isLong, rowsOf } from '../../tools/long-form.ts'

const it = journeys()
const COMPANY = { name: '福州示例留学服务有限公司', number: '91350100M000100Y43' }

/** A buyer whose policy is issued, on the order's page. */
async function buyer(view: Pick<Visitor, 'device' | 'lang'>): Promise<Visitor> {
  const person = student()
  const made = await prepareOrder(it.site, { people: self(person), lang: view.lang })
  const visitor = await it.visitor({ ...view, stored: made.stored })
  await visitor.go(`${payPath(visitor)}?order=${made.id}`)
  await payNow(visitor)
  await issued(visitor)
  await visitor.go(`/personal/order?id=${made.id}`)
  await logIn(visitor, it.site, person.email)
  await at(visitor, '/personal/order', { id: made.id })
  return visitor
}

const button = ({ page, say }: Visitor, key: string) => page.getByRole('button', { name: say(key), exact: true })
const field = ({ page }: Visitor, id: string) => page.locator(`#${id}`)

/** The buyer creates a link; returns its path without language. */
async function linkOf(visitor: Visitor): Promise<string> {
  await button(visitor, 'invoices:link.make').click()
  return new URL(await visitor.page.locator('[data-shared-link]').innerText()).pathname.replace(/^\/cn/, '')
}

const withStatus = (link: string, status: string): string => link.replace('/apply/', `/${status}/`)

describe('a company that paid', () => {
  test.each(rowsOf(VIEWS, isFirst))(
    'asks, puts its tax number right, and downloads both files ($device $lang)',
    async ({ device, lang }) => {
      const sends = await buyer({ device: device === 'web' ? 'mobile' : 'web', lang })
      const link = await linkOf(sends)
      await picture(sends, 'prepaid-link-made')
      const payer = await it.visitor({ device, lang })
      const { page, say } = payer
      // Whatever the address says, the server decides the state.
      await payer.go(withStatus(link, 'issued'))
      await at(payer, link)
      await sees(payer, say('prepaid:title.apply'))
      await picture(payer, 'prepaid-apply')
      await button(payer, 'invoices:form.send.request').click()
      for (const code of ['payer_required', 'email_required'])
        await page
          .getByRole('alert')
          .getByText(say(`invoices:error.${code}`))
          .waitFor()
      await page.getByLabel(say('invoices:form.organisation')).check()
      await field(payer, 'invoice-name').fill(COMPANY.name)
      await field(payer, 'invoice-tax-number').fill('0'.repeat(15))
      await field(payer, 'invoice-email').fill('books@example.com')
      expect(await axe(page)).toEqual([])
      await button(payer, 'invoices:form.send.request').dblclick()
      await at(payer, withStatus(link, 'failed'))
      await sees(payer, say('invoices:note.failed.tax_number'))
      expect(await axe(page)).toEqual([])
      await picture(payer, 'prepaid-failed')
      await page.reload()
      await field(payer, 'invoice-tax-number').fill(COMPANY.number)
      await button(payer, 'invoices:form.send.correct').click()
      await at(payer, withStatus(link, 'issued'))
      await sees(payer, COMPANY.name)
      for (const format of ['pdf', 'xml']) {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page
            .locator('main button')
            .filter({ hasText: say(`invoices:get.${format}`) })
            .click(),
        ])
        expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe(format === 'pdf' ? '%PDF-' : '<?xml')
      }
      expect(await axe(page)).toEqual([])
      await picture(payer, 'prepaid-issued')
      await sends.page.reload()
      await sees(sends, sends.say('invoices:lead.payer'))
      await picture(sends, 'prepaid-buyer')
      await button(sends, 'invoices:link.end').click()
      await button(sends, 'invoices:open.retitle').waitFor()
      await page.reload()
      await sees(payer, say('prepaid:wrong.title'))
    },
  )
})

describe('a link that asks for nothing', () => {
  test.runIf(isLong)('after the buyer asked, it shows how the invoice stands and not whose it is', async () => {
    const sends = await buyer({ device: 'web', lang: 'cn' })
    const link = await linkOf(sends)
    const payer = await it.visitor({ device: 'mobile', lang: 'cn' })
    await payer.go(link)
    await sees(payer, payer.say('prepaid:title.apply'))
    await button(sends, 'invoices:open.request').click()
    await button(sends, 'invoices:form.send.request').click()
    await sees(sends, sends.say('invoices:state.issued'))
    // The payer still has the form open.
    await field(payer, 'invoice-name').fill('王芳')
    await field(payer, 'invoice-email').fill('fang@example.com')
    await button(payer, 'invoices:form.send.request').click()
    await at(payer, withStatus(link, 'issued'))
    await sees(payer, payer.say('prepaid:others.text'))
    expect(await payer.page.locator('main button').count()).toBe(0)
    expect(await axe(payer.page)).toEqual([])
    await picture(payer, 'prepaid-others')
  })

  test.runIf(isLong)('ended and wrong ones show the same page, which names nobody', async () => {
    const sends = await buyer({ device: 'mobile', lang: 'en' })
    const link = await linkOf(sends)
    await button(sends, 'invoices:link.end').click()
    await sees(sends, sends.say('invoices:link.ended'))
    const payer = await it.visitor({ device: 'web', lang: 'en' })
    const said: string[] = []
    for (const path of [link, '/prepaid/issued/aGVsbG8td29ybGQtaGVsbG8taGVs']) {
      await payer.go(path)
      await sees(payer, payer.say('prepaid:wrong.title'))
      said.push(await payer.page.locator('main').innerText())
    }
    expect(said[1]).toBe(said[0])
    expect(await payer.page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(await payer.page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer')
    expect(await axe(payer.page)).toEqual([])
    await picture(payer, 'prepaid-wrong')
  })
})

test('the sandbox has a link to try, and the language switch keeps its key', async () => {
  const payer = await it.visitor({ device: 'web', lang: 'en' })
  await payer.go(`/prepaid/apply/${DEMO_PREPAID_KEY}`)
  await sees(payer, payer.say('prepaid:title.apply'))
  await payer.page.locator('[data-lang-switch]').filter({ visible: true }).first().click()
  await payer.page.waitForURL((url) => url.pathname === `/cn/prepaid/apply/${DEMO_PREPAID_KEY}`)
})
