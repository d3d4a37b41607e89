/** A list of a whole university: created, shown and credited in short transactions, with a small page. */
import { expect, test } from 'vitest'
import { creditHandler } from '../../src/features/collection/server/group/credit-applications.ts'
import { ACTING, campaignFeatures } from './collection-fixtures.ts'
import { closedList, group, placeStudents, School, schoolCampaign } from './group-fixtures.ts'
import { startServer } from './start-server.ts'

const STUDENTS = 5000

test('5,000 students are paid for at once: no transaction holds more than a hundred of them, and a page of the list is 50', async () => {
  const server = await startServer({ features: campaignFeatures })
  try {
    const campaign = await schoolCampaign(server)
    await placeStudents(server, campaign, STUDENTS)
    const { number, link } = await closedList(server, campaign)
    const school = new School(server, link)
    const view = await school.sees(77)
    expect(view).toMatchObject({ students: STUDENTS, list: { page: 77, pages: 100 } })
    expect(view.list.students).toHaveLength(50)
    expect(JSON.stringify(view).length).toBeLessThan(20_000)
    expect(view.parts.reduce((sum, it) => sum + it.amount.amount, 0)).toBe(view.amount.amount)
    const id = await school.begin()
    school.gateway.happen(id, 'paid')
    // Recording the payment credits nobody: jobs of 500 credit the applications, 25 in a transaction.
    await school.told(id)
    expect(await credited()).toBe(0)
    for (let round = 1; round <= STUDENTS / 500; round++) {
      await creditHandler.run(server.deps, { id: number, round }, { id: 'test', attempt: 1 })
      expect(await credited()).toBe(round * 500)
    }
    await creditHandler.run(server.deps, { id: number, round: 1 }, { id: 'test', attempt: 2 })
    expect((await group(server, 'export', number, ...ACTING)).said.split('\n')).toHaveLength(STUDENTS + 1)
    const events = await server.deps.db
      .selectFrom('events')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('entity', '=', 'order')
      .where('to_status', '=', 'paid')
      .executeTakeFirstOrThrow()
    expect(Number(events.n)).toBe(STUDENTS)
  } finally {
    await server.close()
  }

  async function credited(): Promise<number> {
    const row = await server.deps.db
      .selectFrom('group_payment_orders')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('state', '=', 'credited')
      .executeTakeFirstOrThrow()
    return Number(row.n)
  }
})
