/**
 * Closing an account: what prevents it, the days for cancelling it, and that only what the law makes us keep is left of
 * the person.
 */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountClosure, closeAccount, keepAccount } from '../../src/features/account/closure-calls.ts'
import { closureCommands } from '../../src/features/account/server/closure/closure-commands.ts'
import { openExport, requestExport, sendAccountCode } from '../../src/features/account/contract.ts'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import { submitRegistration } from '../../src/features/credentials/contract.ts'
import { listClaims, withdrawClaim } from '../../src/features/claims/contract.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { putContact } from '../../src/features/session/server/contacts/contact-changes.ts'
import { me } from '../../src/features/session/contract.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { openRow } from '../../src/features/account/server/export/open-row.ts'
import type { Row } from '../../src/server/keys/sealed-tables.ts'
import { changesDesk, proof, submitTo, sumOf } from './change-desk.ts'
import { EMAIL, type Claimant } from './claims-fixtures.ts'
import { successfulCommand } from './claims-handler.ts'
import { insuredServer } from './insured-server.ts'
import { codeFor, MINUTE, signIn } from './login-by-code.ts'
import { commandOutput } from './operator-commands.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { destinationMac } from '../../src/server/keys/destination-mac.ts'
import type { Client, TestServer } from './start-server.ts'

const DAY = 86_400_000
/** The policy of the fixture ends on 28 February 2027. */
const AFTER_END = Date.UTC(2027, 2, 2, 2)
const FRESH = 'fresh@example.com'
let server: TestServer
let claimant: Claimant
beforeEach(async () => {
  const insured = await insuredServer()
  server = insured.server
  claimant = insured.claimant
})
afterEach(() => server.close())

async function code(client: Client, to: string): Promise<string> {
  server.advance(MINUTE)
  ok(await client.request(sendAccountCode, { purpose: 'close', channel: 'email' }))
  return codeFor(server, to)
}
const ask = async (client: Client, to: string) =>
  ok(await client.request(closeAccount, { channel: 'email', code: await code(client, to), agreed: true }))
async function pass(ms: number): Promise<void> {
  server.advance(ms)
  await server.drain()
}
const subjects = async (to: string): Promise<string[]> =>
  (await server.deps.db.selectFrom('messages').select('subject').where('to', '=', to).execute()).map((it) => it.subject)
const desk = async (...words: string[]): Promise<string> =>
  (await commandOutput(server.deps, closureCommands, ['accounts', ...words, '--by', 'wang', '--why', 'wrote to us']))
    .said

describe('what keeps an account from being closed', () => {
  test('an undecided claim is named with a link to its page; a policy in force is no obstacle', async () => {
    const { id, caseNumber } = await claimant.send()
    const { obstacles, kept } = ok(await claimant.client.request(accountClosure, {}))
    expect(obstacles).toMatchObject([{ kind: 'claim', number: caseNumber, path: `/claim/query/progress?id=${id}` }])
    expect(kept).toMatchObject([{ kind: 'policyInForce', until: '2032-02-28' }])
    expect(
      refusal(await claimant.client.request(closeAccount, { channel: 'email', code: '123456', agreed: true })),
    ).toBe('obstacles')
    expect(await desk('close', EMAIL)).toMatch(/stands against it: claim/)
  })

  test('a change request that waits is an obstacle, and a rejected one is not', async () => {
    const [policy] = ok(await claimant.client.request(listPolicies, {})).policies
    ok(await submitTo(claimant.client, { policy: policy?.id ?? '' }))
    const kinds = async () => ok(await claimant.client.request(accountClosure, {})).obstacles.map((it) => it.kind)
    expect(await kinds()).toEqual(['change'])
    const { id } = await server.deps.db.selectFrom('policy_changes').select('id').executeTakeFirstOrThrow()
    await changesDesk(server, 'reject', id, '--reason', 'document_unfit')
    expect(await kinds()).toEqual([])
  })
})

describe('closing an account and taking the closing back', () => {
  test('closing needs a code of its own, is announced, happens once if asked for twice, and can be taken back', async () => {
    const client = await signIn(server, FRESH)
    server.advance(MINUTE)
    ok(await client.request(sendAccountCode, { purpose: 'export', channel: 'email' }))
    const forExport = await codeFor(server, FRESH)
    const own = await code(client, FRESH)
    expect(refusal(await client.request(closeAccount, { channel: 'email', code: forExport, agreed: true }))).toBe(
      'code_wrong',
    )
    const replies = await Promise.all(
      [1, 2].map(() => client.request(closeAccount, { channel: 'email', code: own, agreed: true })),
    )
    expect(replies.some((it) => it.ok)).toBe(true)
    expect(await server.deps.db.selectFrom('account_closures').select('status').execute()).toEqual([
      { status: 'scheduled' },
    ])
    expect(ok(await client.request(accountClosure, {})).scheduled?.closesAt).toBeGreaterThan(
      server.deps.clock() + (LIMITS.closureDays - 1) * DAY,
    )
    await server.drain()
    expect(await subjects(FRESH)).toContain('Your account will be closed')
    expect(ok(await client.request(keepAccount, {})).scheduled).toBeNull()
    ok(await client.request(keepAccount, {}))
    await pass(LIMITS.closureDays * DAY + 2 * 3_600_000)
    expect(await subjects(FRESH)).toEqual(expect.arrayContaining(['Your account stays open']))
    expect(await server.deps.db.selectFrom('users').select('id').where('closed_at', 'is not', null).execute()).toEqual(
      [],
    )
  })

  test('an obstacle that appears before the day stops the closing, and the person is told', async () => {
    const client = await signIn(server, FRESH)
    await ask(client, FRESH)
    const user = ok(await client.request(me, {})).user.id
    const { id } = await claimant.send()
    await server.deps.write((trx) => trx.updateTable('claims').set({ user_id: user }).where('id', '=', id).execute())
    await pass(LIMITS.closureDays * DAY + 2 * 3_600_000)
    expect(await subjects(FRESH)).toContain('Your account was not closed')
    expect(await server.deps.db.selectFrom('account_closures').select('status').execute()).toEqual([
      { status: 'stopped' },
    ])
  })

  test('an account is not closed while a change of its contact can still be undone', async () => {
    const client = await signIn(server, FRESH)
    const user = ok(await client.request(me, {})).user.id
    await pass(DAY)
    await server.deps.write((trx) =>
      putContact(server.deps, trx, user, 'later@example.com', { by: 'operator:test', lang: 'en' }),
    )
    expect(await desk('close', 'later@example.com')).toMatch(/is going to be closed/)
    await server.drain()
    expect(await subjects(FRESH)).toContain('Your account will be closed')
    const { undo_until: until } = await server.deps.db
      .selectFrom('contact_changes')
      .select('undo_until')
      .executeTakeFirstOrThrow()
    const { closes_at: at } = await server.deps.db
      .selectFrom('account_closures')
      .select('closes_at')
      .executeTakeFirstOrThrow()
    expect(at).toBeGreaterThanOrEqual(until)
    expect(await desk('closing')).toContain(user)
    expect(await desk('keep', 'later@example.com')).toMatch(/stays/)
  })
})

/** Every table that contains one of these texts, opened or as stored. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await server.deps.db.introspection.getTables()) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(server.deps.db)
    for (const row of rows) {
      const words = JSON.stringify(row) + JSON.stringify(await openRow(server.deps, name, row))
      if (texts.some((text) => words.includes(text))) {
        found.push(name)
        break
      }
    }
  }
  return found.sort()
}

/** What a person may have done before; each action leaves personal data. */
const HISTORIES: Record<string, () => Promise<unknown>> = {
  'a claim that was refused': async () => {
    const { caseNumber } = await claimant.send()
    await server.check()
    await successfulCommand(server)('wu', 'review', caseNumber)
    await successfulCommand(server)(
      'wu',
      'reject',
      caseNumber,
      '--clause',
      '5.2',
      '--en',
      'Known before cover began.',
      '--cn',
      '投保前已知。',
    )
  },
  'a claim that was withdrawn, with why': async () => {
    await claimant.start()
    const { id } = await claimant.send()
    const { version } = await server.deps.db
      .selectFrom('claims')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    ok(await claimant.client.request(withdrawClaim, { id, version, why: 'My school pays.' }))
  },
  'a draft of a claim': async () => {
    await claimant.start()
    await claimant.complete()
  },
  'a change that was refused': async () => {
    const [policy] = ok(await claimant.client.request(listPolicies, {})).policies
    ok(await submitTo(claimant.client, { policy: policy?.id ?? '' }))
    const { id } = await server.deps.db.selectFrom('policy_changes').select('id').executeTakeFirstOrThrow()
    await changesDesk(server, 'reject', id, '--reason', 'document_unfit')
  },
  'a verification of identity': async () => {
    const photo = await proof()
    ok(
      await claimant.client.request(
        submitRegistration,
        {
          key: 'registration-of-closing',
          idType: 'passport',
          idName: 'LIN XIAO',
          idNumber: 'E12345678',
          gender: 'female',
          birthDate: '2004-05-06',
          agreed: true,
          sha256: sumOf(photo),
        } as never,
        { files: { photo: new Blob([Uint8Array.from(photo)], { type: 'image/jpeg' }) } },
      ),
    )
  },
  'a copy of all data': async () => {
    ok(await claimant.client.request(requestExport, {}))
  },
  'a contact that was replaced': async () => {
    const user = ok(await claimant.client.request(me, {})).user.id
    await server.deps.write((trx) =>
      putContact(server.deps, trx, user, '13900139000', { by: 'operator:test', lang: 'en' }),
    )
  },
}

const NAMES = Object.keys(HISTORIES)
/** Single actions would not show what two leave together: all, none, and every second one either way. */
const CASES = [NAMES, [], NAMES.filter((_, i) => i % 2 === 0), NAMES.filter((_, i) => i % 2 === 1)]

test.each(CASES.map((names) => [names.join(', ') || 'a policy alone', names] as const))(
  'a closed account leaves only what the law requires: %s',
  async (_, names) => {
    for (const name of names) {
      await HISTORIES[name]?.()
      await server.drain()
      await server.check()
    }
    const userId = ok(await claimant.client.request(me, {})).user.id
    await pass(AFTER_END - server.deps.clock())
    const client = await signIn(server, EMAIL)
    expect(ok(await client.request(accountClosure, {})).obstacles).toEqual([])
    await ask(client, EMAIL)
    await pass(LIMITS.closureDays * DAY + 2 * 3_600_000)
    expect((await subjects(EMAIL)).at(-1)).toBe('Your account is closed')
    expect(refusal(await client.request(me, {}))).toBe('5000')

    // A day later the texts of messages are deleted, and a month later the sandbox's inbox.
    for (const days of [2, 31, 1]) await pass(days * DAY)
    const ids = await tablesWith([
      userId,
      EMAIL,
      '林晓',
      'Sore throat',
      'My school pays',
      'E12345678',
      '13900139000',
      'New.Address',
    ])
    const kept = ALL_TABLES.filter(({ afterClosing }) => afterClosing !== 'gone').map(({ name }) => name)
    expect(ids.filter((name) => !kept.includes(name))).toEqual([])
    expect(await tablesWith([EMAIL, '13900139000'].map((it) => destinationMac(server.deps, it)))).toEqual([])
    expect(await tablesWith(['My school pays', 'E12345678', 'New.Address', 'new.address'])).toEqual([])
    const owners = (await server.deps.db.selectFrom('files').select('owner').execute()).map(
      (it) => it.owner.split(':')[0],
    )
    expect(owners.filter((it) => it === 'export' || it === 'change' || it === 'registration')).toEqual([])

    // Whoever has the address now is a new user, and sees nothing.
    const next = await signIn(server, EMAIL)
    expect(ok(await next.request(me, {})).user.id).not.toBe(userId)
    expect(ok(await next.request(listPolicies, {})).policies).toEqual([])
    expect(ok(await next.request(listClaims, {})).claims).toEqual([])
    expect(refusal(await next.request(openExport, { id: '0'.repeat(26), channel: 'email', code: '123456' }))).toBe(
      'not_found',
    )
  },
)

test('the rest of a closed account is deleted with the last record that the law requires', async () => {
  const userId = ok(await claimant.client.request(me, {})).user.id
  await pass(AFTER_END - server.deps.clock())
  await ask(await signIn(server, EMAIL), EMAIL)
  await pass(LIMITS.closureDays * DAY + 2 * 3_600_000)
  const left = () => server.deps.db.selectFrom('users').select('id').where('id', '=', userId).execute()
  await pass(Date.UTC(2032, 1, 27, 2) - server.deps.clock())
  expect(await left()).toHaveLength(1)
  for (let day = 0; day < 5; day++) await pass(DAY)
  expect(await left()).toEqual([])
})
