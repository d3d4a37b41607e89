/**
 * Payments of claims by a batch file: gathered, released by a second person, written, answered; and everything that
 * must not happen on the way.
 */
import { hash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { correctAccount } from '../../src/features/claims/server/settlement/correct-account.ts'
import { addOperator } from '../../src/server/operator/operator-proposals.ts'
import { bankCommands } from '../../src/features/bank-transfers/server/bank-commands.ts'
import { handlerCommands } from './claims-handler.ts'
import { approvedClaim, BankDesk, CLOSED, PAID, readBatchFile, resultFile } from './bank-fixtures.ts'
import { commandOutput } from './operator-commands.ts'
import { ANSWERS } from './place-claim.ts'
import { startServer, type TestServer } from './start-server.ts'

const DAY = 86_400_000
const OTHER = {
  accountNumber: '6222021234567890128',
  bankName: '中国工商银行',
  bankFields: { branch: '北京中关村支行' },
}

let server: TestServer
let desk: BankDesk
beforeEach(async () => {
  server = await startServer()
  desk = new BankDesk(server)
})
afterEach(async () => {
  desk.close()
  await server.close()
})

const claims = (by: string, ...words: string[]) => handlerCommands(server)(by, ...words)

it('a paid line is booked with the bank’s reference and day, and the claimant is told once', async () => {
  const one = await approvedClaim(server.deps, 169_322)
  const two = await approvedClaim(server.deps, 54_000)
  const file = await desk.sent()
  const { number, lines, totals, end } = readBatchFile(file)
  expect(lines.map((it) => it.amount).sort((a, b) => a - b)).toEqual([54_000, 169_322])
  expect(totals).toEqual([['total', 'CNY', '2', '2233.22']])
  expect(end).toEqual(['end', '2', hash('sha256', file.slice(0, file.lastIndexOf('end,')))])
  expect(lines[0]?.cells).toMatchObject({
    country: 'CN',
    account_name: '林晓',
    account_number: '6217850000000004417',
    bank_name: '中国银行',
  })
  expect([await desk.statusOf(one), await desk.statusOf(two)]).toEqual(['paying', 'paying'])
  server.advance(2 * DAY)
  const told = resultFile(
    number,
    lines.map((line) => ({ line, answer: { ...PAID, day: '2026-03-02' } })),
  )
  expect((await desk.result(told)).said).toBe(
    `${number}: 2 paid, 0 returned, 0 unknown, 0 as known before; 0 still open.`,
  )
  expect((await desk.result(told)).said).toBe(
    `${number}: 0 paid, 0 returned, 0 unknown, 2 as known before; 0 still open.`,
  )
  const { claim, payments } = await desk.caseOf(one)
  expect([claim.status, payments.map((it) => [it.status, it.reference])]).toEqual([
    'paid',
    [['paid', '2612 0210 1700 83']],
  ])
  // 24:00 of 2 March in Shanghai.
  expect(Number(payments[0]?.settled_at)).toBe(Date.UTC(2026, 2, 2, 16) - 1)
  await server.drain()
  expect((await desk.subjects()).filter((it) => it.endsWith('is paid')).length).toBe(2)
  expect((await desk.subjects()).filter((it) => it.endsWith('on its way')).length).toBe(2)
  expect(await desk.done('li', 'bank', 'show', number)).toContain('sent → settled  operator:wu')
  expect(await desk.done('li', 'bank', 'list')).toBe('No batch waits for anybody.')
})

it('whoever collects sees a name that a person has to compare, and a branch that is not known', async () => {
  await approvedClaim(server.deps, 54_000, { ...ANSWERS, accountName: 'LIN XIAO', bankFields: {} })
  const doubts = ['! the name on the account is not plainly that of who is paid', '! the branch is not known']
  const collected = await desk.done('wu', 'bank', 'collect')
  const number = /YF-B-[\w-]+/.exec(collected)?.[0] ?? ''
  for (const said of [collected, await desk.done('li', 'bank', 'show', number)])
    for (const doubt of doubts) expect(said).toContain(doubt)
})

it('a returned line tells the claimant why; another account is paid once by the next batch', async () => {
  const placed = await approvedClaim(server.deps, 54_000)
  const first = readBatchFile(await desk.sent())
  await desk.result(
    resultFile(
      first.number,
      first.lines.map((line) => ({ line, answer: CLOSED })),
    ),
  )
  expect(await desk.statusOf(placed)).toBe('payment_failed')
  expect(JSON.parse((await desk.caseOf(placed)).payments[0]?.reason ?? '')).toEqual({
    en: 'The account is closed or blocked. Use another account.',
    cn: '账户已销户或冻结，请换一个账户。',
  })
  expect(await desk.done('wu', 'bank', 'collect')).toBe('Nothing is due.')
  await correctAccount(server.deps, { id: placed.id, by: 'user:me', account: OTHER })
  const second = readBatchFile(await desk.sent())
  expect(second.lines.map((it) => [it.amount, it.cells['account_number'], it.cells['branch']])).toEqual([
    [54_000, OTHER.accountNumber, '北京中关村支行'],
  ])
  expect(await desk.done('wu', 'bank', 'collect')).toBe('Nothing is due.')
  await desk.result(
    resultFile(
      second.number,
      second.lines.map((line) => ({ line, answer: PAID })),
    ),
  )
  expect(await desk.statusOf(placed)).toBe('paid')
})

describe('two people are needed', () => {
  it('who collected a batch cannot release it, in whatever spelling of the name', async () => {
    await approvedClaim(server.deps, 54_000)
    const number = await desk.collect()
    for (const name of ['wu', 'Wu', ' w.u ', 'operator:wu'])
      expect(await desk.run(name, 'bank', 'release', number)).toEqual({ code: 1, said: 'Refused: same_operator' })
    expect((await desk.run('wu', 'bank', 'export', number, desk.path())).said).toBe('Refused: not_released')
    expect(await desk.done('li', 'bank', 'release', number)).toContain(`${number} is released: 1 × CNY = CNY 540.00`)
    expect((await desk.run('li', 'bank', 'release', number)).said).toBe('Refused: it is released now')
  })
  it('somebody without the role cannot release it, and the database refuses one person for both acts', async () => {
    await approvedClaim(server.deps, 54_000)
    const number = await desk.collect()
    const key = await addOperator(
      server.deps,
      { id: 'he', name: '', roles: ['claims', 'security'] },
      { by: 'system', why: 'test' },
    )
    const release = () =>
      commandOutput(server.deps, bankCommands, ['bank', 'release', number, '--why', 'looked at'], key)
    expect(await release()).toEqual({ code: 1, said: 'Refused: role_needed finance' })
    await server.deps.write((trx) => trx.updateTable('operators').set({ roles: 'finance' }).execute())
    expect(await release()).toMatchObject({ code: 0 })
    await expect(
      server.deps.write((trx) => trx.updateTable('bank_batches').set({ released_by: 'operator:wu' }).execute()),
    ).rejects.toThrow()
  })
  it('if two people collect at once, each payment is in one batch only', async () => {
    const placed = await Promise.all([1, 2, 3].map((n) => approvedClaim(server.deps, n * 10_000)))
    const said = await Promise.all([desk.done('wu', 'bank', 'collect'), desk.done('li', 'bank', 'collect')])
    expect(said.filter((it) => it === 'Nothing is due.')).toHaveLength(1)
    expect((await server.deps.db.selectFrom('bank_batch_lines').select('payment').execute()).length).toBe(placed.length)
  })
})

describe('a payment is made by hand or by file, never both', () => {
  it('a payment that was sent by hand is in no batch', async () => {
    const placed = await approvedClaim(server.deps, 54_000)
    await claims('wu', 'pay', placed.caseNumber)
    expect(await desk.done('wu', 'bank', 'collect')).toBe('Nothing is due.')
    await claims('wu', 'payment-failed', placed.caseNumber, '--reason', 'account_closed')
    await correctAccount(server.deps, { id: placed.id, by: 'user:me', account: OTHER })
    expect((await claims('wu', 'pay', placed.caseNumber)).code).toBe(0)
    expect(await desk.done('wu', 'bank', 'collect')).toBe('Nothing is due.')
    expect((await claims('wu', 'pay', placed.caseNumber)).said).toContain('reference_required')
  })
  it('a payment in a batch can be neither paid nor returned by hand', async () => {
    const placed = await approvedClaim(server.deps, 54_000)
    await desk.collect()
    for (const words of [
      ['pay', placed.caseNumber, '--reference', 'R-1'],
      ['payment-failed', placed.caseNumber, '--reason', 'account_closed'],
    ]) {
      expect((await claims('wu', ...words)).said).toContain('Refused: in_batch')
    }
    expect((await claims('wu', 'pay', placed.caseNumber)).said).toContain('reference_required')
  })
  it('if the bank made the mistake, the next batch pays the same account again', async () => {
    const placed = await approvedClaim(server.deps, 54_000)
    const first = readBatchFile(await desk.sent())
    await desk.result(
      resultFile(
        first.number,
        first.lines.map((line) => ({ line, answer: CLOSED })),
      ),
    )
    expect((await claims('wu', 'pay', placed.caseNumber, '--for-batch')).code).toBe(0)
    expect((await claims('wu', 'pay', placed.caseNumber, '--for-batch')).said).toContain('reference_required')
    expect(readBatchFile(await desk.sent()).lines.map((it) => it.cells['account_number'])).toEqual([
      ANSWERS.accountNumber,
    ])
  })
  it('the database refuses a second line for a payment that is under way, paid or returned', async () => {
    await approvedClaim(server.deps, 54_000)
    await desk.collect()
    const row = await server.deps.db.selectFrom('bank_batch_lines').selectAll().executeTakeFirstOrThrow()
    for (const status of ['queued', 'released', 'unknown', 'paid', 'returned'] as const) {
      await expect(
        server.deps.write(async (trx) => {
          await trx.updateTable('bank_batch_lines').set({ status }).execute()
          await trx
            .insertInto('bank_batch_lines')
            .values({ ...row, id: 'another', position: 2 })
            .execute()
        }),
      ).rejects.toThrow()
    }
  })
})
