/** The rate of the day by which an invoice is converted: waited for, imported, corrected, typed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimView } from '../../src/features/claims/server/case/sent-claim-view.ts'
import { sheetOf } from '../../src/features/claims/server/case/decision-columns.ts'
import { loadCase } from '../../src/features/claims/server/case/load-case.ts'
import { claimCommands } from '../../src/features/claims/server/operator/all-claim-commands.ts'
import { addOperator } from '../../src/server/operator/operator-proposals.ts'
import { commandOutput } from './operator-commands.ts'
import { ANSWERS as PLACED, placeClaim } from './place-claim.ts'
import { ClaimBench, handlerCommands, last } from './claims-handler.ts'
import type { TestServer } from './start-server.ts'
import { messages } from './orders-fixtures.ts'

/** Runs `rates …`; returns its output. */
const rates = async ({ deps, key }: Pick<TestServer, 'deps'> & { key?: string }, ...words: string[]): Promise<string> =>
  (await commandOutput(deps, claimCommands, ['rates', ...words], key)).said

let bench: ClaimBench
beforeAll(async () => {
  bench = await ClaimBench.ready()
  await bench.me.start()
  // The days of the imported rates have passed.
  await bench.later(3)
})
afterAll(() => bench.close())

describe('the rate of the day', () => {
  const IMPORT = `
source: { en: Central parity, cn: 人民币汇率中间价 }
rates:
  - { day: 2026-02-27, GBP: "9.1500" }
  - { day: 2026-03-02, GBP: "9.2000" }
`
  it('a claim waits for an unpublished rate, says so, and goes on once the rate is imported', async () => {
    const { deps } = bench.server
    // As on a server that is not a sandbox: no rate is invented.
    const production: TestServer = Object.assign(Object.create(bench.server) as TestServer, {
      deps: { ...deps, config: { ...deps.config, mode: 'production' as const } },
    })
    const { id, caseNumber } = await placeClaim(deps)
    const key = await addOperator(
      deps,
      { id: 'zhao', name: '', roles: ['claims', 'finance', 'security'] },
      { by: 'system', why: 'test' },
    )
    const desk = (...words: string[]) => handlerCommands(production, key)('zhao', ...words)
    await desk('review', caseNumber)
    const asked = await desk('approve', caseNumber)
    expect(asked.code).toBe(1)
    expect(asked.said).toContain('The claim waits for the rate of GBP of 2026-03-01')
    expect(asked.said).toContain('Refused: rate_missing')
    expect((await desk('list')).said).toContain('waits for the rate GBP 2026-03-01')
    const waiting = await loadCase(deps, id)
    expect(waiting.claim).toMatchObject({ status: 'in_review', rate_awaited: 'GBP 2026-03-01' })
    expect(claimView(deps, waiting, 'en')).toMatchObject({ rateAwaited: { currency: 'GBP', day: '2026-03-01' } })
    expect(claimView(deps, waiting, 'en').activity[0]).toMatchObject({
      kind: 'rate_awaited',
      values: { day: '1\u00a0March\u00a02026' },
    })
    await bench.server.drain()
    expect((await messages(bench.server)).map((it) => it.subject)).toContain(
      `Claim ${caseNumber} is waiting for an exchange rate`,
    )
    // 1 March 2026 is a Sunday: Friday's rate applies, under its own date.
    const imported = await rates(
      { deps: production.deps, key },
      'import',
      bench.file('rates.yaml', IMPORT),
      '--why',
      'daily',
    )
    expect(imported).toContain('2 added, 0 replaced, 0 there already')
    expect(imported).toContain(`${caseNumber} can be decided now`)
    expect((await desk('approve', caseNumber)).code).toBe(0)
    const { decisions, claim } = await loadCase(deps, id)
    expect(claim.rate_awaited).toBeNull()
    expect(sheetOf(last(decisions)).invoices[0]?.rate).toMatchObject({
      rate: '9.1500',
      day: '2026-02-27',
      source: { en: 'Central parity' },
      clause: '8.7',
    })
  })
  it.each([
    { currency: 'QAR', typed: '850', amount: 85_000, rate: '1.9500', paid: 'CNY\u00a01,221.75' },
    { currency: 'KWD', typed: '62.500', amount: 62_500, rate: '23.1000', paid: 'CNY\u00a01,029.37' },
    { currency: 'UGX', typed: '400,000', amount: 400_000, rate: '19.8000', paid: 'CNY\u00a0442.80' },
  ] as const)(
    'in the sandbox too, where the sample table has no rate of $currency; the handler types one with its source',
    async ({ currency, typed, amount, rate, paid }) => {
      const visits = [{ id: 'v001', day: '2026-03-01', amount, currency, invoice: 'INV-1', elsewhere: null, typed }]
      const { caseNumber } = await placeClaim(bench.server.deps, { answers: { ...PLACED, visits } })
      const desk = (verb: string, ...words: string[]) => handlerCommands(bench.server)('wu', verb, caseNumber, ...words)
      await desk('review')
      expect((await desk('approve')).said).toContain(`The claim waits for the rate of ${currency} of 2026-03-01`)
      const path = bench.file(
        'typed.yaml',
        `invoices: [{ visit: v001, rate: { rate: "${rate}", day: 2026-03-01, source: { en: Central bank, cn: 当地央行 } } }]`,
      )
      const { said } = await desk('decide', '--file', path, '--confirm', 'v001.rate')
      expect(said).toContain(`at ${rate}`)
      expect(said).toContain(paid)
    },
  )

  it('an imported rate is changed only by a correction, and future days have none', async () => {
    const other = IMPORT.replace('9.1500', '9.9900')
    expect(
      await rates(bench.server, 'import', bench.file('again.yaml', IMPORT), '--by', 'wu', '--why', 'daily'),
    ).toContain('0 added, 0 replaced, 2 there already')
    expect(
      await rates(bench.server, 'import', bench.file('other.yaml', other), '--by', 'wu', '--why', 'daily'),
    ).toMatch(/Refused: differs .*9\.1500 is there/)
    expect(
      await rates(
        bench.server,
        'import',
        bench.file('other.yaml', other),
        '--replace',
        '--by',
        'wu',
        '--why',
        'typed wrongly',
      ),
    ).toContain('0 added, 1 replaced, 1 there already')
    expect(
      await rates(
        bench.server,
        'import',
        bench.file('late.yaml', IMPORT.replace('2026-03-02', '2027-03-02')),
        '--by',
        'wu',
        '--why',
        'x',
      ),
    ).toContain('day_future')
    const parity = bench.file('Parity.CSV', 'Date,USD/CNY,CNY/KRW\n2026-02-27,7.0100,204.91\n')
    expect(await rates(bench.server, 'import', parity, '--by', 'wu', '--why', 'daily')).toContain(
      '2 added, 0 replaced, 0 there already',
    )
    expect(await rates(bench.server, 'list', '--currency', 'KRW')).toContain(
      '2026-02-27  KRW  0.4880  RMB central parity, China Foreign Exchange Trade System',
    )
    expect(
      await rates(
        bench.server,
        'import',
        bench.file('bad.csv', 'Date,USD/CNY\nToday,7.01\n'),
        '--by',
        'wu',
        '--why',
        'daily',
      ),
    ).toContain('line 2')
    expect(await rates(bench.server, 'list')).toContain('2026-02-27  GBP  9.9900  Central parity')
  })
  it('a rate typed by a handler names its day and source, and is confirmed', async () => {
    const { caseNumber } = await placeClaim(bench.server.deps)
    const desk = (verb: string, ...words: string[]) => handlerCommands(bench.server)('wu', verb, caseNumber, ...words)
    await desk('review')
    const path = bench.file(
      'typed.yaml',
      'invoices: [{ visit: v001, rate: { rate: "9.1111", day: 2026-03-01, source: { en: Bank slip, cn: 银行水单 } } }]',
    )
    expect((await desk('decide', '--file', path)).said).toMatch(/v001\.rate.*needs --confirm/)
    expect((await desk('decide', '--file', path, '--confirm', 'v001.rate')).said).toContain(
      'at 9.1111, 2026-03-01, Bank slip',
    )
  })
})
