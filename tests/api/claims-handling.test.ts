import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  getClaim,
  itemUnavailable,
  listClaims,
  sendSupplement,
  watchClaim,
  withdrawClaim,
} from '../../src/features/claims/contract.ts'
import { assess } from '../../src/features/claims/server/settlement/assess-claim.ts'
import { assessInput } from '../../src/features/claims/server/settlement/assessment-as-typed.ts'
import { loadCase } from '../../src/features/claims/server/case/load-case.ts'
import { decide } from '../../src/features/claims/server/settlement/decide-claim.ts'
import { takeIntoReview } from '../../src/features/claims/server/case/handler-actions.ts'
import { withdraw } from '../../src/features/claims/server/case/claimant-actions.ts'
import { requestDocuments } from '../../src/features/claims/server/case/document-requests.ts'
import { ANSWERS, OWNER, placeClaim, type Placed } from './place-claim.ts'
import { handlerCommands, successfulCommand } from './claims-handler.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { messages, ok, refusal } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

let server: TestServer
let me: Client
let claim: Placed
beforeEach(async () => {
  server = await startServer()
  claim = await placeClaim(server.deps)
  me = await logInAs(server, OWNER)
})
afterEach(() => server.close())

describe('following a claim', () => {
  it('shows a claim to its owner only, in the list and on its page', async () => {
    const { claims } = ok(await me.request(listClaims, {}))
    expect(claims).toMatchObject([
      {
        id: claim.id,
        caseNumber: claim.caseNumber,
        status: 'submitted',
        title: 'Sore throat and fever since the night',
        insured: '林晓',
        needs: 0,
        needsBy: null,
        claimed: [{ amount: 27_540, currency: 'GBP' }],
        clock: { kind: 'decision', state: 'running', day: 1, of: 5, dueOn: '2026-03-05' },
        insurer: 'pingan',
      },
    ])
    const view = ok(await me.request(getClaim, { id: claim.id }))
    expect(view.steps.map((it) => `${it.id} ${it.state}`)).toEqual([
      'sent done',
      'registered now',
      'checking next',
      'decision next',
      'payment next',
    ])
    expect(view.turn).toBe('us')
    expect(view.activity.map((it) => `${it.by} ${it.kind}`)).toEqual(['you submitted', 'you started'])
    expect(view.may).toEqual({
      withdraw: true,
      appeal: false,
      supplement: false,
      addDocument: true,
      correctAccount: false,
    })
    expect(ok(await me.request(watchClaim, { id: claim.id }))).toEqual({
      version: view.version,
      documents: 3,
      checking: 0,
    })
    const other = await logInAs(server, 'other@example.com')
    expect(ok(await other.request(listClaims, {})).claims).toEqual([])
    expect(refusal(await other.request(getClaim, { id: claim.id }))).toBe('not_found')
    expect(refusal(await other.request(watchClaim, { id: claim.id }))).toBe('not_found')
  })
})

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MAILBOX = 'claims.lin@example.com'
const WU = { by: 'operator:wu' }
const reason = { en: 'It is missing.', cn: '缺少。' }

/** Advances hour by hour, so that every sweep runs. */
async function pass(days: number): Promise<void> {
  for (let hour = 0; hour < days * 24; hour += 6) {
    server.advance(6 * HOUR)
    await server.drain()
  }
}
const subjects = async (to = MAILBOX): Promise<string[]> =>
  (await messages(server))
    .filter((it) => it.to === to)
    .map((it) => it.subject)
    .reverse()

describe('a requested document', () => {
  const ask = async (): Promise<string> => {
    await takeIntoReview(server.deps, { ...WU, id: claim.id })
    return requestDocuments(server.deps, {
      ...WU,
      id: claim.id,
      items: [
        { kind: 'prescription', reason },
        { kind: 'test_report', reason },
      ],
    })
  }

  it('is reminded of 7 days and 1 day before its last day, once each; after it the case goes on without it', async () => {
    await ask()
    await server.drain()
    const n = claim.caseNumber
    expect(await subjects()).toEqual([
      `Claim ${n} is being checked`,
      `Claim ${n}: please send documents by 31\u00a0March\u00a02026`,
    ])
    await pass(32)
    // The sandbox's inbox keeps messages for thirty days.
    expect(await subjects()).toEqual([
      `Claim ${n}: documents are due on 31\u00a0March\u00a02026`,
      `Claim ${n}: documents are due on 31\u00a0March\u00a02026`,
      `Claim ${n} continues with the documents we have`,
    ])
    me = await logInAs(server, OWNER, me)
    const view = ok(await me.request(getClaim, { id: claim.id }))
    expect(view).toMatchObject({ status: 'in_review', needs: 0, requests: [{ status: 'closed' }] })
    expect(view.activity[0]).toMatchObject({ kind: 'went_on', by: 'system' })
  })

  it('is not reminded of once it was sent, and can no longer be changed', async () => {
    const request = await ask()
    const view = ok(await me.request(getClaim, { id: claim.id }))
    const [first, second] = view.requests[0]?.items ?? []
    for (const it of [first, second])
      ok(await me.request(itemUnavailable, { id: claim.id, item: it?.id ?? '', why: 'Never given one.' }))
    // After it is removed, it is missing again.
    ok(await me.request(itemUnavailable, { id: claim.id, item: first?.id ?? '', why: '' }))
    const at = async () => ok(await me.request(watchClaim, { id: claim.id })).version
    expect(refusal(await me.request(sendSupplement, { id: claim.id, version: view.version, request }))).toBe('conflict')
    const refused = await me.request(sendSupplement, { id: claim.id, version: await at(), request })
    expect(refused).toMatchObject({ ok: false, code: 'incomplete', fields: { [first?.id ?? '']: 'document_required' } })
    ok(await me.request(itemUnavailable, { id: claim.id, item: first?.id ?? '', why: 'Lost.' }))
    ok(await me.request(sendSupplement, { id: claim.id, version: await at(), request }))
    expect(refusal(await me.request(itemUnavailable, { id: claim.id, item: first?.id ?? '', why: 'x' }))).toBe(
      'not_asked',
    )
    expect(refusal(await me.request(sendSupplement, { id: claim.id, version: await at(), request }))).toBe('not_asked')
    await pass(30)
    expect((await subjects()).some((it) => it.includes('are due'))).toBe(false)
  })
})

describe('a promise', () => {
  it('that is broken is first in the list, and the person sees that it is late', async () => {
    await takeIntoReview(server.deps, { ...WU, id: claim.id })
    const other = await placeClaim(server.deps)
    expect(await successfulCommand(server)('wu', 'list')).toContain('2 cases, 0 overdue')
    server.advance(5 * DAY)
    const said = await successfulCommand(server)('wu', 'list', '--overdue', '--handler', 'wu')
    expect(said).toContain(
      `!  ${claim.caseNumber}  in_review  outpatient  decision day 6 of 5, LATE since 5\u00a0March\u00a02026`,
    )
    expect(said).not.toContain(other.caseNumber)
    me = await logInAs(server, OWNER, me)
    expect(ok(await me.request(getClaim, { id: claim.id }))).toMatchObject({
      clock: { state: 'late', day: 6 },
      steps: [{}, {}, { id: 'checking', state: 'late', dueOn: '2026-03-05' }, {}, {}],
    })
  })
})

describe('a message', () => {
  it('is sent within a minute of each change, to the mailbox and to the mobile number that signed in', async () => {
    const mobile = '13800001234'
    const mine = await placeClaim(server.deps, { owner: mobile })
    await takeIntoReview(server.deps, { ...WU, id: mine.id })
    server.advance(59_000)
    await server.drain()
    const told = (await messages(server)).filter((it) => it.text.includes(mine.caseNumber))
    expect(told.map((it) => `${it.channel} ${it.to}`).sort()).toEqual([`email ${MAILBOX}`, `sms ${mobile}`])
    for (const it of told) expect(it.created_at - 59_000).toBeLessThanOrEqual(server.deps.clock())
    expect(told.find((it) => it.channel === 'sms')?.text).toContain(`/claim/query/progress?id=${mine.id}`)
  })
})

describe('a settlement by the plan', () => {
  const assessed = async (id: string, input: object = {}) =>
    assess(server.deps, await loadCase(server.deps, id), assessInput.parse(input))

  it('uses the plan’s deductible, share and limit, and the rate of the day', async () => {
    const found = await assessed(claim.id)
    expect(found).toMatchObject({
      currency: 'CNY',
      groups: [{ id: 'visit-1', deductible: 30_000, share: 90 }],
      limit: 80_000_000,
      shareCap: null,
      invoices: [
        {
          visit: 'v001',
          number: expect.stringMatching(/^INV-20877-/),
          currency: 'GBP',
          rate: { rate: '9.1500', per: 1, day: '2026-03-01' },
          lines: [{ amount: 27_540 }],
        },
      ],
    })
  })

  it('uses what remains of the yearly deductible and of the cap on the own share', async () => {
    const visits = [
      {
        ...ANSWERS.visits[0],
        currency: 'USD' as const,
        id: 'v001',
        day: '2026-03-01',
        amount: 1_000_00,
        invoice: '',
        elsewhere: null,
      },
    ]
    const first = await placeClaim(server.deps, { plan: 'us-campus', tier: 'gold', answers: { ...ANSWERS, visits } })
    await takeIntoReview(server.deps, { ...WU, id: first.id })
    await decide(server.deps, { ...WU, id: first.id, assessment: await assessed(first.id) })
    const { policy_id } = await server.deps.db
      .selectFrom('claims')
      .select('policy_id')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const second = await placeClaim(server.deps, { plan: 'us-campus', tier: 'gold', answers: { ...ANSWERS, visits } })
    await server.deps.write((trx) => trx.updateTable('claims').set({ policy_id }).where('id', '=', second.id).execute())
    // 1,000.00 at 7.0500, less 1,000.00: the insured bears a tenth of 6,050.00; the rest is deducted from the illness's
    // limit, which is the same.
    expect(await assessed(second.id)).toMatchObject({
      groups: [{ id: 'all', deductible: 0, share: 90 }],
      shareCap: 4_000_000 - 60_500,
      limit: 200_000_000 - 544_500,
    })
    expect((await assessed(second.id, { groups: { outside: { network: 'no' } } })).groups).toMatchObject([
      { id: 'outside', share: 70 },
    ])
  })

  it('refuses input that it cannot parse, and names the place', async () => {
    await takeIntoReview(server.deps, { ...WU, id: claim.id })
    const wrong = (input: object) => expect(assessed(claim.id, input)).rejects
    await wrong({ invoices: [{ visit: 'none' }] }).toMatchObject({
      code: 'invalid',
      data: { fields: { 'invoices.0.visit': 'not_found' } },
    })
    await wrong({ clauses: ['4.10'] }).toMatchObject({ data: { fields: { 'clauses.0': 'no_such_clause' } } })
    await wrong({ invoices: [{ visit: 'v001', day: '2026-03-02' }] }).toMatchObject({
      data: { fields: { 'invoices.0.day': 'day_future' } },
    })
    await wrong({ limit: 'much', limitReason: { en: 'more', cn: '更多' } }).toMatchObject({
      data: { fields: { limit: 'amount_format' } },
    })
    await wrong({ invoices: [{ provider: 'x' }] }).toMatchObject({
      data: { fields: { 'invoices.0.currency': 'required' } },
    })
    expect(
      (await handlerCommands(server)('wu', 'request', claim.caseNumber, '--item', 'invoice:nonsense')).said,
    ).toMatch(/one of: card_slip/)
    expect(
      (await handlerCommands(server)('wu', 'request', claim.caseNumber, '--item', 'medical_record:day_missing')).said,
    ).toContain('needs its day')
  })
})

describe('changes at the same time', () => {
  it('either the decision or the withdrawal wins', async () => {
    const own = await startServer()
    try {
      const { deps } = own
      for (const first of ['decide', 'withdraw']) {
        const { id } = await placeClaim(deps)
        await takeIntoReview(deps, { ...WU, id })
        const assessment = await assess(deps, await loadCase(deps, id), assessInput.parse({}))
        const acts = [() => decide(deps, { ...WU, id, assessment }), () => withdraw(deps, { by: 'user:me', id })]
        const results = await Promise.allSettled((first === 'decide' ? acts : acts.reverse()).map((it) => it()))
        expect(results.map((it) => it.status).sort()).toEqual(['fulfilled', 'rejected'])
        const { claim: row, decisions } = await loadCase(deps, id)
        expect(decisions.length).toBe(row.status === 'cancelled' ? 0 : 1)
      }
    } finally {
      await own.close()
    }
  })
})

it('a page with an old version cannot withdraw', async () => {
  const { version } = ok(await me.request(watchClaim, { id: claim.id }))
  await takeIntoReview(server.deps, { ...WU, id: claim.id })
  expect(refusal(await me.request(withdrawClaim, { id: claim.id, version, why: '' }))).toBe('conflict')
})
