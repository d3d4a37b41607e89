import * as orders from '../../../src/features/orders/contract.ts'
import { sendOrderLink } from '../../../src/features/orders/draft-link-call.ts'
import { redeemLinkForAccount } from '../../../src/features/partners/server/visits.ts'
import { TRIP } from '../orders-fixtures.ts'
import { linkInput, partnerLink, partnerOf } from '../partner-fixtures.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const one = ({ order: id }: World) => ({ id })
const draft = async (world: World) => {
  const { id, version } = await world.newOrder()
  return { id, version }
}
const sent = async (world: World) => {
  const { id, version } = await world.submittedOrder()
  return { id, version }
}
const SHA = 'a'.repeat(64)
/** The link in a message to a student; it belongs to nobody. */
const code = '0'.repeat(26)

export const rows = [
  row(orders.createOrder)({ of: 'caller', input: (world) => ({ trip: TRIP, key: world.key() }) }),
  row(orders.createLinkedOrder)({
    of: 'caller',
    input: async (world) => {
      const link = linkInput(await partnerLink(world.server, await partnerOf(world.server)))
      return {
        link: (await redeemLinkForAccount(world.server.deps, link, world.ownerId, 'en')).visit,
        key: world.key(),
      }
    },
  }),
  row(orders.listOrders)({ of: 'caller', input: () => ({}) }),
  row(orders.orderAgain)({ of: 'record', input: async (world) => ({ ...one(world), key: world.key() }) }),
  row(orders.getOrder)({ of: 'record', input: one }),
  row(orders.saveOrder)({ of: 'record', input: async (world) => ({ ...(await draft(world)), trip: TRIP }) }),
  row(orders.quoteOrder)({
    of: 'record',
    input: async (world) => ({ id: (await world.newOrder()).id, birthDate: '2004-08-20' }),
  }),
  row(orders.orderText)({ of: 'record', input: (world) => ({ ...one(world), page: 'terms' }) }),
  row(orders.readPage)({
    of: 'record',
    input: async (world) => ({
      ...(await draft(world)),
      page: 'terms',
      sha256: SHA,
      openedAt: world.server.deps.clock(),
    }),
    answers: 'read_order',
  }),
  row(orders.withdrawSensitive)({ of: 'record', input: draft }),
  row(orders.sendConsent)({
    of: 'record',
    input: async (world) => ({ ...(await draft(world)), channel: 'email' }),
    answers: 'consent_not_needed',
  }),
  row(orders.viewConsent)({
    of: 'anyone',
    why: 'the code in the message to the student is the proof',
    input: () => ({ code }),
    answers: 'consent_expired',
  }),
  row(orders.agreeConsent)({
    of: 'anyone',
    why: 'the code in the message to the student is the proof',
    answers: 'consent_expired',
    input: ({ server }) => ({ code, agree: false, sha256: SHA, openedAt: server.deps.clock() }),
  }),
  row(orders.submitOrder)({
    of: 'record',
    input: async (world) => ({ ...(await draft(world)), premium: 1, sha256: SHA, openedAt: world.server.deps.clock() }),
    answers: 'incomplete',
  }),
  row(orders.reopenOrder)({ of: 'record', input: sent }),
  row(orders.cancelOrder)({ of: 'record', input: draft }),
  row(orders.salesLog)({ of: 'record', input: one }),
  row(orders.salesRecordFile)({ of: 'record', input: (world) => ({ ...one(world), language: 'en' }) }),
  row(sendOrderLink)({
    of: 'record',
    input: async (world) => ({ id: (await world.newOrder()).id, to: 'lin@example.com' }),
  }),
]
