import { expect, it } from 'vitest'
import { loadPlans } from '../../src/features/plans/content/load-plans.ts'
import { dayOf } from '../../src/lib/days/dates.ts'
import { LANGS } from '../../src/lib/locale.ts'
import { seedDemo } from '../../src/programs/demo/seed-demo.ts'
import { NOON, startServer } from './start-server.ts'

it('the demo account is made once, with an order in every state and policies in every tab', async () => {
  let now = NOON
  const server = await startServer({ clock: () => now })
  const states = async () =>
    (
      await server.deps.db
        .selectFrom('orders')
        .select('status')
        .where('user_id', 'is not', null)
        .orderBy('created_at')
        .execute()
    )
      .map((it) => it.status)
      .sort()
  await seedDemo(server.deps)
  expect(server.logs()).not.toContain('demo account incomplete')
  const first = await states()
  expect(first).toEqual([
    'awaiting_payment',
    'cancelled',
    'created',
    'issue_failed',
    'issued',
    'issued',
    'issued',
    'issued',
    'issued',
    'issued',
    'issued',
    'under_review',
  ])
  const policies = await server.deps.db.selectFrom('policies').select(['status', 'starts', 'ends']).execute()
  const today = '2026-03-01'
  expect(
    policies
      .filter((it) => it.status === 'issued')
      .map((it) => (it.starts > today ? 'pending' : it.ends < today ? 'expired' : 'valid'))
      .sort(),
  ).toEqual(['expired', 'expired', 'expired', 'pending', 'pending', 'pending', 'valid'])
  // A policy names a version of its terms that was in force when it was issued.
  const issued = await server.deps.db
    .selectFrom('policies')
    .select(['number', 'plan', 'clause_version', 'issued_at'])
    .execute()
  const early = issued.filter((it) =>
    LANGS.every((lang) => {
      const { version, date } = loadPlans(process.cwd(), dayOf(it.issued_at)).clauses(lang, it.plan)
      return version !== it.clause_version || date > dayOf(it.issued_at)
    }),
  )
  expect(early.map((it) => `${it.number}: ${it.clause_version}, issued on ${dayOf(it.issued_at)}`)).toEqual([])
  const requests = await server.deps.db.selectFrom('policy_changes').select('status').execute()
  expect(requests.map((it) => it.status).sort()).toEqual(['approved', 'rejected', 'submitted'])
  const versions = await server.deps.db.selectFrom('policy_versions').select('reason').where('number', '=', 2).execute()
  expect(versions.map((it) => it.reason).sort()).toEqual(['endorsement', 'surrender'])
  const groups = () =>
    server.deps.db
      .selectFrom('group_payments')
      .innerJoin('group_payment_orders', 'group_id', 'id')
      .select(['group_payments.status', 'state'])
      .execute()
  expect(await groups()).toEqual(Array.from({ length: 4 }, () => ({ status: 'open', state: 'held' })))
  const closures = () => server.deps.db.selectFrom('account_closures').select('status').execute()
  expect(await closures()).toEqual([{ status: 'scheduled' }])
  await server.drain()
  now += 60_000
  await seedDemo(server.deps)
  expect((await states()).length).toBe(first.length)
  expect(await closures()).toHaveLength(1)
  expect(await groups()).toHaveLength(4)
  expect(server.logs()).not.toContain('demo account incomplete')
  await server.close()
})
