/** Buying the next term of a policy: what is offered, what it costs, the effect of payments, and what prevents it. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getInvoice, requestInvoice } from '../../src/features/invoices/contract.ts'
import { issueDocument } from '../../src/features/invoices/issue-documents.server.ts'
import { payCreate, payStatus } from '../../src/features/cashier/contract.ts'
import { approveRequest, latestRequest, rejectRequest } from '../../src/features/cashier/refund-requests.server.ts'
import { quote as planQuote } from '../../src/features/plans/contract.ts'
import { loadPlans } from '../../src/features/plans/load-plans.server.ts'
import { CODED_KINDS, getPolicy } from '../../src/features/policies/contract.ts'
import { verifyPolicy } from '../../src/features/policies/verify-calls.ts'
import { cancelExtension, extendPolicy, extensionOffer, extensionQuote } from '../../src/features/policies/extension/extension-calls.ts'
import { policyNotices } from '../../src/features/policies/notices.server.ts'
import { openPeople } from '../../src/features/policies/people.server.ts'
import { surrenderPolicy, surrenderQuote } from '../../src/features/policies/surrender/surrender-calls.ts'
import { addVersion, factsOf, versionsOf } from '../../src/features/policies/versions.server.ts'
import { addDays, dayOf, daysBetween, endOfMonths } from '../../src/lib/dates.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { INSURED, paidPolicy } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { paidPolicyServer } from './policy-servers.ts'
import type { Client, TestServer } from './start-server.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
const decision = { by: 'operator:li', why: 'checked' }
let server: TestServer
let policy: string
let client: Client
let gateway: Gateway

beforeEach(async () => {
  ;({ server, given: policy } = await paidPolicyServer())
  gateway = connectGateway(server)
  server.advance(20 * DAY)
  client = await logInAs(server, INSURED)
})
afterEach(() => server.close())

const page = async (by = client) => ok(await by.request(extensionOffer, { id: policy }))
const view = async () => ok(await client.request(getPolicy, { id: policy }))
const price = async (ends: string) => ok(await client.request(extensionQuote, { id: policy, ends }))
const healthy = (ids: { id: string }[]) => Object.fromEntries(ids.map(({ id }) => [id, 'no' as const]))

async function wishFor(months = 6) {
  const { offer } = await page()
  if (!offer) throw new Error('not offered')
  const ends = endOfMonths(offer.from, months)
  const { premium } = await price(ends)
  return { id: policy, ends, premium: premium.amount, sha256: offer.health.sha256, answers: healthy(offer.health.questions), sensitive: true }
}
const extend = async (months = 6): Promise<string> => ok(await client.request(extendPolicy, await wishFor(months))).pay

async function startPaying(pay: string): Promise<string> {
  const { payment } = ok(await client.request(payCreate, { pay, method: 'wechat', key: newKey() }))
  return payment?.id ?? ''
}
async function moneyCame(payment: string): Promise<void> {
  await gateway.pay(server, payment)
  await server.drain()
}
const payFor = async (pay: string): Promise<void> => moneyCame(await startPaying(pay))
const settle = async (): Promise<void> => { server.advance(2 * MINUTE); await server.drain() }
const mails = (text: string) => server.deps.db.selectFrom('messages').select(['to', 'subject', 'text']).where('subject', 'like', `%${text}%`).execute()
const row = () => server.deps.db.selectFrom('policies').selectAll().where('id', '=', policy).executeTakeFirstOrThrow()
const codeOf = async (version: number) => (await server.deps.db.selectFrom('policy_documents').select('verify_code').where('policy_id', '=', policy).where('version_number', '=', version).executeTakeFirstOrThrow()).verify_code

describe('the next term', () => {
  it('is invoiced as a premium of its own, for its buyer alone', async () => {
    const pay = await extend()
    await payFor(pay)
    const { versions, number } = await view()
    const [kind = '', id = ''] = versions[1]?.paidAs?.split('.') ?? []
    expect(ok(await client.request(getInvoice, { kind, id }))).toMatchObject({ may: 'request', kept: versions[1]?.premiumChange, about: expect.stringContaining(number) as string })
    const { documents: [document] } = ok(await client.request(requestInvoice, { kind, id, title: 'personal', email: INSURED }))
    for (const _ of ['handed to the channel', 'asked after']) await issueDocument(server.deps, document?.id ?? '')
    expect(ok(await client.request(getInvoice, { kind, id }))).toMatchObject({ state: 'issued', invoiced: versions[1]?.premiumChange })
    expect(refusal(await (await logInAs(server, 'somebody@example.com')).request(getInvoice, { kind, id }))).toBe('not_found')
  })

  it('begins the day after the last, costs what the plan says, and once paid is a version with documents of its own', async () => {
    const before = await view()
    const first = await codeOf(1)
    const { offer, blocked, pending } = await page()
    expect([blocked, pending, offer?.from, offer?.shortest, offer?.longest]).toEqual([
      null, null, addDays(before.period.end, 1), endOfMonths(addDays(before.period.end, 1), 1), endOfMonths(addDays(before.period.end, 1), 12),
    ])
    const ends = endOfMonths(offer?.from ?? '', 6)
    const { birthDate } = openPeople(server.deps.seal, (await row()).people).insured
    const expected = planQuote({ plan: loadPlans().plan('us-campus'), tier: 'gold', start: offer?.from ?? '', end: ends, birthDate })
    expect((await price(ends)).premium).toEqual(expected.ok && expected.premium)

    const pay = await extend(6)
    expect(ok(await client.request(payStatus, { pay })).order).toMatchObject({ kind: 'extension', standing: 'payable', start: offer?.from, end: ends, application: null, own: true })
    expect(await view()).toMatchObject({ period: before.period, premium: before.premium })
    await payFor(pay)
    const after = await view()
    const added = expected.ok ? expected.premium.amount : 0
    expect(after).toMatchObject({
      period: { start: before.period.start, end: ends }, premium: { amount: before.premium.amount + added },
      versions: [{ reason: 'issue' }, { reason: 'extension', validFrom: offer?.from, premiumChange: { amount: added } }],
    })
    expect(after.documents.filter((it) => it.version === 2).map((it) => it.kind).sort()).toEqual([...CODED_KINDS, ...CODED_KINDS].sort())
    expect(ok(await server.client().request(verifyPolicy, { code: first }))).toMatchObject({ genuine: true, replaced: true })
    expect(ok(await client.request(payStatus, { pay })).order).toMatchObject({ standing: 'paid', settled: true, after: { title: expect.stringContaining('2027') } })
    expect(await mails('保障已延至')).toHaveLength(1)
  })

  it('is requested once, however often it is sent and from whatever device', async () => {
    const input = await wishFor()
    server.advance(2 * MINUTE)
    const other = await logInAs(server, INSURED)
    const replies = await Promise.all([client, other, client].map((by) => by.request(extendPolicy, input)))
    expect(new Set(replies.map((it) => ok(it).pay)).size).toBe(1)
    expect(refusal(await client.request(extendPolicy, { ...input, ...(await wishFor(3)) }))).toBe('pending')
    const { pending } = await page()
    expect(pending).toMatchObject({ ends: input.ends, premium: { amount: input.premium } })
    ok(await client.request(cancelExtension, { id: pending?.id ?? '' }))
    expect((await page()).pending).toBeNull()
    ok(await client.request(extendPolicy, await wishFor(3)))
  })

  it('is refused with a yes on health, a missing answer, another price, other questions, or outside its days', async () => {
    const input = await wishFor()
    const [one = ''] = Object.keys(input.answers)
    const asked = async (over: object) => refusal(await client.request(extendPolicy, { ...input, ...over }))
    expect(await asked({ answers: { ...input.answers, [one]: 'yes' } })).toBe('health_yes')
    expect(await asked({ answers: {} })).toBe('answer_required')
    expect(await asked({ sensitive: false }), 'without the consent').toBe('invalid')
    expect(await asked({ premium: input.premium - 1 })).toBe('changed')
    expect(await asked({ sha256: 'a'.repeat(64) })).toBe('text_changed')
    expect(await asked({ ends: addDays(input.ends, 3_000) })).toBe('end_too_late')
    expect(refusal(await client.request(extensionQuote, { id: policy, ends: (await row()).ends }))).toBe('end_too_early')
    expect((await page()).pending).toBeNull()
  })

  it('can be seen, requested, paid and given up by nobody else', async () => {
    const input = await wishFor()
    const pay = await extend()
    const stranger = await logInAs(server, 'stranger@example.com')
    expect(refusal(await stranger.request(extensionOffer, { id: policy }))).toBe('not_found')
    expect(refusal(await stranger.request(extendPolicy, input))).toBe('not_found')
    expect(refusal(await stranger.request(payCreate, { pay, method: 'wechat', key: newKey() }))).toBe('not_found')
    expect(refusal(await stranger.request(cancelExtension, { id: pay.split('.')[1] ?? '' }))).toBe('not_found')
    expect(refusal(await server.client().request(payStatus, { pay }))).toBe('not_found')
  })
})

describe('money that is not accepted', () => {
  const returned = async () => {
    await settle()
    const rows = await server.deps.db.selectFrom('refunds').select(['status', 'reason', 'payable_kind']).where('payable_kind', '=', 'extension').execute()
    return rows.map((it) => [it.reason, it.status])
  }

  it('an unpaid extension changes nothing, and money that comes later goes back', async () => {
    const before = await row()
    const payment = await startPaying(await extend())
    gateway.silent = true
    server.advance(91 * MINUTE)
    await server.drain()
    gateway.silent = false
    expect((await page()).pending).toBeNull()
    await moneyCame(payment)
    expect(await row()).toEqual(before)
    expect(await returned()).toEqual([['late', 'succeeded']])
    expect(gateway.given()).toBe(gateway.taken())
    expect((await mails('下一期超时未支付'))[0]?.text).toContain(`/cn/insurance-policy/extend?id=${policy}`)
  })

  it('money for a policy that is being cancelled, was cancelled or was changed meanwhile goes back', async () => {
    const payment = await startPaying(await extend())
    await server.deps.write((trx) => addVersion(server.deps, trx, policy, { change: { reason: 'endorsement', on: dayOf(server.deps.clock()), premiumChange: 0 }, kinds: [], by: 'operator:li' }))
    await moneyCame(payment)
    expect((await view()).versions.map((it) => it.reason)).toEqual(['issue', 'endorsement'])
    expect(await returned()).toEqual([['late', 'succeeded']])
    ok(await client.request(cancelExtension, { id: (await page()).pending?.id ?? '' }))

    const second = await startPaying(await extend(3))
    const { amount } = ok(await client.request(surrenderQuote, { id: policy }))
    ok(await client.request(surrenderPolicy, { id: policy, amount: amount.amount }))
    expect((await page()).blocked?.reason).toBe('surrendering')
    await moneyCame(second)
    expect((await view()).versions).toHaveLength(2)
    expect((await returned()).map(([reason]) => reason)).toEqual(['late', 'late'])
  })

  it('a second payment of the same extension goes back', async () => {
    const pay = await extend()
    const first = await startPaying(pay)
    gateway.happen(first, 'rejected')
    await gateway.report(server, first)
    await payFor(pay)
    await moneyCame(first)
    expect(await returned()).toEqual([['duplicate', 'succeeded']])
    expect((await view()).versions).toHaveLength(2)
  })
})

it('a refund after an extension is drawn on the payments of both terms', async () => {
  const { premium: bought } = await view()
  await payFor(await extend(12))
  const { premium } = await view()
  const { amount, lines } = ok(await client.request(surrenderQuote, { id: policy }))
  expect(lines[0]?.amount).toEqual(premium)
  ok(await client.request(surrenderPolicy, { id: policy, amount: amount.amount }))
  const request = await latestRequest(server.deps.db, `policy:${policy}`)
  expect(amount.amount).toBeGreaterThan(bought.amount)
  expect(request?.parts.map((it) => it.payable_kind).sort()).toEqual(['extension', 'plan'])
  expect(request?.parts.reduce((sum, it) => sum + Number(it.amount_minor), 0)).toBe(amount.amount)
  await approveRequest(server.deps, request?.id ?? '', decision)
  await settle()
  expect(await view()).toMatchObject({ status: 'cancelled', versions: [{ reason: 'issue' }, { reason: 'extension' }, { reason: 'surrender' }] })
  expect((await page()).blocked?.reason).toBe('cancelled')
})

type Act = { do: 'extend'; months: 1 | 3; fate: 'paid' | 'dropped' | 'changed' } | { do: 'endorse' } | { do: 'surrender'; decide: 'approve' | 'reject' }
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('extend' as const), months: fc.constantFrom(1 as const, 3 as const), fate: fc.constantFrom('paid' as const, 'paid' as const, 'dropped' as const, 'changed' as const) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'endorse' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('surrender' as const), decide: fc.constantFrom('approve' as const, 'reject' as const) }) },
)

const endorse = () => server.deps.write((trx) => addVersion(server.deps, trx, policy, { change: { reason: 'endorsement', on: dayOf(server.deps.clock()), premiumChange: 0 }, kinds: [], by: 'operator:li' }))

/** Whoever is refused does nothing. */
async function perform(it: Act): Promise<void> {
  const { blocked, pending, offer } = await page()
  if (pending) await client.request(cancelExtension, { id: pending.id })
  if (it.do === 'endorse') return void (blocked?.reason !== 'cancelled' && (await endorse()))
  if (it.do === 'surrender') {
    const quoted = await client.request(surrenderQuote, { id: policy })
    if (!quoted.ok) return
    ok(await client.request(surrenderPolicy, { id: policy, amount: quoted.data.amount.amount }))
    const request = await latestRequest(server.deps.db, `policy:${policy}`)
    return void (await (it.decide === 'approve' ? approveRequest(server.deps, request?.id ?? '', decision) : rejectRequest(server.deps, request?.id ?? '', { ...decision, reason: 'not_policyholder' })))
  }
  if (!offer || !offer.suggested.includes(endOfMonths(offer.from, it.months))) return
  const pay = await extend(it.months)
  const payment = await startPaying(pay)
  if (it.fate === 'dropped') ok(await client.request(cancelExtension, { id: pay.split('.')[1] ?? '' }))
  if (it.fate === 'changed') await endorse()
  await moneyCame(payment)
}

it('in any order of extensions, changes and surrenders the history adds up, and the money kept is its premium', { timeout: 110_000 }, async () => {
  await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 6 }), async (acts) => {
    server.advance(2 * MINUTE)
    policy = await paidPolicy(server)
    server.advance(20 * DAY)
    client = await logInAs(server, INSURED)
    gateway = connectGateway(server)
    const bought = Number((await row()).premium_minor)
    for (const it of acts) await perform(it)
    await settle()
    const [now, history] = [await row(), (await versionsOf(server.deps.db, policy)).map(factsOf)]
    expect(history.reduce((sum, one) => sum + one.premiumChange, 0)).toBe(Number(now.premium_minor))
    expect(bought + gateway.taken() - gateway.given()).toBe(Number(now.premium_minor))
    const terms = history.filter((one) => one.reason === 'issue' || one.reason === 'extension')
    for (const [i, term] of terms.entries()) if (i > 0) expect(term.validFrom).toBe(addDays(terms[i - 1]?.ends ?? '', 1))
    expect(now.ends).toBe(terms.at(-1)?.ends)
  }), { numRuns: 5 })
})

describe('reasons why there is no next term', () => {
  it('too early, too late, the longest cover reached, or a plan without a next term', async () => {
    const set = (values: object) => server.deps.write((trx) => trx.updateTable('policies').set(values).where('id', '=', policy).execute())
    const original = await row()
    const { starts, ends, plan, tier } = original
    const today = dayOf(server.deps.clock())
    await set({ ends: addDays(today, 370) })
    expect((await page()).blocked).toEqual({ reason: 'too_early', from: addDays(today, 5) })
    await set({ ends })
    await set({ starts: addDays(ends, -4 * 366) })
    expect((await page()).blocked?.reason).toBe('longest')
    await set({ starts, plan: 'short-camp', tier: loadPlans().plan('short-camp').tiers[0]?.id ?? '' })
    expect((await page()).blocked?.reason).toBe('no_next_term')
    await set({ plan, tier, clause_version: 'earlier' })
    expect((await page()).blocked?.reason).toBe('new_terms')
    await set({ clause_version: original.clause_version, ends: addDays(dayOf(server.deps.clock()), -1) })
    expect((await page()).blocked?.reason).toBe('ended')
  })

  it('the notice before the end leads to it at one press', async () => {
    server.advance(daysBetween(dayOf(server.deps.clock()), (await row()).ends) * DAY - 30 * DAY)
    await policyNotices(server.deps)
    await server.drain()
    const [mail] = await mails('到期')
    expect(mail?.text).toContain(`/cn/insurance-policy/extend?id=${policy}`)
  })
})
