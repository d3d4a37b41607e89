import { applyOverseas, listApplications, withdrawApplication } from '../../../src/features/overseas/contract.ts'
import { application, sent } from '../overseas-fixtures.ts'
import { row } from './row.ts'

/** One application is enough for the list, and a login may send only some a day. */
let listed: Promise<string> | undefined

export const rows = [
  row(applyOverseas)({ of: 'caller', input: () => application() }),
  row(listApplications)({
    of: 'caller',
    input: async (world) => {
      await (listed ??= sent(world.client))
      return {}
    },
  }),
  row(withdrawApplication)({ of: 'record', input: async (world) => ({ id: await sent(world.client) }) }),
]
