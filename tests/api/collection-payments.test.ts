/** Who pays for a student of a campaign: she herself, whoever has her link, or the school by a link for each. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyTrade } from '../../src/features/cashier/apply-trade.server.ts'
import { payCreate, payLink, payMethods, payStatus } from '../../src/features/cashier/contract.ts'
import { replaceProviders } from '../../src/features/cashier/provider-registry.server.ts'
import { startOfCover } from '../../src/lib/dates.ts'
import { ACTING, campaignFeatures, makeCampaign, operator, Student } from './collection-fixtures.ts'
import { Gateway } from './gateway-in-memory.ts'
import { messages, ok } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let server: TestServer
let gateway: Gateway
beforeEach(async () => {
  server = await startServer({ features: campaignFeatures })
  gateway = new Gateway()
  replaceProviders(server.deps, [gateway])
})
afterEach(() => server.close())

const tokenOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

async function paidBy(payer: Client, link: string): Promise<void> {
  const id = ok(await payer.request(payCreate, { link, method: 'wechat', key: newKey() })).payment?.id ?? ''
  const { return_url: back } = await server.deps.db.selectFrom('payments').select('return_url').where('id', '=', id).executeTakeFirstOrThrow()
  expect(back).toContain(`/h5/pay/collection/${link}?back=1`)
  gateway.happen(id, 'paid')
  const trade = gateway.now(id)
  if (trade) await server.deps.write((trx) => applyTrade(trx, server.deps, trade, 'gateway:test'))
  await server.drain()
}

test('the student’s own link has the campaign’s address, says whose campaign it is, and becomes a policy', async () => {
  const campaign = await makeCampaign(server)
  const student = new Student(server)
  await student.apply(campaign)
  const { id, expiresAt } = await student.submit()
  expect(expiresAt).toBe(server.deps.clock() + 89 * MINUTE)
  const { url } = ok(await student.client.request(payLink, { order: id }))
  expect(new URL(url).pathname).toMatch(/^\/h5\/pay\/collection\/[\w-]{27}$/)
  const payer = server.client()
  expect(ok(await payer.request(payMethods, { link: tokenOf(url) })).order).toMatchObject({ campaign: 'Lakeside University', insured: '林•', own: false, back: null })
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
  expect((await messages(server)).map(({ text }) => text).join()).toContain('Lakeside University pays')
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
