/**
 * No sequence of actions of claimants and handlers leaves the status graph, asks again for an accepted document, or
 * makes a decision that does not add up (issue "Shown by"). The rules are the real ones, over a separate store.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimView as claimViewSchema } from '../../src/features/claims/contract.ts'
import { loadCase, type Case } from '../../src/features/claims/server/case/load-case.ts'
import { claimView } from '../../src/features/claims/server/case/sent-claim-view.ts'
import { stateOf } from '../../src/features/claims/server/case/decision-columns.ts'
import { decide } from '../../src/features/claims/server/settlement/decide-claim.ts'
import { pay, paymentFailed } from '../../src/features/claims/server/settlement/payment-results.ts'
import { correctAccount } from '../../src/features/claims/server/settlement/correct-account.ts'
import { payOnAccount } from '../../src/features/claims/server/settlement/payment-on-account.ts'
import {
  closeClaim,
  registerClaim,
  takeIntoReview,
  takeMoreTime,
} from '../../src/features/claims/server/case/handler-actions.ts'
import { appeal, withdraw } from '../../src/features/claims/server/case/claimant-actions.ts'
import { acceptDocument, refuseDocument } from '../../src/features/claims/server/case/review-document.ts'
import {
  markUnavailable,
  proceedWithout,
  requestDocuments,
  supplement,
} from '../../src/features/claims/server/case/document-requests.ts'
import { assessments, both } from '../../src/features/claims/rules/settlement/calculate-settlement.testing.ts'
import type { Assessment } from '../../src/features/claims/rules/settlement/assessment.ts'
import { caseDoubts, matchDoubts } from '../../src/features/claims/server/settlement/case-doubts.ts'
import { Refusal } from '../../src/server/http/call-handlers.ts'
import { Conflict } from '../../src/server/transition.ts'
import { runs } from '../tools/long-form.ts'
import { placeClaim, placeDocument } from './place-claim.ts'
import { startServer, type TestServer } from './start-server.ts'
import { checkEvents, checkHistories, checkRequests, checkSums } from './claims-model-checks.ts'

const HOUR = 3_600_000
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

interface Turn {
  found: Case
  id: string
  /** A random choice: which document, item or handler. */
  n: number
  assessment: Assessment
}
type Act = (turn: Turn) => Promise<unknown>

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
const handler = (n: number): string => `operator:${n % 2 === 0 ? 'wu' : 'li'}`
const me = ({ found }: Turn): string => `user:${found.claim.user_id}`
const openRequest = ({ requests }: Case) => requests.find((it) => it.status === 'open')
const openItems = ({ found }: Turn) => found.items.filter((it) => it.request_id === openRequest(found)?.id)

/** With several in progress, one must be named. */
const named = ({ found, n }: Turn): { payment?: string } => {
  const one = pick(
    found.payments.filter((it) => it.status === 'paying'),
    n,
  )
  return one ? { payment: one.id } : {}
}

/** Everything that claimants, handlers, the bank and time can do; most of it is refused most of the time. */
const ACTS: Record<string, Act> = {
  register: ({ id, n }) => registerClaim(server.deps, { id, by: handler(n) }),
  review: ({ id, n }) => takeIntoReview(server.deps, { id, by: handler(n) }),
  complex: ({ id, n }) => takeMoreTime(server.deps, { id, by: handler(n) }),
  request: ({ id, n }) =>
    requestDocuments(server.deps, {
      id,
      by: handler(n),
      items: [{ kind: (['invoice', 'test_report', 'id_copy'] as const)[n % 3] ?? 'invoice', reason: both('needed') }],
    }),
  replace: async ({ id, n, found }) => {
    const old = pick(found.documents, n)
    if (old)
      await requestDocuments(server.deps, {
        id,
        by: handler(n),
        items: [{ kind: old.kind, reason: both('again'), replaces: old.id, title: both(`again ${n}`) }],
      })
  },
  accept: async ({ id, n, found }) => {
    const document = pick(found.documents, n)
    if (document) await acceptDocument(server.deps, { id, by: handler(n), document: document.id })
  },
  refuse: async ({ id, n, found }) => {
    const document = pick(found.documents, n)
    if (document)
      await refuseDocument(server.deps, { id, by: handler(n), document: document.id, reason: both('blurred') })
  },
  send: async (turn) => {
    const item = pick(
      openItems(turn).filter((it) => it.status === 'open'),
      turn.n,
    )
    if (item) await server.deps.write((trx) => placeDocument(server.deps, turn.id, item.kind, trx, item.id))
  },
  cannot: async (turn) => {
    const item = pick(openItems(turn), turn.n)
    if (item)
      await markUnavailable(server.deps, {
        id: turn.id,
        by: me(turn),
        item: item.id,
        text: turn.n % 3 === 0 ? '' : 'closed',
      })
  },
  supplement: async (turn) => {
    const request = openRequest(turn.found)
    if (request)
      await supplement(server.deps, {
        id: turn.id,
        by: me(turn),
        version: turn.found.claim.version,
        request: request.id,
      })
  },
  goOn: ({ id, n }) => proceedWithout(server.deps, { id, by: handler(n) }),
  decide: async ({ id, n, found, assessment }) => {
    const { doubts } = await caseDoubts(server.deps, server.deps.db, found, assessment)
    const doubtsFor = (by: 'confirm' | 'override') => doubts.filter((it) => it.by === by).map((it) => it.id)
    await decide(server.deps, {
      id,
      by: handler(n),
      assessment,
      reason: both('not covered'),
      confirm: doubtsFor('confirm'),
      override: doubtsFor('override'),
    })
  },
  onAccount: async ({ id, n, found, assessment: { alreadyPaid } }) => {
    const confirm = (await matchDoubts(server.deps, server.deps.db, found)).doubts.map((it) => it.id)
    const amount = Math.min(alreadyPaid, 500_000)
    await payOnAccount(server.deps, { id, by: handler(n), amount, note: both('the visit'), confirm })
  },
  pay: ({ id, n }) => pay(server.deps, { id, by: handler(n) }),
  paid: (turn) => pay(server.deps, { id: turn.id, by: handler(turn.n), reference: `R-${turn.n}`, ...named(turn) }),
  failed: (turn) =>
    paymentFailed(server.deps, { id: turn.id, by: handler(turn.n), reason: both('closed'), ...named(turn) }),
  correct: (turn) =>
    correctAccount(server.deps, {
      id: turn.id,
      by: me(turn),
      account: {
        accountNumber: '6222021234567890128',
        bankName: '中国工商银行',
        bankFields: { branch: '北京中关村支行' },
      },
    }),
  withdraw: (turn) => (turn.n % 4 === 0 ? withdraw(server.deps, { id: turn.id, by: me(turn) }) : Promise.resolve()),
  appeal: async (turn) => {
    const decision = turn.found.decisions.at(-1)
    if (decision)
      await appeal(server.deps, { id: turn.id, by: me(turn), decision: decision.id, lines: [], text: 'look again' })
  },
  close: ({ id, n }) => closeClaim(server.deps, { id, by: handler(n) }),
  wait: ({ n }) => Promise.resolve(server.advance((n % 60) * HOUR)),
}
const NAMES = Object.keys(ACTS)
/** Actions that advance a case are more frequent than those that end it. */
const names = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...NAMES) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'review',
      'decide',
      'paid',
      'appeal',
      'request',
      'send',
      'supplement',
      'accept',
      'failed',
      'correct',
      'pay',
      'pay',
      'failed',
    ),
  },
)
const turns = fc.array(fc.record({ name: names, n: fc.nat(1000), assessment: assessments }), {
  minLength: 12,
  maxLength: 45,
})

it('the rules of a claim hold in whatever order people and operators act', async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(turns, async (sequence) => {
      const { id } = await placeClaim(server.deps)
      const accepted = new Set<string>()
      for (const { name, n, assessment } of sequence) {
        const before = await loadCase(server.deps, id)
        try {
          await ACTS[name]?.({ found: before, id, n, assessment })
        } catch (error) {
          if (!(error instanceof Refusal) && !(error instanceof Conflict)) throw error
          // A refused action has changed nothing.
          expect((await loadCase(server.deps, id)).claim).toEqual(before.claim)
          continue
        }
        const after = await loadCase(server.deps, id)
        reached.add(after.claim.status)
        checkEvents(after)
        checkSums(after)
        checkRequests(after)
        const known = new Set(before.items.map((it) => it.id))
        for (const item of after.items.filter((it) => !known.has(it.id))) {
          expect(accepted.has(item.replaces ?? '')).toBe(false)
          // Requested only by its kind, which means that none of the kind was accepted.
          if (item.replaces === null)
            expect(before.documents.some((it) => it.kind === item.kind && it.status === 'accepted')).toBe(false)
        }
        for (const it of after.documents) if (it.status === 'accepted') accepted.add(it.id)
        expect(after.documents.filter((it) => accepted.has(it.id)).every((it) => it.status === 'accepted')).toBe(true)
        expect(stateOf(after).moves.length).toBe(after.events.filter((it) => it.from_status !== null).length)
        claimViewSchema.parse(claimView(server.deps, after, n % 2 === 0 ? 'en' : 'cn'))
      }
      await checkHistories(server.deps, await loadCase(server.deps, id))
    }),
    runs(25, 400, 17),
  )
  // Cases that never get anywhere would prove nothing.
  for (const status of [
    'in_review',
    'supplement_required',
    'supplement_submitted',
    'partially_approved',
    'paying',
    'paid',
    'payment_failed',
    'cancelled',
  ])
    expect(reached).toContain(status)
})
