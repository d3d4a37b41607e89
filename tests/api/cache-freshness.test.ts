/** What one process has cached never hides what another process has written since (decision 0042). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrder, listOrders, saveOrder } from '../../src/features/orders/contract.ts'
import { logoutOthers, me } from '../../src/features/session/contract.ts'
import { startServer, type TestServer } from './start-server.ts'
import { agreeToSensitive, ok, SELF, TRIP } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

let dataDir: string
let here: TestServer
let there: TestServer
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'youfang-two-'))
  here = await startServer({ dataDir })
  there = await startServer({ dataDir })
})
afterAll(async () => {
  await here.close()
  await there.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a cached list shows changes of another process, and a session that ended there is over here', async () => {
  const person = await logInAs(here, 'two@example.com')
  const elsewhere = there.client({ store: person.store })
  const made = await agreeToSensitive(
    person,
    ok(await person.request(createOrder, { trip: TRIP, key: 'two-processes-1' })),
  )
  const insured = async (): Promise<string[]> =>
    ok(await person.request(listOrders, {})).orders.map((it) => `${it.insured} ${it.open}`)
  const before = await insured()
  expect(await insured()).toEqual(before)
  const named = ok(await elsewhere.request(saveOrder, { id: made.id, version: made.version, people: SELF }))
  expect(await insured()).toEqual([`${SELF.policyholder.idName} enter`])
  const other = { ...SELF, policyholder: { ...SELF.policyholder, idName: 'WANG LILI' } }
  ok(await elsewhere.request(saveOrder, { id: made.id, version: named.version, people: other }))
  expect(await insured()).toEqual(['WANG LILI enter'])

  here.advance(60_000)
  there.advance(60_000)
  const second = await logInAs(there, 'two@example.com')
  ok(await person.request(me, {}))
  ok(await second.request(logoutOthers, {}))
  expect(await person.request(me, {})).toMatchObject({ ok: false, code: '30002' })
  expect(person.seen).toEqual([30002])
})
