/** Ticks of the check page stand for the text and the sum that they were ticked under, on whatever device. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getOrder, orderText, readPage, saveOrder, submitOrder } from '../../src/features/orders/contract.ts'
import { readRecord } from '../../src/features/orders/server/sales-record/write-sales-log.ts'
import { Buyer, ok } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
let buyer: Buyer
beforeEach(async () => {
  server = await startServer()
  buyer = new Buyer(server)
  await buyer.fillIn()
})
afterEach(() => server.close())

const NONE = { declarations: [], second: false, prefilled: false }
const declarations = async (client = buyer.client) =>
  ok(await client.request(orderText, { id: buyer.view.id, page: 'declarations' }))

/**
 * Another tier is chosen on one device, and what it changes is confirmed, while the other one still shows the old
 * declarations.
 */
async function anotherTier(): Promise<void> {
  await buyer.save({ trip: { ...buyer.view.answers.trip, tier: 'premier' } })
  for (const { page } of buyer.view.stale) {
    const { sha256 } = ok(await buyer.client.request(orderText, { id: buyer.view.id, page }))
    buyer.order = ok(
      await buyer.client.request(readPage, { ...buyer.at, page, sha256, openedAt: 0, shown: 'differences' }),
    )
  }
}

test('made under an old text they are dropped, even with the version of now', async () => {
  const old = await declarations()
  const check = { declarations: old.declarations.map(({ id }) => id), second: true, prefilled: true, text: old.sha256 }
  await anotherTier()
  const now = await declarations()
  expect(now.sha256).not.toBe(old.sha256)
  expect(ok(await buyer.client.request(saveOrder, { ...buyer.at, check })).answers.check).toMatchObject(NONE)
  buyer.order = ok(await buyer.client.request(getOrder, { id: buyer.view.id }))
  expect(
    await buyer.client.request(submitOrder, {
      ...buyer.at,
      premium: buyer.view.premium?.amount ?? 0,
      sha256: now.sha256,
      openedAt: 0,
    }),
  ).toMatchObject({ ok: false, code: 'invalid', fields: { 'check.personal-data': 'declaration_required' } })
})

test('without the text that they were made under they do not count', async () => {
  const { declarations: all } = await declarations()
  await buyer.save({ check: { declarations: all.map(({ id }) => id), second: false } })
  expect(buyer.view.answers.check).toMatchObject(NONE)
})

test('sending data abroad is left to the buyer: it is bought without, and the record says what was agreed', async () => {
  const { declarations: all, sha256 } = await declarations()
  const abroad = all.find(({ id }) => id === 'cross-border')
  expect(abroad?.more).toContain('Yuanhang Assistance International (sample), 3 Sample Lane, London')
  expect(abroad?.without).toContain('You can buy without')
  const needed = all.filter(({ without }) => !without).map(({ id }) => id)
  await buyer.save({ check: { declarations: needed, second: false, text: sha256 } })
  const premium = buyer.view.premium?.amount ?? 0
  const sent = ok(await buyer.client.request(submitOrder, { ...buyer.at, premium, sha256, openedAt: 0 }))
  expect(sent.status).toBe('awaiting_payment')
  const { entries } = await readRecord(server.deps, sent.id)
  expect(entries.find(({ kind }) => kind === 'submitted')?.data).toMatchObject({ declarations: needed })
})

test('they stand in both languages, until the text changes', async () => {
  await buyer.tick()
  const chinese = server.client({ lang: 'cn', store: buyer.client.store })
  expect(ok(await chinese.request(getOrder, { id: buyer.view.id })).answers.check.declarations.length).toBeGreaterThan(
    0,
  )
  const { sha256 } = await declarations(chinese)
  expect(
    ok(
      await chinese.request(submitOrder, {
        ...buyer.at,
        premium: buyer.view.premium?.amount ?? 0,
        sha256,
        openedAt: 0,
      }),
    ).status,
  ).toBe('awaiting_payment')
})
