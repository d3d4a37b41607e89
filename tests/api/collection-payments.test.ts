/**
 * Who pays for a student of a campaign: the student herself, whoever has her link, or the school by a link for each
 * student.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { payCreate, payLink, payMethods, payStatus } from '../../src/features/cashier/contract.ts'
import { getOrder } from '../../src/features/orders/contract.ts'
import { passReview } from '../../src/features/orders/server/review/health-review.ts'
import { startOfCover } from '../../src/lib/days/dates.ts'
import { ACTING, campaignFeatures, makeCampaign, operator, Student } from './collection-fixtures.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { messages, ok, refusal, SELF } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let server: TestServer
let gateway: Gateway
beforeEach(async () => {
  server = await startServer({ features: campaignFeatures })
  gateway = connectGateway(server)
})
afterEach(() => server.close())

const tokenOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

async function paidBy(payer: Client, link: string): Promise<void> {
  const id = ok(await payer.request(payCreate, { link, method: 'wechat', key: newKey() })).payment?.id ?? ''
  const { return_url: back } = await server.deps.db
    .selectFrom('payments')
    .select('return_url')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(back).toContain(`/h5/pay/collection/${link}?back=1`)
  await gateway.pay(server, id)
  await server.drain()
}

test('the student’s own link has the campaign’s address, says whose campaign it is, and becomes a policy', async () => {
  const campaign = await makeCampaign(server)
  const student = new Student(server)
  await student.apply(campaign)
  const { id, expiresAt } = await student.submit()
  expect(expiresAt).toBe(server.deps.clock() + 90 * MINUTE)
  const { url } = ok(await student.client.request(payLink, { order: id }))
  expect(new URL(url).pathname).toMatch(/^\/h5\/pay\/collection\/[\w-]{27}$/)
  const payer = server.client()
  expect(ok(await payer.request(payMethods, { link: tokenOf(url) })).order).toMatchObject({
    campaign: 'Lakeside University',
    insured: '林•',
    own: false,
    back: null,
  })
  await paidBy(payer, tokenOf(url))
  expect((await student.sees(campaign)).mine).toMatchObject([{ id, status: 'issued' }])
  expect(ok(await payer.request(payStatus, { link: tokenOf(url) })).order.settled).toBe(true)
})

test('a school has until its day, and pays each by a link that stays the same', async () => {
  const campaign = await makeCampaign(server, { payer: 'school', 'pay-by': '2026-03-25' })
  const student = new Student(server)
  await student.apply(campaign)
  const { id, expiresAt, campaign: terms } = await student.submit()
  expect(terms).toMatchObject({ payer: 'school' })
  expect(expiresAt).toBe(startOfCover('2026-03-26') - MINUTE)
  await server.drain()
  expect((await messages(server)).map(({ text }) => text).join()).toContain('Lakeside University will pay')
  const list = () => operator(server, 'campaigns', 'payment-links', campaign.id, ...ACTING)
  const { said } = await list()
  expect(said).toContain(`${id},20260017,Computer science,`)
  expect((await list()).said).toBe(said)
  server.advance(2 * DAY)
  await server.drain()
  await paidBy(server.client(), tokenOf(/https?:\S+$/m.exec(said)?.[0] ?? ''))
  expect((await student.sees(campaign)).mine).toMatchObject([{ id, status: 'issued' }])
  expect((await list()).said.split('\n')).toHaveLength(1)
})

test('a school that pays may do so until cover begins at the latest', async () => {
  const campaign = await makeCampaign(server, { payer: 'school', start: '2026-03-25', end: '2027-03-24' })
  const student = new Student(server)
  await student.apply(campaign)
  expect((await student.submit()).expiresAt).toBe(startOfCover('2026-03-25') - MINUTE)
})

test('the list of links tells what the school’s own list says, sends nobody a mail, and leaves out what is too late', async () => {
  const campaign = await makeCampaign(server, { payer: 'school', 'pay-by': '2026-03-25' })
  const [student, twin] = [new Student(server), new Student(server)]
  for (const one of [student, twin]) await one.apply(campaign)
  await student.submit()
  expect(refusal(await twin.trySubmit())).toBe('duplicate')
  await twin.submit(true)
  await server.drain()
  const before = (await messages(server)).length
  const list = async () =>
    (await operator(server, 'campaigns', 'payment-links', campaign.id, ...ACTING)).said.split('\n')
  const [head, ...rows] = await list()
  expect(head).toBe('application,student-number,programme,invited,again,premium,until,link')
  expect(rows.map((row) => row.split(',').slice(3, 5))).toEqual([
    ['', 'yes'],
    ['', 'yes'],
  ])
  await server.drain()
  expect((await messages(server)).length).toBe(before)
  server.advance(25 * DAY)
  expect(await list()).toEqual([head])
})

test('an operator gives the place of an application back that the school does not pay for', async () => {
  const campaign = await makeCampaign(server, { payer: 'school', places: '1' })
  const student = new Student(server)
  await student.apply(campaign)
  const { id } = await student.submit()
  expect(await student.sees(campaign)).toMatchObject({ standing: 'full' })
  expect(await operator(server, 'campaigns', 'release', id, ...ACTING)).toMatchObject({ code: 0 })
  expect(await student.sees(campaign)).toMatchObject({ standing: 'open', mine: [{ id, status: 'cancelled' }] })
  expect((await operator(server, 'campaigns', 'release', id, ...ACTING)).code).toBe(1)
})

test('no place is taken once the school’s time to pay is over, or the campaign was ended, whatever was passed', async () => {
  const campaign = await makeCampaign(server, { payer: 'school', 'pay-by': '2026-03-25', places: '1' })
  const student = new Student(server)
  await student.apply(campaign, SELF, { q1: 'Asthma since 2015' })
  const { id } = await student.submit()
  await passReview(server.deps, { id, by: 'operator:lin', why: 'stable' })
  expect(await new Student(server).sees(campaign)).toMatchObject({ standing: 'full' })
  student.order = ok(await student.client.request(getOrder, { id }))
  await student.tick()
  server.advance(26 * DAY)
  expect(refusal(await student.trySubmit())).toBe('campaign_over')
})
