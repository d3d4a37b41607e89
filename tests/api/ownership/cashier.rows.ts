import {
  payClose,
  payCreate,
  payEndLink,
  payLink,
  payMethods,
  payQr,
  payStatus,
} from '../../../src/features/cashier/contract.ts'
import { ok } from '../orders-fixtures.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

const payable = async (world: World) => ({ order: (await world.submittedOrder()).id })

export const rows = [
  row(payMethods)({ of: 'record', input: payable }),
  row(payCreate)({
    of: 'record',
    input: async (world) => ({ ...(await payable(world)), method: 'wechat', key: `payment-${world.key()}` }),
  }),
  row(payStatus)({ of: 'record', input: payable }),
  row(payClose)({
    of: 'record',
    input: async (world) => {
      const { order } = await payable(world)
      const { payment } = ok(
        await world.client.request(payCreate, { order, method: 'wechat', key: `payment-${world.key()}` }),
      )
      return { order, payment: payment?.id ?? '' }
    },
  }),
  row(payQr)({ of: 'record', input: payable }),
  row(payLink)({ of: 'record', input: payable }),
  row(payEndLink)({ of: 'record', input: payable }),
]
