import {
  cancelTuition,
  getTuition,
  listTuition,
  quoteTuition,
  repeatTuition,
  submitTuition,
  tuitionReceipt,
} from '../../../src/features/education/contract.ts'
import { educationRef } from '../../../src/features/education/server/education-payable.ts'
import { callAs } from '../../../src/programs/demo/call-as.ts'
import { payFor } from '../../../src/programs/demo/pay-order.ts'
import { blobOf, photoBytes } from '../claims-fixtures.ts'
import { ok } from '../orders-fixtures.ts'
import { FEE, payment, sent } from '../tuition-fixtures.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

/** One payment is enough for all calls that only read it. */
let one: Promise<string> | undefined
const own = (world: World): Promise<string> => (one ??= sent(world.server, world.client))
const cancelled = async (world: World): Promise<string> =>
  ok(await world.client.request(cancelTuition, { id: await sent(world.server, world.client) })).order.id

async function paid(world: World): Promise<string> {
  const id = await sent(world.server, world.client)
  await payFor(
    callAs(world.server.deps, [], { userId: world.ownerId, lang: 'en', at: world.server.deps.clock() }),
    educationRef(id),
    world.key(),
  )
  return id
}

export const rows = [
  row(quoteTuition)({ of: 'anyone', why: 'a price by the published rate; nobody is named', input: () => FEE }),
  row(submitTuition)({
    of: 'caller',
    input: (world) => payment({ key: world.key() }),
    files: async () => ({ file: blobOf(await photoBytes()) }),
  }),
  row(getTuition)({ of: 'record', input: async (world) => ({ id: await own(world) }) }),
  row(listTuition)({ of: 'caller', input: async (world) => (await own(world), {}) }),
  row(cancelTuition)({ of: 'record', input: async (world) => ({ id: await sent(world.server, world.client) }) }),
  row(repeatTuition)({ of: 'record', input: async (world) => ({ id: await cancelled(world), key: world.key() }) }),
  row(tuitionReceipt)({ of: 'record', input: async (world) => ({ id: await paid(world), language: 'en' }) }),
]
