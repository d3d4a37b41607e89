/**
 * Policies that a school paid for together: afterwards each is independent in every respect, and refunds go to the
 * school.
 */
import { expect, test } from 'vitest'
import { demoGroupPayment, DEMO_GROUP_LINK } from '../../src/programs/demo/demo-group-payment.ts'
import { approveRequest, latestRequest } from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { sourceOf } from '../../src/features/invoices/server/sources/invoice-sources.ts'
import { surrenderByOperator } from '../../src/features/policies/server/surrender/surrender.ts'
import { School, settled } from './group-fixtures.ts'
import { startServer } from './start-server.ts'

test('each student has a policy; cancelling one returns its premium alone, and another one’s is not less for it', async () => {
  const server = await startServer()
  try {
    const { deps } = server
    await demoGroupPayment(deps)
    const school = new School(server, DEMO_GROUP_LINK)
    await school.pay()
    expect((await school.sees()).states).toEqual({ insured: 4 })
    const policies = await deps.db.selectFrom('policies').selectAll().orderBy('number').execute()
    expect(policies.map(({ status }) => status)).toEqual(['issued', 'issued', 'issued', 'issued'])
    const before = school.gateway.given()
    for (const { id, number, premium_minor: premium } of policies.slice(0, 2)) {
      const found = await surrenderByOperator(deps, number, {
        visaRefused: false,
        by: 'operator:lin',
        why: 'the student asked',
      })
      expect(found.amount.amount).toBe(premium)
      await server.drain()
      const { text } = await deps.db
        .selectFrom('messages')
        .select('text')
        .where('subject', 'like', `%${number}%`)
        .where('subject', 'like', '%已申请退保%')
        .executeTakeFirstOrThrow()
      expect(text).toContain('退回支付保费的河畔学院，不退给您本人')
      // Only requested: it may be refused, and the premium still counts as kept.
      const asked = (await school.sees()).returned.amount
      expect(asked).toBe(school.gateway.given() - before)
      await approveRequest(deps, (await latestRequest(deps.db, `policy:${id}`))?.id ?? '', {
        by: 'operator:wu',
        why: 'not begun',
      })
      await settled(server)
    }
    await settled(server)
    const returned = policies.slice(0, 2).reduce((sum, it) => sum + it.premium_minor, 0)
    expect(school.gateway.given() - before).toBe(returned)
    expect(await school.sees()).toMatchObject({
      status: 'done',
      states: { insured: 2, cancelled: 2 },
      returned: { amount: returned },
    })
    expect((await school.status()).order).toMatchObject({ standing: 'paid' })
    const orders = await deps.db.selectFrom('orders').selectAll().where('status', '=', 'issued').execute()
    const group = orders[0]?.group_payment ?? ''
    expect(await sourceOf('group').read(deps, deps.db, group)).toMatchObject({
      ready: true,
      kept: school.gateway.taken() - returned,
    })
    // A student has no invoice for what the school paid.
    expect(await sourceOf('plan').read(deps, deps.db, orders[0]?.id ?? '')).toMatchObject({
      ready: false,
      kept: 0,
      paidBySchool: true,
    })
  } finally {
    await server.close()
  }
})
