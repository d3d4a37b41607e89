/** Next terms, changes and cancellations of a policy in any order: its history adds up. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  approveRequest,
  latestRequest,
  rejectRequest,
} from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { cancelExtension } from '../../src/features/policies/extension-calls.ts'
import { surrenderPolicy, surrenderQuote } from '../../src/features/policies/surrender-calls.ts'
import { addVersion, factsOf, versionsOf } from '../../src/features/policies/server/versions/policy-versions.ts'
import { addDays, dayOf, endOfMonths } from '../../src/lib/days/dates.ts'
import { askByOperator } from './change-desk.ts'
import { ok } from './orders-fixtures.ts'
import { ExtensionBench } from './extension-bench.ts'

const decision = { by: 'operator:li', why: 'checked' }
let bench: ExtensionBench
beforeEach(async () => {
  bench = await ExtensionBench.ready()
})
afterEach(() => bench.server.close())

type Act =
  | { do: 'extend'; months: 1 | 3; fate: 'paid' | 'dropped' | 'changed' }
  | { do: 'endorse' }
  | { do: 'surrender'; decide: 'approve' | 'reject' }
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('extend' as const),
      months: fc.constantFrom(1 as const, 3 as const),
      fate: fc.constantFrom('paid' as const, 'paid' as const, 'dropped' as const, 'changed' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'endorse' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('surrender' as const),
      decide: fc.constantFrom('approve' as const, 'reject' as const),
    }),
  },
)

const endorse = () =>
  bench.server.deps.write((trx) =>
    addVersion(bench.server.deps, trx, bench.policy, {
      change: { reason: 'endorsement', on: dayOf(bench.server.deps.clock()), premiumChange: 0 },
      kinds: [],
      by: 'operator:li',
    }),
  )

async function goOn({ months, fate }: Act & { do: 'extend' }): Promise<void> {
  const pay = await bench.extend(months)
  const payment = await bench.startPaying(pay)
  if (fate === 'dropped') ok(await bench.client.request(cancelExtension, { id: pay.split('.')[1] ?? '' }))
  if (fate === 'changed') await endorse()
  await bench.moneyCame(payment)
  // What follows is done to the latest term, now and then to an earlier one.
  const [next] = (await bench.terms()).slice(-1)
  if (fate === 'paid' && months === 3 && next) bench.policy = next.id
}

/** Whoever is refused does nothing. */
async function perform(it: Act): Promise<void> {
  const { blocked, pending, offer } = await bench.page()
  if (pending) await bench.client.request(cancelExtension, { id: pending.id })
  if (it.do === 'endorse') return void (blocked?.reason !== 'cancelled' && (await endorse()))
  if (it.do === 'surrender') {
    const quoted = await bench.client.request(surrenderQuote, { id: bench.policy })
    if (!quoted.ok) return
    if (it.decide === 'approve')
      ok(await bench.client.request(surrenderPolicy, { id: bench.policy, amount: quoted.data.amount.amount }))
    else await askByOperator(bench.server, bench.policy)
    const request = await latestRequest(bench.server.deps.db, `policy:${bench.policy}`)
    return void (await (it.decide === 'approve'
      ? approveRequest(bench.server.deps, request?.id ?? '', decision)
      : rejectRequest(bench.server.deps, request?.id ?? '', { ...decision, reason: 'not_policyholder' })))
  }
  if (offer?.suggested.includes(endOfMonths(offer.from, it.months))) await goOn(it)
}

it('in any order of next terms, changes and surrenders each contract adds up, and the money kept is their premiums', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 6 }), async (acts) => {
      await bench.buyAnother()
      const bought = (await bench.row()).premium_minor
      for (const it of acts) await perform(it)
      await bench.settle()
      const terms = await bench.terms()
      expect(bought + bench.gateway.taken() - bench.gateway.given()).toBe(
        terms.reduce((sum, it) => sum + it.premium_minor, 0),
      )
      for (const term of terms) {
        const history = (await versionsOf(bench.server.deps.db, term.id)).map(factsOf)
        expect(history.reduce((sum, one) => sum + one.premiumChange, 0)).toBe(term.premium_minor)
        expect(new Set(history.map((one) => `${one.starts} ${one.ends}`)).size).toBe(1)
        const earlier = terms.find(({ id }) => id === term.previous_policy_id)
        if (earlier) expect(term.starts).toBe(addDays(earlier.ends, 1))
      }
      const issued = terms.filter(({ status }) => status === 'issued')
      const followed = issued.flatMap((it) => it.previous_policy_id ?? [])
      expect(new Set(followed).size, 'no term is followed by two').toBe(followed.length)
    }),
    { numRuns: 5 },
  )
})
