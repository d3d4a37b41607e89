/** An heir's payment that came back, and goes to somebody else from then on (decision 0071). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as calls from '../../src/features/claims/contract.ts'
import { emptyHeir, type Heir } from '../../src/features/claims/heirs.ts'
import { Claimant, buyPolicy, tick, TODAY } from './claims-fixtures.ts'
import { successfulCommand, handlerCommands } from './claims-handler.ts'
import { logInAs } from './logged-in-user.ts'
import { idOf, ok, parent, person } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const CHILD = person('2010-01-01', { idName: '林小雨', idNumber: idOf('2010-01-01', 'female', 91), email: 'child@example.com' })
const PEOPLE = { relationship: 'child' as const, policyholder: parent, insured: CHILD, family: [], ownWages: false, pricedBirthDate: '', deathBenefitElsewhere: 0 }
const heir = (id: string, name: string, idNumber: string, accountNumber: string): Heir => ({
  ...emptyHeir(id), name, relation: 'parent', idType: 'resident_id', idNumber, accountName: name, accountNumber, bankName: '中国工商银行', bankFields: { branch: '北京中关村支行' },
})
const heirs = [heir('fath', '林建国', parent.idNumber, '6222021234567890128'), heir('moth', '王美兰', idOf('1977-03-04', 'female', 33), '6225880123456783')]

let server: TestServer
let father: Claimant
let folder: string
beforeEach(async () => {
  server = await startServer()
  folder = mkdtempSync(join(tmpdir(), 'youfang-payee-'))
  await buyPolicy(server, { email: 'parent@example.com', people: PEOPLE })
  father = new Claimant(server, await logInAs(server, 'parent@example.com'))
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const desk = (...words: string[]): Promise<string> => successfulCommand(server)('wu', ...words)
const look = async (): Promise<calls.ClaimView> => ok(await father.client.request(calls.getClaim, { id: father.id }))
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
async function send(): Promise<string> {
  const [policy] = await father.policies()
  father.view = ok(await father.client.request(calls.startClaim, { policy: policy?.id ?? '', day: TODAY, key: 'begin-payee-0001', sensitive: true, death: true }))
  await father.sign({ kind: 'typed', name: '林建国' })
  await father.save({ deathCause: 'accident', deathDay: TODAY, contactPerson: '林建国', contactPhone: '13800138000', email: 'parent@example.com', heirs, heirShares: 'equal', ...tick })
  await father.uploadAll()
  return (await father.submit()).caseNumber
}

it('returned money goes to another payee only once new documents name that payee', async () => {
  const number = await send()
  const refused = async (...words: string[]): Promise<string> => (await handlerCommands(server)('wu', 'heir-payee', number, ...words)).said
  const sister = file('payee.yaml', `{ name: 林小红, relation: sibling, idType: resident_id, idNumber: "${idOf('2001-05-05', 'female', 44)}", accountName: 林小红, accountNumber: "6222021234567890136", bankName: 中国工商银行, branch: 北京西单支行 }`)
  await desk('review', number)
  await desk('approve', number)
  expect(await refused('--file', sister)).toContain('not_possible')
  await desk('pay', number)
  await desk('payment-failed', number, '--payment', '0128', '--reason', 'account_closed')
  await desk('payment-failed', number, '--payment', '6783', '--reason', 'account_closed')
  expect(await refused('--file', sister)).toContain('payment_required')
  expect(await refused('--payment', '0128', '--file', file('half.yaml', '{ name: 林小红 }'))).toContain('id_type_required')
  await desk('heir-payee', number, '--payment', '0128', '--file', sister)
  const half = await look()
  expect(half.payees.map(({ name, share }) => [name, share])).toEqual([['林小红', '50%'], ['王美兰', '50%']])
  expect(half.payments.map(({ amount, status }) => [amount.amount, status]).sort()).toEqual([[150_000_00, 'failed'], [150_000_00, 'failed'], [150_000_00, 'paying']])
  await desk('pay', number, '--payment', '0136', '--reference', 'R-1')
  expect(await look()).toMatchObject({ status: 'payment_failed' })
  await desk('heir-payee', number, '--file', sister)
  await desk('pay', number, '--reference', 'R-2')
  expect((await look()).status).toBe('paid')
  expect((await look()).payments.filter(({ status }) => status === 'paid').reduce((all, { amount }) => all + amount.amount, 0)).toBe(300_000_00)
})
