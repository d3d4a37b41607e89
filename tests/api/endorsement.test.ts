/** Changes that affect the premium: shown before they are sent, paid or refunded once they are proven, and never twice. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { payCreate, payStatus } from '../../src/features/cashier/contract.ts'
import { approveRequest, latestRequest, rejectRequest } from '../../src/features/cashier/refund-requests.server.ts'
import { listChanges, previewChange, withdrawChange, type ChangeItem } from '../../src/features/changes/contract.ts'
import { quote } from '../../src/features/plans/contract.ts'
import { loadPlans } from '../../src/features/plans/load-plans.server.ts'
import { ENDORSED_KINDS, getPolicy, policyDocumentFile } from '../../src/features/policies/contract.ts'
import { verifyPolicy } from '../../src/features/policies/verify-calls.ts'
import { cancelExtension, extendPolicy, extensionOffer, extensionQuote } from '../../src/features/policies/extension/extension-calls.ts'
import { openPeople } from '../../src/features/policies/people.server.ts'
import { surrenderPolicy, surrenderQuote } from '../../src/features/policies/surrender/surrender-calls.ts'
import { factsOf, versionsOf } from '../../src/features/policies/versions.server.ts'
import { addDays, endOfMonths } from '../../src/lib/dates.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { payableKinds } from '../../src/server/payable.ts'
import { self, STUDENT } from '../../src/server/demo/demo-people.ts'
import { changesDesk, claimOn, submitTo } from './change-desk.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { INSURED, paidPolicy } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { preparedServers } from './prepared-servers.ts'
import type { Client, TestServer } from './start-server.ts'
const [DAY, MINUTE] = [86_400_000, 60_000]
const decision = { by: 'operator:li', why: 'checked' }
/** US Campus, Gold, per month: 560 at 18 to 24, 760 at 25 to 30. */
const [YOUNG, OLDER] = ['2004-05-27', '1998-05-27']
const APART = 12 * 20_000
let server: TestServer
let client: Client
let policy: string
let gateway: Gateway
const bought = (from: TestServer, birthDate = YOUNG) => paidPolicy(from, { people: { ...self, policyholder: { ...STUDENT, birthDate } } })
async function begin(): Promise<void> {
  gateway = connectGateway(server)
  client = await logInAs(server, INSURED)
}
const start = preparedServers((from) => bought(from))
beforeEach(async () => {
  ;({ server, given: policy } = await start())
  await begin()
})
afterEach(() => server.close())
const desk = (...words: string[]) => changesDesk(server, ...words)
const input = (value: string, item: ChangeItem = 'birth_date') => ({ policy, who: 'insured', item, value }) as const
const preview = async (value: string, item?: ChangeItem) => ok(await client.request(previewChange, input(value, item)))
const record = async () => ok(await client.request(listChanges, {})).changes
const view = async () => ok(await client.request(getPolicy, { id: policy }))
const row = () => server.deps.db.selectFrom('policies').selectAll().where('id', '=', policy).executeTakeFirstOrThrow()
const births = async () => openPeople(server.deps.seal, (await row()).people).insured.birthDate
const settle = async (): Promise<void> => { server.advance(2 * MINUTE); await server.drain() }
const mails = (text: string) => server.deps.db.selectFrom('messages').select(['to', 'subject', 'text']).where('subject', 'like', `%${text}%`).execute()
const refunds = () => server.deps.db.selectFrom('refunds').select(['reason', 'status', 'payable_kind', 'amount_minor', 'subject']).orderBy('created_at').orderBy('id').execute()

async function send(value: string, item: ChangeItem = 'birth_date'): Promise<string> {
  const { difference } = await preview(value, item)
  const { id } = ok(await submitTo(client, { ...input(value, item), difference: difference?.amount ?? 0 }))
  await server.check()
  return id
}
async function startPaying(id: string): Promise<string> {
  const { payment } = ok(await client.request(payCreate, { pay: `endorsement.${id}`, method: 'wechat', key: newKey() }))
  return payment?.id ?? ''
}
async function moneyCame(payment: string): Promise<void> {
  await gateway.pay(server, payment)
  await server.drain()
}

describe('a date of birth that makes the premium higher', () => {
  it('states the difference term by term before it is sent, and cannot be sent without having been shown', async () => {
    const shown = await preview(OLDER)
    expect(shown).toMatchObject({ effect: 'pay', difference: { amount: APART }, lines: [{ ageBefore: 21, ageAfter: 27, before: { amount: 672_000 }, after: { amount: 912_000 } }] })
    expect(refusal(await submitTo(client, input(OLDER)))).toBe('changed')
    expect(refusal(await submitTo(client, { ...input(OLDER), difference: APART - 1 }))).toBe('changed')
    expect(await preview('2003-01-02')).toMatchObject({ effect: 'none', difference: null, lines: [] })
  })

  it('takes effect once it is paid and not before, with an endorsement in both languages', async () => {
    const first = await server.deps.db.selectFrom('policy_documents').select('verify_code').where('policy_id', '=', policy).executeTakeFirstOrThrow()
    const id = await send(OLDER)
    expect((await desk('show', id)).said).toContain('¥2,400.00 more is due')
    expect(await desk('approve', id)).toMatchObject({ code: 0, said: expect.stringContaining('waits for payment') as string })
    await server.drain()
    expect([(await view()).versions.length, await births()]).toEqual([1, YOUNG])
    expect(await record()).toMatchObject([{ status: 'awaiting_payment', difference: { amount: APART }, pay: { possible: true } }])
    expect((await mails('to pay for the change'))[0]?.text).toContain('/personal/modify')
    expect(refusal(await submitTo(client, { policy }))).toBe('one_open')
    expect((await desk('approve', id)).code).toBe(1)
    const payment = await startPaying(id)
    expect(ok(await client.request(payStatus, { pay: `endorsement.${id}` })).order).toMatchObject({ kind: 'endorsement', standing: 'payable', own: true, application: null })
    expect(await payableKinds(server.deps).get('endorsement')?.describe(server.deps, id, 'en')).toMatchObject({ insured: STUDENT.idName, buyer: STUDENT.idName, plan: 'US Campus', tier: 'Gold', application: null, back: '/personal/modify' })
    await moneyCame(payment)
    expect(await record()).toMatchObject([{ status: 'approved', difference: { amount: APART }, pay: null }])
    const after = await view()
    expect(after).toMatchObject({ premium: { amount: 912_000 }, versions: [{ reason: 'issue' }, { reason: 'endorsement', premiumChange: { amount: APART }, changes: ['birthDate'] }] })
    expect(await births()).toBe(OLDER)
    expect(after.documents.filter((it) => it.version === 2).map((it) => it.kind).sort()).toEqual([...ENDORSED_KINDS, ...ENDORSED_KINDS].sort())
    for (const language of ['en', 'cn'] as const) expect((await client.blob(policyDocumentFile, { id: policy, kind: 'endorsement', language })).ok).toBe(true)
    const code = after.documents.find((it) => it.kind === 'endorsement')?.code ?? ''
    expect(ok(await server.client().request(verifyPolicy, { code }))).toMatchObject({ genuine: true, kind: 'endorsement', replaced: false })
    expect(ok(await server.client().request(verifyPolicy, { code: first.verify_code }))).toMatchObject({ genuine: true, replaced: true })
    expect(ok(await client.request(payStatus, { pay: `endorsement.${id}` })).order).toMatchObject({ standing: 'paid', settled: true })
  })

  it('lapses with a notice if it is not paid in time, and late money goes back', async () => {
    const id = await send(OLDER)
    await desk('approve', id)
    const payment = await startPaying(id)
    gateway.silent = true
    server.advance(LIMITS.changePayDays * DAY + MINUTE)
    await server.drain()
    gateway.silent = false
    client = await logInAs(server, INSURED)
    expect(await record()).toMatchObject([{ status: 'lapsed', pay: null }])
    expect(await mails('the difference was not paid')).toHaveLength(1)
    await moneyCame(payment)
    await settle()
    expect([(await view()).versions.length, gateway.taken() - gateway.given()]).toEqual([1, 0])
    expect((await refunds()).map((it) => [it.reason, it.status, it.payable_kind])).toEqual([['late', 'succeeded', 'endorsement']])
    expect((await submitTo(client, { policy })).ok).toBe(true)
  })

  it('is either paid or taken back, and a second payment goes back', async () => {
    const id = await send(OLDER)
    await desk('approve', id)
    const payment = await startPaying(id)
    const [taken] = await Promise.all([client.request(withdrawChange, { id }), moneyCame(payment)])
    await settle()
    expect((await record())[0]?.status).toBe(taken.ok ? 'withdrawn' : 'approved')
    expect(gateway.taken() - gateway.given()).toBe(taken.ok ? 0 : APART)
    expect(Number((await row()).premium_minor)).toBe(672_000 + gateway.taken() - gateway.given())
  })

  it('blocks the next term, whose price depends on it, and cannot be paid while the policy is being cancelled', async () => {
    const id = await send(OLDER)
    await desk('approve', id)
    expect(ok(await client.request(extensionOffer, { id: policy })).blocked?.reason).toBe('correcting')
    const payment = await startPaying(id)
    ok(await client.request(surrenderPolicy, { id: policy, amount: ok(await client.request(surrenderQuote, { id: policy })).amount.amount }))
    expect(await record()).toMatchObject([{ status: 'awaiting_payment', pay: { possible: false } }])
    await moneyCame(payment)
    await settle()
    expect([(await view()).versions.length, gateway.taken() - gateway.given()]).toEqual([1, 0])
  })

  it('can be seen, paid and taken back by nobody else', async () => {
    const id = await send(OLDER)
    await desk('approve', id)
    const stranger = await logInAs(server, 'stranger@example.com')
    expect(refusal(await stranger.request(previewChange, input(OLDER)))).toBe('not_found')
    expect(refusal(await stranger.request(payCreate, { pay: `endorsement.${id}`, method: 'wechat', key: newKey() }))).toBe('not_found')
    expect(refusal(await stranger.request(withdrawChange, { id }))).toBe('not_found')
    expect(refusal(await server.client().request(payStatus, { pay: `endorsement.${id}` }))).toBe('not_found')
  })
})

describe('a date of birth that makes the premium lower', () => {
  beforeEach(async () => {
    server.advance(2 * MINUTE)
    policy = await bought(server, OLDER)
    await begin()
  })

  it('takes effect at once; the overpaid part goes back once, and a later cancellation takes account of it', async () => {
    expect(await preview(YOUNG)).toMatchObject({ effect: 'return', difference: { amount: -APART } })
    const id = await send(YOUNG)
    const both = await Promise.all([desk('approve', id), desk('approve', id)])
    expect(both.map((it) => it.code).sort()).toEqual([0, 1])
    await settle()
    expect(await view()).toMatchObject({ premium: { amount: 672_000 }, versions: [{ reason: 'issue' }, { reason: 'endorsement', premiumChange: { amount: -APART } }] })
    expect((await refunds()).map((it) => [it.reason, it.status, Number(it.amount_minor), it.subject])).toEqual([['endorsement', 'succeeded', APART, `endorsement:${id}`]])
    expect(await record()).toMatchObject([{ status: 'approved', difference: { amount: -APART } }])
    expect(await mails('goes back')).toHaveLength(1)
    expect(ok(await client.request(surrenderQuote, { id: policy })).amount.amount).toBe(672_000)
  })

  it('waits while the policy is being cancelled', async () => {
    const id = await send(YOUNG)
    ok(await client.request(surrenderPolicy, { id: policy, amount: ok(await client.request(surrenderQuote, { id: policy })).amount.amount }))
    expect((await desk('approve', id)).said).toContain('surrendering')
    expect(await births()).toBe(OLDER)
  })
})

describe('what an operator has to decide', () => {
  it('an age outside of the plan is pointed out, sent, and rejected by an operator', async () => {
    expect(await preview('1980-05-27')).toMatchObject({ effect: 'outside', age: { age: 45, from: 6, to: 40 }, difference: null })
    const id = await send('1980-05-27')
    expect((await desk('show', id)).said).toContain('it cannot be approved')
    expect((await desk('approve', id)).said).toContain('age_outside')
    expect((await desk('reject', id, '--reason', 'age_outside')).code).toBe(0)
    expect(await record()).toMatchObject([{ status: 'rejected', reason: 'age_outside' }])
  })

  it('an age with another death benefit is decided by an operator too', async () => {
    expect(await preview('2008-06-27')).toMatchObject({ effect: 'person', difference: null })
    const id = await send('2008-06-27')
    expect((await desk('approve', id)).said).toContain('death_benefit_differs')
  })

  it('a premium that no current rate table gives is entered by the operator', async () => {
    await server.deps.write((trx) => trx.updateTable('policy_versions').set({ premium_minor: 700_000 }).where('policy_id', '=', policy).execute())
    expect(await preview(OLDER)).toMatchObject({ effect: 'person' })
    const id = await send(OLDER)
    expect((await desk('approve', id)).said).toContain('premium_unknown')
    expect((await desk('approve', id, '--difference', '12.50')).code).toBe(0)
    expect(await record()).toMatchObject([{ status: 'awaiting_payment', difference: { amount: 1_250 } }])
  })
})

it('the difference is worked out by the rate table of the sale, whatever the plan costs later', async () => {
  const { tariff } = await server.deps.db.selectFrom('policy_versions').select('tariff').where('policy_id', '=', policy).executeTakeFirstOrThrow()
  const then = (tariff ?? '').replace('76000', '80000')
  expect(then).not.toBe(tariff)
  await server.deps.write((trx) => trx.updateTable('policy_versions').set({ tariff: then }).where('policy_id', '=', policy).execute())
  expect(await preview(OLDER)).toMatchObject({ effect: 'pay', difference: { amount: 12 * 24_000 } })
})

type Act =
  | { do: 'correct'; fate: 'paid' | 'dropped' | 'late' | 'refused' }
  | { do: 'extend'; fate: 'paid' | 'overtaken' }
  | { do: 'surrender'; decide: 'approve' | 'reject' }
  | { do: 'claim'; open: boolean }
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('correct' as const), fate: fc.constantFrom('paid' as const, 'paid' as const, 'dropped' as const, 'late' as const, 'refused' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('extend' as const), fate: fc.constantFrom('paid' as const, 'overtaken' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('surrender' as const), decide: fc.constantFrom('approve' as const, 'reject' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('claim' as const), open: fc.boolean() }) },
)

async function correct(fate: (Act & { do: 'correct' })['fate']): Promise<void> {
  const value = (await births()) === YOUNG ? OLDER : YOUNG
  const shown = await client.request(previewChange, input(value))
  if (!shown.ok) return
  const sent = await submitTo(client, { ...input(value), difference: shown.data.difference?.amount ?? 0 })
  if (!sent.ok) return
  await server.check()
  const { id } = sent.data
  if (fate === 'refused') return void (await desk('reject', id, '--reason', 'document_unfit'))
  await desk('approve', id)
  const [now] = await record()
  if (now?.status !== 'awaiting_payment') return
  const payment = now.pay?.possible ? await startPaying(id) : undefined
  if (fate === 'dropped') ok(await client.request(withdrawChange, { id }))
  if (fate === 'late') await server.deps.write((trx) => trx.updateTable('policy_changes').set({ pay_until: 0 }).where('id', '=', id).execute())
  if (payment) await moneyCame(payment)
  if (fate === 'late') ok(await client.request(withdrawChange, { id }))
}

async function extend(fate: (Act & { do: 'extend' })['fate']): Promise<void> {
  const { offer, pending } = ok(await client.request(extensionOffer, { id: policy }))
  if (pending) await client.request(cancelExtension, { id: pending.id })
  const ends = offer && endOfMonths(offer.from, 3)
  if (!offer || !ends || ends > offer.longest) return
  const { premium } = ok(await client.request(extensionQuote, { id: policy, ends }))
  const answers = Object.fromEntries(offer.health.questions.map(({ id }) => [id, 'no' as const]))
  const { pay } = ok(await client.request(extendPolicy, { id: policy, ends, premium: premium.amount, sha256: offer.health.sha256, answers, sensitive: true }))
  const payment = ok(await client.request(payCreate, { pay, method: 'wechat', key: newKey() })).payment?.id ?? ''
  if (fate === 'overtaken') await correct('paid')
  await moneyCame(payment)
}

async function perform(it: Act): Promise<void> {
  if (it.do === 'correct') return correct(it.fate)
  if (it.do === 'extend') return extend(it.fate)
  if (it.do === 'claim') return claimOn(server, policy, it.open)
  const quoted = await client.request(surrenderQuote, { id: policy })
  if (!quoted.ok) return
  ok(await client.request(surrenderPolicy, { id: policy, amount: quoted.data.amount.amount }))
  const request = await latestRequest(server.deps.db, `policy:${policy}`)
  await (it.decide === 'approve' ? approveRequest(server.deps, request?.id ?? '', decision) : rejectRequest(server.deps, request?.id ?? '', { ...decision, reason: 'not_policyholder' }))
}

it('in any order of corrections, next terms, cancellations and claims there is one history that adds up, and the money kept is its premium', { timeout: 110_000 }, async () => {
  const plan = loadPlans().plan('us-campus')
  await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 5 }), async (acts) => {
    server.advance(2 * DAY)
    policy = await bought(server)
    await begin()
    const premium = Number((await row()).premium_minor)
    for (const it of acts) await perform(it)
    await settle()
    const [now, history] = [await row(), (await versionsOf(server.deps.db, policy)).map(factsOf)]
    expect(history.map((one) => one.number)).toEqual(history.map((_, i) => i + 1))
    expect(history.reduce((sum, one) => sum + one.premiumChange, 0)).toBe(Number(now.premium_minor))
    expect(premium + gateway.taken() - gateway.given()).toBe(Number(now.premium_minor))
    const terms = history.flatMap((one, i) => (one.reason === 'issue' ? [{ start: one.starts, end: one.ends }] : one.reason === 'extension' ? [{ start: addDays(history[i - 1]?.ends ?? '', 1), end: one.ends }] : []))
    const birthDate = await births()
    const due = terms.reduce((sum, term) => { const it = quote({ plan, tier: 'gold', birthDate, ...term }); return sum + (it.ok ? it.premium.amount : NaN) }, 0)
    if (now.status === 'issued') expect(Number(now.premium_minor)).toBe(due)
  }), { numRuns: 6 })
})
