/** A claim after a death: begun by the buyer or opened by us, decided as a whole, paid to each heir separately (decision 0071). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AnswerPatch } from '../../src/features/claims/answers.ts'
import * as calls from '../../src/features/claims/contract.ts'
import { emptyHeir, type Heir } from '../../src/features/claims/heirs.ts'
import { extensionOffer } from '../../src/features/policies/extension/extension-calls.ts'
import { addDays, startOfCover } from '../../src/lib/dates.ts'
import { policyNotices } from '../../src/features/policies/notices.server.ts'
import { Claimant, buyPolicy, STROKES, tick, TODAY } from './claims-fixtures.ts'
import { successfulCommand, handlerCommands } from './claims-handler.ts'
import { logInAs } from './logged-in-user.ts'
import { maskIdNumber } from '../../src/lib/id-number-text.ts'
import { idOf, ok, parent, person } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

const CHILD = person('2010-01-01', { idName: '林小雨', idNumber: idOf('2010-01-01', 'female', 91), email: 'child@example.com' })
const PEOPLE = { relationship: 'child' as const, policyholder: parent, insured: CHILD, family: [], ownWages: false, pricedBirthDate: '', deathBenefitElsewhere: 0 }
const CARDS = ['6222021234567890128', '6225880123456783']
const heir = (id: string, name: string, number: string, card: string, over: Partial<Heir> = {}): Heir => ({
  ...emptyHeir(id), name, relation: 'parent', idType: 'resident_id', idNumber: number, accountName: name, accountNumber: card, bankName: '中国工商银行', bankFields: { branch: '北京中关村支行' }, ...over,
})
const FATHER = heir('fath', '林建国', parent.idNumber, CARDS[0] ?? '')
const MOTHER = heir('moth', '王美兰', idOf('1977-03-04', 'female', 33), CARDS[1] ?? '')
const BROTHER = heir('brot', '林小天', 'E12345678', CARDS[1] ?? '', { relation: 'sibling', idType: 'passport', birthDate: '2014-05-06', guardian: '王美兰', accountName: '王美兰' })
const told = (over: AnswerPatch = {}): AnswerPatch => ({
  deathCause: 'accident', deathDay: TODAY, contactPerson: '林建国', contactPhone: '13800138000', email: 'parent@example.com', heirs: [FATHER, MOTHER], heirShares: 'equal', ...tick, ...over,
})

let server: TestServer
let father: Claimant
let folder: string
let begun = 0
beforeEach(async () => {
  server = await startServer()
  folder = mkdtempSync(join(tmpdir(), 'youfang-death-'))
  await buyPolicy(server, { email: 'parent@example.com', people: PEOPLE })
  father = new Claimant(server, await logInAs(server, 'parent@example.com'))
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const desk = (...words: string[]): Promise<string> => successfulCommand(server)('wu', ...words)
const look = async (id = father.id): Promise<calls.ClaimView> => ok(await father.client.request(calls.getClaim, { id }))
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
async function begin(who = father): Promise<calls.DraftView> {
  const [policy] = await who.policies()
  return (who.view = ok(await who.client.request(calls.startClaim, { policy: policy?.id ?? '', day: TODAY, key: `begin-0000-${String(++begun).padStart(4, '0')}`, sensitive: true, death: true })))
}
async function send(answers = told()): Promise<string> {
  await begin()
  await father.sign({ kind: 'typed', name: '林建国' })
  await father.save(answers)
  await father.uploadAll()
  return (await father.submit()).caseNumber
}

/** Nobody writes before `count` callers have read what they decide on. */
function writeTogether(count: number): void {
  const { write } = server.deps
  let waiting = 0
  let begin = (): void => undefined
  const all = new Promise<void>((resolve) => { begin = resolve })
  server.deps.write = async (run) => {
    if (++waiting === count) begin()
    await all
    return write(run)
  }
}

describe('the buyer claims', () => {
  it('signs as claimant, is not asked about medical care, and names the heirs', async () => {
    const draft = await begin()
    expect(draft).toMatchObject({ signer: { role: 'claimant', name: '林建国' }, policy: { death: true }, answers: { type: 'death', claimant: { relation: 'parent' }, contactPerson: '林建国' }, accountOnFile: null })
    expect(ok(await father.client.request(calls.claimForm, { id: father.id, language: 'cn' })).sections[0]?.id).toBe('claim-claimant')
    await father.sign({ kind: 'typed', name: '林建国' })
    const empty = await father.save(tick)
    expect(Object.keys(empty.errors.event ?? {}).sort()).toEqual(['contactPhone', 'deathCause'])
    expect(empty.errors.account).toEqual({ heirs: 'heir_required' })
    expect(Object.keys(empty.errors.documents ?? {})).toEqual(['relationship', 'death_certificate', 'deregistration', 'heir_id', 'proof_of_account'])
    const full = await father.save(told({ heirShares: 'agreed', heirs: [{ ...FATHER, percent: '60' }, { ...MOTHER, percent: '39.99' }] }))
    expect(full.errors.account).toEqual({ heirs: 'shares_not_100' })
    expect(full.checklist.filter(({ required }) => required).map(({ kind, least }) => [kind, least])).toEqual(
      [['relationship', 1], ['police_report', 1], ['death_certificate', 1], ['deregistration', 1], ['heir_id', 4], ['heirs_agreement', 1], ['proof_of_account', 2]])
    expect(await father.trySubmit()).toMatchObject({ ok: false, code: 'incomplete' })
  })

  it('nobody can claim for a death with the login of the insured person, or on their own policy', async () => {
    const child = new Claimant(server, await logInAs(server, 'child@example.com'))
    const [policy] = await child.policies()
    expect(policy?.death).toBe(false)
    expect(await child.client.request(calls.startClaim, { policy: policy?.id ?? '', day: TODAY, key: 'child-0000-0000', sensitive: true, death: true })).toMatchObject({ ok: false, code: 'no_death_claim' })
    await child.start()
    expect(await child.trySave({ type: 'death' })).toMatchObject({ ok: false, code: 'no_death_claim' })
  })

  it('two saves at once cannot turn a claim on one’s own policy into a claim for a death', async () => {
    await buyPolicy(server, { email: 'parent@example.com' })
    const policies = await father.policies()
    const [childs, own] = [policies.find((it) => it.death), policies.find((it) => !it.death)]
    father.view = ok(await father.client.request(calls.startClaim, { policy: childs?.id ?? '', day: TODAY, key: 'both-0000-0000', sensitive: true }))
    const { id, version: base } = father.draft
    writeTogether(2)
    const replies = await Promise.all([
      father.client.request(calls.saveClaim, { id, base, patch: { type: 'death' } }),
      father.client.request(calls.saveClaim, { id, base, patch: {}, policy: own?.id ?? '' }),
    ])
    expect(replies.filter(({ ok: done }) => !done)).toMatchObject([{ code: 'no_death_claim' }])
  })

  it('nobody can send a claim for a death on a policy that is no longer theirs', async () => {
    await begin()
    await father.sign({ kind: 'typed', name: '林建国' })
    await father.save(told())
    await father.uploadAll()
    await server.deps.write((trx) => trx.updateTable('policies').set({ buyer_email_mac: 'x', buyer_mobile_mac: 'x', user_id: 'another' }).execute())
    expect(await father.trySubmit()).toMatchObject({ ok: false, code: 'no_death_claim' })
  })

  it('changing the claim to a death needs the claimant’s own signature', async () => {
    await father.start()
    await father.sign({ kind: 'typed', name: '林建国' })
    const view = await father.save({ type: 'death' })
    expect(view).toMatchObject({ signer: { role: 'claimant' }, errors: { sign: { signature: 'signature_required' } } })
    expect((await father.sign({ kind: 'drawn', strokes: STROKES })).signature).toMatchObject({ name: '林建国', stands: true })
  })

  it('the sum insured is paid in full, to each heir separately; a returned payment does not stop the others', async () => {
    const number = await send()
    expect((await look()).payees.map(({ name, share, due }) => [name, share, due])).toEqual([['林建国', '50%', null], ['王美兰', '50%', null]])
    expect((await look()).answers).toMatchObject({
      claimant: { name: '林建国', relation: 'parent', idNumber: maskIdNumber(parent.idNumber) },
      heirs: [{ name: '林建国', idNumber: maskIdNumber(parent.idNumber), accountNumber: '•••• 0128' }, { idNumber: maskIdNumber(MOTHER.idNumber), accountNumber: '•••• 6783' }],
    })
    await desk('review', number)
    expect(await desk('approve', number)).toMatch(/Accidental death benefit +¥300,000\.00[\s\S]*Payable +¥300,000\.00/)
    const decided = await look()
    expect(decided.decisions[0]?.sheet).toMatchObject({ payable: 300_000_00, outcome: 'approved', steps: [{ kind: 'deductible', amount: 0 }, { kind: 'share', amount: 0 }, {}, { amount: 0 }] })
    expect(decided.payees.map(({ due }) => due?.amount)).toEqual([150_000_00, 150_000_00])
    await server.drain()
    const letters = await server.deps.db.selectFrom('claim_letters').selectAll().execute()
    expect(letters.map(({ lang }) => lang).sort()).toEqual(['cn', 'en'])
    await desk('pay', number)
    await desk('payment-failed', number, '--payment', '0128', '--reason', 'account_closed')
    await desk('pay', number, '--payment', '6783', '--reference', 'R-2')
    const half = await look()
    expect([half.status, half.payments.map(({ status }) => status).sort(), half.may.correctAccount]).toEqual(['payment_failed', ['failed', 'paid'], true])
    const failed = half.payments.find(({ returned }) => returned)
    expect(half.payees.find(({ id }) => id === failed?.payee)?.name).toBe('林建国')
    const { accountName, bankName } = FATHER
    const account = { accountOwn: false, payeeName: '林建国', payeeRelation: 'parent' as const, accountCountry: 'CN', accountName, bankName, accountNumber: '6222021234567890136', bankFields: { branch: '北京西单支行' } }
    const again = await father.client.request(calls.correctAccount, { id: father.id, version: half.version, account, payment: failed?.id, confirmed: true })
    expect(again).toMatchObject({ ok: true })
    await desk('pay', number, '--reference', 'R-1')
    expect(await look()).toMatchObject({ status: 'paid', may: { correctAccount: false } })
  })

  it('the guardian of an heir under 18 is paid, shares add up to the cent, and costs follow the plan’s terms', async () => {
    const number = await send(told({
      heirs: [{ ...FATHER, percent: '33.33' }, { ...MOTHER, percent: '33.33' }, { ...BROTHER, percent: '33.34' }], heirShares: 'agreed',
      visits: [{ id: 'fun1', day: TODAY, amount: 1_000_00, currency: 'CNY', invoice: 'F-1', elsewhere: null }],
    }))
    await desk('review', number)
    await desk('approve', number)
    const { decisions, payees } = await look()
    const sheet = decisions[0]?.sheet
    // 1,000 less 300 per visit, of which 90 per cent are paid.
    expect(sheet).toMatchObject({ eligible: 301_000_00, payable: 300_630_00, uses: [{ benefit: 'accident', paid: 300_000_00 }, { benefit: 'remains', paid: 630_00 }] })
    expect(payees.map(({ share, guardian, accountName }) => [share, guardian, accountName])).toEqual([['33.33%', null, '林建国'], ['33.33%', null, '王美兰'], ['33.34%', '王美兰', '王美兰']])
    expect(payees.reduce((all, { due }) => all + (due?.amount ?? 0), 0)).toBe(300_630_00)
  })

  it('can be refused as a whole with a reason, and pays no sum insured without an accident', async () => {
    const number = await send()
    await desk('review', number)
    await desk('reject', number, '--clause', '7.2', '--en', 'The cause is not covered.', '--cn', '原因不在保障内。')
    expect(await look()).toMatchObject({ status: 'rejected', decisions: [{ sheet: { payable: 0, invoices: [{ id: 'sum-insured', invoiced: 300_000_00 }] } }] })
    father.view = undefined
    const illness = await send(told({ deathCause: 'illness', deathDay: '' }))
    await desk('review', illness)
    expect((await handlerCommands(server)('wu', 'approve', illness)).said).toContain('reason_required')
  })

  it('ends the offer of a next term once the death is reported', async () => {
    const offer = async () => ok(await father.client.request(extensionOffer, { id: (await father.policies())[0]?.id ?? '' })).blocked?.reason
    const before = await offer()
    const number = await send()
    expect([before === 'death', await offer()]).toEqual([false, 'death'])
    await desk('review', number)
    await desk('reject', number, '--clause', '7.2', '--en', 'Not covered.', '--cn', '不在保障内。')
    expect(await offer()).toBe(before)
  })
})

it('no reminder that cover ends is sent once a death was reported', async () => {
  const messages = async (): Promise<number> => (await server.deps.db.selectFrom('messages').select('id').execute()).length
  const { id, ends } = await server.deps.db.selectFrom('policies').select(['id', 'ends']).executeTakeFirstOrThrow()
  const soon = startOfCover(addDays(ends, -7)) - server.deps.clock()
  await send()
  await server.drain()
  server.advance(soon)
  await policyNotices(server.deps)
  await server.drain()
  // The claim's messages, months old, are deleted by now.
  expect(await messages()).toBe(0)
  // Without the claim, the same calendar sends them.
  await server.deps.write((trx) => trx.updateTable('claims').set({ type: 'evacuation' }).where('policy_id', '=', id).execute())
  server.advance(6 * 86_400_000)
  await policyNotices(server.deps)
  await server.drain()
  expect(await messages()).toBeGreaterThan(0)
})

describe('a claim that an operator opens', () => {
  const OPEN = ['--day', TODAY, '--cause', 'accident', '--died', TODAY, '--name', '王美兰', '--relation', 'parent', '--id-type', 'resident_id', '--id-number', MOTHER.idNumber, '--contact', 'mother@example.com']
  const policyNumber = async (): Promise<string> => (await server.deps.db.selectFrom('policies').select('number').executeTakeFirstOrThrow()).number
  async function opened(): Promise<{ mother: Claimant; number: string; id: string }> {
    const mother = new Claimant(server, await logInAs(server, 'mother@example.com'))
    const said = await desk('open-death', await policyNumber(), ...OPEN)
    const [row] = ok(await mother.client.request(calls.listClaims, {})).claims
    return { mother, number: /YF-C-\S+/.exec(said)?.[0] ?? '', id: row?.id ?? '' }
  }

  it('is in no account before somebody signs in with the contact', async () => {
    const { code, said } = await handlerCommands(server)('wu', 'open-death', await policyNumber(), ...OPEN)
    expect([code === 0, said]).toEqual([false, expect.stringContaining('contact_unproven')])
    expect(await server.deps.db.selectFrom('claims').selectAll().execute()).toEqual([])
  })

  it('asks for everything at once, is sent as documents are, and is decided once the heirs are named', async () => {
    const { mother, number, id } = await opened()
    const view = ok(await mother.client.request(calls.getClaim, { id }))
    expect(view).toMatchObject({ status: 'supplement_required', type: 'death', signature: null, title: '', payees: [] })
    const [request] = view.requests
    expect(request?.items.map(({ kind }) => kind)).toEqual(['claim_form', 'relationship', 'police_report', 'death_certificate', 'deregistration', 'heir_id', 'proof_of_account', 'heirs_agreement'])
    expect(await father.client.request(calls.getClaim, { id })).toMatchObject({ ok: false, code: 'not_found' })
    mother.view = { ...(await begin()), id }
    for (const item of request?.items ?? []) await mother.upload(item.kind, { item: item.id })
    const now = ok(await mother.client.request(calls.getClaim, { id }))
    ok(await mother.client.request(calls.sendSupplement, { id, version: now.version, request: request?.id ?? '' }))
    await desk('review', number)
    await desk('accept-document', number, 'all')
    expect((await handlerCommands(server)('wu', 'request', number, '--item', 'death_certificate:blurred')).said).toContain('not_again')
    const heirs = (second: string) => file('heirs.yaml', `
shares: agreed
heirs:
  - { name: 林建国, relation: parent, idType: resident_id, idNumber: "${parent.idNumber}", percent: "50", accountName: 林建国, accountNumber: "${CARDS[0]}", bankName: 中国工商银行, branch: 北京中关村支行 }
  - { name: 王美兰, relation: parent, idType: resident_id, idNumber: "${MOTHER.idNumber}", percent: "${second}", accountName: 王美兰, accountNumber: "${CARDS[1]}", bankName: 招商银行, branch: 上海外滩支行 }
`)
    await desk('approve', number)
    expect((await handlerCommands(server)('wu', 'pay', number)).said).toContain('no_account')
    expect((await handlerCommands(server)('wu', 'heirs', number, '--file', heirs('49'))).said).toContain('shares_not_100')
    await desk('heirs', number, '--file', heirs('50'))
    await desk('pay', number)
    expect((await handlerCommands(server)('wu', 'heirs', number, '--file', heirs('50'))).said).toContain('not_possible')
    expect(await desk('show', number)).toMatch(/heir \S+ +••• +parent +share 50% +¥150,000\.00 +ending 0128/)
  })

  it('pays on account to each heir after sixty days, which the decision deducts', async () => {
    const number = await send()
    await desk('review', number)
    await desk('complex', number)
    server.advance(60 * 86_400_000)
    father = Object.assign(new Claimant(server, await logInAs(server, 'parent@example.com')), { view: father.view })
    expect((await look()).onAccount.clock).toMatchObject({ state: 'late', of: 60 })
    await desk('pay-on-account', number, '--amount', '100,000.01', '--en', 'What is not in dispute.', '--cn', '没有争议的部分。')
    expect((await look()).payments.map(({ amount, onAccount }) => [amount.amount, onAccount]).sort()).toEqual([[50_000_00, true], [50_000_01, true]])
    for (const tail of ['0128', '6783']) await desk('pay', number, '--payment', tail, '--reference', `R-${tail}`)
    await desk('approve', number)
    await desk('pay', number)
    const paid = (await look()).payments
    expect(paid.reduce((all, it) => all + it.amount.amount, 0)).toBe(300_000_00)
    expect((await look()).payees.map(({ id, due }) => paid.filter(({ payee }) => payee === id).reduce((all, it) => all + it.amount.amount, 0) === due?.amount)).toEqual([true, true])
  })
})
