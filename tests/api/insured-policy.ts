/** A policy as a student buys it: applied for through the real calls, paid and issued. */
import { addDays, dayOf, endOfMonths } from '../../src/lib/days/dates.ts'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import { orderRoutes } from '../../src/features/orders/server/routes.ts'
import { findOrCreateUser } from '../../src/features/session/server/sessions.ts'
import { callAs } from '../../src/programs/demo/call-as.ts'
import { pay } from '../../src/programs/demo/pay-order.ts'
import { submitApplication, type Application } from '../../src/programs/demo/buy-policy.ts'
import { self, STUDENT } from '../../src/programs/demo/demo-people.ts'
import type { TestServer } from './start-server.ts'

let made = 0
/** The buyer, who is also the insured person. */
export const INSURED = STUDENT.email

/** The same, paid at the gateway, so that there is money to refund. */
export async function paidPolicy(server: TestServer, over: Partial<Application> = {}): Promise<string> {
  const { deps } = server
  const actor = await buyer(server)
  const order = await submitApplication(actor, applicationFor(deps.clock(), over))
  await pay(actor, order.id)
  await server.drain()
  return policyOf(server, order.id)
}

/** US Campus, Gold, for a year that begins in ten days; `over` changes the application. Returns the policy's id. */
export async function insuredPolicy(server: TestServer, over: Partial<Application> = {}): Promise<string> {
  const { deps } = server
  const order = await submitApplication(await buyer(server), applicationFor(deps.clock(), over))
  await deps.write((trx) => markPaid(trx, { orderId: order.id, paymentId: 'test', at: deps.clock() }))
  await server.drain()
  return policyOf(server, order.id)
}

async function buyer({ deps }: TestServer) {
  const { id: userId } = await deps.write((trx) => findOrCreateUser(deps, trx, INSURED))
  return callAs(deps, orderRoutes, { userId, lang: 'cn', at: deps.clock() })
}

function applicationFor(now: number, over: Partial<Application>): Application {
  const start = addDays(dayOf(now), 10)
  const trip = { plan: 'us-campus', tier: 'gold', start, end: endOfMonths(start, 12), destination: 'us' }
  return { key: `insured-policy-${made++}`, trip, people: self, second: true, ...over }
}

const policyOf = async ({ deps }: TestServer, orderId: string): Promise<string> =>
  (await deps.db.selectFrom('policies').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()).id
