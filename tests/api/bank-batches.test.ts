/** The batch file for the bank: what it contains, and how it is cancelled. */
import { readFileSync, statSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { approvedClaim, BankDesk, PAID, readBatchFile, resultFile } from './bank-fixtures.ts'
import { ANSWERS } from './place-claim.ts'
import { startServer, type TestServer } from './start-server.ts'

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

describe('the batch file', () => {
  it('is readable by its owner only, is identical each time, and overwrites nothing', async () => {
    await approvedClaim(server.deps, 54_000)
    const number = await desk.collect()
    await desk.done('li', 'bank', 'release', number)
    const path = desk.path()
    await desk.done('wu', 'bank', 'export', number, path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect((await desk.run('wu', 'bank', 'export', number, path)).said).toBe('Refused: file_exists')
    expect((await desk.run('wu', 'bank', 'export', number, `${path}/none/file.csv`)).said).toBe('Refused: cannot_write')
    expect(await desk.export(number)).toBe(readFileSync(path, 'utf8'))
    expect(await desk.done('li', 'bank', 'show', number)).toMatch(/sent → written_again {2}operator:wu/)
  })
  it('alone holds whole account numbers: no screen, event or log does', async () => {
    await approvedClaim(server.deps, 54_000)
    const number = await desk.collect()
    const said = [
      await desk.done('li', 'bank', 'release', number),
      await desk.done('li', 'bank', 'show', number),
      await desk.done('li', 'bank', 'list'),
    ]
    await desk.export(number)
    const events = await server.deps.db.selectFrom('events').selectAll().execute()
    const rows = await server.deps.db.selectFrom('bank_batch_lines').selectAll().execute()
    const everywhere = [...said, JSON.stringify(events), JSON.stringify(rows), server.logs()].join('\n')
    expect(everywhere).toContain('4417')
    expect(everywhere).not.toContain('00000004417')
  })
  it('is not written if the database was changed after the release', async () => {
    await approvedClaim(server.deps, 54_000)
    const number = await desk.collect()
    await desk.done('li', 'bank', 'release', number)
    await server.deps.write((trx) => trx.updateTable('bank_batch_lines').set({ amount_minor: 5_400_000 }).execute())
    const path = desk.path()
    expect((await desk.run('wu', 'bank', 'export', number, path)).said).toBe('Refused: changed')
    expect(() => statSync(path)).toThrow('ENOENT')
  })
  it('leaves out and names an account that a spreadsheet would execute or that breaks a line', async () => {
    const bad = [
      { bankName: '=HYPERLINK("http://a")' },
      { bankName: 'Bank\r\n2,forged' },
      { bankFields: { branch: '@SUM(A1)' } },
    ]
    for (const over of bad) await approvedClaim(server.deps, 10_000, { ...ANSWERS, ...over })
    const good = await approvedClaim(server.deps, 54_000, { ...ANSWERS, bankName: 'Bank, "Branch" of Sample Town' })
    const said = await desk.done('wu', 'bank', 'collect')
    expect(said.match(/is left out: its account holds what no file carries: \w+/g)).toHaveLength(3)
    const number = /YF-B-\S+/.exec(said)?.[0] ?? ''
    await desk.done('li', 'bank', 'release', number)
    expect(
      readBatchFile(await desk.export(number)).lines.map((it) => [it.cells['purpose'], it.cells['bank_name']]),
    ).toEqual([[good.caseNumber, 'Bank, "Branch" of Sample Town']])
    expect(await desk.done('wu', 'bank', 'collect')).toMatch(/Nothing is due\.$/)
  })
  it('names a claim without an account, and contains all others', async () => {
    const without = await approvedClaim(server.deps, 10_000)
    await server.deps.write((trx) =>
      trx.updateTable('claims').set({ account: null }).where('id', '=', without.id).execute(),
    )
    await approvedClaim(server.deps, 54_000)
    const said = await desk.done('wu', 'bank', 'collect')
    expect(said).toContain(`! ${without.caseNumber} is left out: no account was named`)
    expect(said).toContain('1 × CNY = CNY\u00a0540.00')
    expect(await desk.statusOf(without)).toBe('approved')
  })
})

describe('cancelling a batch', () => {
  it('before the export all its payments are due again', async () => {
    const placed = await approvedClaim(server.deps, 54_000)
    const first = await desk.collect()
    await desk.done('wu', 'bank', 'cancel', first)
    expect((await desk.run('li', 'bank', 'release', first)).said).toBe('Refused: it is cancelled now')
    const second = await desk.collect()
    await desk.done('li', 'bank', 'release', second)
    expect((await desk.run('wu', 'bank', 'cancel', second, '--refused-by-bank')).said).toBe('Refused: no_file_written')
    await desk.done('wu', 'bank', 'cancel', second)
    const { lines, number } = readBatchFile(await desk.sent())
    await desk.result(
      resultFile(
        number,
        lines.map((line) => ({ line, answer: PAID })),
      ),
    )
    expect([await desk.statusOf(placed), (await desk.caseOf(placed)).payments.length]).toEqual(['paid', 1])
  })
  it('after the export it needs a refusal of the whole batch, no answer yet, and somebody other than the exporter', async () => {
    const placed = await approvedClaim(server.deps, 54_000)
    const { number, lines } = readBatchFile(await desk.sent())
    expect((await desk.run('li', 'bank', 'cancel', number)).said).toBe('Refused: file_written')
    expect((await desk.run('wu', 'bank', 'cancel', number, '--refused-by-bank')).said).toBe('Refused: same_operator')
    await desk.done('li', 'bank', 'cancel', number, '--refused-by-bank')
    const told = resultFile(
      number,
      lines.map((line) => ({ line, answer: PAID })),
    )
    expect((await desk.result(told)).said).toContain(
      `line 1, batch: ${number} was cancelled: talk to the bank before anything else`,
    )
    const again = readBatchFile(await desk.sent())
    await desk.result(
      resultFile(
        again.number,
        again.lines.map((line) => ({ line, answer: { outcome: 'unknown' } })),
      ),
    )
    expect((await desk.run('li', 'bank', 'cancel', again.number, '--refused-by-bank')).said).toBe(
      'Refused: bank_answered',
    )
    expect(await desk.statusOf(placed)).toBe('paying')
  })
})
