/** Buying the next term of a policy: what is offered, what it costs, the effect of payments, and what prevents it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getInvoice, requestInvoice } from '../../src/features/invoices/contract.ts'
import { issueDocument } from '../../src/features/invoices/server/issue-invoice-documents.ts'
import { payCreate, payStatus } from '../../src/features/cashier/contract.ts'
import { quote as planQuote } from '../../src/features/plans/contract.ts'
import { loadPlans } from '../../src/features/plans/content/load-plans.ts'
import { CODED_KINDS } from '../../src/features/policies/contract.ts'
import { verifyPolicy } from '../../src/features/policies/verify-calls.ts'
import {
  cancelExtension,
  extendPolicy,
  extensionOffer,
  extensionQuote,
} from '../../src/features/policies/extension-calls.ts'
import { policyNotices } from '../../src/features/policies/server/messages/cover-begin-and-end-messages.ts'
import { openPeople } from '../../src/features/orders/server/people/agreed-people.ts'
import { surrenderPolicy, surrenderQuote } from '../../src/features/policies/surrender-calls.ts'
import { addVersion } from '../../src/features/policies/server/versions/policy-versions.ts'
import { addDays, dayOf, daysBetween, endOfMonths } from '../../src/lib/days/dates.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { ExtensionBench } from './extension-bench.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
let bench: ExtensionBench
beforeEach(async () => {
  bench = await ExtensionBench.ready()
})
afterEach(() => bench.server.close())
const codeOf = async (version: number) =>
  (
    await bench.server.deps.db
      .selectFrom('policy_documents')
      .select('verify_code')
      .where('policy_id', '=', bench.policy)
      .where('version_number', '=', version)
      .executeTakeFirstOrThrow()
  ).verify_code

describe('the next term', () => {
  it('is invoiced as a premium of its own, for its buyer alone', async () => {
    const pay = await bench.extend()
    await bench.payFor(pay)
    bench.policy = (await bench.next()).id
    const { versions, previous } = await bench.view()
    const [kind = '', id = ''] = versions[0]?.paidAs?.split('.') ?? []
    expect(ok(await bench.client.request(getInvoice, { kind, id }))).toMatchObject({
      may: 'request',
      kept: versions[0]?.premiumChange,
      about: expect.stringContaining(previous?.number ?? '') as string,
    })
    const {
      documents: [document],
    } = ok(await bench.client.request(requestInvoice, { kind, id, title: 'personal', email: INSURED }))
    // It is handed to the channel, and then asked after.
    for (let i = 0; i < 2; i++) await issueDocument(bench.server.deps, document?.id ?? '')
    expect(ok(await bench.client.request(getInvoice, { kind, id }))).toMatchObject({
      state: 'issued',
      invoiced: versions[0]?.premiumChange,
    })
    expect(refusal(await (await logInAs(bench.server, 'somebody@example.com')).request(getInvoice, { kind, id }))).toBe(
      'not_found',
    )
  })

  it('begins the day after the last, costs what the plan says, and once paid is a policy with documents of its own', async () => {
    const before = await bench.view()
    const first = await codeOf(1)
    const { offer, blocked, pending } = await bench.page()
    expect([blocked, pending, offer?.from, offer?.shortest, offer?.longest]).toEqual([
      null,
      null,
      addDays(before.period.end, 1),
      endOfMonths(addDays(before.period.end, 1), 1),
      endOfMonths(addDays(before.period.end, 1), 12),
    ])
    const ends = endOfMonths(offer?.from ?? '', 6)
    const { birthDate } = openPeople(bench.server.deps.seal, (await bench.row()).people).insured
    const expected = planQuote({
      plan: loadPlans().plan('us-campus'),
      tier: 'gold',
      start: offer?.from ?? '',
      end: ends,
      birthDate,
    })
    expect((await bench.price(ends)).premium).toEqual(expected.ok && expected.premium)

    const pay = await bench.extend(6)
    expect(ok(await bench.client.request(payStatus, { pay })).order).toMatchObject({
      kind: 'extension',
      standing: 'payable',
      start: offer?.from,
      end: ends,
      application: null,
      own: true,
    })
    expect(await bench.view()).toMatchObject({ period: before.period, premium: before.premium })
    await bench.payFor(pay)
    expect(await bench.view()).toMatchObject({
      period: before.period,
      premium: before.premium,
      documents: before.documents,
      versions: [{ reason: 'issue' }],
      previous: null,
      next: { starts: offer?.from, ends },
    })
    expect(ok(await bench.server.client().request(verifyPolicy, { code: first }))).toMatchObject({
      genuine: true,
      replaced: false,
    })
    expect(await bench.page()).toMatchObject({ blocked: { reason: 'continued' }, offer: null, next: { ends } })
    const earlier = bench.policy
    bench.policy = (await bench.next()).id
    const after = await bench.view()
    expect(after).toMatchObject({
      status: 'pending_activation',
      period: { start: offer?.from, end: ends },
      premium: expected.ok ? expected.premium : {},
      previous: { id: earlier, number: before.number },
      next: null,
      versions: [{ reason: 'issue' }],
      together: [],
    })
    expect(after.number).not.toBe(before.number)
    expect(after.documents.flatMap((it) => (it.version === 1 ? it.kind : [])).sort()).toEqual(
      [...CODED_KINDS, ...CODED_KINDS].sort(),
    )
    expect(ok(await bench.client.request(payStatus, { pay })).order).toMatchObject({
      standing: 'paid',
      settled: true,
      back: `/insurance-policy/details?id=${bench.policy}`,
      after: { title: expect.stringContaining('2027') },
    })
    expect(await bench.mails(`下一期保单${after.number}已承保`)).toHaveLength(1)
  })

  it('is requested once, however often it is sent and from whatever device', async () => {
    const input = await bench.inputFor()
    bench.server.advance(2 * MINUTE)
    const other = await logInAs(bench.server, INSURED)
    const replies = await Promise.all([bench.client, other, bench.client].map((by) => by.request(extendPolicy, input)))
    expect(new Set(replies.map((it) => ok(it).pay)).size).toBe(1)
    expect(refusal(await bench.client.request(extendPolicy, { ...input, ...(await bench.inputFor(3)) }))).toBe(
      'pending',
    )
    const { pending } = await bench.page()
    expect(pending).toMatchObject({ ends: input.ends, premium: { amount: input.premium } })
    ok(await bench.client.request(cancelExtension, { id: pending?.id ?? '' }))
    expect((await bench.page()).pending).toBeNull()
    ok(await bench.client.request(extendPolicy, await bench.inputFor(3)))
  })

  it('is refused with a yes on health, a missing answer, another price, other questions, or outside its days', async () => {
    const input = await bench.inputFor()
    const [one = ''] = Object.keys(input.answers)
    const asked = async (over: object) => refusal(await bench.client.request(extendPolicy, { ...input, ...over }))
    expect(await asked({ answers: { ...input.answers, [one]: 'yes' } })).toBe('health_yes')
    expect(await asked({ answers: {} })).toBe('answer_required')
    expect(await asked({ sensitive: false }), 'without the consent').toBe('invalid')
    expect(await asked({ premium: input.premium - 1 })).toBe('changed')
    expect(await asked({ sha256: 'a'.repeat(64) })).toBe('text_changed')
    expect(await asked({ ends: addDays(input.ends, 3_000) })).toBe('end_too_late')
    expect(
      refusal(await bench.client.request(extensionQuote, { id: bench.policy, ends: (await bench.row()).ends })),
    ).toBe('end_too_early')
    expect((await bench.page()).pending).toBeNull()
  })

  it('can be seen, requested, paid and given up by nobody else', async () => {
    const input = await bench.inputFor()
    const pay = await bench.extend()
    const stranger = await logInAs(bench.server, 'stranger@example.com')
    expect(refusal(await stranger.request(extensionOffer, { id: bench.policy }))).toBe('not_found')
    expect(refusal(await stranger.request(extendPolicy, input))).toBe('not_found')
    expect(refusal(await stranger.request(payCreate, { pay, method: 'wechat', key: newKey() }))).toBe('not_found')
    expect(refusal(await stranger.request(cancelExtension, { id: pay.split('.')[1] ?? '' }))).toBe('not_found')
    expect(refusal(await bench.server.client().request(payStatus, { pay }))).toBe('not_found')
  })
})

describe('money that is not accepted', () => {
  const returned = async () => {
    await bench.settle()
    const rows = await bench.server.deps.db
      .selectFrom('refunds')
      .select(['status', 'reason', 'payable_kind'])
      .where('payable_kind', '=', 'extension')
      .execute()
    return rows.map((it) => [it.reason, it.status])
  }

  it('an unpaid extension changes nothing, and money that comes later goes back', async () => {
    const before = await bench.row()
    const payment = await bench.startPaying(await bench.extend())
    bench.gateway.silent = true
    bench.server.advance(91 * MINUTE)
    await bench.server.drain()
    bench.gateway.silent = false
    expect((await bench.page()).pending).toBeNull()
    await bench.moneyCame(payment)
    expect(await bench.row()).toEqual(before)
    expect(await returned()).toEqual([['late', 'succeeded']])
    expect(bench.gateway.given()).toBe(bench.gateway.taken())
    expect((await bench.mails('下一期超时未支付'))[0]?.text).toContain(`/cn/insurance-policy/extend?id=${bench.policy}`)
  })

  it('money for a policy that is being cancelled, was cancelled or was changed meanwhile goes back', async () => {
    const payment = await bench.startPaying(await bench.extend())
    await bench.server.deps.write((trx) =>
      addVersion(bench.server.deps, trx, bench.policy, {
        change: { reason: 'endorsement', on: dayOf(bench.server.deps.clock()), premiumChange: 0 },
        kinds: [],
        by: 'operator:li',
      }),
    )
    await bench.moneyCame(payment)
    expect((await bench.view()).versions.map((it) => it.reason)).toEqual(['issue', 'endorsement'])
    expect(await returned()).toEqual([['late', 'succeeded']])
    ok(await bench.client.request(cancelExtension, { id: (await bench.page()).pending?.id ?? '' }))

    const second = await bench.startPaying(await bench.extend(3))
    const { amount } = ok(await bench.client.request(surrenderQuote, { id: bench.policy }))
    ok(await bench.client.request(surrenderPolicy, { id: bench.policy, amount: amount.amount }))
    expect((await bench.page()).blocked?.reason).toBe('surrendering')
    await bench.moneyCame(second)
    expect(await bench.terms()).toHaveLength(1)
    expect((await returned()).map(([reason]) => reason)).toEqual(['late', 'late'])
  })

  it('a second payment of the same extension goes back', async () => {
    const pay = await bench.extend()
    const first = await bench.startPaying(pay)
    bench.gateway.happen(first, 'rejected')
    await bench.gateway.report(bench.server, first)
    await bench.payFor(pay)
    await bench.moneyCame(first)
    expect(await returned()).toEqual([['duplicate', 'succeeded']])
    expect(await bench.terms()).toHaveLength(2)
  })
})

describe('reasons why there is no next term', () => {
  it('too early, too late, the longest cover reached, or a plan without a next term', async () => {
    const set = (values: object) =>
      bench.server.deps.write((trx) => trx.updateTable('policies').set(values).where('id', '=', bench.policy).execute())
    const original = await bench.row()
    const { starts, ends, plan, tier } = original
    const today = dayOf(bench.server.deps.clock())
    await set({ ends: addDays(today, 370) })
    expect((await bench.page()).blocked).toEqual({ reason: 'too_early', from: addDays(today, 5) })
    await set({ ends })
    await set({ starts: addDays(ends, -4 * 366) })
    expect((await bench.page()).blocked?.reason).toBe('longest')
    await set({ starts, plan: 'short-camp', tier: loadPlans().plan('short-camp').tiers[0]?.id ?? '' })
    expect((await bench.page()).blocked?.reason).toBe('no_next_term')
    await set({ plan, tier, ends: addDays(dayOf(bench.server.deps.clock()), -1) })
    expect((await bench.page()).blocked?.reason).toBe('ended')
  })

  it('the notice before the end leads to it at one press', async () => {
    bench.server.advance(daysBetween(dayOf(bench.server.deps.clock()), (await bench.row()).ends) * DAY - 30 * DAY)
    await policyNotices(bench.server.deps)
    await bench.server.drain()
    const [mail] = await bench.mails('到期')
    expect(mail?.text).toContain(`/cn/insurance-policy/extend?id=${bench.policy}`)
  })
})
