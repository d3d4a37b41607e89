/** Whose a next term is, and what it carries on: other papers, devices, contacts, a death, the day of deletion. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import { coveredSince } from '../../src/features/policies/server/continuous-cover.ts'
import { openPeople } from '../../src/features/orders/server/people/agreed-people.ts'
import { claimsOnPolicies } from '../../src/features/claims/server/policy-claims.ts'
import { surrenderRefundSubject } from '../../src/features/policies/server/surrender/surrender.ts'
import { surrenderPolicy, surrenderQuote } from '../../src/features/policies/surrender-calls.ts'
import { latestRequest } from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { STUDENT } from '../../src/programs/demo/demo-people.ts'
import { dayOf, daysBetween } from '../../src/lib/days/dates.ts'
import { changesDesk, claimOn, submitTo } from './change-desk.ts'
import { codeSentTo, confirm, OTHER, submit } from './credentials-fixtures.ts'
import { ExtensionBench } from './extension-bench.ts'
import { jpeg } from './hostile-files.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { Buyer, ok, person, refusal, SELF, TRIP } from './orders-fixtures.ts'
import { policyClosure } from '../../src/features/policies/server/account-closure.ts'
import { purgePolicies } from '../../src/features/policies/server/purge-policies.ts'

const DAY = 86_400_000
let bench: ExtensionBench
beforeEach(async () => {
  bench = await ExtensionBench.ready()
})
afterEach(() => bench.server.close())

it('a renewed passport on the next term keeps the cover continuous', async () => {
  await bench.payFor(await bench.extend(6))
  const [first, next] = [await bench.row(), await bench.next()]
  bench.server.advance((daysBetween(dayOf(bench.server.deps.clock()), next.starts) + 2) * DAY)
  bench.client = await logInAs(bench.server, INSURED)
  expect(await coveredSince(bench.server.deps.db, next)).toBe(first.starts)
  const { id } = ok(await submitTo(bench.client, { policy: next.id, item: 'id_number', value: 'e99999999' }))
  await bench.server.check()
  expect((await changesDesk(bench.server, 'approve', id)).code).toBe(0)
  await bench.server.drain()
  const after = await bench.next()
  expect(openPeople(bench.server.deps.seal, after.people).insured.idNumber).toBe('E99999999')
  expect(await coveredSince(bench.server.deps.db, after)).toBe(first.starts)
})

it('a change that an operator has not decided comes first, so that the next term has it', async () => {
  ok(await submitTo(bench.client, { policy: bench.policy, item: 'id_number', value: 'e99999999' }))
  expect((await bench.page()).blocked?.reason).toBe('correcting')
})

it('the device of the first purchase does not open the next term', async () => {
  const { server } = bench
  const mail = 'lin.owner@example.com'
  const buyer = new Buyer(server)
  await buyer.create({ ...TRIP, start: '2026-04-01', end: '2027-03-31' }, 'device-order')
  await buyer.fillIn({ ...SELF, policyholder: person('1999-01-02', { email: mail }) })
  const { id } = await buyer.submit()
  await server.deps.write((trx) => markPaid(trx, { orderId: id, paymentId: 'test', at: server.deps.clock() }))
  await server.drain()
  bench.policy = (
    await server.deps.db.selectFrom('policies').select('id').where('order_id', '=', id).executeTakeFirstOrThrow()
  ).id
  bench.client = await logInAs(server, mail)
  server.advance(40 * DAY)
  bench.client = await logInAs(server, mail)
  expect(refusal(await buyer.client.request(getPolicy, { id: bench.policy }))).toBe('not_found')
  await bench.payFor(await bench.extend(6))
  expect(refusal(await buyer.client.request(getPolicy, { id: (await bench.next()).id }))).toBe('not_found')
})

it('a student who opened the policy with a code sees its next term', async () => {
  const { server } = bench
  const student = await logInAs(server, OTHER)
  const { number } = await bench.row()
  ok(await submit(student, await jpeg(1200, 800)))
  await server.check()
  await server.drain()
  ok(await confirm(student, await codeSentTo(server, STUDENT.email, number)))
  ok(await student.request(getPolicy, { id: bench.policy }))
  await bench.payFor(await bench.extend(6))
  expect(refusal(await student.request(getPolicy, { id: (await bench.next()).id }))).toBe('ok')
})

it('the policyholder who changed their email since is still the policyholder of the next term', async () => {
  const { server } = bench
  const { buyer_email_mac: a, buyer_mobile_mac: b } = await bench.row()
  const pay = await bench.extend()
  const at = server.deps.clock()
  await server.deps.write((trx) =>
    trx
      .updateTable('contacts')
      .set({ ended_at: at, ended_why: 'changed' })
      .where(
        'mac',
        'in',
        [a, b].flatMap((it) => it ?? []),
      )
      .execute(),
  )
  server.advance(1000)
  await bench.payFor(pay)
  for (const id of [(await bench.next()).id, bench.policy]) {
    const { amount } = ok(await bench.client.request(surrenderQuote, { id }))
    ok(await bench.client.request(surrenderPolicy, { id, amount: amount.amount }))
    const request = await latestRequest(server.deps.db, `policy:${id}`)
    expect(
      request && (await surrenderRefundSubject.refusals?.holds(server.deps.db, request, 'not_policyholder')),
      id === bench.policy ? 'earlier' : 'next',
    ).toBe(false)
  }
})

it('a death reported on the policy of somebody else with the same number says nothing of this person', async () => {
  const { server } = bench
  const mine = await bench.row()
  const buyer = new Buyer(server)
  const other = await buyer.create({ ...TRIP, start: '2026-04-01', end: '2027-03-31' }, 'same-number')
  expect(other.id).toBeDefined()
  await buyer.fillIn({
    ...SELF,
    policyholder: person('1990-01-02', {
      idType: 'passport',
      idName: 'SOMEBODY ELSE',
      nationality: 'KR',
      idNumber: openPeople(server.deps.seal, mine.people).insured.idNumber,
      email: 'else@example.com',
    }),
  })
  const { id } = await buyer.submit(true)
  await server.deps.write((trx) => markPaid(trx, { orderId: id, paymentId: 'test', at: server.deps.clock() }))
  await server.drain()
  const policy = await server.deps.db
    .selectFrom('policies')
    .select(['id', 'insured_id_mac'])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(policy.insured_id_mac).toBe(mine.insured_id_mac)
  await claimOn(server, policy.id, true)
  await server.deps.write((trx) =>
    trx.updateTable('claims').set({ type: 'death' }).where('policy_id', '=', policy.id).execute(),
  )
  expect(await claimsOnPolicies.death(server.deps.db, bench.policy)).toBe(false)
  expect((await bench.page()).blocked).toBeNull()
})

it('a policy is deleted after the day that its person was told', async () => {
  await bench.payFor(await bench.extend(12))
  const { deps } = bench.server
  const { user_id, number } = await bench.row()
  const kept = await policyClosure.kept?.(deps, deps.db, { userId: user_id ?? '', contacts: [] })
  const until = kept?.find((it) => it.number === number)?.until ?? ''
  bench.server.advance((daysBetween(dayOf(deps.clock()), until) + 2) * DAY)
  await purgePolicies.run(deps)
  expect(await deps.db.selectFrom('policies').select('id').where('number', '=', number).execute(), until).toEqual([])
})
