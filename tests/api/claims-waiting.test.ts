/** The waiting period is decided by the rules (terms 5.1): by the plan, the order that bought it and the earlier terms. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeIntoReview } from '../../src/features/claims/server/case/handler-actions.ts'
import { loadCase } from '../../src/features/claims/server/case/load-case.ts'
import { assess } from '../../src/features/claims/server/settlement/assess-claim.ts'
import { assessInput } from '../../src/features/claims/server/settlement/assessment-as-typed.ts'
import type { AnswerPatch } from '../../src/features/claims/rules/claim-fields.ts'
import { addDays } from '../../src/lib/days/dates.ts'
import { newId } from '../../src/server/new-id.ts'
import { handlerCommands } from './claims-handler.ts'
import { ANSWERS, Claimant, TODAY } from './claims-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

/**
 * Global Study from 1 March: fifteen days for someone who had arrived before. The invoice is in CNY, which needs no
 * rate.
 */
async function underReview(
  arrived: boolean,
  answers: AnswerPatch = ANSWERS.outpatient,
): Promise<{ id: string; number: string }> {
  const me = await Claimant.insured(server, {
    trip: { plan: 'global-study', tier: 'standard', start: TODAY, end: '2027-02-28', destination: 'uk', arrived },
  })
  const { id, caseNumber } = await me.send({
    ...answers,
    visits: [{ id: 'v001', day: TODAY, amount: 100_000, currency: 'CNY', invoice: 'A-1', elsewhere: null }],
  })
  await takeIntoReview(server.deps, { id, by: 'operator:wu', why: 'case work' })
  return { id, number: caseNumber }
}

const assessed = async (id: string, input: object = {}) => {
  const { invoices, overruled } = await assess(server.deps, await loadCase(server.deps, id), assessInput.parse(input))
  return {
    off: invoices.flatMap((it) =>
      it.lines.flatMap((line) => line.deductions.map(({ clause, amount }) => `${clause} ${amount}`)),
    ),
    overruled: overruled.map((it) => it.what),
  }
}

it('deducts an illness by clause 5.1, which a handler may override with a reason', async () => {
  const { id, number } = await underReview(true)
  expect(await assessed(id)).toEqual({ off: ['5.1 100000'], overruled: [] })
  const { code, said } = await handlerCommands(server)('wu', 'approve', number, '--dry-run')
  expect(code).toBe(0)
  expect(said).toMatch(/waiting period until 2026-03-16.*taken off by clause 5\.1/)
  // A decision that pays nothing needs words for the claimant: it must not be refused through an approval.
  expect((await handlerCommands(server)('wu', 'approve', number)).said).toContain('reason_required')
  const waiting = { en: 'An injury', cn: '意外受伤' }
  expect(await assessed(id, { waiting })).toEqual({ off: [], overruled: ['waiting'] })
  // If the illness began on another day, that day counts.
  expect(await assessed(id, { illness: { day: '2026-03-16', reason: waiting } })).toMatchObject({ off: [] })
})

it('does not apply to accidents', async () => {
  expect(await assessed((await underReview(true, { ...ANSWERS.accident, thirdParty: false })).id)).toEqual({
    off: [],
    overruled: [],
  })
})

it('does not apply to those who bought before they arrived', async () => {
  expect(await assessed((await underReview(false)).id)).toEqual({ off: [], overruled: [] })
})

it('does not begin again with a next term, and is pointed out where the order leaves it open', async () => {
  const { id, number } = await underReview(true)
  const { policy } = await loadCase(server.deps, id)
  const before = {
    ...policy,
    id: newId(),
    number: 'YF25-0301-000001',
    order_id: `order-${newId()}`,
    order_person: newId(),
    starts: addDays(policy.starts, -365),
    ends: addDays(policy.starts, -1),
  }
  await server.deps.write((trx) => trx.insertInto('policies').values(before).execute())
  expect((await assessed(id)).off).toEqual([])
  await server.deps.write((trx) =>
    trx
      .updateTable('policies')
      .set({ ends: addDays(policy.starts, -2) })
      .where('id', '=', before.id)
      .execute(),
  )
  expect((await assessed(id)).off).toEqual(['5.1 100000'])
  await server.deps.write((trx) =>
    trx
      .updateTable('policies')
      .set({ order_id: `order-${newId()}` })
      .where('id', '=', policy.id)
      .execute(),
  )
  expect((await assessed(id)).off).toEqual([])
  expect((await handlerCommands(server)('wu', 'approve', number, '--dry-run')).said).toContain(
    'which the order does not say',
  )
})
