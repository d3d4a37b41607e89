import { askRefund, getRefundAccount, getRefunds, giveRefundAccount } from '../../../src/features/cashier/contract.ts'
import { openRefund } from '../../../src/features/cashier/server/refunds/open-and-settle-refund.ts'
import { processRefund } from '../../../src/features/cashier/server/refunds/refund-at-provider.ts'
import { setFault } from '../../../src/features/cashier/server/sandbox/faults.ts'
import { askForAccount } from '../../../src/features/cashier/server/refunds/refund-account.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

/** A refund of the owner's order that the gateway refused, and that waits for an account. */
async function refundByBank({ server: { deps }, order }: World): Promise<string> {
  const payment = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('payable_id', '=', order)
    .where('paid_minor', 'is not', null)
    .executeTakeFirstOrThrow()
  const refund = await deps.write((trx) =>
    openRefund(trx, deps, payment, { reason: 'operator', amount: 100, by: 'operator:li' }),
  )
  const id = refund?.id ?? ''
  await setFault(deps, 'refunds_fail', 1)
  for (let i = 0; i < 2; i++) await processRefund(deps, id)
  await setFault(deps, 'refunds_fail', 0)
  await askForAccount(deps, id, { by: 'operator:wu', why: 'ownership' })
  return id
}

const ACCOUNT = {
  accountCountry: 'CN',
  accountName: '林晓',
  accountNumber: '6222021234567890128',
  bankName: '中国工商银行',
  bankFields: { branch: '北京中关村支行' },
}

export const rows = [
  row(getRefunds)({ of: 'record', input: ({ order }) => ({ order }) }),
  row(askRefund)({
    of: 'record',
    input: ({ order }) => ({ order, amount: 100, why: 'paid too much' }),
    answers: 'nothing',
  }),
  row(getRefundAccount)({ of: 'record', input: async (world) => ({ refund: await refundByBank(world) }) }),
  row(giveRefundAccount)({
    of: 'record',
    input: async (world) => ({
      refund: await refundByBank(world),
      version: 1,
      account: ACCOUNT,
      sensitive: true,
      confirmed: true,
    }),
  }),
]
