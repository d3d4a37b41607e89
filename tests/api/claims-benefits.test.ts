/** What remains of a policy's benefits over several claims: proposed by the rules, spent once, restored by a review. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimsOnPolicies } from '../../src/features/claims/server/policy-claims.ts'
import type { LimitId } from '../../src/features/policies/server/hooks.ts'
import { takeIntoReview } from '../../src/features/claims/server/case/handler-actions.ts'
import { appeal } from '../../src/features/claims/server/case/claimant-actions.ts'
import { loadCase } from '../../src/features/claims/server/case/load-case.ts'
import { assess } from '../../src/features/claims/server/settlement/assess-claim.ts'
import { assessInput } from '../../src/features/claims/server/settlement/assessment-as-typed.ts'
import { decide } from '../../src/features/claims/server/settlement/decide-claim.ts'
import { pay } from '../../src/features/claims/server/settlement/payment-results.ts'
import { loadPlans } from '../../src/features/plans/server/door.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import { handlerCommands } from './claims-handler.ts'
import { logInAs } from './logged-in-user.ts'
import { ok } from './orders-fixtures.ts'
import { ANSWERS, OWNER, placeClaim, type Placed } from './place-claim.ts'
import { startServer, type TestServer } from './start-server.ts'

const WU = { by: 'operator:wu', why: 'case work' }
const both = (text: string) => ({ en: text, cn: text })
const invoice = (amount: number) => [
  { id: 'v001', day: '2026-03-01', amount, currency: 'CNY' as const, invoice: 'A-1', elsewhere: null },
]

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const dental = (amount: number) => ({ ...ANSWERS, type: 'dental' as const, visits: invoice(amount) })

/** A claim under review, on the policy of another claim if one is given. */
async function underReview(answers: typeof ANSWERS, on?: Placed): Promise<Placed> {
  const claim = await placeClaim(server.deps, { plan: 'global-study', tier: 'premier', answers })
  if (on) {
    const { policy_id } = await server.deps.db
      .selectFrom('claims')
      .select('policy_id')
      .where('id', '=', on.id)
      .executeTakeFirstOrThrow()
    await server.deps.write((trx) => trx.updateTable('claims').set({ policy_id }).where('id', '=', claim.id).execute())
  }
  await takeIntoReview(server.deps, { ...WU, id: claim.id })
  return claim
}

const decided = async (claim: Placed, input: object = {}, by = WU.by) =>
  decide(server.deps, {
    ...WU,
    by,
    id: claim.id,
    reason: both('Used up.'),
    assessment: (found, trx) => assess(server.deps, found, assessInput.parse(input), trx),
  })

async function left(claim: Placed, id: LimitId) {
  const { policy_id, tier } = await server.deps.db
    .selectFrom('claims')
    .select(['policy_id', 'tier'])
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow()
  const found = loadPlans(process.cwd())
    .plan('global-study')
    .tiers.find((it) => it.id === tier)
  if (!found) throw new RangeError('no tier')
  return (await claimsOnPolicies.limits(server.deps, { policyId: policy_id, tier: found })).find((it) => it.id === id)
}

it('a second claim gets what remains of the benefit, stated on the sheet and in the terminal', async () => {
  const first = await underReview(dental(400_000))
  expect((await decided(first)).sheet).toMatchObject({ payable: 400_000, uses: [{ benefit: 'dental', paid: 400_000 }] })
  expect(await left(first, 'dental')).toEqual({
    id: 'dental',
    unit: 'money',
    limit: 600_000,
    used: 400_000,
    left: 200_000,
  })
  const second = await underReview(dental(300_000), first)
  const { said } = await handlerCommands(server)('wu', 'approve', second.caseNumber)
  expect(said).toMatch(/above_limit, clause 3\.9: Emergency dental: 2,000.* +−CNY\u00a01,000\.00/)
  expect(said).toContain('left of dental: CNY\u00a02,000.00 before, CNY\u00a00.00 after')
  expect(await left(first, 'dental')).toMatchObject({ used: 600_000, left: 0 })
  expect(await left(first, 'yearMaximum')).toMatchObject({ used: 600_000 })
})

it('the policy’s page states what was used of each limit; a buyer sees only the yearly total of another adult', async () => {
  const claim = await underReview(dental(400_000))
  await decided(claim)
  const { user_id: user } = await server.deps.db
    .selectFrom('claims')
    .select('user_id')
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow()
  const set = (values: object) =>
    server.deps.write((trx) => trx.updateTable('policies').set(values).where('id', '=', claim.policy).execute())
  await set({ user_id: user })
  const { store } = await logInAs(server, OWNER)
  const dentalOf = async (lang: 'en' | 'cn') => {
    const page = ok(await server.client({ lang, store }).request(getPolicy, { id: claim.policy }))
    return {
      notes: page.benefits.filter(({ label }) => /dental|牙科/i.test(label)).flatMap(({ notes }) => notes),
      year: page.year,
      shown: page.useShown,
    }
  }
  expect(await dentalOf('en')).toMatchObject({
    notes: expect.arrayContaining(['CNY\u00a02,000 left, CNY\u00a04,000 used']),
    shown: true,
    year: { paid: { amount: 400_000 } },
  })
  expect((await dentalOf('cn')).notes).toContain('剩余2,000元，已使用4,000元')
  await set({ relationship: 'spouse' })
  const others = await dentalOf('en')
  expect([others.shown, others.notes.some((note) => note.includes('used')), others.year?.paid.amount]).toEqual([
    false,
    false,
    400_000,
  ])
})

it('two claims decided at once never spend the same remainder', async () => {
  const first = await underReview(dental(500_000))
  const second = await underReview(dental(500_000), first)
  const sheets = (await Promise.all([decided(first), decided(second)])).map((it) => it.sheet.payable)
  expect(sheets.sort((a, b) => a - b)).toEqual([100_000, 500_000])
  expect(await left(first, 'dental')).toMatchObject({ used: 600_000, left: 0 })
})

it('a benefit that the tier lacks is deducted in full, unless the handler overrides that with a reason', async () => {
  const basic = await placeClaim(server.deps, {
    plan: 'global-study',
    tier: 'basic',
    answers: { ...ANSWERS, type: 'mental', visits: invoice(100_000) },
  })
  await takeIntoReview(server.deps, { ...WU, id: basic.id })
  const assessed = async (input: object) =>
    assess(server.deps, await loadCase(server.deps, basic.id), assessInput.parse(input))
  expect((await assessed({})).invoices[0]?.lines[0]?.deductions).toMatchObject([
    { kind: 'not_covered', amount: 100_000, clause: '3.1' },
  ])
  const lines = [{ name: both('Session'), amount: '1,000.00', overrule: both('agreed before') }]
  const overruled = await decided(basic, { invoices: [{ visit: 'v001', lines }] })
  expect(overruled.sheet.invoices[0]?.lines[0]).toMatchObject({
    name: { en: 'Session (agreed before)' },
    deductions: [],
  })
  expect((await handlerCommands(server)('wu', 'show', basic.caseNumber)).said).toContain(
    'plan overruled at invoices.0.lines.0',
  )
})

it('a figure of the plan is overridden only with a reason, which is stated on the sheet', async () => {
  const claim = await underReview(dental(100_000))
  const assessed = async (input: object) =>
    assess(server.deps, await loadCase(server.deps, claim.id), assessInput.parse(input))
  await expect(assessed({ limit: '5.00' })).rejects.toMatchObject({
    data: { fields: { limitReason: 'reason_required' } },
  })
  await expect(assessed({ groups: { all: { deductible: '5.00', share: 50 } } })).rejects.toMatchObject({
    data: { fields: { 'groups.all.note': 'reason_required', 'groups.all.shareReason': 'reason_required' } },
  })
  const { sheet } = await decided(claim, { groups: { all: { deductible: '5.00', note: both('as agreed') } } })
  expect(sheet.steps[0]).toMatchObject({ kind: 'deductible', amount: 500, note: { en: 'none; as agreed' } })
})

it('claims for one illness share its limit, and a handler may record an earlier beginning of the illness', async () => {
  const answers = { ...ANSWERS, visits: invoice(25_000_000) }
  const first = await placeClaim(server.deps, { plan: 'global-study', tier: 'basic', answers })
  await takeIntoReview(server.deps, { ...WU, id: first.id })
  expect((await decided(first)).sheet.payable).toBe(19_960_000)
  const second = await placeClaim(server.deps, {
    plan: 'global-study',
    tier: 'basic',
    answers: { ...answers, incidentDay: '2026-02-01' },
  })
  const { policy_id } = await server.deps.db
    .selectFrom('claims')
    .select('policy_id')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow()
  await server.deps.write((trx) => trx.updateTable('claims').set({ policy_id }).where('id', '=', second.id).execute())
  const limit = async (input: object) =>
    (await assess(server.deps, await loadCase(server.deps, second.id), assessInput.parse(input))).limit
  expect(await limit({})).toBe(30_000_000)
  expect(await limit({ illness: { day: '2026-03-01', reason: both('the same illness') } })).toBe(
    30_000_000 - 19_960_000,
  )
})

it('a review first releases what the first decision used of the limit, and never lowers the payment', async () => {
  const first = await underReview(dental(500_000))
  const half = {
    invoices: [
      {
        visit: 'v001',
        lines: [
          {
            name: both('Tooth'),
            amount: '5,000.00',
            off: [{ clause: '6.1', amount: '4,000.00', reason: both('not needed') }],
          },
        ],
      },
    ],
  }
  const { decision } = await decided(first, half)
  await pay(server.deps, { ...WU, id: first.id, reference: '2612 0210' })
  expect(await left(first, 'dental')).toMatchObject({ used: 100_000 })
  await appeal(server.deps, { by: 'user:lin', id: first.id, decision, text: 'It was needed.', lines: [] })
  expect(await left(first, 'dental')).toMatchObject({ used: 100_000 })
  await takeIntoReview(server.deps, { ...WU, by: 'operator:he', id: first.id })
  expect((await decided(first, {}, 'operator:he')).sheet).toMatchObject({
    payable: 400_000,
    uses: [{ benefit: 'dental', paid: 500_000 }],
  })
  expect(await left(first, 'dental')).toMatchObject({ used: 500_000, left: 100_000 })
})
