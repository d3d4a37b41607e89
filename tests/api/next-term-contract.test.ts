/**
 * The next term as a contract beside the one before: cancelled, claimed on, renewed under other terms, found by its
 * people.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { approveRequest, latestRequest } from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import { readRecord } from '../../src/features/orders/server/sales-record/write-sales-log.ts'
import { coveredSince } from '../../src/features/policies/server/continuous-cover.ts'
import { startClaim } from '../../src/features/claims/contract.ts'
import { extendPolicy } from '../../src/features/policies/extension-calls.ts'
import { policyNotices } from '../../src/features/policies/server/messages/cover-begin-and-end-messages.ts'
import { surrenderPolicy, surrenderQuote } from '../../src/features/policies/surrender-calls.ts'
import { addDays, dayOf, daysBetween } from '../../src/lib/days/dates.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { ExtensionBench } from './extension-bench.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
const decision = { by: 'operator:li', why: 'checked' }
let bench: ExtensionBench
beforeEach(async () => {
  bench = await ExtensionBench.ready()
})
afterEach(() => bench.server.close())

it('each term is cancelled by itself, and its refund is drawn on what was paid for it', async () => {
  const { premium: bought } = await bench.view()
  await bench.payFor(await bench.extend(12))
  const [first, next] = [bench.policy, await bench.next()]
  const cancel = async (policy: string) => {
    const { amount } = ok(await bench.client.request(surrenderQuote, { id: policy }))
    ok(await bench.client.request(surrenderPolicy, { id: policy, amount: amount.amount }))
    const request = await latestRequest(bench.server.deps.db, `policy:${policy}`)
    await approveRequest(bench.server.deps, request?.id ?? '', decision)
    await bench.settle()
    return { amount: amount.amount, from: request?.parts.map((it) => it.payable_kind) }
  }
  // The next term has not begun: nothing of it is kept.
  expect(await cancel(next.id)).toEqual({ amount: next.premium_minor, from: ['extension'] })
  expect(await bench.view()).toMatchObject({ status: 'valid', premium: bought, next: null })
  // It can be bought again, and the first term cancelled beside it.
  bench.server.advance(2 * MINUTE)
  await bench.payFor(await bench.extend(3))
  const again = await bench.next()
  const part = await cancel(first)
  expect(part.from).toEqual(['plan'])
  expect(part.amount).toBeLessThan(bought.amount)
  expect((await bench.page()).blocked?.reason).toBe('cancelled')
  expect((await bench.terms()).map(({ id, status }) => [id === again.id, status])).toEqual([
    [false, 'cancelled'],
    [false, 'cancelled'],
    [true, 'issued'],
  ])
})

it('followed twice: claimed on by the day of illness, counted as one cover, seen by whoever saw the term before', async () => {
  const terms = [bench.policy]
  for (const months of [1, 3]) {
    bench.server.advance(40 * DAY)
    bench.client = await logInAs(bench.server, INSURED)
    await bench.payFor(await bench.extend(months))
    bench.policy = (await bench.next()).id
    terms.push(bench.policy)
  }
  const rows = await bench.terms()
  expect(rows.map(({ id, number }) => [id, rows.filter((it) => it.number === number).length])).toEqual(
    terms.map((id) => [id, 1]),
  )
  const [first, , last] = rows
  expect(await coveredSince(bench.server.deps.db, last ?? rows[0]!)).toBe(first?.starts)
  const record = await readRecord(bench.server.deps, first?.order_id ?? '')
  expect(record.verdict).toMatchObject({ intact: true })
  expect(record.entries.flatMap((it) => (it.kind === 'next_term' ? [it.data['next']] : []))).toEqual(
    rows.slice(1).map((it) => it.number),
  )
  const stranger = await logInAs(bench.server, 'stranger@example.com')
  for (const id of terms) expect(refusal(await stranger.request(getPolicy, { id }))).toBe('not_found')
  bench.server.advance((daysBetween(dayOf(bench.server.deps.clock()), last?.starts ?? '') + 1) * DAY)
  await policyNotices(bench.server.deps)
  await bench.server.drain()
  expect(await bench.mails('到期'), 'no word of an end while cover goes on').toEqual([])
  bench.client = await logInAs(bench.server, INSURED)
  // East of Beijing the first day of a term is still the last of the one before: its second is that term's alone.
  for (const [at, row] of rows.entries())
    for (const [other, { id }] of rows.entries()) {
      const day = addDays(row.starts, 1)
      const begun = await bench.client.request(startClaim, {
        policy: id,
        day,
        key: `illness-${at}-on-${other}`,
        sensitive: true,
      })
      expect(begun.ok ? 'begun' : begun.code, `${day} on term ${other}`).toBe(
        at === other ? 'begun' : 'not_covered_then',
      )
    }
})

it('under new terms of the plan: the next term has those, the present one keeps its own', async () => {
  const set = (values: object) =>
    bench.server.deps.write((trx) => trx.updateTable('policies').set(values).where('id', '=', bench.policy).execute())
  const now = (await bench.row()).clause_version
  await set({ clause_version: 'earlier' })
  expect(await bench.page()).toMatchObject({ blocked: null, clauseVersion: 'earlier', nextClauseVersion: now })
  const input = await bench.inputFor()
  expect(refusal(await bench.client.request(extendPolicy, { ...input, clauses: 'earlier' }))).toBe('text_changed')
  // A page from before the next term could have terms of its own.
  expect(refusal(await bench.client.request(extendPolicy, { ...input, clauses: undefined }))).toBe('text_changed')
  await bench.payFor(ok(await bench.client.request(extendPolicy, input)).pay)
  expect([(await bench.row()).clause_version, (await bench.next()).clause_version]).toEqual(['earlier', now])
})

it('a contact that was given up since finds the next term for nobody who has it now', async () => {
  const { buyer_email_mac: mac, buyer_mobile_mac } = await bench.row()
  const gone = mac ?? buyer_mobile_mac ?? ''
  const pay = await bench.extend()
  const { id } = await bench.server.deps.db
    .selectFrom('contacts')
    .select('id')
    .where('mac', '=', gone)
    .executeTakeFirstOrThrow()
  await bench.server.deps.write((trx) =>
    trx
      .updateTable('contacts')
      .set({ ended_at: bench.server.deps.clock(), ended_why: 'changed' })
      .where('id', '=', id)
      .execute(),
  )
  await bench.payFor(pay)
  const next = await bench.next()
  expect([next.buyer_email_mac, next.buyer_mobile_mac, next.insured_email_mac]).not.toContain(gone)
  // The account that bought the first term has it.
  expect(next.user_id).toBe((await bench.row()).user_id)
})
