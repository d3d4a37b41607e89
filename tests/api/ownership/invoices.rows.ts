import {
  applyPrepaid,
  endInvoiceLink,
  getInvoice,
  invoiceFile,
  invoiceLink,
  prepaidFile,
  readPrepaid,
  requestInvoice,
  retitleInvoice,
} from '../../../src/features/invoices/contract.ts'
import { ok } from '../orders-fixtures.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const one = ({ order: id }: World) => ({ kind: 'plan', id })
const title = { title: 'personal', email: 'lin@example.com' } as const

const WHY = 'the key of the link, 160 random bits, stands for a login'

/** The key of a new link to the invoice of a new order. */
async function keyOf(world: World): Promise<string> {
  const { url } = ok(await world.client.request(invoiceLink, { kind: 'plan', id: await world.paidOrder() }))
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

export const rows = [
  row(invoiceLink)({ of: 'record', input: async (world) => ({ kind: 'plan', id: await world.paidOrder() }) }),
  row(endInvoiceLink)({ of: 'record', input: one }),
  row(readPrepaid)({ of: 'anyone', why: WHY, input: async (world) => ({ key: await keyOf(world) }) }),
  row(applyPrepaid)({
    of: 'anyone',
    why: WHY,
    input: async (world) => ({ key: await keyOf(world), ...title, name: '王芳' }),
  }),
  row(prepaidFile)({
    of: 'anyone',
    why: WHY,
    input: async (world) => {
      const key = await keyOf(world)
      ok(await world.client.request(applyPrepaid, { key, ...title, name: '王芳' }))
      await world.server.drain()
      world.server.advance(60_000)
      await world.server.drain()
      return {
        key,
        document: ok(await world.client.request(readPrepaid, { key })).invoice.documents[0]?.id ?? '',
        format: 'pdf',
      }
    },
  }),
  row(getInvoice)({ of: 'record', input: one }),
  row(requestInvoice)({ of: 'record', input: (world) => ({ ...one(world), ...title }) }),
  row(invoiceFile)({
    of: 'record',
    input: async (world) => {
      await world.server.drain()
      // The tax channel answers with some delay.
      world.server.advance(60_000)
      await world.server.drain()
      const { documents } = ok(await world.client.request(getInvoice, one(world)))
      return { ...one(world), document: documents[0]?.id ?? '', format: 'pdf' }
    },
  }),
  row(retitleInvoice)({
    of: 'record',
    answers: 'used',
    input: async (world) => ({
      ...one(world),
      ...title,
      version: ok(await world.client.request(getInvoice, one(world))).version,
    }),
  }),
]
