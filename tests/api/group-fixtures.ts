/** Students of a campaign that their school pays for, in the state after ordering, and the school's payer. */
import type { Insertable } from 'kysely'
import { applyTrade } from '../../src/features/cashier/server/payments/apply-trade.ts'
import { payCreate, payMethods, payStatus, type PaymentMethod } from '../../src/features/cashier/contract.ts'
import { replaceProviders } from '../../src/features/cashier/server/providers/provider-registry.ts'
import { readGroupPayment } from '../../src/features/collection/contract.ts'
import { groupPaymentCommands } from '../../src/features/collection/server/group/group-payment-commands.ts'
import { CAMPAIGN } from '../../src/features/orders/server/draft/campaign-fixed-fields.ts'
import { answersSchema, orderCampaignSchema } from '../../src/features/orders/contract.ts'
import { sealInsured } from '../../src/features/orders/server/people/insured-names.ts'
import { ANSWERS } from '../../src/features/orders/server/draft/load-open-order.ts'
import type { OrderTable } from '../../src/features/orders/tables.ts'
import { expireOrderJob } from '../../src/features/orders/server/order-jobs.ts'
import { ACTING, makeCampaign, type TestCampaign } from './collection-fixtures.ts'
import { Gateway } from './gateway-in-memory.ts'
import { commandOutput } from './operator-commands.ts'
import { ok, SELF, TRIP } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import type { Client, TestServer } from './start-server.ts'

/** Premiums of the two ages that the students have: 18 to 24, and 25 to 30. */
export const PREMIUMS = [348_000, 396_001] as const

export const group = (server: TestServer, ...words: string[]) =>
  commandOutput(server.deps, groupPaymentCommands, ['group-payments', ...words])

/** A campaign whose school pays until 26 March 2026. */
export const schoolCampaign = (server: TestServer, over: Record<string, string> = {}): Promise<TestCampaign> =>
  makeCampaign(server, { payer: 'school', 'pay-by': '2026-03-25', ...over })

let serial = 0

/**
 * Applications that were sent on this device and wait for the school; each insures a different person unless `person`
 * is given.
 */
export async function placeStudents(
  server: TestServer,
  campaign: TestCampaign,
  count: number,
  { holder = 'nobody', person }: { holder?: string; person?: string } = {},
): Promise<string[]> {
  const { deps } = server
  const row = await deps.db.selectFrom('campaigns').selectAll().where('id', '=', campaign.id).executeTakeFirstOrThrow()
  const expires = Number(row.pay_until)
  const now = deps.clock()
  const answers = answersSchema.parse({
    trip: { ...TRIP, plan: row.plan, tier: row.tier, start: row.start, end: row.end },
    people: SELF,
  })
  const [sealed, name] = [deps.seal.seal(ANSWERS, answers), sealInsured(deps, answers)]
  const rows = Array.from({ length: count }, (_, i) => {
    const n = ++serial
    const older = i % 5 === 4
    return {
      id: `YFO-260301-${String(n).padStart(6, '0')}`,
      status: 'awaiting_payment',
      version: 1,
      updated_at: now,
      kind: 'plan',
      holder,
      user_id: null,
      lang: 'en',
      plan: row.plan,
      tier: row.tier,
      start: row.start,
      end: row.end,
      premium_minor: PREMIUMS[older ? 1 : 0],
      currency: 'CNY',
      breakdown: JSON.stringify([
        {
          who: 'student',
          age: older ? 27 : 21,
          percent: 100,
          premium: { amount: PREMIUMS[older ? 1 : 0], currency: 'CNY' },
        },
      ]),
      answers: sealed,
      insured_name: name,
      reads: '[]',
      buyer_mobile_mac: null,
      buyer_email_mac: null,
      insured_id_mac: person ?? `person-${n}`,
      clause_version: '1',
      review: null,
      create_key: `test:${n}`,
      created_at: now,
      submitted_at: now,
      expires_at: expires,
      campaign_id: row.id,
      campaign: deps.seal.seal(
        CAMPAIGN,
        orderCampaignSchema.parse({
          address: campaign.address,
          name: { en: row.name_en, cn: row.name_cn },
          payer: 'school',
          details: { 'student-number': String(20260000 + n) },
          fixed: ['tier', 'start', 'end'],
        }),
      ),
    } satisfies Insertable<OrderTable>
  })
  for (let from = 0; from < rows.length; from += 200) {
    await deps.write(async (trx) => {
      const batch = rows.slice(from, from + 200)
      await trx.insertInto('orders').values(batch).execute()
      for (const { id } of batch)
        await deps.outbox.enqueue(
          trx,
          expireOrderJob,
          { orderId: id },
          { key: `${expireOrderJob.kind}:${id}`, runAt: expires },
        )
    })
  }
  return rows.map(({ id }) => id)
}

export const numberIn = (said: string): string => /YFG-\d{6}-\w{6}/.exec(said)?.[0] ?? ''
export const tokenIn = (said: string): string => /\/h5\/pay\/collection\/([\w-]{27})/.exec(said)?.[1] ?? ''

/** Creates the list of a campaign and closes it. */
export async function closedList(
  server: TestServer,
  campaign: TestCampaign,
  ...more: string[]
): Promise<{ number: string; link: string }> {
  const made = await group(server, 'make', campaign.id, ...more, ...ACTING)
  const number = numberIn(made.said)
  const closed = await group(server, 'close', number, ...ACTING)
  if (made.code !== 0 || closed.code !== 0) throw new Error(`${made.said}\n${closed.said}`)
  return { number, link: tokenIn(closed.said) }
}

/** The school's payer, who uses the link, with a gateway that the test controls. */
export class School {
  readonly client: Client
  readonly server: TestServer
  readonly gateway: Gateway
  readonly link: string
  constructor(server: TestServer, link: string, gateway = new Gateway(), client = server.client()) {
    this.server = server
    this.link = link
    this.gateway = gateway
    this.client = client
    replaceProviders(server.deps, [gateway])
  }
  sees = async (page = 1) => ok(await this.client.request(readGroupPayment, { link: this.link, page }))
  asks = async () => ok(await this.client.request(payMethods, { link: this.link })).order
  status = async () => ok(await this.client.request(payStatus, { link: this.link }))
  tryPay = (method: PaymentMethod = 'wechat') =>
    this.client.request(payCreate, { link: this.link, method, key: newKey() })
  /** Begins a payment; returns its id. */
  begin = async (method: PaymentMethod = 'wechat'): Promise<string> => ok(await this.tryPay(method)).payment?.id ?? ''
  /** Processes what the gateway says about it. */
  async told(id: string, moment = -1): Promise<void> {
    const trade = this.gateway.said.get(id)?.at(moment)
    if (trade)
      await this.server.deps.write((trx) =>
        applyTrade(
          trx,
          this.server.deps,
          { ...trade, ...(trade.state === 'succeeded' ? { at: this.server.deps.clock() } : {}) },
          'gateway:sandbox',
        ),
      )
  }
  /** Pays, and runs everything that follows. */
  async pay(): Promise<string> {
    const id = await this.begin()
    this.gateway.happen(id, 'paid')
    await this.told(id)
    await settled(this.server)
    return id
  }
}

/** Runs jobs and sweeps until nothing is left to do. */
export async function settled(server: TestServer): Promise<void> {
  await server.drain()
  for (let i = 0; i < 3; i++) {
    server.advance(31_000)
    await server.drain()
  }
}

/** The status of an order. */
export const statusOf = async ({ deps }: TestServer, id: string): Promise<string> =>
  (await deps.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
/** Status and sums of every payment of a list, the earliest first. */
export const paymentSums = ({ deps }: TestServer) =>
  deps.db
    .selectFrom('payments')
    .select(['status', 'paid_minor', 'refund_minor'])
    .where('payable_kind', '=', 'group')
    .orderBy('created_at')
    .execute()
