/**
 * The same invoice, visit, file or account in two claims: the handler is told with the other case's number, and nothing
 * is paid until it is confirmed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backfillMatchKeys } from '../../src/features/claims/server/settlement/claimed-before.ts'
import { loadCase } from '../../src/features/claims/server/case/load-case.ts'
import type { ClaimAnswers, Visit } from '../../src/features/claims/rules/claim-fields.ts'
import { ANSWERS as PLACED, placeClaim, type Placed } from './place-claim.ts'
import { ANSWERS, TODAY } from './claims-fixtures.ts'
import { ClaimBench, handlerCommands } from './claims-handler.ts'

let bench: ClaimBench
beforeAll(async () => {
  bench = await ClaimBench.ready()
})
afterAll(() => bench.close())

const VISIT: Visit = { id: 'v001', day: TODAY, amount: 8_540, currency: 'GBP', invoice: 'INV-20877', elsewhere: null }
const visit = (over: Partial<Visit>): Visit => ({ ...VISIT, ...over })
const desk = (of: { caseNumber: string }, verb: string, ...words: string[]) =>
  handlerCommands(bench.server)('wu', verb, of.caseNumber, ...words)

/** A case of another person, written into the store under review, with a visit and an account of its own. */
let others = 0
async function placed(over: Partial<ClaimAnswers> & { visit?: Partial<Visit> } = {}): Promise<Placed> {
  others += 1
  const { visit: of = {}, ...answers } = over
  const it = await placeClaim(bench.server.deps, {
    owner: `other${others}@example.com`,
    documents: [],
    another: false,
    answers: {
      ...PLACED,
      hospital: { ...PLACED.hospital, name: `Clinic ${others}` },
      accountNumber: `62178500000000${4_400 + others}`,
      visits: [visit({ invoice: `OTHER-${7_000 + others}`, ...of })],
      ...answers,
    },
  })
  await backfillMatchKeys(bench.server.deps)
  expect((await desk(it, 'review')).code).toBe(0)
  return it
}

describe('a claim made again by the same person', () => {
  it('names the paid case at the invoice, the visit and the file, and is not paid without a confirmation', async () => {
    await bench.send()
    const first = bench.number
    await bench.done('wu', 'review')
    expect(await bench.done('wu', 'show')).not.toContain('! v001')
    await bench.done('wu', 'approve')
    const paper = await bench.me.photo()
    bench.me.view = undefined
    await bench.me.complete({
      ...ANSWERS.outpatient,
      visits: [visit({ id: 'v777', invoice: 'ｉｎｖ ０２０８７７' })],
    })
    await bench.me.upload('invoice', { bytes: paper })
    await bench.me.look()
    bench.number = (await bench.me.submit()).caseNumber
    bench.id = bench.me.id
    await bench.done('wu', 'review')
    const shown = await bench.done('wu', 'show')
    for (const kind of ['same_invoice', 'same_visit']) expect(shown).toMatch(new RegExp(`! v777\\.${kind} .*${first}`))
    expect(shown).toMatch(new RegExp(`! files\\.same_file .*${first}`))
    const dry = await bench.done('wu', 'approve', '--dry-run')
    expect(dry).toMatch(new RegExp(`! v777\\.same_invoice .*${first} \\(approved\\).*\\(--confirm\\)`))
    const refused = await bench.desk('wu', 'approve')
    expect(refused.code).toBe(1)
    expect(refused.said).toMatch(/Refused: unconfirmed .*v777\.same_invoice.*needs --confirm/)
    expect((await bench.desk('wu', 'approve', '--confirm', 'v777.same_invoice')).code).toBe(1)
    expect((await loadCase(bench.server.deps, bench.id)).decisions).toEqual([])
    await bench.done('wu', 'approve', '--confirm', 'v777.same_invoice, v777.same_visit, files.same_file')
    expect(await bench.done('wu', 'show')).toContain(
      `confirmed v777.same_invoice, confirmed v777.same_visit, confirmed files.same_file, known ${first}`,
    )
  })
  it('may be refused without confirming anything', async () => {
    await bench.send(ANSWERS.outpatient)
    await bench.done('wu', 'review')
    await bench.done('wu', 'reject', '--clause', '8.4', '--en', 'Paid before.', '--cn', '此前已赔付。')
  })
  it('is not compared with a claim that was withdrawn, nor with a draft', async () => {
    const one = await placed({ visit: { invoice: 'GONE-0001' } })
    const two = await placed({ visit: { invoice: 'GONE-0001' } })
    expect((await desk(one, 'show')).said).toContain(two.caseNumber)
    await bench.server.deps.write((trx) =>
      trx.updateTable('claims').set({ status: 'cancelled' }).where('id', '=', two.id).execute(),
    )
    expect((await desk(one, 'show')).said).not.toContain('same_invoice')
  })
})

describe('claims of different people', () => {
  it('the same invoice of two people is named in both cases', async () => {
    const one = await placed({ visit: { invoice: '2026-1109-88213' } })
    const two = await placed({ visit: { invoice: '2026 1109 88213' } })
    expect((await desk(one, 'show')).said).toMatch(new RegExp(`! v001\\.same_invoice .*${two.caseNumber}`))
    expect((await desk(two, 'approve', '--dry-run')).said).toMatch(
      new RegExp(`! v001\\.same_invoice .*${one.caseNumber}`),
    )
    expect((await desk(two, 'approve')).said).toMatch(/Refused: unconfirmed .*v001\.same_invoice/)
  })
  it('so is one account for two people with separate logins, once for all the cases', async () => {
    const accountNumber = '6222 0212 3456 7890 555'
    const all = [await placed({ accountNumber }), await placed({ accountNumber: '6222021234567890555' })]
    const [one, two] = all
    if (!one || !two) throw new Error('two cases')
    expect((await desk(one, 'show')).said).toMatch(new RegExp(`! account\\.same_account .*${two.caseNumber}`))
    expect((await desk(two, 'approve')).said).toMatch(/Refused: unconfirmed .*account\.same_account/)
    expect((await desk(two, 'approve', '--confirm', 'account.same_account, insured.no_id')).code).toBe(0)
  })
  it('the number that the handler reads from the paper is compared too, and found again later', async () => {
    const one = await placed({ visit: { invoice: 'PAPER-5501' } })
    const two = await placed({ visit: { invoice: '' } })
    const path = bench.file('paper.yaml', 'invoices: [{ visit: v001, number: "paper 5501" }]')
    expect((await desk(two, 'decide', '--file', path)).said).toMatch(/Refused: unconfirmed .*v001\.same_invoice/)
    expect((await desk(two, 'decide', '--file', path, '--confirm', 'v001.same_invoice, insured.no_id')).code).toBe(0)
    expect((await desk(one, 'show')).said).toMatch(new RegExp(`! v001\\.same_invoice .*${two.caseNumber}`))
  })
  it('money on account is not paid either', async () => {
    await placed({ visit: { invoice: 'EARLY-9001' } })
    const two = await placed({ visit: { invoice: 'EARLY-9001' } })
    const pay = ['pay-on-account', '--amount', '100.00', '--en', 'The visit.', '--cn', '门诊费用。']
    const [verb = '', ...words] = pay
    expect((await desk(two, verb, ...words)).said).toMatch(/Refused: unconfirmed .*v001\.same_invoice/)
    expect((await desk(two, verb, ...words, '--confirm', 'v001.same_invoice, insured.no_id')).code).toBe(0)
  })
  it('many cases are counted, and the first are named', async () => {
    const cases: Placed[] = []
    for (let i = 0; i < 8; i++) cases.push(await placed({ visit: { invoice: 'RING-4711' } }))
    const [one, two] = cases
    if (!one || !two) throw new Error('eight cases')
    expect((await desk(one, 'show')).said).toMatch(
      new RegExp(`! v001\\.same_invoice .*${two.caseNumber} \\(in_review\\).* and 2 more`),
    )
  })
})

describe('within one claim', () => {
  it('one number on two visits is named, and neither is paid without a confirmation', async () => {
    const it = await placed({
      visits: [visit({ invoice: 'TWICE-31' }), visit({ id: 'v002', invoice: 'twice 31', amount: 4_000 })],
    })
    expect((await desk(it, 'approve', '--dry-run')).said).toContain(
      '! v002.same_invoice  same invoice number as: v001 of this claim',
    )
    expect((await desk(it, 'approve')).said).toMatch(/Refused: unconfirmed .*v002\.same_invoice/)
    expect((await desk(it, 'approve', '--confirm', 'v002.same_invoice, insured.no_id')).code).toBe(0)
  })
})

describe('what is stored for it', () => {
  it('is a keyed hash and a sealed text: no number, hospital or account in clear', async () => {
    await placed({ visit: { invoice: 'CLEAR-8801' }, accountNumber: '6217850000009988' })
    const rows = await bench.server.deps.db.selectFrom('claim_match_keys').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/CLEAR|6217850000009988|Clinic/i)
    for (const { mac, text } of rows) {
      expect(mac).toMatch(/^[0-9a-f]{64}$/)
      expect(bench.server.deps.seal.isSealed(text)).toBe(true)
    }
  })
  it('is filled in for claims that are older, once', async () => {
    const { deps } = bench.server
    const it = await placed({ visit: { invoice: 'OLDER-2201' } })
    const of = () => deps.db.selectFrom('claim_match_keys').selectAll().where('claim_id', '=', it.id).execute()
    const before = await of()
    expect(before.map(({ kind }) => kind).sort()).toEqual(['account', 'invoice', 'visit'])
    await deps.write((trx) => trx.deleteFrom('claim_match_keys').where('claim_id', '=', it.id).execute())
    await backfillMatchKeys(deps)
    await backfillMatchKeys(deps)
    expect((await of()).map(({ mac }) => mac).sort()).toEqual(before.map(({ mac }) => mac).sort())
  })
})
