import { askRefund, getRefundAccount, getRefunds, giveRefundAccount } from '../../../src/features/refunds/contract.ts'
import { insertRefund, processRefund, reserveAmount } from '../../../src/features/cashier/refunds.server.ts'
import { approveRequest } from '../../../src/features/cashier/refund-requests.server.ts'
import { setFault } from '../../../src/features/cashier/sandbox/faults.server.ts'
import { askForAccount } from '../../../src/features/refunds/refund-account.server.ts'
import { newId } from '../../../src/server/new-id.ts'
import { row } from './row.ts'
import type { World } from './world.ts'

/** A refund of the owner's order that the gateway refused, and for which an account is asked. */
async function refundByBank({ server: { deps }, order }: World): Promise<string> {
  const id = newId()
  const payment = await deps.db.selectFrom('payments').selectAll().where('payable_id', '=', order).where('paid_minor', 'is not', null).executeTakeFirstOrThrow()
  await deps.write(async (trx) => {
    await reserveAmount(trx, payment.id, 100)
    await insertRefund(trx, deps, payment, { id, requestId: id, amount: 100, subject: `payable:plan.${order}`, reason: 'operator', lines: [{ id: 'operator', amount: 100 }], by: 'operator:li' })
  })
  await setFault(deps, 'refunds_fail', 1)
  const act = { by: 'operator:wu', why: 'ownership' }
  await approveRequest(deps, id, act)
  for (let i = 0; i < 2; i++) await processRefund(deps, id)
  await setFault(deps, 'refunds_fail', 0)
  await askForAccount(deps, id, act)
  return id
}

const ACCOUNT = { accountCountry: 'CN', accountName: '林晓', accountNumber: '6222021234567890128', bankName: '中国工商银行', bankFields: { branch: '北京中关村支行' } }

export const rows = [
  row(getRefunds)({ of: 'record', input: ({ order }) => ({ order }) }),
  row(askRefund)({ of: 'record', input: ({ order }) => ({ order, amount: 100, why: 'paid too much' }), answers: 'nothing' }),
  row(getRefundAccount)({ of: 'record', input: async (world) => ({ refund: await refundByBank(world) }) }),
  row(giveRefundAccount)({ of: 'record', input: async (world) => ({ refund: await refundByBank(world), version: 1, account: ACCOUNT }) }),
]
