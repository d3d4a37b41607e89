/** A bank's answers to a batch: in parts, twice, in any order, with mistakes; and payments that wait for an answer. */
import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BANK_REASONS } from '../../src/features/claims/server/settlement/bank-return-reasons.ts'
import {
  approvedClaim,
  BankDesk,
  CLOSED,
  PAID,
  readBatchFile,
  resultFile,
  TODAY,
  type Answer,
} from './bank-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const DAY = 86_400_000

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

const figures = (): Promise<unknown> => server.deps.health.figures()

describe('the bank’s answer', () => {
  it('may come in parts and in any order; a line older than what is known changes nothing', async () => {
    const placed = [await approvedClaim(server.deps, 10_000), await approvedClaim(server.deps, 20_000)]
    const {
      number,
      lines: [a, b],
    } = readBatchFile(await desk.sent())
    if (!a || !b) throw new Error('two lines')
    const unknown = resultFile(number, [{ line: a, answer: { outcome: 'unknown' } }])
    expect((await desk.result(unknown)).said).toContain(
      '0 paid, 0 returned, 1 unknown, 0 as known before; 2 still open.',
    )
    expect(
      (
        await desk.result(
          resultFile(number, [
            { line: b, answer: CLOSED },
            { line: a, answer: PAID },
          ]),
        )
      ).said,
    ).toContain('1 paid, 1 returned, 0 unknown, 0 as known before; 0 still open.')
    expect((await desk.result(unknown)).said).toContain('1 as known before')
    expect((await Promise.all(placed.map(desk.statusOf))).sort()).toEqual(['paid', 'payment_failed'])
  })
  it('is refused as a whole and named if it contradicts what was booked', async () => {
    await approvedClaim(server.deps, 10_000)
    const second = await approvedClaim(server.deps, 20_000)
    const { number, lines } = readBatchFile(await desk.sent())
    const [a] = lines
    if (!a) throw new Error('two lines')
    await desk.result(resultFile(number, [{ line: a, answer: PAID }]))
    for (const answer of [CLOSED, { ...PAID, reference: 'another one' }]) {
      const { code, said } = await desk.result(
        resultFile(
          number,
          lines.map((line) => ({ line, answer: line === a ? answer : PAID })),
        ),
        'li',
      )
      expect([code, said]).toEqual([
        1,
        `line 4, outcome: line 1 was booked as paid on ${TODAY}, 2612 0210 1700 83 before\nRefused: result_has_problems`,
      ])
    }
    const open = await server.deps.db
      .selectFrom('bank_batch_lines')
      .select('status')
      .where('position', '=', 2)
      .executeTakeFirstOrThrow()
    expect([
      open.status,
      (await desk.caseOf(second)).claim.status === 'paid' && a.cells['purpose'] !== second.caseNumber,
    ]).toEqual(['released', false])
  })
  it('is booked once if two operators read it at the same time', async () => {
    const placed = await approvedClaim(server.deps, 10_000)
    const { number, lines } = readBatchFile(await desk.sent())
    const told = resultFile(
      number,
      lines.map((line) => ({ line, answer: PAID })),
    )
    const said = (await Promise.all([desk.result(told, 'wu'), desk.result(told, 'li')])).map((it) => it.said).sort()
    expect(said).toEqual([expect.stringContaining('0 paid'), expect.stringContaining('1 paid')])
    await server.drain()
    expect((await desk.subjects()).filter((it) => it === `Claim ${placed.caseNumber} is paid`)).toHaveLength(1)
  })
  it('books nothing for a batch that was not exported or does not exist', async () => {
    await approvedClaim(server.deps, 10_000)
    const number = await desk.collect()
    const line = { position: '1', payment: 'x', currency: 'CNY' as const, amount: 1, cells: {} }
    expect((await desk.result(resultFile(number, [{ line, answer: PAID }]))).said).toContain(
      `line 1, batch: no file of ${number} was written yet`,
    )
    expect((await desk.result(resultFile('YF-B-000000-NOBODY', [{ line, answer: PAID }]))).said).toBe(
      'Refused: not_found',
    )
  })
  it('is refused by line and field if a line, payment, sum, currency or day is not the batch’s', async () => {
    const placed = await approvedClaim(server.deps, 10_000)
    const {
      number,
      lines: [line],
    } = readBatchFile(await desk.sent())
    if (!line) throw new Error('one line')
    const said = async (over: Partial<typeof line>, answer: Answer = PAID) =>
      (await desk.result(resultFile(number, [{ line: { ...line, ...over }, answer }]))).said.split('\n')[0]
    expect(await said({ position: '7' })).toBe(`line 4, line: ${number} has no line 7`)
    expect(await said({ payment: 'another' })).toBe(`line 4, payment: line 1 is ${line.payment}`)
    expect(await said({ amount: 10_001 })).toBe('line 4, amount: is not that of line 1')
    expect(await said({ currency: 'USD' })).toBe('line 4, currency: line 1 is in CNY')
    expect(await said({}, { ...PAID, day: '2026-03-02' })).toBe('line 4, day: is still to come')
    expect(await said({}, { ...PAID, day: '2026-02-28' })).toBe('line 4, day: is before the file was written')
    expect(await desk.statusOf(placed)).toBe('paying')
  })
  it('is refused if the file has another format or does not exist', async () => {
    expect((await desk.run('wu', 'bank', 'result', desk.path())).said).toBe('Refused: file_not_found')
    const large = desk.path()
    writeFileSync(large, 'x'.repeat(1_048_577))
    expect((await desk.run('wu', 'bank', 'result', large)).said).toBe('Refused: file_large')
    expect((await desk.result('nonsense')).said).toContain('line 1, batch:')
  })
})

describe('open batches', () => {
  it('lines without an answer are listed after three days, and health show counts them', async () => {
    await approvedClaim(server.deps, 10_000)
    const { number, lines } = readBatchFile(await desk.sent())
    await desk.result(
      resultFile(
        number,
        lines.map((line) => ({ line, answer: { outcome: 'unknown' } })),
      ),
    )
    expect(await desk.done('li', 'bank', 'list')).not.toContain('overdue')
    expect(await figures()).toMatchObject({ bankBatchesOpen: 1, bankLinesOverdue: 0 })
    server.advance(3 * DAY)
    expect(await desk.done('li', 'bank', 'list')).toMatch(/overdue\n {2}1 {2}unknown {2}CNY\u00a0100\.00/)
    expect(await figures()).toMatchObject({ bankBatchesOpen: 1, bankLinesOverdue: 1 })
  })
  it('account numbers are deleted thirty days after the batch is finished', async () => {
    await approvedClaim(server.deps, 10_000)
    const { number, lines } = readBatchFile(await desk.sent())
    await desk.result(
      resultFile(
        number,
        lines.map((line) => ({ line, answer: PAID })),
      ),
    )
    const account = async () =>
      await server.deps.db.selectFrom('bank_batch_lines').select(['account', 'account_tail']).executeTakeFirstOrThrow()
    await server.drain()
    expect((await account()).account).not.toBeNull()
    server.advance(31 * DAY)
    await server.drain()
    expect(await account()).toEqual({ account: null, account_tail: '4417' })
  })
})

it('every reason a bank may give has its wording', () => {
  for (const lang of ['en', 'cn'] as const)
    for (const reason of BANK_REASONS)
      expect(server.deps.words(lang, `claims:bankReason.${reason}`)).not.toBe(`claims:bankReason.${reason}`)
})
