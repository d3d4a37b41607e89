/** "My information": masked facts, devices and signing them out, and how a person wants to be told. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseNotice, myInformation, signOutDevice } from '../../src/features/account/contract.ts'
import { listOrders } from '../../src/features/orders/list-contract.ts'
import { policyMessages } from '../../src/features/policies/server/messages/policy-messages.ts'
import { createExchangeCode } from '../../src/features/session/server/exchange-codes.ts'
import { exchange, me } from '../../src/features/session/contract.ts'
import { sealIdentity } from '../../src/features/policies/server/people/sealed-identity.ts'
import { MAIL, MINUTE, signIn } from './login-by-code.ts'
import { ok } from './orders-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const information = async (client: Client) => ok(await client.request(myInformation, {}))
const userId = async (): Promise<string> =>
  (await server.deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id

/** Two devices of one person, a minute apart: codes of one address need that pause. */
async function twoDevices(): Promise<[Client, Client]> {
  const first = await signIn(server)
  server.advance(MINUTE)
  return [first, await signIn(server, MAIL, server.client({ device: 'mobile' }))]
}

describe('the list of signed-in devices', () => {
  test('names each device with its times, this device first and marked', async () => {
    const [, second] = await twoDevices()
    const { devices } = await information(second)
    expect(devices.map(({ current }) => current)).toEqual([true, false])
    expect(devices[0]?.signedInAt).toBe((devices[1]?.signedInAt ?? 0) + MINUTE)
    expect(devices.every(({ claimOnly }) => !claimOnly)).toBe(true)
  })

  test('keeps the browser sealed and in short form', async () => {
    const client = await signIn(server)
    const { agent } = await server.deps.db.selectFrom('sessions').select('agent').executeTakeFirstOrThrow()
    expect(agent).not.toBeNull()
    expect(agent).not.toMatch(/other|chrome|node/i)
    expect((await information(client)).devices).toMatchObject([{ browser: 'other', system: 'other' }])
  })

  test('signs a device out from another one, which is then told 30002', async () => {
    const [first, second] = await twoDevices()
    const id = (await information(second)).devices.find(({ current }) => !current)?.id ?? ''
    expect(ok(await second.request(signOutDevice, { id })).devices).toHaveLength(1)
    expect(await first.request(me, {})).toMatchObject({ ok: false, code: '30002' })
    // The requester has dropped the invalid token: the device's secret alone opens nothing of the person's.
    expect(await first.request(listOrders, {})).toMatchObject({ ok: true, data: { orders: [] } })
    expect((await second.request(me, {})).ok).toBe(true)
  })

  test('ends a hand-over code together with the device that asked for it', async () => {
    const [, second] = await twoDevices()
    const user = await userId()
    const { code } = await server.deps.write((trx) =>
      createExchangeCode(server.deps, trx, { userId: user, scope: 'claim:one', livesFor: MINUTE }),
    )
    const id = (await information(second)).devices.find(({ current }) => !current)?.id ?? ''
    ok(await second.request(signOutDevice, { id }))
    expect(await server.client().request(exchange, { code })).toMatchObject({ ok: false, code: 'link_used' })
  })

  test('does not sign out the device itself or somebody else’s', async () => {
    const mine = await signIn(server)
    const other = await signIn(server, 'zhou@example.com')
    const [own, foreign] = [
      (await information(mine)).devices[0]?.id ?? '',
      (await information(other)).devices[0]?.id ?? '',
    ]
    expect(await mine.request(signOutDevice, { id: own })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await mine.request(signOutDevice, { id: foreign })).toMatchObject({ ok: false, code: 'not_found' })
    expect((await other.request(me, {})).ok).toBe(true)
  })

  test('leaves out devices whose session has expired', async () => {
    await signIn(server)
    server.advance(121 * MINUTE)
    expect((await information(await signIn(server))).devices).toHaveLength(1)
  })
})

test('a verified ID number is shown masked, with its source', async () => {
  const client = await signIn(server)
  expect((await information(client)).identity).toBeNull()
  const user = await userId()
  const facts = {
    idType: 'passport',
    idName: 'LIN YUTONG',
    idNumber: 'E12345678',
    gender: 'female',
    birthDate: '2004-05-06',
  } as const
  await server.deps.write(async (trx) => {
    await trx
      .insertInto('registrations')
      .values({
        id: 'r',
        status: 'approved',
        version: 1,
        updated_at: 1,
        user_id: user,
        submission_key: 'k',
        facts: null,
        id_mac: 'm',
        network_mac: 'n',
        lang: 'en',
        submitted_at: 1,
        decided_at: 2,
        reason: null,
        photo_id: null,
        photo_checked_at: null,
        wrong_codes: 0,
      })
      .execute()
    await trx
      .insertInto('proven_identities')
      .values({
        user_id: user,
        id_mac: 'm',
        facts: sealIdentity(server.deps, facts),
        registration_id: 'r',
        proven_at: 2,
      })
      .execute()
  })
  const shown = await information(client)
  expect(shown).toMatchObject({
    name: 'LIN YUTONG',
    email: 'l•••@example.com',
    identity: { idType: 'passport', from: 'verification', number: null, at: 2 },
  })
  expect(JSON.stringify(shown)).not.toMatch(/E12345678|lin\.yutong|2004-05/)
})

describe('how a person is notified', () => {
  const remind = async (key: string, to = MAIL): Promise<string[]> => {
    const vars = { number: 'P', plan: 'Plan', start: 'a', end: 'b', days: '7', url: 'https://x.example' }
    const message = policyMessages.policy_ending
    await server.deps.write((trx) => server.deps.messages.send(trx, message, { to, lang: 'en', key, vars }))
    await server.drain()
    const rows = await server.deps.db
      .selectFrom('messages')
      .select(['to', 'code'])
      .where('code', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map((row) => row.to)
  }

  test('a reminder can be switched off, even one that is already queued', async () => {
    const client = await signIn(server)
    expect(await remind('1')).toEqual([MAIL])
    ok(await client.request(chooseNotice, { kind: 'reminders', way: 'none' }))
    expect(await remind('2')).toEqual([MAIL])
    ok(await client.request(chooseNotice, { kind: 'reminders', way: 'given' }))
    expect(await remind('3')).toEqual([MAIL, MAIL])
  })

  test.each(['orders', 'policies', 'claims'] as const)('%s cannot be switched off', async (kind) => {
    const client = await signIn(server)
    expect((await information(client)).notices.find((it) => it.kind === kind)?.ways).toEqual(['given', 'email'])
    expect(await client.request(chooseNotice, { kind, way: 'none' })).toMatchObject({
      ok: false,
      code: 'required_notice',
    })
    expect(await client.request(chooseNotice, { kind, way: 'mobile' })).toMatchObject({ ok: false, code: 'no_contact' })
  })

  test('a message goes to the chosen channel, and other people’s messages are not affected', async () => {
    const client = await signIn(server)
    const user = await userId()
    await server.deps.write((trx) =>
      trx
        .updateTable('users')
        .set({
          mobile: server.deps.seal.seal('users.contact', '13800138001'),
          mobile_mac: server.deps.seal.mac('login.destination', '13800138001'),
        })
        .where('id', '=', user)
        .execute(),
    )
    ok(await client.request(chooseNotice, { kind: 'reminders', way: 'mobile' }))
    expect(await remind('1')).toEqual(['13800138001'])
    expect(await remind('2', 'parent@example.com')).toEqual(['13800138001', 'parent@example.com'])
  })
})
