/** Corrections, next terms, cancellations and claims of a policy in any order: its history adds up. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { payCreate } from '../../src/features/cashier/contract.ts'
import {
  approveRequest,
  latestRequest,
  rejectRequest,
} from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { previewChange, withdrawChange } from '../../src/features/changes/contract.ts'
import { quote } from '../../src/features/plans/contract.ts'
import { loadPlans } from '../../src/features/plans/content/load-plans.ts'
import {
  cancelExtension,
  extendPolicy,
  extensionOffer,
  extensionQuote,
} from '../../src/features/policies/extension-calls.ts'
import { surrenderPolicy, surrenderQuote } from '../../src/features/policies/surrender-calls.ts'
import { factsOf, versionsOf } from '../../src/features/policies/server/versions/policy-versions.ts'
import { endOfMonths } from '../../src/lib/days/dates.ts'
import { askByOperator, claimOn, submitTo } from './change-desk.ts'
import { ok } from './orders-fixtures.ts'
import { newKey } from './payments-fixtures.ts'
import { openPeople } from '../../src/features/orders/server/people/agreed-people.ts'
import { termsOfContract } from './terms-of-contract.ts'
import { EndorsementBench, OLDER, YOUNG } from './endorsement-bench.ts'

const DAY = 86_400_000
const decision = { by: 'operator:li', why: 'checked' }
let bench: EndorsementBench
beforeEach(async () => {
  bench = await EndorsementBench.ready()
})
afterEach(() => bench.server.close())

type Act =
  | { do: 'correct'; fate: 'paid' | 'dropped' | 'late' | 'refused' }
  | { do: 'extend'; fate: 'paid' | 'overtaken' }
  | { do: 'surrender'; decide: 'approve' | 'reject' }
  | { do: 'claim'; open: boolean }
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      fate: fc.constantFrom('paid' as const, 'paid' as const, 'dropped' as const, 'late' as const, 'refused' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('extend' as const),
      fate: fc.constantFrom('paid' as const, 'overtaken' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('surrender' as const),
      decide: fc.constantFrom('approve' as const, 'reject' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('claim' as const), open: fc.boolean() }) },
)

async function correct(fate: (Act & { do: 'correct' })['fate']): Promise<void> {
  const value = (await bench.birthDate()) === YOUNG ? OLDER : YOUNG
  const shown = await bench.client.request(previewChange, bench.input(value))
  if (!shown.ok) return
  const sent = await submitTo(bench.client, { ...bench.input(value), difference: shown.data.difference?.amount ?? 0 })
  if (!sent.ok) return
  await bench.server.check()
  const { id } = sent.data
  if (fate === 'refused') return void (await bench.desk('reject', id, '--reason', 'document_unfit'))
  await bench.desk('approve', id)
  const [now] = await bench.record()
  if (now?.status !== 'awaiting_payment') return
  const payment = now.pay?.possible ? await bench.startPaying(id) : undefined
  if (fate === 'dropped') ok(await bench.client.request(withdrawChange, { id }))
  if (fate === 'late')
    await bench.server.deps.write((trx) =>
      trx.updateTable('policy_changes').set({ pay_until: 0 }).where('id', '=', id).execute(),
    )
  if (payment) await bench.moneyCame(payment)
  if (fate === 'late') ok(await bench.client.request(withdrawChange, { id }))
}

async function extend(fate: (Act & { do: 'extend' })['fate']): Promise<void> {
  const { offer, pending } = ok(await bench.client.request(extensionOffer, { id: bench.policy }))
  if (pending) await bench.client.request(cancelExtension, { id: pending.id })
  const ends = offer && endOfMonths(offer.from, 3)
  if (!offer || !ends || ends > offer.longest) return
  const { premium } = ok(await bench.client.request(extensionQuote, { id: bench.policy, ends }))
  const answers = Object.fromEntries(offer.health.questions.map(({ id }) => [id, 'no' as const]))
  const { pay } = ok(
    await bench.client.request(extendPolicy, {
      id: bench.policy,
      ends,
      premium: premium.amount,
      sha256: offer.health.sha256,
      answers,
      sensitive: true,
    }),
  )
  const payment = ok(await bench.client.request(payCreate, { pay, method: 'wechat', key: newKey() })).payment?.id ?? ''
  if (fate === 'overtaken') await correct('paid')
  await bench.moneyCame(payment)
}

async function perform(it: Act): Promise<void> {
  if (it.do === 'correct') return correct(it.fate)
  if (it.do === 'extend') return extend(it.fate)
  if (it.do === 'claim') return claimOn(bench.server, bench.policy, it.open)
  const quoted = await bench.client.request(surrenderQuote, { id: bench.policy })
  if (!quoted.ok) return
  if (it.decide === 'approve')
    ok(await bench.client.request(surrenderPolicy, { id: bench.policy, amount: quoted.data.amount.amount }))
  else await askByOperator(bench.server, bench.policy)
  const request = await latestRequest(bench.server.deps.db, `policy:${bench.policy}`)
  await (it.decide === 'approve'
    ? approveRequest(bench.server.deps, request?.id ?? '', decision)
    : rejectRequest(bench.server.deps, request?.id ?? '', { ...decision, reason: 'not_policyholder' }))
}

it('in any order of corrections, next terms, cancellations and claims there is one history that adds up, and the money kept is its premium', async () => {
  const plan = loadPlans().plan('us-campus')
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 5 }), async (acts) => {
      bench.server.advance(2 * DAY)
      await bench.buyAnother()
      const premium = (await bench.row()).premium_minor
      for (const it of acts) await perform(it)
      await bench.settle()
      const terms = await termsOfContract(bench.server, bench.policy)
      expect(premium + bench.gateway.taken() - bench.gateway.given()).toBe(
        terms.reduce((sum, it) => sum + it.premium_minor, 0),
      )
      for (const term of terms) {
        const history = (await versionsOf(bench.server.deps.db, term.id)).map(factsOf)
        expect(history.map((one) => one.number)).toEqual(history.map((_, i) => i + 1))
        expect(history.reduce((sum, one) => sum + one.premiumChange, 0)).toBe(term.premium_minor)
        const { birthDate } = openPeople(bench.server.deps.seal, term.people).insured
        const due = quote({ plan, tier: 'gold', birthDate, start: term.starts, end: term.ends })
        if (term.status === 'issued') expect(term.premium_minor).toBe(due.ok && due.premium.amount)
      }
    }),
    { numRuns: 6 },
  )
})
