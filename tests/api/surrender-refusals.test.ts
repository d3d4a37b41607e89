/**
 * The cancelling of a policy may be refused for two reasons only, which its holder was told; the operator names one
 * that holds.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refundCommands } from '../../src/features/cashier/server/refunds/refund-commands.ts'
import { approveRequest, latestRequest } from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import {
  surrenderAfterVisaRefusal,
  surrenderPolicy,
  surrenderQuote,
} from '../../src/features/policies/surrender-calls.ts'
import { askByOperator, claimOn, fileOf, proof, sumOf } from './change-desk.ts'
import { INSURED, paidPolicy } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { commandOutput } from './operator-commands.ts'
import { ok } from './orders-fixtures.ts'
import { preparedServers } from './prepared-servers.ts'
import type { Client, TestServer } from './start-server.ts'

const DAY = 86_400_000
let server: TestServer
let policy: string
let client: Client
const start = preparedServers((fresh) => paidPolicy(fresh))
beforeEach(async () => {
  ;({ server, given: policy } = await start())
  client = await logInAs(server, INSURED)
})
afterEach(() => server.close())

const quote = async () => ok(await client.request(surrenderQuote, { id: policy }))
const ask = async () => ok(await client.request(surrenderPolicy, { id: policy, amount: (await quote()).amount.amount }))
const request = async () =>
  (await latestRequest(server.deps.db, `policy:${policy}`)) ?? expect.fail('nothing was asked for')
const reject = async (...words: string[]) =>
  commandOutput(server.deps, refundCommands, [
    'refunds',
    'reject',
    (await request()).id,
    ...words,
    '--by',
    'li',
    '--why',
    'Read on 3 March.',
  ])
const LIST = 'not_policyholder|letter'

it.each([
  ['no reason', [], `Refused: invalid {"reason":"one of ${LIST}"}`],
  ['an unknown reason', ['--reason', 'too_late'], `Refused: invalid {"reason":"one of ${LIST}"}`],
  ['a claim', ['--reason', 'claim'], `Refused: invalid {"reason":"one of ${LIST}"}`],
  [
    'somebody else where the policyholder asked',
    ['--reason', 'not_policyholder'],
    'Refused: invalid {"reason":"not_policyholder does not hold here"}',
  ],
  [
    'a letter where none was asked for',
    ['--reason', 'letter'],
    'Refused: invalid {"reason":"letter does not hold here"}',
  ],
])('not for %s', async (_, words, said) => {
  await ask()
  expect(await reject(...words)).toEqual({ code: 1, said })
  expect((await request()).status).toBe('under_review')
})

it('because somebody else logged in on the device on which it was bought', async () => {
  await ask()
  await server.deps.write((trx) =>
    trx
      .updateTable('policies')
      .set({ buyer_email_mac: 'of somebody else', buyer_mobile_mac: null })
      .where('id', '=', policy)
      .execute(),
  )
  expect(await reject('--reason', 'not_policyholder')).toMatchObject({ code: 0 })
})

it('because somebody else wrote: the reason is recorded, and the holder reads what was found', async () => {
  await askByOperator(server, policy)
  expect(await reject('--reason', 'not_policyholder')).toMatchObject({ code: 0 })
  const { id, status } = await request()
  expect(status).toBe('rejected')
  expect((await commandOutput(server.deps, refundCommands, ['refunds', 'show', id])).said).toContain('not_policyholder')
  expect(ok(await client.request(getPolicy, { id: policy })).surrender).toMatchObject({
    status: 'rejected',
    why: 'Read on 3 March.',
  })
})

it('not for a claim that was sent in the meantime: it is approved all the same', async () => {
  await ask()
  await claimOn(server, policy, true)
  expect(await reject('--reason', 'claim')).toMatchObject({ code: 1 })
  const { id, status } = await request()
  expect(status).toBe('under_review')
  await approveRequest(server.deps, id, { by: 'operator:li', why: 'read' })
  expect(ok(await client.request(getPolicy, { id: policy })).status).toBe('cancelled')
})

it('because the letter does not prove it', async () => {
  server.advance(40 * DAY)
  client = await logInAs(server, INSURED)
  const bytes = await proof()
  const amount = (await quote()).visaRefused?.amount.amount ?? 0
  ok(
    await client.request(
      surrenderAfterVisaRefusal,
      { id: policy, amount, notTravelled: true, sha256: sumOf(bytes) },
      fileOf(bytes),
    ),
  )
  expect(await reject('--reason', 'letter')).toMatchObject({ code: 0 })
})
