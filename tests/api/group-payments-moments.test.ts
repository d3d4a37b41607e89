/**
 * A school's list at unlucky moments: an application changes while it is being added, the last student leaves during
 * the payment, and it is paid twice.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uniqueKey } from '../../src/app/storage/storage.ts'
import { payStatus } from '../../src/features/cashier/contract.ts'
import { makeGroupPayment } from '../../src/features/collection/server/group/make-group-payment.ts'
import { cancelOrder } from '../../src/features/orders/contract.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import type { Trx } from '../../src/server/db/database.ts'
import type { Deps } from '../../src/server/dependencies.ts'
import { ACTING, campaignFeatures, type TestCampaign } from './collection-fixtures.ts'
import {
  closedList,
  group,
  numberIn,
  placeStudents,
  PREMIUMS,
  School,
  schoolCampaign,
  settled,
  tokenIn,
} from './group-fixtures.ts'
import { ok } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const [YOUNG, OLDER] = PREMIUMS

let server: TestServer
let campaign: TestCampaign
beforeEach(async () => {
  server = await startServer({ features: campaignFeatures })
  campaign = await schoolCampaign(server)
})
afterEach(() => server.close())

/**
 * Adds the campaign's students to a list; `meanwhile` happens after the applications were found, before they are
 * locked.
 */
async function makeWhile(meanwhile: (trx: Trx) => Promise<unknown>) {
  const { deps } = server
  const row = await deps.db.selectFrom('campaigns').selectAll().where('id', '=', campaign.id).executeTakeFirstOrThrow()
  let writes = 0
  const write: Deps['write'] = async (run) => {
    if (++writes === 2) await deps.write(meanwhile)
    return deps.write(run)
  }
  return makeGroupPayment({ ...deps, write }, row, { lang: 'en', by: 'operator:lin', why: 'agreed' })
}

test('a student who changes the application while the list is made is listed with the premium agreed to last', async () => {
  const [id = ''] = await placeStudents(server, campaign, 1)
  const { row, counts } = await makeWhile((trx) =>
    trx
      .updateTable('orders')
      .set({
        version: 3,
        premium_minor: OLDER,
        insured_id_mac: 'another',
        breakdown: JSON.stringify([
          { who: 'student', age: 27, percent: 100, premium: { amount: OLDER, currency: 'CNY' } },
        ]),
      })
      .where('id', '=', id)
      .execute(),
  )
  expect(counts).toEqual({ added: 1, paying: 0, duplicate: 0, uninvited: 0 })
  const listed = await server.deps.db
    .selectFrom('group_payment_orders')
    .selectAll()
    .where('group_id', '=', row.id)
    .executeTakeFirstOrThrow()
  expect([listed.amount_minor, listed.ages_from]).toEqual([OLDER, 25])
})

test('an application that expires earlier than the list, because it was sent again meanwhile, is not added', async () => {
  const [id = ''] = await placeStudents(server, campaign, 2)
  const { counts } = await makeWhile((trx) =>
    trx
      .updateTable('orders')
      .set((eb) => ({ expires_at: eb('expires_at', '-', 3_600_000) }))
      .where('id', '=', id)
      .execute(),
  )
  expect(counts.added).toBe(1)
})

test('when the last student leaves during the payment, that payment is closed at the provider, so that nobody pays an empty list', async () => {
  const client = server.client()
  const [id = ''] = await placeStudents(server, campaign, 1, {
    holder: holderOf({ unique: uniqueKey(client.store) }) ?? '',
  })
  const { link } = await closedList(server, campaign)
  const school = new School(server, link)
  const payment = await school.begin()
  ok(await client.request(cancelOrder, { id, version: 1 }))
  await server.drain()
  expect(school.gateway.now(payment)).toMatchObject({ state: 'failed', failure: 'cancelled' })
  expect((await school.status()).payment).toMatchObject({ status: 'failed' })
  // Who paid nothing is refunded nothing, and is told where the school's money goes.
  const letters = await server.deps.db.selectFrom('messages').select('text').where('text', 'like', `%${id}%`).execute()
  expect(letters.map((it) => it.text)).toEqual([expect.stringContaining('the premium will be refunded to the school')])
})

test('who left before the list was closed is not shown to the school; who leaves afterwards is', async () => {
  const [early = '', late = '', stays = ''] = await placeStudents(server, campaign, 3)
  const number = numberIn((await group(server, 'make', campaign.id, ...ACTING)).said)
  await group(server, 'take-off', number, early, ...ACTING)
  server.advance(1_000)
  const link = tokenIn((await group(server, 'close', number, ...ACTING)).said)
  server.advance(1_000)
  await group(server, 'take-off', number, late, ...ACTING)
  const view = await new School(server, link).sees()
  expect(view.list.students.map(({ application, state }) => [application, state])).toEqual([
    [late, 'left'],
    [stays, 'to_pay'],
  ])
  expect(view.states).toEqual({ to_pay: 1, left: 1 })
  const exported = (await group(server, 'export', number, ...ACTING)).said
  expect([exported.includes(early), exported.includes(late)]).toEqual([false, true])
  expect((await group(server, 'show', number, ...ACTING)).said).toContain('left: taken_off 2')
})

test('whoever asks to pay again after a student left is asked for the sum that the page shows', async () => {
  const client = server.client()
  const [id = ''] = await placeStudents(server, campaign, 1, {
    holder: holderOf({ unique: uniqueKey(client.store) }) ?? '',
  })
  await placeStudents(server, campaign, 1)
  const { link } = await closedList(server, campaign)
  const school = new School(server, link)
  const first = await school.begin()
  ok(await client.request(cancelOrder, { id, version: 1 }))
  expect((await school.status()).payment).toMatchObject({ id: first, amount: { amount: 2 * YOUNG } })
  const again = ok(await school.tryPay())
  expect([again.order.amount.amount, again.payment?.amount.amount]).toEqual([YOUNG, YOUNG])
  expect(school.gateway.now(first)).toMatchObject({ state: 'failed' })
  expect(ok(await school.tryPay()).payment?.id).toBe(again.payment?.id)
  school.gateway.happen(again.payment?.id ?? '', 'paid')
  await school.told(again.payment?.id ?? '')
  await settled(server)
  expect([school.gateway.taken(), school.gateway.given()]).toEqual([YOUNG, 0])
})

test('a list that was paid twice shows the payment that it kept; who paid the other one sees that it goes back', async () => {
  await placeStudents(server, campaign, 2)
  const { link } = await closedList(server, campaign)
  const school = new School(server, link)
  const first = await school.begin()
  school.gateway.happen(first, 'rejected')
  await school.told(first)
  server.advance(1_000)
  const colleague = new School(server, link, school.gateway)
  const second = await colleague.begin('alipay')
  for (const id of [first, second]) {
    school.gateway.happen(id, 'paid')
    await school.told(id)
  }
  await settled(server)
  expect((await school.status()).payment).toMatchObject({ id: first, refund: null })
  expect(ok(await server.client().request(payStatus, { link })).payment).toMatchObject({ id: first, refund: null })
  expect((await colleague.status()).payment).toMatchObject({ id: second, refund: { reason: 'duplicate' } })
})
