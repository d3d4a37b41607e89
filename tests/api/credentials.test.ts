/** Credential verification: what opens other people's policies, what does not, and that trying reveals nothing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../src/lib/days/dates.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { listRegistrations, submitRegistration } from '../../src/features/credentials/contract.ts'
import { STUDENT } from '../../src/programs/demo/demo-people.ts'
import {
  codeSentTo,
  confirm,
  desk as deskOf,
  facts,
  issued,
  messagesWith,
  numbers,
  OTHER,
  state,
  submit as send,
  type Facts,
} from './credentials-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { jpeg } from './hostile-files.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const HOUR = 3_600_000
let server: TestServer
let photo: Buffer

beforeEach(async () => {
  server = await startServer()
  photo ??= await jpeg(1200, 800)
})
afterEach(() => server.close())

/** Runs `registrations …` as this operator. */
const desk = (by: string, ...words: string[]) => deskOf(server, by, ...words)
const submit = (client: Client, over: Facts = {}, bytes: Buffer = photo) => send(client, bytes, over)
const onlyId = async (): Promise<string> =>
  (await server.deps.db.selectFrom('registrations').select('id').executeTakeFirstOrThrow()).id
/** Sends what is the policy’s own, and an operator approves it. */
async function approvedClient(): Promise<Client> {
  const client = await logInAs(server, OTHER)
  await submit(client)
  await server.check()
  expect((await desk('Wu', 'approve', await onlyId())).code).toBe(0)
  return client
}

const codesSent = async (): Promise<number> =>
  (await server.deps.db.selectFrom('registration_codes').selectAll().execute()).length

describe('an approval by an operator', () => {
  it('makes the policy appear, and both people are told', async () => {
    const number = await issued(server)
    const client = await approvedClient()
    expect(ok(await client.request(listRegistrations, {}))).toMatchObject({
      policies: 1,
      registrations: [{ status: 'approved', idNumber: 'E •••• 00' }],
    })
    expect(await numbers(client)).toEqual([number])
    expect((await messagesWith(server, OTHER, 'has bought or will buy')).length).toBe(1)
    expect((await messagesWith(server, STUDENT.email, '/credential/undo?code=')).length).toBe(1)
  })

  it('also gives access to policies that are issued later', async () => {
    await issued(server)
    const client = await approvedClient()
    await issued(server)
    expect((await numbers(client)).length).toBe(2)
  })
})

describe('a code', () => {
  it.each([
    ['another name', { idName: 'LIN YUTING' }],
    ['another date of birth', { birthDate: '2004-05-28' }],
    ['another gender', { gender: 'male' as const }],
    ['another kind of ID', { idType: 'taiwan_permit' as const, idNumber: '12345678' }],
    ['a number that nobody has', { idNumber: 'E00000001' }],
  ])(
    'is sent nowhere with %s: the request waits, with the same answer as where there is no policy',
    async (_, over) => {
      await issued(server)
      const client = await logInAs(server, OTHER)
      await submit(client, over)
      await server.check()
      expect([await state(client), await numbers(client), await codesSent()]).toEqual([['submitted'], [], 0])
    },
  )

  it('is sent whatever the spacing and spelling of the name', async () => {
    await issued(server)
    await submit(await logInAs(server, OTHER), { idName: ' lin  yu-tong ' })
    await server.check()
    expect(await codesSent()).toBe(1)
  })
})

describe('what gives no access', () => {
  it('is an own purchase under somebody else’s ID number, except to that policy itself', async () => {
    const number = await issued(server)
    const thief = 'thief@example.com'
    const own = await issued(server, thief, { idName: 'ANOTHER NAME', birthDate: '2001-01-01', gender: 'male' })
    const client = await logInAs(server, thief)
    await submit(client, { idName: 'ANOTHER NAME', birthDate: '2001-01-01', gender: 'male' })
    await server.check()
    expect(await codeSentTo(server, STUDENT.email, number)).toBe('')
    expect(ok(await confirm(client, await codeSentTo(server, thief, own))).policies).toBe(1)
    expect(await numbers(client)).toEqual([own])
  })

  it('is an approval that was revoked', async () => {
    const number = await issued(server)
    const client = await approvedClient()
    expect(await numbers(client)).toEqual([number])
    expect((await desk('Wu', 'revoke', await onlyId())).code).toBe(0)
    expect([await numbers(client), await state(client)]).toEqual([[], ['not_verifiable']])
    await issued(server)
    expect(await numbers(client)).toEqual([])
  })

  it('is an approval before the photo was checked', async () => {
    const client = await logInAs(server, OTHER)
    await submit(client)
    expect((await desk('Wu', 'approve', await onlyId())).said).toContain('photo_waiting')
  })
})

describe('what is refused', () => {
  it('needs a login', async () => {
    const client = server.client()
    expect((await submit(client)).ok).toBe(false)
    expect(client.seen).toEqual([5000])
  })

  it('names every field that is wrong', async () => {
    const client = await logInAs(server, OTHER)
    const reply = await submit(client, { idType: 'resident_id', idNumber: '11010520040527000', idName: ' ' })
    expect(reply.ok ? {} : reply.fields).toMatchObject({ idName: 'name_required' })
    const length = await submit(client, { idType: 'resident_id', idNumber: '11010520040527000' })
    expect(length.ok ? {} : length.fields).toEqual({ idNumber: 'id_number_length' })
  })

  it('refuses a child under 14, and needs the consent of a parent from 14 to 17', async () => {
    const client = await logInAs(server, OTHER)
    const born = (years: number) => addDays(dayOf(server.deps.clock()), -Math.round(years * 365.25) - 10)
    const child = (years: number, over: Facts = {}) =>
      submit(client, { idType: 'passport', idNumber: 'EJ1234567', birthDate: born(years), ...over })
    expect(await child(13)).toMatchObject({ ok: false, code: 'invalid', fields: { birthDate: 'birth_child' } })
    expect(await child(13, { guardian: true })).toMatchObject({ ok: false, fields: { birthDate: 'birth_child' } })
    expect(await child(16)).toMatchObject({ ok: false, fields: { guardian: 'guardian_agreement_required' } })
    ok(await child(16, { guardian: true }))
    const [event] = await server.deps.db
      .selectFrom('events')
      .select('data')
      .where('entity', '=', 'registration')
      .where('to_status', '=', 'submitted')
      .execute()
    expect(event?.data).toContain('"guardian":true')
  })

  it('needs a photo that can be opened', async () => {
    const client = await logInAs(server, OTHER)
    expect(
      refusal(await client.request(submitRegistration, { ...facts, key: 'registration-none' }, { files: {} })),
    ).toBe('invalid')
    expect(await state(client)).toEqual([])
    await submit(client, {}, photo.subarray(0, 3000))
    await server.check()
    expect(await state(client)).toEqual(['photo_unreadable'])
  })

  it('accepts one request at a time, and the same submission twice counts once', async () => {
    const client = await logInAs(server, OTHER)
    const twice = { idNumber: 'E00000009', key: 'registration-twice' }
    await Promise.all([submit(client, twice), submit(client, twice)])
    expect(refusal(await submit(client, twice))).toBe('ok')
    expect(await state(client)).toEqual(['submitted'])
    expect(refusal(await submit(client, { idNumber: 'E00000008' }))).toBe('one_open')
  })

  it('limits requests per person and day; others cannot keep the owner of a number out', async () => {
    const reject = async (): Promise<void> => {
      await server.check()
      const waiting = await server.deps.db
        .selectFrom('registrations')
        .select('id')
        .where('status', '=', 'submitted')
        .executeTakeFirstOrThrow()
      expect((await desk('Wu', 'reject', waiting.id, '--reason', 'photo_unclear')).code).toBe(0)
    }
    const client = await logInAs(server, OTHER)
    for (let i = 0; i < LIMITS.registrationsDay; i++) {
      expect(refusal(await submit(client, { idNumber: 'E00000009' }))).toBe('ok')
      await reject()
    }
    const reply = await submit(client, { idNumber: 'E00000001' })
    expect(refusal(reply)).toBe('too_many_registrations')
    expect(refusal(await submit(await logInAs(server, 'third@example.com'), { idNumber: 'E00000009' }))).toBe('ok')
    server.advance(25 * HOUR)
    expect(refusal(await submit(await logInAs(server, OTHER), { idNumber: 'E00000001' }))).toBe('ok')
  })
})

describe('an operator', () => {
  it('sees what differs, approves or rejects, and the person is told', async () => {
    const number = await issued(server)
    const client = await logInAs(server, OTHER)
    await submit(client, { idName: 'LIN YUTING' })
    await server.check()
    const id = await onlyId()
    expect((await desk('Wu', 'list')).said).toContain(id)
    expect((await desk('Wu', 'show', id)).said).toContain(`policy ${number}: differs in name`)
    server.advance((LIMITS.registrationDays * 24 + 1) * HOUR)
    expect((await desk('Wu', 'list')).said).toContain('OVERDUE')
    expect((await desk('Wu', 'approve', id)).code).toBe(0)
    await server.drain()
    const again = await logInAs(server, OTHER)
    expect(await numbers(again)).toEqual([number])
    expect((await desk('Wu', 'reject', id, '--reason', 'photo_unclear')).code).toBe(1)
  })

  it.each([OTHER, '13911112222'])('decides, and the person is told at %s', async (contact) => {
    for (const [decision, ...more] of [['reject', '--reason', 'photo_unclear'], ['approve']] as const) {
      await submit(await logInAs(server, contact), { idNumber: 'E00000009' })
      await server.check()
      const { id } = await server.deps.db
        .selectFrom('registrations')
        .select('id')
        .where('status', '=', 'submitted')
        .executeTakeFirstOrThrow()
      expect((await desk('Wu', decision, id, ...more)).code).toBe(0)
      await server.drain()
      const [told] = await server.deps.db
        .selectFrom('messages')
        .select(['to', 'text', 'code'])
        .orderBy('id', 'desc')
        .execute()
      expect(told).toMatchObject({ to: contact, code: null })
      expect(told?.text).toMatch(decision === 'approve' ? /polic/i : /photo|could not verify/i)
      server.advance(61_000)
    }
  })

  it('can open the photo for some time after the decision, and then it is deleted', async () => {
    const client = await logInAs(server, OTHER)
    await submit(client, { idNumber: 'E00000009' })
    await server.check()
    const id = await onlyId()
    await desk('Wu', 'reject', id, '--reason', 'id_expired')
    expect(
      await server.deps.db.selectFrom('files').select('id').where('owner', '=', `registration:${id}`).execute(),
    ).not.toEqual([])
    server.advance((LIMITS.registrationPhotoDays + 1) * 24 * HOUR)
    await server.drain()
    expect(
      await server.deps.db.selectFrom('files').select('id').where('owner', '=', `registration:${id}`).execute(),
    ).toEqual([])
  })
})

it('writes no ID number, name or date of birth into the log or a message', async () => {
  await issued(server)
  const client = await logInAs(server, OTHER)
  await submit(client, { idNumber: 'E98765432', idName: 'UNIQUE PERSON' })
  await server.check()
  await server.drain()
  const sent = await server.deps.db.selectFrom('messages').selectAll().where('to', '=', OTHER).execute()
  for (const text of [server.logs(), JSON.stringify(sent)]) {
    expect(text).not.toContain('E98765432')
    expect(text).not.toContain('UNIQUE PERSON')
  }
})
