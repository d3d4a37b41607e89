/** A server on which a student buys policies, one step at a time: paid, issued, looked at. */
import { addDays, dayOf, endOfMonths } from '../../src/lib/days/dates.ts'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import { orderRoutes } from '../../src/features/orders/server/routes.ts'
import { findOrCreateUser } from '../../src/features/session/server/sessions.ts'
import { callAs } from '../../src/programs/demo/call-as.ts'
import { submitApplication, type Application } from '../../src/programs/demo/buy-policy.ts'
import { self, STUDENT } from '../../src/programs/demo/demo-people.ts'
import { logInAs } from './logged-in-user.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

/** The data of an answer that must be a success. */
export async function data<T>(reply: Promise<{ ok: true; data: T } | { ok: false; code: string }>): Promise<T> {
  const got = await reply
  if (!got.ok) throw new Error(got.code)
  return got.data
}

export class PolicyBench {
  readonly server: TestServer
  private orders = 0
  constructor(server: TestServer) {
    this.server = server
  }
  static async ready(): Promise<PolicyBench> {
    return new PolicyBench(await startServer())
  }

  today = (): string => dayOf(this.server.deps.clock())
  start = (): string => addDays(this.today(), 10)
  trip = (): Application['trip'] => ({
    plan: 'us-campus',
    tier: 'gold',
    start: this.start(),
    end: endOfMonths(this.start(), 12),
    destination: 'us',
  })
  userId = async (destination: string = STUDENT.email): Promise<string> =>
    (await this.server.deps.write((trx) => findOrCreateUser(this.server.deps, trx, destination))).id
  signIn = (destination: string = STUDENT.email, client?: Client): Promise<Client> =>
    logInAs(this.server, destination, client)

  /** A paid order whose policy is not issued yet. */
  async paid(over: Partial<Application> = {}): Promise<string> {
    const { deps } = this.server
    const actor = callAs(deps, orderRoutes, { userId: await this.userId(), lang: 'cn', at: deps.clock() })
    const made = await submitApplication(actor, {
      key: `order-${this.orders++}-of-test`,
      trip: this.trip(),
      people: self,
      second: true,
      ...over,
    })
    if (made.status !== 'awaiting_payment') throw new Error(`the order is ${made.status}`)
    const outcome = await deps.write((trx) => markPaid(trx, { orderId: made.id, paymentId: 'test', at: deps.clock() }))
    if (outcome !== 'paid') throw new Error(`the payment is ${outcome}`)
    return made.id
  }

  /** An issued policy; returns its id. */
  async issued(over: Partial<Application> = {}): Promise<string> {
    const orderId = await this.paid(over)
    await this.server.drain()
    return (
      await this.server.deps.db
        .selectFrom('policies')
        .select('id')
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow()
    ).id
  }

  /** The documents of a policy with their codes. */
  codes = (policyId: string) =>
    this.server.deps.db.selectFrom('policy_documents').selectAll().where('policy_id', '=', policyId).execute()
}
