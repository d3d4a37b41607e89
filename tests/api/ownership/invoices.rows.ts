import { getInvoice, invoiceFile, requestInvoice, retitleInvoice } from '../../../src/features/invoices/contract.ts'
import { ok } from '../orders-fixtures.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const one = ({ order: id }: World) => ({ kind: 'plan', id })
const title = { title: 'personal', email: 'lin@example.com' } as const

export const rows = [
  row(getInvoice)({ of: 'record', input: one }),
  row(requestInvoice)({ of: 'record', input: (world) => ({ ...one(world), ...title }) }),
  row(invoiceFile)({
    of: 'record', input: async (world) => {
      await world.server.drain()
      // The tax channel takes a moment.
      world.server.advance(60_000)
      await world.server.drain()
      const { documents } = ok(await world.client.request(getInvoice, one(world)))
      return { ...one(world), document: documents[0]?.id ?? '', format: 'pdf' }
    },
  }),
  row(retitleInvoice)({
    of: 'record', answers: 'used',
    input: async (world) => ({ ...one(world), ...title, version: ok(await world.client.request(getInvoice, one(world))).version }),
  }),
]
