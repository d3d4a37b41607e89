/**
 * Versions of policies: what a change creates, what the check of a document says afterwards, and what happens on dates
 * by itself.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CODED_KINDS, getPolicy, policyDocumentFile } from '../../src/features/policies/contract.ts'
import { verifyPolicy } from '../../src/features/policies/verify-calls.ts'
import { policyNotices } from '../../src/features/policies/server/messages/cover-begin-and-end-messages.ts'
import { openPeople } from '../../src/features/orders/server/people/agreed-people.ts'
import { addVersion, factsOf, versionsOf } from '../../src/features/policies/server/versions/policy-versions.ts'
import { coveredDays, type PolicyChange } from '../../src/features/policies/server/versions/version-rules.ts'
import { addDays, dayOf, daysBetween, daysOfTerm } from '../../src/lib/days/dates.ts'
import { Refusal } from '../../src/server/http/call-handlers.ts'
import { insuredPolicyServer } from './policy-servers.ts'
import type { TestServer } from './start-server.ts'
import { insuredPolicy, INSURED } from './insured-policy.ts'
import { ok, sentFile } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const DAY = 86_400_000
let server: TestServer
let policy: string
beforeEach(async () => {
  ;({ server, given: policy } = await insuredPolicyServer())
})
afterEach(() => server.close())

const change = (requested: PolicyChange, more: Partial<Parameters<typeof addVersion>[3]> = {}) =>
  server.deps.write((trx) =>
    addVersion(server.deps, trx, policy, { change: requested, kinds: CODED_KINDS, by: 'operator:test', ...more }),
  )
const rowOf = () => server.deps.db.selectFrom('policies').selectAll().where('id', '=', policy).executeTakeFirstOrThrow()
const documentsOf = (version: number) =>
  server.deps.db
    .selectFrom('policy_documents')
    .selectAll()
    .where('policy_id', '=', policy)
    .where('version_number', '=', version)
    .orderBy('id')
    .execute()
const check = async (code: string) => ok(await server.client().request(verifyPolicy, { code }))
const mails = async (subject: string) =>
  await server.deps.db.selectFrom('messages').selectAll().where('subject', 'like', `%${subject}%`).execute()

describe('a change of a policy', () => {
  it('begins with version 1, which states the policy as issued', async () => {
    const row = await rowOf()
    const [first, ...more] = await versionsOf(server.deps.db, policy)
    expect(more).toEqual([])
    expect(first).toMatchObject({
      number: 1,
      reason: 'issue',
      starts: row.starts,
      ends: row.ends,
      premium_minor: row.premium_minor,
      premium_change: row.premium_minor,
      payable_kind: 'plan',
      payable_id: row.order_id,
    })
  })

  it('leaves the old documents readable and says of them that they are replaced', async () => {
    const [before] = await documentsOf(1)
    const people = openPeople(server.deps.seal, (await rowOf()).people)
    await change(
      { reason: 'endorsement', on: dayOf(server.deps.clock()), premiumChange: 0 },
      {
        people: {
          ...people,
          insured: { ...people.insured, idName: 'CHEN YUTONG' },
          policyholder: { ...people.policyholder, idName: 'CHEN YUTONG' },
        },
      },
    )
    await server.drain()
    const after = (await documentsOf(2)).find((it) => it.kind === before?.kind && it.lang === before.lang)
    expect(await check(before?.verify_code ?? '')).toMatchObject({
      genuine: true,
      replaced: true,
      insured: 'L•• ••••••',
    })
    expect(await check(after?.verify_code ?? '')).toMatchObject({
      genuine: true,
      replaced: false,
      insured: 'C••• ••••••',
    })
    const client = await logInAs(server, INSURED)
    const view = ok(await client.request(getPolicy, { id: policy }))
    expect(view.versions.map((one) => [one.number, one.reason, one.premiumChange?.amount])).toEqual([
      [1, 'issue', view.premium.amount],
      [2, 'endorsement', 0],
    ])
    expect(view.versions.map((one) => one.changes)).toEqual([[], ['name']])
    expect(view.documents.filter((one) => one.kind === 'certificate').map((one) => one.version)).toEqual([2, 2, 1, 1])
    const bytes = async (version?: number) => {
      const reply = await client.blob(policyDocumentFile, {
        id: policy,
        kind: 'certificate',
        language: 'en',
        ...(version ? { version } : {}),
      })
      return reply.ok ? sentFile(reply).size : reply.code
    }
    const sizeOf = (version: number) =>
      view.documents.find((one) => one.kind === 'certificate' && one.lang === 'en' && one.version === version)?.size
    expect([await bytes(), await bytes(1), await bytes(2), await bytes(3)]).toEqual([
      sizeOf(2),
      sizeOf(1),
      sizeOf(2),
      'not_found',
    ])
    expect((await mails('新文件见附件')).map((one) => (JSON.parse(one.attachments) as unknown[]).length)).toEqual([10])
  })

  it('by surrender ends cover, tells so once, and every document says that it was cancelled', async () => {
    const row = await rowOf()
    await change({ reason: 'surrender', lastDay: dayOf(server.deps.clock()), refund: row.premium_minor })
    await server.drain()
    expect(await rowOf()).toMatchObject({
      status: 'cancelled',
      current_version: 2,
      premium_minor: 0,
      next_notice_on: null,
    })
    for (const { verify_code } of await documentsOf(1))
      expect(await check(verify_code)).toMatchObject({ genuine: true, status: 'cancelled' })
    expect(await mails('已退保')).toHaveLength(1)
    await expect(change({ reason: 'endorsement', on: row.starts, premiumChange: 0 })).rejects.toThrow('not_changeable')
    expect(await versionsOf(server.deps.db, policy)).toHaveLength(2)
  })

  it('is one at a time: of two at once each has a number of its own', async () => {
    const requested = { reason: 'endorsement', on: dayOf(server.deps.clock()), premiumChange: 0 } as const
    await Promise.all([change(requested), change(requested), change(requested)])
    expect((await versionsOf(server.deps.db, policy)).map((one) => one.number)).toEqual([1, 2, 3, 4])
    expect((await rowOf()).current_version).toBe(4)
  })
})

const anyChange: fc.Arbitrary<PolicyChange> = fc.oneof(
  fc.record({
    reason: fc.constant('endorsement' as const),
    on: fc.constant('2026-03-20'),
    premiumChange: fc.integer({ min: -200_000, max: 50_000 }),
  }),
  fc.record({
    reason: fc.constant('surrender' as const),
    lastDay: fc.constant('2026-04-01'),
    refund: fc.integer({ min: 0, max: 900_000 }),
  }),
)

it('any order of endorse and surrender leaves one stored history that adds up', async () => {
  const started = await rowOf()
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { maxLength: 6 }), async (changes) => {
      policy = await insuredPolicy(server)
      for (const requested of changes)
        await change(requested, { kinds: [] }).catch((error: unknown) => expect(error).toBeInstanceOf(Refusal))
      const [row, history] = [await rowOf(), (await versionsOf(server.deps.db, policy)).map(factsOf)]
      const last = history.at(-1)
      expect(history.map((one) => one.number)).toEqual(history.map((_, i) => i + 1))
      expect([last?.number, last?.ends, last?.premium]).toEqual([row.current_version, row.ends, row.premium_minor])
      expect(history.reduce((sum, one) => sum + one.premiumChange, 0)).toBe(row.premium_minor)
      expect(row.status).toBe(last?.reason === 'surrender' ? 'cancelled' : 'issued')
      expect(coveredDays(history)).toBeLessThanOrEqual(daysOfTerm(row.starts, row.ends))
      const events = await server.deps.db
        .selectFrom('events')
        .select('to_status')
        .where('entity', '=', 'policy')
        .where('entity_id', '=', policy)
        .execute()
      expect(events).toHaveLength(history.length + 1)
    }),
    { numRuns: 8 },
  )
  expect(started.id).not.toBe(policy)
})

describe('the calendar', () => {
  const events = () =>
    server.deps.db
      .selectFrom('events')
      .select(['from_status', 'to_status'])
      .where('entity_id', '=', policy)
      .where('from_status', 'in', ['pending_activation', 'valid'])
      .orderBy('at')
      .execute()

  it('sends notices of the start, 30, 7 and 1 day before the end, and of the end, once each', async () => {
    const { starts, ends } = await rowOf()
    const days = [starts, addDays(ends, -30), addDays(ends, -7), addDays(ends, -1), addDays(ends, 1)]
    const seen = new Set((await mails('')).map((mail) => mail.id))
    const told: string[] = []
    // Also on the day before each of them: nothing comes early.
    for (const day of days.flatMap((one) => [addDays(one, -1), one])) {
      server.advance(daysBetween(dayOf(server.deps.clock()), day) * DAY)
      for (let round = 0; round < 2; round += 1) await policyNotices(server.deps)
      await server.drain()
      for (const mail of await mails('')) if (!seen.has(mail.id)) told.push(`${day} ${mail.subject}`)
      for (const mail of await mails('')) seen.add(mail.id)
    }
    expect(told.map((line) => line.slice(0, 10))).toEqual(days)
    expect(told[1]).toContain('将于')
    expect(await events()).toEqual([
      { from_status: 'pending_activation', to_status: 'valid' },
      { from_status: 'valid', to_status: 'expired' },
    ])
  })

  it('after a long downtime records the missed events without sending outdated notices', async () => {
    server.advance(500 * DAY)
    expect(await policyNotices(server.deps)).toBe(1)
    await server.drain()
    expect(await events()).toHaveLength(2)
    expect(await mails('已到期')).toEqual([])
    expect(await policyNotices(server.deps)).toBe(0)
  })

  it('sends no notice for a surrendered policy', async () => {
    await change({ reason: 'surrender', lastDay: dayOf(server.deps.clock()), refund: 0 })
    server.advance(20 * DAY)
    expect(await policyNotices(server.deps)).toBe(0)
  })
})
