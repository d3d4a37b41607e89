/**
 * Amounts and days of a claim as the server accepts them: never another amount than the typed figures, never a visit
 * outside the cover.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Visit } from '../../src/features/claims/rules/claim-fields.ts'
import { loadCase } from '../../src/features/claims/server/case/load-case.ts'
import { appeal } from '../../src/features/claims/server/case/claimant-actions.ts'
import { saveClaim, claimDocuments, uploadDocument } from '../../src/features/claims/contract.ts'
import { correctAccount } from '../../src/features/claims/server/settlement/correct-account.ts'
import { ANSWERS as PLACED, placeClaim } from './place-claim.ts'
import { ClaimBench, handlerCommands, last } from './claims-handler.ts'
import { ANSWERS, blobOf, photoBytes } from './claims-fixtures.ts'
import { ok } from './orders-fixtures.ts'

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
    [{ day: '2026-02-27' }, { 'visits.v001.day': 'visit_before_cover' }],
    // It may have been the evening before, west of Beijing.
    [{ day: '2026-02-28' }, { 'visits.v001.day': 'visit_before_illness' }],
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
