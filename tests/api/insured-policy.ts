/** A policy as a student buys it: applied for by the real calls, paid and issued. */
import { addDays, dayOf, endOfMonths } from '../../src/lib/dates.ts'
import { markPaid } from '../../src/features/orders/api.server.ts'
import { orderRoutes } from '../../src/features/orders/routes.server.ts'
import { findOrCreateUser } from '../../src/features/session/sessions.server.ts'
import { callAs } from '../../src/server/demo/call-as.ts'
import { submitApplication, type Application } from '../../src/server/demo/buy-policy.ts'
import { self, STUDENT } from '../../src/server/demo/demo-people.ts'
import type { TestServer } from './start-server.ts'

let made = 0
/** Who bought it and is insured. */
export const INSURED = STUDENT.email

/** US Campus, Gold, for a year from ten days on; `over` changes the wish. Returns the policy's id. */
export async function insuredPolicy({ deps, drain }: TestServer, over: Partial<Application> = {}): Promise<string> {
  const start = addDays(dayOf(deps.clock()), 10)
  const { id: userId } = await deps.write((trx) => findOrCreateUser(deps, trx, INSURED))
  const actor = callAs(deps, orderRoutes, { userId, lang: 'cn', at: deps.clock() })
  const order = await submitApplication(actor, {
    key: `insured-policy-${made++}`, trip: { plan: 'us-campus', tier: 'gold', start, end: endOfMonths(start, 12), destination: 'us' }, people: self, second: true, ...over,
  })
  await deps.write((trx) => markPaid(trx, { orderId: order.id, paymentId: 'test', at: deps.clock() }))
  await drain()
  return (await deps.db.selectFrom('policies').select('id').where('order_id', '=', order.id).executeTakeFirstOrThrow()).id
}
