/** Attempts to gain from somebody else's claim, or from a moment that nobody checks: each was once possible. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { correctAccount, endHandOver, handOverState, withdrawClaim } from '../../src/features/claims/contract.ts'
import { assess } from '../../src/features/claims/server/settlement/assess-claim.ts'
import { assessInput } from '../../src/features/claims/server/settlement/assessment-as-typed.ts'
import { sheetOf } from '../../src/features/claims/server/case/decision-columns.ts'
import { answersOf, sealAnswers } from '../../src/features/claims/server/answer-columns.ts'
import { loadCase } from '../../src/features/claims/server/case/load-case.ts'
import { ANSWERS, placeClaim } from './place-claim.ts'
import { ASSESSMENT, ClaimBench, successfulCommand, last } from './claims-handler.ts'
import type { TestServer } from './start-server.ts'

let bench: ClaimBench
let server: TestServer
beforeEach(async () => {
  bench = await ClaimBench.ready()
  server = bench.server
})
afterEach(() => bench.close())

describe('money', () => {
  const assessed = async (id: string) => assess(server.deps, await loadCase(server.deps, id), assessInput.parse({}))
  const visit = (id: string, currency: 'USD' | 'CNY' | 'CAD' | 'JPY') => ({
    id,
    day: '2026-03-01',
    amount: 10_000,
    currency,
    invoice: '',
    elsewhere: null,
  })

  it('of a plan in another currency is converted into that currency, not at the rate of CNY', async () => {
    const visits = [visit('usd1', 'USD'), visit('cny1', 'CNY'), visit('cad1', 'CAD'), visit('jpy1', 'JPY')]
    const { id } = await placeClaim(server.deps, {
      plan: 'ca-student',
      tier: 'arrival',
      answers: { ...ANSWERS, visits },
    })
    const { currency, invoices } = await assessed(id)
    expect(currency).toBe('CAD')
    // 7.0500, 1 and 4.6500 for 100, over 5.1200.
    expect(invoices.map((it) => it.rate && [it.rate.rate, it.rate.per])).toEqual([
      ['1.376953', 1],
      ['0.195313', 1],
      null,
      ['0.908203', 100],
    ])
  })

  it('that was decided is never lowered by a review, whatever its sheet says', async () => {
    await bench.send()
    await bench.done('wu', 'review')
    await bench.done('wu', 'decide', '--file', bench.file('a.yaml', ASSESSMENT))
    await bench.done('wu', 'pay', '--reference', 'R-1')
    await bench.appeal('Please look again.')
    for (const words of [
      ['reject', '--clause', '5.2', '--en', 'Not covered.', '--cn', '不在保障内。'],
      ['decide', '--file', bench.file('b.yaml', ASSESSMENT.replace('"66.40"', '"66.39"'))],
    ]) {
      expect((await bench.desk('li', words[0] ?? '', ...words.slice(1))).said).toContain('worse_than_before')
    }
    expect(await bench.look()).toMatchObject({ status: 'in_review', paid: { amount: 27_680 } })
  })

  it('cannot be redirected to somebody else by correcting a failed account', async () => {
    await bench.send()
    await bench.done('wu', 'review')
    await bench.done('wu', 'approve')
    await bench.done('wu', 'pay')
    await bench.done('wu', 'payment-failed', '--reason', 'account_closed')
    const { version } = await bench.look()
    const stolen = await bench.me.client.request(correctAccount, {
      id: bench.id,
      version,
      account: { accountOwn: false, payeeName: '王五', payeeRelation: 'other', accountName: '王五' },
      confirmed: true,
    })
    expect(stolen).toMatchObject({ ok: false, code: 'invalid', fields: { accountOwn: 'payee_stays' } })
    expect((await bench.look()).payments).toHaveLength(1)
  })

  it('under one limit is paid once, even if two handlers decide at the same time', async () => {
    const visits = [{ ...visit('usd1', 'USD'), amount: 300_000_00 }]
    const placed = await Promise.all([0, 1].map(() => placeClaim(server.deps, { answers: { ...ANSWERS, visits } })))
    const [one] = placed
    await server.deps.write((trx) =>
      trx
        .updateTable('claims')
        .set({ policy_id: one?.policy ?? '' })
        .where(
          'id',
          'in',
          placed.map((it) => it.id),
        )
        .execute(),
    )
    for (const { caseNumber } of placed) await successfulCommand(server)('wu', 'review', caseNumber)
    // Both are one illness, of which the plan pays 800,000 yuan: for one of the two nothing is left, and a refusal
    // needs its reason.
    const tried = await Promise.allSettled(
      placed.map(({ caseNumber }) => successfulCommand(server)('wu', 'approve', caseNumber)),
    )
    expect(tried.flatMap((it) => (it.status === 'rejected' ? [String(it.reason)] : []))).toEqual([
      expect.stringContaining('reason_required'),
    ])
    const sheets = (await Promise.all(placed.map(({ id }) => loadCase(server.deps, id)))).flatMap((it) =>
      it.decisions.map(sheetOf),
    )
    expect(sheets.reduce((sum, it) => sum + it.payable, 0)).toBe(80_000_000)
  })
})

it('no sheet, reason or request in the database reveals a diagnosis', async () => {
  await bench.send()
  await bench.done('wu', 'review')
  const [document] = (await bench.look()).documents
  await bench.done('wu', 'refuse-document', document?.id ?? '', '--en', 'UNHEARDOF drug', '--cn', 'UNHEARDOF药')
  await bench.done('wu', 'request', '--item', 'prescription:drug_missing=UNHEARDOF')
  await bench.done('wu', 'proceed-without')
  await bench.done('wu', 'decide', '--file', bench.file('a.yaml', ASSESSMENT))
  await server.drain()
  const tables = [
    'claims',
    'claim_documents',
    'claim_requests',
    'claim_request_items',
    'claim_decisions',
    'claim_letters',
    'files',
    'jobs',
    'events',
  ] as const
  const rows = await Promise.all(tables.map((table) => server.deps.db.selectFrom(table).selectAll().execute()))
  expect(JSON.stringify(rows) + server.logs()).not.toMatch(/UNHEARDOF|Vitamin|维生素|Sample Street|INV-20877/)
  const view = await bench.look()
  expect(JSON.stringify([view.requests, view.documents])).toContain('UNHEARDOF')
  expect(last(view.decisions)).toMatchObject({
    reason: { en: 'Vitamins are not covered.' },
    sheet: { invoices: [{ provider: 'Sample Street Practice' }] },
  })
})

describe('an operator’s terminal', () => {
  it('shows a person’s text on one line, without its control characters taking effect', async () => {
    await bench.send()
    // Refused at the field today; a name that was stored before that is shown all the same.
    const row = await server.deps.db
      .selectFrom('claims')
      .selectAll()
      .where('id', '=', bench.id)
      .executeTakeFirstOrThrow()
    const told = {
      ...answersOf(server.deps, row),
      description: 'Fever.\u001b[2J\ndecision x  approved\u202e',
      contactPerson: '林晓\r\nevent now',
    }
    const answers = sealAnswers(server.deps, told)
    await server.deps.write((trx) => trx.updateTable('claims').set({ answers }).where('id', '=', bench.id).execute())
    const said = await bench.done('wu', 'show', '--reveal')
    expect(said).toContain('told: Fever.\ufffd[2J / decision x  approved\ufffd')
    for (const control of ['\u001b', '\r', '\u202e']) expect(said).not.toContain(control)
    expect(said).not.toMatch(/^event now/m)
  })
})

it('no address contains a code that still opens a claim, or the reason for a withdrawal', () => {
  expect([handOverState, endHandOver, withdrawClaim].map((it) => it.transport)).toEqual([
    'multipart',
    'multipart',
    'multipart',
  ])
})
