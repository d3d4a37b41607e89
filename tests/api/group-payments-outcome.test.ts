/**
 * What happens to each student whom a school paid for together with others, and what the school gets: receipt, invoice,
 * and partial refunds.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { groupInvoice, groupReceipt, readGroupPayment } from '../../src/features/collection/contract.ts'
import { drawGroupReceipt } from '../../src/features/collection/server/group/group-payment-receipt.ts'
import { readPages } from '../../src/server/pdf/read-pdf.testing.ts'
import { ACTING, campaignFeatures, type TestCampaign } from './collection-fixtures.ts'
import {
  closedList,
  group,
  paymentSums,
  placeStudents,
  School,
  schoolCampaign,
  settled,
  statusOf,
} from './group-fixtures.ts'
import { messages, ok, refusal } from './orders-fixtures.ts'
import { refuseToIssue } from './place-order.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
let campaign: TestCampaign
beforeEach(async () => {
  server = await startServer({ features: campaignFeatures })
  campaign = await schoolCampaign(server)
})
afterEach(() => server.close())

/** The sum of the premiums of the insured students. */
const kept = async (): Promise<number> =>
  (await server.deps.db.selectFrom('orders').select('premium_minor').where('status', '=', 'issued').execute()).reduce(
    (sum, it) => sum + Number(it.premium_minor),
    0,
  )

describe('what became of each', () => {
  test('each is credited with its own premium, and a policy that cannot be issued gives back its part alone', async () => {
    const [failing = '', ...rest] = await placeStudents(server, campaign, 4)
    refuseToIssue(server.deps, failing)
    const { number, link } = await closedList(server, campaign, '--to', 'finance@lakeside.example', '--lang', 'en')
    const school = new School(server, link)
    await school.pay()
    expect(await statusOf(server, failing)).toBe('refunded')
    expect(await Promise.all(rest.map((id) => statusOf(server, id)))).toEqual(['issued', 'issued', 'issued'])
    expect(school.gateway.taken() - school.gateway.given()).toBe(await kept())
    const view = await school.sees()
    expect(view).toMatchObject({ status: 'done', states: { insured: 3, returned: 1 } })
    expect(view.returned.amount).toBe(school.gateway.given())
    const { order } = await school.status()
    expect(order).toMatchObject({ standing: 'paid', settled: true })
    const mails = (await messages(server)).filter(({ to }) => to === 'finance@lakeside.example').map(({ text }) => text)
    expect(mails.filter((text) => text.includes('Policies issued: 3. Not issued and refunded: 1.'))).toHaveLength(1)
    expect(mails.filter((text) => text.includes('a student’s policy could not be issued'))).toHaveLength(1)
    expect((await group(server, 'show', number, ...ACTING)).said).toContain('0 waiting, 3 credited, 1 returned')
    const text = readPages(
      await drawGroupReceipt(
        server.deps,
        await server.deps.db.selectFrom('group_payments').selectAll().executeTakeFirstOrThrow(),
        'en',
        { plain: true },
      ),
    )
    for (const words of [number, 'Lakeside University', 'Refunded, or being refunded'])
      expect(text.join(' ')).toContain(words)
  })

  test('a second payment of the list goes back whole, however it is told', async () => {
    await placeStudents(server, campaign, 2)
    const { link } = await closedList(server, campaign)
    const school = new School(server, link)
    const first = await school.begin()
    school.gateway.happen(first, 'rejected')
    await school.told(first)
    const second = await school.begin('alipay')
    for (const id of [second, first]) {
      school.gateway.happen(id, 'paid')
      await school.told(id)
      await school.told(id)
    }
    await settled(server)
    expect(school.gateway.taken() - school.gateway.given()).toBe(await kept())
    expect((await paymentSums(server)).filter((it) => it.refund_minor === 0)).toHaveLength(1)
  })

  test('the receipt and the invoice are the school’s, by the link alone', async () => {
    await placeStudents(server, campaign, 2)
    const { link } = await closedList(server, campaign)
    const school = new School(server, link)
    const stranger = server.client()
    // The school reads it on its own page, in its own words: it has no order and no billing name there.
    expect(await stranger.request(groupInvoice, { link })).toMatchObject({
      code: 'not_available',
      message: server.deps.words('en', 'grouppay:errors.not_available'),
    })
    expect(await stranger.blob(groupReceipt, { link, language: 'cn' })).toMatchObject({
      code: 'not_paid',
      message: server.deps.words('en', 'grouppay:errors.not_paid'),
    })
    await school.pay()
    expect(refusal(await stranger.request(readGroupPayment, { link: `${link.slice(0, -1)}x` }))).toBe('not_found')
    const { url } = ok(await school.client.request(groupInvoice, { link }))
    expect(url).toContain('/prepaid/apply/')
    expect(ok(await school.client.request(groupInvoice, { link })).url).toBe(url)
    const file = await school.client.blob(groupReceipt, { link, language: 'cn' })
    expect(file.ok).toBe(true)
  })
})
