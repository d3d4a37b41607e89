/** An heir's payment that came back, and goes to somebody else from then on (decision 0071). */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { handlerCommands } from './claims-handler.ts'
import { idOf } from './orders-fixtures.ts'
import { DeathBench } from './death-fixtures.ts'

let bench: DeathBench
beforeEach(async () => {
  bench = await DeathBench.ready()
})
afterEach(() => bench.close())

it('returned money goes to another payee only once new documents name that payee', async () => {
  const number = await bench.send()
  const refused = async (...words: string[]): Promise<string> =>
    (await handlerCommands(bench.server)('wu', 'heir-payee', number, ...words)).said
  const sister = bench.file(
    'payee.yaml',
    `{ name: 林小红, relation: sibling, idType: resident_id, idNumber: "${idOf('2001-05-05', 'female', 44)}", accountName: 林小红, accountNumber: "6222021234567890136", bankName: 中国工商银行, branch: 北京西单支行 }`,
  )
  await bench.desk('review', number)
  await bench.desk('approve', number)
  expect(await refused('--file', sister)).toContain('not_possible')
  await bench.desk('pay', number)
  await bench.desk('payment-failed', number, '--payment', '0128', '--reason', 'account_closed')
  await bench.desk('payment-failed', number, '--payment', '6783', '--reason', 'account_closed')
  expect(await refused('--file', sister)).toContain('payment_required')
  expect(await refused('--payment', '0128', '--file', bench.file('half.yaml', '{ name: 林小红 }'))).toContain(
    'id_type_required',
  )
  await bench.desk('heir-payee', number, '--payment', '0128', '--file', sister)
  const half = await bench.look()
  expect(half.payees.map(({ name, share }) => [name, share])).toEqual([
    ['林小红', '50%'],
    ['王美兰', '50%'],
  ])
  expect(half.payments.map(({ amount, status }) => `${amount.amount} ${status}`).sort()).toEqual([
    '15000000 failed',
    '15000000 failed',
    '15000000 paying',
  ])
  await bench.desk('pay', number, '--payment', '0136', '--reference', 'R-1')
  expect(await bench.look()).toMatchObject({ status: 'payment_failed' })
  await bench.desk('heir-payee', number, '--file', sister)
  await bench.desk('pay', number, '--reference', 'R-2')
  expect((await bench.look()).status).toBe('paid')
  expect(
    (await bench.look()).payments
      .filter(({ status }) => status === 'paid')
      .reduce((all, { amount }) => all + amount.amount, 0),
  ).toBe(300_000_00)
})
