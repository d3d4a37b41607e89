/** A student with a paid policy who buys its next term. */
import { payCreate } from '../../src/features/cashier/contract.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import { extendPolicy, extensionOffer, extensionQuote } from '../../src/features/policies/extension-calls.ts'
import { endOfMonths } from '../../src/lib/days/dates.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { INSURED, paidPolicy } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { paidPolicyServer } from './policy-servers.ts'
import type { Client, TestServer } from './start-server.ts'
import { termsOfContract } from './terms-of-contract.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
/** "No" to every question about health. */
const healthy = (ids: { id: string }[]) => Object.fromEntries(ids.map(({ id }) => [id, 'no' as const]))

export class ExtensionBench {
  readonly server: TestServer
  policy: string
  client: Client
  gateway: Gateway
  private constructor(server: TestServer, policy: string, client: Client, gateway: Gateway) {
    this.server = server
    this.policy = policy
    this.client = client
    this.gateway = gateway
  }
  /** Twenty days after the purchase, when the policy is in force. */
  static async ready(): Promise<ExtensionBench> {
    const { server, given: policy } = await paidPolicyServer()
    const gateway = connectGateway(server)
    server.advance(20 * DAY)
    return new ExtensionBench(server, policy, await logInAs(server, INSURED), gateway)
  }
  /** Goes on with another policy of the same student, and a gateway that has taken nothing yet. */
  async buyAnother(): Promise<void> {
    this.server.advance(2 * MINUTE)
    this.policy = await paidPolicy(this.server)
    this.server.advance(20 * DAY)
    this.client = await logInAs(this.server, INSURED)
    this.gateway = connectGateway(this.server)
  }

  page = async (by = this.client) => ok(await by.request(extensionOffer, { id: this.policy }))
  view = async () => ok(await this.client.request(getPolicy, { id: this.policy }))
  price = async (ends: string) => ok(await this.client.request(extensionQuote, { id: this.policy, ends }))
  /** What is sent to request a next term of so many months. */
  async inputFor(months = 6) {
    const { offer, nextClauseVersion } = await this.page()
    if (!offer) throw new Error('not offered')
    const ends = endOfMonths(offer.from, months)
    const { premium } = await this.price(ends)
    return {
      id: this.policy,
      ends,
      premium: premium.amount,
      sha256: offer.health.sha256,
      clauses: nextClauseVersion,
      answers: healthy(offer.health.questions),
      sensitive: true,
    }
  }
  extend = async (months = 6): Promise<string> =>
    ok(await this.client.request(extendPolicy, await this.inputFor(months))).pay
  async startPaying(pay: string): Promise<string> {
    const { payment } = ok(await this.client.request(payCreate, { pay, method: 'wechat', key: newKey() }))
    return payment?.id ?? ''
  }
  async moneyCame(payment: string): Promise<void> {
    await this.gateway.pay(this.server, payment)
    await this.server.drain()
  }
  payFor = async (pay: string): Promise<void> => this.moneyCame(await this.startPaying(pay))
  settle = async (): Promise<void> => {
    this.server.advance(2 * MINUTE)
    await this.server.drain()
  }
  mails = (text: string) =>
    this.server.deps.db
      .selectFrom('messages')
      .select(['to', 'subject', 'text'])
      .where('subject', 'like', `%${text}%`)
      .execute()
  terms = () => termsOfContract(this.server, this.policy)
  /** The policy that the present one goes on as. */
  next = async () => {
    const row = (await this.terms()).find((it) => it.previous_policy_id === this.policy && it.status === 'issued')
    if (!row) throw new Error('no next term')
    return row
  }
  row = () =>
    this.server.deps.db.selectFrom('policies').selectAll().where('id', '=', this.policy).executeTakeFirstOrThrow()
}
