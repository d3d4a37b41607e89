/**
 * Whatever the order of lists, single payments and payments of lists, withdrawals, deadlines, policies that fail, and
 * gateway messages, twice and late: no application is paid twice, no policy comes from an unpaid one, and every cent
 * taken pays a premium or is refunded (decision 0083).
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uniqueKey } from '../../src/app/storage/storage.ts'
import { applyTrade } from '../../src/features/cashier/server/payments/apply-trade.ts'
import { payCreate } from '../../src/features/cashier/contract.ts'
import { cancelOrder, reopenOrder } from '../../src/features/orders/contract.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import { runs } from '../tools/long-form.ts'
import { ACTING, campaignFeatures, type TestCampaign } from './collection-fixtures.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { group, numberIn, placeStudents, schoolCampaign, settled, tokenIn } from './group-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { refuseToIssue } from './place-order.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const DAY = 86_400_000
const STUDENTS = 4

let server: TestServer
beforeAll(async () => {
  server = await startServer({ features: campaignFeatures })
})
afterAll(() => server.close())

type Act =
  | { do: 'make' }
  | { do: 'close' }
  | { do: 'cancelList' }
  | { do: 'takeOff'; student: number }
  | { do: 'payList'; method: 'wechat' | 'alipay' }
  | { do: 'paySingly'; student: number }
  | { do: 'happen'; trade: number; what: 'paid' | 'rejected' }
  | { do: 'notify'; trade: number; moment: number }
  | { do: 'withdraw'; student: number }
  | { do: 'reopen'; student: number }
  | { do: 'breakIssue'; student: number }
  | { do: 'work' }
  | { do: 'sweep' }
  | { do: 'silence'; on: boolean }
  | { do: 'pass' }

const nth = fc.nat(7)
const one = fc.nat(STUDENTS - 1)
const only = <T extends string>(name: T) => fc.constant({ do: name } as const)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: only('make') },
  { weight: 4, arbitrary: only('close') },
  { weight: 1, arbitrary: only('cancelList') },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('takeOff' as const), student: one }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('payList' as const),
      method: fc.constantFrom('wechat' as const, 'alipay' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('paySingly' as const), student: one }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('happen' as const),
      trade: nth,
      what: fc.constantFrom('paid' as const, 'paid' as const, 'rejected' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('notify' as const), trade: nth, moment: nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), student: one }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const), student: one }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('breakIssue' as const), student: one }) },
  { weight: 3, arbitrary: only('work') },
  { weight: 2, arbitrary: only('sweep') },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('silence' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: only('pass') },
)

interface World {
  campaign: TestCampaign
  students: { client: Client; id: string }[]
  gateway: Gateway
  school: Client
  number: string
  link: string
}

async function newWorld(): Promise<World> {
  const now = new Date(server.deps.clock() + 8 * 3_600_000)
  const day = (days: number): string => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10)
  const campaign = await schoolCampaign(server, {
    opens: day(0),
    closes: day(3),
    'pay-by': day(4),
    start: day(20),
    end: day(379),
  })
  const gateway = connectGateway(server)
  const students = []
  for (let i = 0; i < STUDENTS; i++) {
    const client = server.client()
    const [id = ''] = await placeStudents(server, campaign, 1, {
      holder: holderOf({ unique: uniqueKey(client.store) }) ?? '',
    })
    students.push({ client, id })
  }
  return { campaign, students, gateway, school: server.client(), number: '', link: '' }
}

async function perform(world: World, it: Act): Promise<void> {
  const { gateway } = world
  const trades = [...gateway.said.keys()]
  const trade = (index: number): string => trades[index % Math.max(trades.length, 1)] ?? ''
  const student = (index: number) => world.students[index] ?? { client: world.school, id: '' }
  const version = async (id: string): Promise<number> =>
    (await server.deps.db.selectFrom('orders').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
  switch (it.do) {
    case 'make': {
      const number = numberIn((await group(server, 'make', world.campaign.id, ...ACTING)).said)
      if (number) world.number = number
      return
    }
    case 'close': {
      const link = tokenIn((await group(server, 'close', world.number || 'none', ...ACTING)).said)
      if (link) world.link = link
      return
    }
    case 'cancelList':
      return void (await group(server, 'cancel', world.number || 'none', ...ACTING))
    case 'takeOff':
      return void (await group(server, 'take-off', world.number || 'none', student(it.student).id, ...ACTING))
    case 'payList':
      return void (
        world.link && (await world.school.request(payCreate, { link: world.link, method: it.method, key: newKey() }))
      )
    case 'paySingly':
      return void (await student(it.student).client.request(payCreate, {
        order: student(it.student).id,
        method: 'wechat',
        key: newKey(),
      }))
    case 'happen':
      return gateway.happen(trade(it.trade), it.what)
    case 'notify': {
      const states = gateway.said.get(trade(it.trade)) ?? []
      const said = states[it.moment % Math.max(states.length, 1)]
      if (said) await server.deps.write((trx) => applyTrade(trx, server.deps, said, 'gateway:sandbox'))
      return
    }
    case 'withdraw':
      return void (await student(it.student).client.request(cancelOrder, {
        id: student(it.student).id,
        version: await version(student(it.student).id),
      }))
    case 'reopen':
      return void (await student(it.student).client.request(reopenOrder, {
        id: student(it.student).id,
        version: await version(student(it.student).id),
      }))
    case 'breakIssue':
      return refuseToIssue(server.deps, student(it.student).id)
    case 'work':
      return void (await server.drain())
    case 'sweep':
      return void (server.advance(31_000), await server.drain())
    case 'silence':
      gateway.silent = it.on
      return
    case 'pass':
      return void (server.advance(DAY), await server.drain())
  }
}

/** The gateway is back, everything is reported once more in another order, and every deadline passes. */
async function rest(world: World): Promise<void> {
  world.gateway.silent = false
  for (const states of [...world.gateway.said.values()].reverse()) {
    for (const said of [...states].reverse())
      await server.deps.write((trx) => applyTrade(trx, server.deps, said, 'gateway:sandbox'))
  }
  await settled(server)
  for (const days of [1, 6]) {
    server.advance(days * DAY)
    await settled(server)
  }
  await settled(server)
}

it('takes money once for each student, and loses none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 24 }), async (acts) => {
      const world = await newWorld()
      for (const step of acts) await perform(world, step)
      await rest(world)
      const { db } = server.deps
      const ids = world.students.map(({ id }) => id)
      const orders = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute()
      const lists = await db
        .selectFrom('group_payments')
        .selectAll()
        .where('campaign_id', '=', world.campaign.id)
        .execute()
      const rows =
        lists.length === 0
          ? []
          : await db
              .selectFrom('group_payment_orders')
              .selectAll()
              .where(
                'group_id',
                'in',
                lists.map((it) => it.id),
              )
              .execute()
      const payments = await db
        .selectFrom('payments')
        .selectAll()
        .where('payable_id', 'in', [...ids, ...lists.map((it) => it.id)])
        .execute()
      const refunds = await db
        .selectFrom('refunds')
        .selectAll()
        .where('payable_id', 'in', [...ids, ...lists.map((it) => it.id)])
        .execute()

      // Nothing stays open, and no unpaid list locks anything.
      expect(payments.filter((it) => it.status === 'created' || it.status === 'started')).toEqual([])
      expect(refunds.filter((it) => it.status !== 'succeeded')).toEqual([])
      expect(lists.filter((it) => !['done', 'cancelled', 'expired'].includes(it.status))).toEqual([])
      expect(rows.filter((it) => it.state === 'held')).toEqual([])
      for (const order of orders)
        expect(['issued', 'refunded', 'cancelled', 'expired', 'created']).toContain(order.status)
      // Each application is paid by one payment at most, and those of a list add up to what its payment kept.
      for (const { id, status } of orders) {
        const single = payments.filter((it) => it.payable_id === id && it.credited_at !== null).length
        const listed = rows.filter(
          (it) => it.order_id === id && (it.state === 'credited' || it.state === 'returned'),
        ).length
        expect(single + listed).toBeLessThanOrEqual(1)
        expect(single + listed).toBe(status === 'issued' || status === 'refunded' ? 1 : 0)
      }
      for (const row of payments) {
        expect(row.refund_minor).toBeLessThanOrEqual(row.paid_minor ?? 0)
        if (row.payable_kind !== 'group') continue
        const credited =
          row.credited_at === null
            ? 0
            : rows
                .filter((it) => it.group_id === row.payable_id && it.state === 'credited')
                .reduce((sum, it) => sum + it.amount_minor, 0)
        expect((row.paid_minor ?? 0) - row.refund_minor).toBe(credited)
      }
      const premiums = orders
        .filter((it) => it.status === 'issued')
        .reduce((sum, it) => sum + Number(it.premium_minor), 0)
      expect(world.gateway.taken() - world.gateway.given()).toBe(premiums)
    }),
    runs(15, 300),
  )
})
