/**
 * A school pays for many students at once: who is on the list, what it costs, and that of a single payment and a group
 * payment only one wins.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uniqueKey } from '../../src/app/storage/storage.ts'
import { payCreate } from '../../src/features/cashier/contract.ts'
import { cancelOrder, reopenOrder } from '../../src/features/orders/contract.ts'
import { startOfCover } from '../../src/lib/days/dates.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import { ACTING, campaignFeatures, makeCampaign, operator, type TestCampaign } from './collection-fixtures.ts'
import {
  closedList,
  group,
  numberIn,
  paymentSums,
  placeStudents,
  PREMIUMS,
  School,
  schoolCampaign,
  settled,
  statusOf,
} from './group-fixtures.ts'
import { messages, ok, refusal } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const MINUTE = 60_000
const [YOUNG] = PREMIUMS

let server: TestServer
let campaign: TestCampaign
beforeEach(async () => {
  server = await startServer({ features: campaignFeatures })
  campaign = await schoolCampaign(server)
})
afterEach(() => server.close())

const versionOf = async (id: string): Promise<number> =>
  (await server.deps.db.selectFrom('orders').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

/** A student on her own device, with an application that waits for the school. */
async function student(person?: string): Promise<{ client: Client; id: string }> {
  const client = server.client()
  const [id = ''] = await placeStudents(server, campaign, 1, {
    holder: holderOf({ unique: uniqueKey(client.store) }) ?? '',
    ...(person ? { person } : {}),
  })
  return { client, id }
}
const cancels = async ({ client, id }: { client: Client; id: string }) =>
  client.request(cancelOrder, { id, version: await versionOf(id) })
const paysAlone = ({ client, id }: { client: Client; id: string }) =>
  client.request(payCreate, { order: id, method: 'alipay', key: newKey() })

describe('the list', () => {
  test('is made of who has completed an application, adds up to the cent by ages, and is paid by one address', async () => {
    await placeStudents(server, campaign, 10)
    const draft = await group(server, 'make', campaign.id, '--to', 'finance@lakeside.example', ...ACTING)
    expect(draft.said).toContain('8 × CNY\u00a03,480.00 = CNY\u00a027,840.00')
    expect(draft.said).toContain('2 × CNY\u00a03,960.01 = CNY\u00a07,920.02')
    const number = numberIn(draft.said)
    await placeStudents(server, campaign, 1)
    expect(numberIn((await group(server, 'make', campaign.id, ...ACTING)).said)).toBe(number)
    const { link } = await closedList(server, campaign)
    expect((await group(server, 'close', number, ...ACTING)).said).toContain(link)
    await server.drain()
    const mails = (await messages(server)).filter(({ to }) => to === 'finance@lakeside.example')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(link)
    const school = new School(server, link)
    const view = await school.sees()
    expect(view).toMatchObject({
      number,
      status: 'open',
      school: 'Lakeside University',
      students: 11,
      amount: { amount: 3_924_002 },
      payUntil: startOfCover('2026-03-26') - MINUTE,
      states: { to_pay: 11 },
    })
    expect(view.parts.map(({ ages, students, amount }) => [ages?.from, ages?.to, students, amount.amount])).toEqual([
      [18, 24, 9, 9 * YOUNG],
      [25, 30, 2, 792_002],
    ])
    expect(view.list.students[0]).toMatchObject({
      name: '林•',
      details: [expect.stringMatching(/^2026\d{4}$/), ''],
      state: 'to_pay',
    })
    expect(await school.asks()).toMatchObject({
      kind: 'group',
      about: 'Premiums for 11 students',
      amount: { amount: 3_924_002 },
      campaign: 'Lakeside University',
      own: false,
      standing: 'payable',
    })
    expect((await group(server, 'list')).said).toContain(`${number}  open  Lakeside University  11 students`)
  })

  test('leaves out the same person twice, who pays alone, and is refused for a campaign whose students pay', async () => {
    await student('one')
    await student('one')
    const alone = await student()
    const school = new School(server, 'none')
    ok(await paysAlone(alone))
    const { said } = await group(server, 'make', campaign.id, ...ACTING)
    expect(said).toContain('1 students')
    expect(said).toContain('! 1 stay off: a payment of their own is under way.')
    expect(said).toContain('! 1 stay off: the same person')
    expect(school.gateway.said.size).toBe(1)
    const other = await makeCampaign(server)
    expect((await group(server, 'make', other.id, ...ACTING)).code).toBe(1)
    const empty = await schoolCampaign(server)
    expect((await group(server, 'make', empty.id, ...ACTING)).code).toBe(1)
    expect(
      await server.deps.db.selectFrom('group_payments').select('id').where('campaign_id', '=', empty.id).execute(),
    ).toEqual([])
  })

  test('tells who is not on it in numbers, and later students come on a second one', async () => {
    await placeStudents(server, campaign, 2)
    const { link } = await closedList(server, campaign)
    const late = await placeStudents(server, campaign, 1)
    const [reviewed = '', declined = ''] = await placeStudents(server, campaign, 2)
    for (const [id, status] of [
      [reviewed, 'under_review'],
      [declined, 'declined'],
    ] as const)
      await server.deps.write((trx) => trx.updateTable('orders').set({ status }).where('id', '=', id).execute())
    const school = new School(server, link)
    expect((await school.sees()).outside).toEqual({ invited: 0, begun: 0, sent: 2, insured: 0, notInsured: 1 })
    await school.pay()
    const second = await closedList(server, campaign)
    const next = new School(server, second.link)
    const view = await next.sees()
    expect(view).toMatchObject({ students: 1, outside: { insured: 2, sent: 1 } })
    expect(view.list.students.map(({ application }) => application)).toEqual(late)
  })

  test('is read by pages, and takes one off before it is paid', async () => {
    const ids = await placeStudents(server, campaign, 52)
    const { number, link } = await closedList(server, campaign)
    const school = new School(server, link)
    expect((await school.sees()).list).toMatchObject({ page: 1, pages: 2 })
    expect((await school.sees(2)).list.students).toHaveLength(2)
    expect((await school.sees(99)).list.page).toBe(2)
    expect((await group(server, 'take-off', number, ids[0] ?? '', ...ACTING)).said).toContain('51 students')
    expect((await school.sees()).states).toEqual({ to_pay: 51, left: 1 })
    const csv = (await group(server, 'export', number, ...ACTING)).said.split('\n')
    expect(csv).toHaveLength(53)
    expect(csv[1]).toMatch(/^YFO-260301-\d{6},2026\d{4},,3480\.00,CNY,left,$/)
    expect(
      (await operator(server, 'campaigns', 'payment-links', campaign.id, ...ACTING)).said.split('\n'),
    ).toHaveLength(2)
  })

  test('cancelled, it frees its applications; the link says so, and a second list takes them', async () => {
    const [id = ''] = await placeStudents(server, campaign, 2)
    const { number, link } = await closedList(server, campaign, '--to', 'finance@lakeside.example')
    expect((await group(server, 'cancel', number, ...ACTING)).code).toBe(0)
    expect((await group(server, 'cancel', number, ...ACTING)).code).toBe(1)
    const school = new School(server, link)
    expect((await school.asks()).standing).toBe('cancelled')
    expect(await school.sees()).toMatchObject({ status: 'cancelled', empty: false, students: 2 })
    expect(refusal(await school.tryPay())).toBe('cancelled')
    await server.drain()
    expect((await messages(server)).some(({ text }) => text.includes('was cancelled') || text.includes('已取消'))).toBe(
      true,
    )
    const again = await closedList(server, campaign)
    expect(await new School(server, again.link).sees()).toMatchObject({ students: 2 })
    expect(await statusOf(server, id)).toBe('awaiting_payment')
  })

  test('expires with the school’s time to pay, with all that was on it, and shows that', async () => {
    const ids = await placeStudents(server, campaign, 3)
    const { number, link } = await closedList(server, campaign)
    const school = new School(server, link)
    const id = await school.begin()
    server.advance(startOfCover('2026-03-26') - server.deps.clock())
    await settled(server)
    expect((await group(server, 'list')).said).toContain(`${number}  expired`)
    expect(await Promise.all(ids.map((order) => statusOf(server, order)))).toEqual(['expired', 'expired', 'expired'])
    expect((await school.asks()).standing).toBe('expired')
    expect(await school.sees()).toMatchObject({ status: 'expired', students: 3, states: { left: 3 } })
    // The money of a bank that decided too late is refunded.
    school.gateway.happen(id, 'paid')
    await school.told(id)
    await settled(server)
    expect(school.gateway.taken() - school.gateway.given()).toBe(0)
  })
})

describe('before and after a payment is begun', () => {
  test('who withdraws before leaves, and the payment asks for less; who withdraws after is given back', async () => {
    const [first, second] = [await student(), await student()]
    await placeStudents(server, campaign, 3)
    const { link } = await closedList(server, campaign)
    const school = new School(server, link)
    const all = (await school.asks()).amount.amount
    ok(await cancels(first))
    const asked = (await school.asks()).amount.amount
    expect(asked).toBeLessThan(all)
    const id = await school.begin()
    ok(await cancels(second))
    expect(refusal(await (await student()).client.request(reopenOrder, { id: second.id, version: 1 }))).toBe(
      'not_found',
    )
    school.gateway.happen(id, 'paid')
    await school.told(id)
    await settled(server)
    const [paid] = await paymentSums(server)
    expect(paid).toMatchObject({ status: 'succeeded' })
    expect(Number(paid?.paid_minor)).toBe(asked)
    expect(school.gateway.taken() - school.gateway.given()).toBe(await kept())
    expect((await school.sees()).states).toEqual({ insured: 3, left: 2 })
    expect((await school.status()).payment?.refund).toMatchObject({ reason: 'left_list', status: 'succeeded' })
  })

  test('a student cannot change an application whose payment is begun, and can before', async () => {
    const [one, other] = [await student(), await student()]
    const { link } = await closedList(server, campaign)
    const school = new School(server, link)
    ok(await one.client.request(reopenOrder, { id: one.id, version: await versionOf(one.id) }))
    expect(await school.sees()).toMatchObject({ students: 1 })
    await school.begin()
    expect(refusal(await other.client.request(reopenOrder, { id: other.id, version: await versionOf(other.id) }))).toBe(
      'school_paying',
    )
    expect((await operator(server, 'campaigns', 'release', other.id, ...ACTING)).code).toBe(1)
    expect((await group(server, 'cancel', (await school.sees()).number, ...ACTING)).code).toBe(1)
  })

  test('when everybody has left, the list closes, and money that comes goes back whole', async () => {
    const one = await student()
    const { link } = await closedList(server, campaign)
    const school = new School(server, link)
    const id = await school.begin()
    ok(await cancels(one))
    expect(await school.sees()).toMatchObject({ status: 'cancelled', empty: true })
    school.gateway.happen(id, 'paid')
    await school.told(id)
    await settled(server)
    expect(school.gateway.taken() - school.gateway.given()).toBe(0)
    expect(await statusOf(server, one.id)).toBe('cancelled')
  })

  test('once paid, nobody gives an application up or pays it, before it is credited as well', async () => {
    const [one, other] = [await student(), await student()]
    const { link } = await closedList(server, campaign)
    const school = new School(server, link)
    const id = await school.begin()
    school.gateway.happen(id, 'paid')
    await school.told(id)
    expect(await statusOf(server, one.id)).toBe('awaiting_payment')
    expect(refusal(await cancels(one))).toBe('not_cancellable')
    expect(refusal(await paysAlone(other))).toBe('paid')
    expect((await operator(server, 'campaigns', 'release', one.id, ...ACTING)).code).toBe(1)
    server.advance(startOfCover('2026-03-26') - server.deps.clock())
    await settled(server)
    expect([await statusOf(server, one.id), await statusOf(server, other.id)]).toEqual(['issued', 'issued'])
  })
})

/** The sum of the premiums of the insured students. */
const kept = async (): Promise<number> =>
  (await server.deps.db.selectFrom('orders').select('premium_minor').where('status', '=', 'issued').execute()).reduce(
    (sum, it) => sum + Number(it.premium_minor),
    0,
  )
