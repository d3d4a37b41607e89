/** Who pays alone, and the list of the school that has the same application. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uniqueKey } from '../../src/app/storage/storage.ts'
import { payCreate, payLink, payMethods, payStatus } from '../../src/features/cashier/contract.ts'
import { replaceProviders } from '../../src/features/cashier/server/providers/provider-registry.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import { campaignFeatures, type TestCampaign } from './collection-fixtures.ts'
import { Gateway } from './gateway-in-memory.ts'
import { closedList, placeStudents, School, schoolCampaign, settled, statusOf } from './group-fixtures.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

let server: TestServer
let campaign: TestCampaign
beforeEach(async () => {
  server = await startServer({ features: campaignFeatures })
  campaign = await schoolCampaign(server)
})
afterEach(() => server.close())

/** A student on her own device, with an application that waits for the school. */
async function student(person?: string): Promise<{ client: Client; id: string }> {
  const client = server.client()
  const [id = ''] = await placeStudents(server, campaign, 1, {
    holder: holderOf({ unique: uniqueKey(client.store) }) ?? '',
    ...(person ? { person } : {}),
  })
  return { client, id }
}

const paysAlone = ({ client, id }: { client: Client; id: string }) =>
  client.request(payCreate, { order: id, method: 'alipay', key: newKey() })

describe('of a single payment and the list', () => {
  test('who is on the list cannot be paid alone, nor by a link or a phone', async () => {
    const one = await student()
    const { url } = ok(await one.client.request(payLink, { order: one.id }))
    await closedList(server, campaign)
    replaceProviders(server.deps, [new Gateway()])
    expect(refusal(await paysAlone(one))).toBe('in_group')
    expect(ok(await one.client.request(payStatus, { order: one.id })).order.standing).toBe('in_group')
    const stranger = server.client()
    const single = new URL(url).pathname.split('/').at(-1) ?? ''
    expect(ok(await stranger.request(payMethods, { link: single })).order.standing).toBe('in_group')
    expect(refusal(await stranger.request(payCreate, { link: single, method: 'wechat', key: newKey() }))).toBe(
      'in_group',
    )
  })

  test('money that comes late for a single payment takes the student off, and the list costs less', async () => {
    const one = await student()
    await placeStudents(server, campaign, 1)
    const school = new School(server, 'none')
    const single = ok(await paysAlone(one)).payment?.id ?? ''
    school.gateway.happen(single, 'rejected')
    await school.told(single)
    const { link } = await closedList(server, campaign)
    school.gateway.happen(single, 'paid')
    await school.told(single)
    await settled(server)
    expect(await statusOf(server, one.id)).toBe('issued')
    const payer = new School(server, link, school.gateway)
    expect(await payer.sees()).toMatchObject({ students: 1, states: { to_pay: 1, left: 1 }, outside: { insured: 1 } })
    await payer.pay()
    expect(payer.gateway.taken() - payer.gateway.given()).toBe(
      (
        await server.deps.db.selectFrom('orders').select('premium_minor').where('status', '=', 'issued').execute()
      ).reduce((sum, it) => sum + Number(it.premium_minor), 0),
    )
  })

  test('after the list is paid, single money came twice and goes back', async () => {
    const one = await student()
    const school = new School(server, 'none')
    const single = ok(await paysAlone(one)).payment?.id ?? ''
    school.gateway.happen(single, 'rejected')
    await school.told(single)
    const { link } = await closedList(server, campaign)
    const payer = new School(server, link, school.gateway)
    await payer.pay()
    payer.gateway.happen(single, 'paid')
    await payer.told(single)
    await settled(server)
    const rows = await server.deps.db
      .selectFrom('payments')
      .select(['payable_kind', 'paid_minor', 'refund_minor'])
      .orderBy('payable_kind')
      .execute()
    expect(rows.map((row) => [row.payable_kind, Number(row.paid_minor) - row.refund_minor > 0])).toEqual([
      ['group', true],
      ['plan', false],
    ])
  })
})
