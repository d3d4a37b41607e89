/** Other people's records: knowing an id reveals no more than an invented one does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payCreate, payStatus } from '../../src/features/cashier/contract.ts'
import * as claims from '../../src/features/claims/contract.ts'
import { cancelOrder, getOrder, listOrders } from '../../src/features/orders/contract.ts'
import { getPolicy, listPolicies } from '../../src/features/policies/contract.ts'
import { newId } from '../../src/server/new-id.ts'
import type { Client, TestServer } from './start-server.ts'
import { insuredServer } from './insured-server.ts'
import { ok } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

let server: TestServer
const ids: Record<'order' | 'policy' | 'claim' | 'document', string> = {
  order: '',
  policy: '',
  claim: '',
  document: '',
}
const strangers: [name: string, client: Client][] = []
beforeAll(async () => {
  const { claimant, ...insured } = await insuredServer()
  server = insured.server
  await claimant.complete()
  ids.claim = claimant.id
  ids.document = claimant.draft.documents[0]?.id ?? ''
  ids.order = ok(await claimant.client.request(listOrders, { limit: 1 })).orders[0]?.id ?? ''
  ids.policy = ok(await claimant.client.request(listPolicies, {})).policies[0]?.id ?? ''
  strangers.push(['logged in', await logInAs(server, 'mallory@example.com')], ['on a device', server.client()])
})
afterAll(() => server.close())

/** Ids of the same form that belong to nobody. */
const madeUp = (id: string): string => `${id.slice(0, -1)}${id.endsWith('7') ? '8' : '7'}`
const key = (): string => `foreign-${newId()}`
/** The calls that a stranger makes about a record, by its id. */
const ASKED: [name: string, of: keyof typeof ids, ask: (client: Client, id: string) => Promise<{ ok: boolean }>][] = [
  ['an order', 'order', (it, id) => it.request(getOrder, { id })],
  ['that an order is cancelled', 'order', (it, id) => it.request(cancelOrder, { id, version: 1 })],
  ['to pay an order', 'order', (it, order) => it.request(payCreate, { order, method: 'wechat', key: key() })],
  ['what became of a payment', 'order', (it, order) => it.request(payStatus, { order })],
  ['a policy', 'policy', (it, id) => it.request(getPolicy, { id })],
  ['the policy of an order', 'order', (it, order) => it.request(getPolicy, { order })],
  ['a draft', 'claim', (it, id) => it.request(claims.getDraft, { id })],
  ['a claim', 'claim', (it, id) => it.request(claims.getClaim, { id })],
  ['that a claim is sent', 'claim', (it, id) => it.request(claims.submitClaim, { id, version: 1 })],
  ['the documents of a claim', 'claim', (it, id) => it.request(claims.claimDocuments, { id })],
  ['the form of a claim', 'claim', (it, id) => it.request(claims.claimForm, { id, language: 'en' })],
  ['a code for a claim', 'claim', (it, id) => it.request(claims.handOver, { id, step: 'documents' })],
  ['that a draft is thrown away', 'claim', (it, id) => it.request(claims.discardClaim, { id })],
]

test.each(ASKED)('%s: somebody else’s record is answered like one that does not exist', async (_, of, ask) => {
  expect(ids[of]).not.toBe('')
  for (const [who, client] of strangers) {
    const [theirs, nobodys] = [await ask(client, ids[of]), await ask(client, madeUp(ids[of]))]
    expect(theirs.ok, who).toBe(false)
    expect(theirs, who).toEqual(nobodys)
  }
})
