/**
 * Amounts and days of a claim as the server accepts them: never another amount than the typed figures, never a visit
 * outside the cover.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../../src/features/claims/rules/claim-fields.ts'
import { claimView } from '../../src/features/claims/server/case/sent-claim-view.ts'
import { sheetOf } from '../../src/features/claims/server/case/decision-columns.ts'
import { loadCase } from '../../src/features/claims/server/case/load-case.ts'
import { appeal } from '../../src/features/claims/server/case/claimant-actions.ts'
import { saveClaim, claimDocuments, uploadDocument } from '../../src/features/claims/contract.ts'
import { claimCommands } from '../../src/features/claims/server/operator/all-claim-commands.ts'
import { correctAccount } from '../../src/features/claims/server/settlement/correct-account.ts'
import { addOperator } from '../../src/server/operator/operator-proposals.ts'
import { commandOutput } from './operator-commands.ts'
import { ANSWERS as PLACED, placeClaim } from './place-claim.ts'
import { ClaimBench, handlerCommands, last } from './claims-handler.ts'
import { ANSWERS, blobOf, photoBytes } from './claims-fixtures.ts'
import type { TestServer } from './start-server.ts'
import { messages, ok } from './orders-fixtures.ts'

/** Runs `rates …`; returns its output. */
const rates = async ({ deps, key }: Pick<TestServer, 'deps'> & { key?: string }, ...words: string[]): Promise<string> =>
  (await commandOutput(deps, claimCommands, ['rates', ...words], key)).said

let bench: ClaimBench
beforeAll(async () => {
  bench = await ClaimBench.ready()
  await bench.me.start()
})
afterAll(() => bench.close())

const VISIT: Visit = {
  id: 'v001',
  day: '2026-03-01',
  amount: 27_540,
  currency: 'EUR',
  invoice: 'INV-1',
  elsewhere: null,
  typed: '275,40',
}

describe('errors of a visit, which keep the claim from being sent', () => {
  const wrong = async (over: Partial<Visit>, incidentDay = '2026-03-01') =>
    (await bench.me.save({ ...ANSWERS.outpatient, incidentDay, visits: [{ ...VISIT, ...over }] })).errors.event
  it('keeps the typed figures beside the amount', async () => {
    expect(await wrong({})).toBeUndefined()
    expect((await bench.me.look()).answers.visits[0]).toMatchObject({
      typed: '275,40',
      amount: 27_540,
      currency: 'EUR',
    })
  })
  it.each([
    [{ amount: 2_754_000 }, { 'visits.v001.amount': 'amount_unclear' }],
    [{ typed: '48600', amount: 4_860_000, currency: 'JPY' }, { 'visits.v001.amount': 'amount_unclear' }],
    [{ typed: '48600', amount: 48_600, currency: 'JPY' }, undefined],
    [{ typed: '1.275', amount: null }, { 'visits.v001.amount': 'amount_unclear' }],
    [{ day: '2026-02-28' }, { 'visits.v001.day': 'visit_before_cover' }],
    [{ day: '2026-03-03' }, { 'visits.v001.day': 'date_future' }],
  ] as const)('%j: %j', async (over, errors) => expect(await wrong(over)).toEqual(errors))
  it('a visit before the illness', async () => {
    await bench.later(3)
    expect(await wrong({ day: '2026-03-02' }, '2026-03-03')).toEqual({ 'visits.v001.day': 'visit_before_illness' })
  })
})

describe('what a handler enters is compared with the claim', () => {
  const DIFFERENT = `
reason: { en: "Less was due.", cn: 应付较少。 }
invoices:
  - visit: v001
    lines: [{ name: { en: Visit, cn: 就诊 }, amount: "600.00" }, { name: { en: Medicine, cn: 药品 }, amount: "25.00" }]
`
  it('differences and uncovered days are named before anything is paid, and are kept on record', async () => {
    const { deps } = bench.server
    const visits = [
      {
        id: 'v001',
        day: '2025-06-01',
        amount: 8_500,
        currency: 'GBP' as const,
        invoice: 'INV-1',
        elsewhere: null,
        typed: '85,00',
      },
    ]
    const { id, caseNumber } = await placeClaim(deps, { answers: { ...PLACED, visits } })
    const desk = (verb: string, ...words: string[]) => handlerCommands(bench.server)('wu', verb, caseNumber, ...words)
    await desk('review')
    const shown = (await desk('show')).said
    expect(shown).toContain('typed 85,00')
    expect(shown).toContain('! visit v001: before the cover began')
    const path = bench.file('different.yaml', DIFFERENT)
    const dry = await desk('decide', '--file', path, '--dry-run')
    expect(dry.code).toBe(0)
    expect(dry.said.replaceAll('\u00a0', ' ')).toContain(
      '! v001.amount  amount differs from the claim: claimed GBP 85.00, assessed GBP 625.00  (--confirm)',
    )
    expect(dry.said).toContain('! v001.visit_before_cover')
    const bare = await desk('decide', '--file', path)
    expect(bare.code).toBe(1)
    expect(bare.said).toMatch(
      /Refused: unconfirmed .*v001\.amount.*needs --confirm.*v001\.visit_before_cover.*needs --override/,
    )
    expect((await desk('decide', '--file', path, '--confirm', 'v001.amount, v001.visit_before_cover')).code).toBe(1)
    expect((await desk('approve')).said).toMatch(/Refused: unconfirmed .*visit_before_cover/)
    expect((await loadCase(deps, id)).decisions).toEqual([])
    const decided = await desk(
      'decide',
      '--file',
      path,
      '--confirm',
      'v001.amount',
      '--override',
      'v001.visit_before_cover',
    )
    expect(decided.code).toBe(0)
    expect((await desk('show')).said).toContain('confirmed v001.amount, OVERRIDDEN v001.visit_before_cover  case work')
  })
  it('refusing the whole claim needs no override', async () => {
    const visits = [
      { id: 'v001', day: '2025-06-01', amount: 8_500, currency: 'GBP' as const, invoice: 'INV-1', elsewhere: null },
    ]
    const { caseNumber } = await placeClaim(bench.server.deps, { answers: { ...PLACED, visits } })
    const desk = (verb: string, ...words: string[]) => handlerCommands(bench.server)('wu', verb, caseNumber, ...words)
    await desk('review')
    expect(
      (await desk('reject', '--clause', '3.1', '--en', 'Before the cover began.', '--cn', '在保障开始之前。')).code,
    ).toBe(0)
  })
})

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

describe('a returned payment', () => {
  it('the same account does not count as a correction; a handler may pay to it again', async () => {
    const { deps } = bench.server
    const { id, caseNumber } = await placeClaim(deps)
    const desk = (verb: string, ...words: string[]) => handlerCommands(bench.server)('wu', verb, caseNumber, ...words)
    for (const verb of ['review', 'approve', 'pay']) expect((await desk(verb)).code).toBe(0)
    await desk('payment-failed', '--reason', 'name_differs')
    const correct = (account: object) => correctAccount(deps, { id, by: 'user:me', account })
    await expect(correct({})).rejects.toMatchObject({
      code: 'invalid',
      data: { fields: { accountNumber: 'account_unchanged' } },
    })
    await expect(correct({ accountNumber: '6217 8500 0000 0004 417', bankName: ' 中国银行' })).rejects.toMatchObject({
      data: { fields: { accountNumber: 'account_unchanged' } },
    })
    expect((await desk('pay')).said).toContain('paying')
    expect((await loadCase(deps, id)).payments.map((it) => it.status)).toEqual(['failed', 'paying'])
  })
})

describe('a signature', () => {
  it('is one event however often its strokes are saved, and another event when signed anew', async () => {
    const other = bench.me
    other.view = undefined
    await other.start()
    const signed = async () =>
      (
        await bench.server.deps.db.selectFrom('events').select('data').where('entity_id', '=', other.id).execute()
      ).filter((it) => it.data?.includes('"kind":"signed"')).length
    for (let i = 0; i < 3; i++) await other.sign()
    expect(await signed()).toBe(0)
    await other.client.request(saveClaim, { id: other.id, base: other.draft.version, patch: {}, step: 'event' })
    expect(await signed()).toBe(1)
    await other.client.request(saveClaim, { id: other.id, base: other.draft.version, patch: {}, step: 'account' })
    expect(await signed()).toBe(1)
    await other.sign()
    await other.client.request(saveClaim, { id: other.id, base: other.draft.version, patch: {}, step: 'documents' })
    expect(await signed()).toBe(2)
  })
})

describe('a review', () => {
  it('can be asked for after the decision, takes files, and begins when the money has arrived', async () => {
    const { deps } = bench.server
    const { id, caseNumber } = await placeClaim(deps)
    const desk = (by: string, verb: string, ...words: string[]) =>
      handlerCommands(bench.server)(by, verb, caseNumber, ...words)
    await desk('wu', 'review')
    const partly = bench.file(
      'partly.yaml',
      `
reason: { en: "Vitamins are not covered.", cn: 维生素不在保障内。 }
invoices:
  - visit: v001
    lines: [{ name: { en: Visit, cn: 就诊 }, amount: "265.40" }, { name: { en: Vitamins, cn: 维生素 }, amount: "10.00", off: [{ clause: 6.7, reason: { en: Not prescribed, cn: 无处方 } }] }]
`,
    )
    expect((await desk('wu', 'decide', '--file', partly)).code).toBe(0)
    const decided = await loadCase(deps, id)
    const uploading = (upload: string) =>
      bench.me.client.request(
        uploadDocument,
        { id, upload, kind: 'other', name: 'letter.jpg' },
        { files: { file: blobOf(photo) } },
      )
    const photo = await photoBytes()
    await appeal(deps, {
      id,
      by: 'user:me',
      decision: last(decided.decisions).id,
      lines: [],
      text: 'They were prescribed.',
    })
    expect((await loadCase(deps, id)).claim.status).toBe('partially_approved')
    expect(ok(await uploading('review-file-2')).document).toMatchObject({ kind: 'other', status: 'checking' })
    await bench.server.check()
    expect(ok(await bench.me.client.request(claimDocuments, { id })).documents.at(-1)).toMatchObject({
      id: 'review-file-2',
      status: 'received',
    })
    expect((await handlerCommands(bench.server)('wu', 'list')).said).toContain('review asked for')
    await desk('wu', 'pay')
    await desk('wu', 'pay', '--reference', 'R-1')
    expect((await loadCase(deps, id)).claim).toMatchObject({ status: 'in_review', handler: null, closed_at: null })
    expect((await desk('wu', 'review')).said).toContain('same_handler')
    expect((await desk('zhao', 'review')).code).toBe(0)
  })
})
