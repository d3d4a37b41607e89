/** Bounced mail: who may report it, what follows, and how the mailbox's owner undoes it. */
import { expect, test } from 'vitest'
import { confirmReach, contactInformation, sendReachCode } from '../../src/features/account/contact-calls.ts'
import { myInformation } from '../../src/features/account/contract.ts'
import { putContact } from '../../src/features/session/server/contacts/contact-changes.ts'
import { sendCode } from '../../src/features/session/contract.ts'
import { findOrCreateUser } from '../../src/features/session/server/sessions.ts'
import { signIn } from './login-by-code.ts'
import { complaintReport, postfixReport } from './returned-mails.ts'
import { endEach, TO, SECRET, started, told, stateOf, marks, post } from './bounces-fixtures.ts'

endEach()
const HOUR = 3_600_000

test('each mail has its own envelope address; a bounce to it marks the mailbox, which then gets codes only', async () => {
  const { mail, server } = await started()
  const id = await told(server)
  expect(mail.mails[0]).toMatchObject({
    envelope: { from: `bounces+${id}@mail.youfang.example`, to: [TO] },
    headers: { 'auto-submitted': 'auto-generated' },
  })
  expect(mail.mails[0]?.headers['list-unsubscribe']).toBeUndefined()
  const report = postfixReport({
    to: `bounces+${id}@mail.youfang.example`,
    recipient: TO,
    status: '5.1.1',
    messageId: id,
  })
  expect(await post(server, report, 'message/rfc822')).toBe(204)
  expect(await post(server, report, 'message/rfc822')).toBe(204)
  expect(await marks(server)).toMatchObject([{ reason: 'bounced', status_code: '5.1.1', delivery_id: id }])
  expect(await stateOf(server, id)).toMatchObject({ status: 'failed', reason: '5.1.1' })
  expect(await stateOf(server, await told(server))).toMatchObject({ status: 'withheld', reason: 'mailbox' })
  expect(mail.mails).toHaveLength(1)
  await server.client().request(sendCode, { destination: TO })
  await server.drain()
  expect(mail.mails).toHaveLength(2)
  expect(server.logs()).not.toContain(TO)
})

test('nobody can mark a mailbox without the secret or with the id of an unknown message', async () => {
  const { server } = await started()
  const id = await told(server)
  const plain = JSON.stringify({ event: 'bounced', permanent: true, email: TO })
  for (const [body, type] of [
    [
      postfixReport({ to: `bounces+${id}@mail.youfang.example`, recipient: TO, status: '5.1.1', messageId: id }),
      'message/rfc822',
    ],
    [plain, 'application/json'],
  ] as const) {
    for (const given of [
      '',
      'Bearer wrong',
      `Bearer ${SECRET}x`,
      `Basic ${Buffer.from('mail:wrong').toString('base64')}`,
    ])
      expect(await post(server, body, type, given)).toBe(401)
  }
  // Whoever writes to the bounce mailbox passes the secret, but names a message that never existed.
  const invented = '01jnq0000000000000000000zz'
  expect(
    await post(
      server,
      postfixReport({
        to: `bounces+${invented}@mail.youfang.example`,
        recipient: TO,
        status: '5.1.1',
        messageId: invented,
      }),
      'message/rfc822',
    ),
  ).toBe(204)
  expect(await post(server, plain, 'message/rfc822')).toBe(204)
  expect(await marks(server)).toEqual([])
  // A message of another mailbox proves nothing about this one.
  const other = await told(server, 'eve@example.com')
  expect(
    await post(
      server,
      JSON.stringify({ event: 'bounced', permanent: true, email: TO, messageId: `<${other}@youfang.example>` }),
      'application/json',
    ),
  ).toBe(204)
  expect(await marks(server)).toEqual([])
  expect(await post(server, '{"no":"form"}', 'application/json')).toBe(400)
  expect(await post(server, 'x'.repeat(1024 * 1024 + 1), 'message/rfc822')).toBe(413)
  expect(
    await post(server, plain, 'application/json', `Basic ${Buffer.from(`mail:${SECRET}`).toString('base64')}`),
  ).toBe(204)
  expect(await marks(server)).toHaveLength(1)
})

test('a mail with a temporary bounce is sent again twice; a code is not', async () => {
  const { mail, server } = await started()
  const id = await told(server)
  const full = (of: string) =>
    postfixReport({ to: `bounces+${of}@mail.youfang.example`, recipient: TO, status: '5.2.2', messageId: of })
  for (const [sent, wait] of [
    [2, HOUR],
    [3, 6 * HOUR],
  ] as const) {
    await post(server, full(id), 'message/rfc822')
    expect(await stateOf(server, id)).toMatchObject({ status: 'failed', reason: '5.2.2' })
    server.advance(wait)
    await server.drain()
    expect(mail.mails).toHaveLength(sent)
    expect(await stateOf(server, id)).toMatchObject({ status: 'sent' })
  }
  expect(new Set(mail.mails.map((it) => it.headers['message-id'])).size).toBe(1)
  await post(server, full(id), 'message/rfc822')
  // Merely delayed: the server that has the mail keeps trying.
  await post(
    server,
    postfixReport({
      to: `bounces+${id}@mail.youfang.example`,
      recipient: TO,
      status: '4.4.1',
      action: 'delayed',
      messageId: id,
    }),
    'message/rfc822',
  )
  server.advance(24 * HOUR)
  await server.drain()
  expect(mail.mails).toHaveLength(3)
  expect(await marks(server)).toEqual([])
  await server.client().request(sendCode, { destination: TO })
  await server.drain()
  const code = (
    await server.deps.db
      .selectFrom('message_deliveries')
      .select('id')
      .where('template', '=', 'login_code')
      .executeTakeFirstOrThrow()
  ).id
  await post(server, full(code), 'message/rfc822')
  server.advance(24 * HOUR)
  await server.drain()
  expect(mail.mails).toHaveLength(4)
})

test('a mailbox that the mail server rejects is marked too; a rejection of our server is not', async () => {
  const { mail, server } = await started()
  mail.refuse.RCPT = [`550 5.1.1 <${TO}>: no such user`]
  const id = await told(server)
  expect(await stateOf(server, id)).toMatchObject({ status: 'failed', reason: '5.1.1' })
  expect(await marks(server)).toHaveLength(1)
  mail.refuse.RCPT = ['550 5.7.1 relaying denied', '550 unknown']
  await told(server, 'wei@example.com')
  server.advance(5_000)
  await server.drain()
  expect(await marks(server)).toHaveLength(1)
  server.advance(10_000)
  await server.drain()
  expect(mail.mails.map((it) => it.envelope.to)).toEqual([['wei@example.com']])
})

test('a signed-in person sees the bounce and clears it by a code; until then messages go to the mobile number', async () => {
  const { server } = await started()
  const client = server.client()
  await signIn(server, TO, client)
  const { deps } = server
  const id = await told(server)
  await post(server, complaintReport({ recipient: TO, messageId: id }), 'message/rfc822')
  expect(await client.request(contactInformation, {})).toMatchObject({
    ok: true,
    data: { mailTrouble: { reason: 'complained', since: deps.clock() } },
  })
  expect(await client.request(myInformation, {})).toMatchObject({ ok: true, data: { mailTrouble: 'complained' } })
  await deps.write(async (trx) =>
    putContact(deps, trx, (await findOrCreateUser(deps, trx, TO)).id, '13912345678', {
      by: 'operator:test',
      lang: 'en',
    }),
  )
  expect(await stateOf(server, await told(server))).toMatchObject({ channel: 'sms', status: 'delivered' })
  server.advance(120_000)
  expect(await client.request(sendReachCode, {})).toMatchObject({ ok: true })
  await server.drain()
  const { code } = await deps.db
    .selectFrom('messages')
    .select('code')
    .where('to', '=', TO)
    .where('code', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(await client.request(confirmReach, { code: code === '000000' ? '000001' : '000000' })).toMatchObject({
    ok: false,
    code: 'code_wrong',
  })
  expect(await client.request(confirmReach, { code: code ?? '' })).toMatchObject({
    ok: true,
    data: { mailTrouble: null },
  })
  expect(await stateOf(server, await told(server))).toMatchObject({ channel: 'email', status: 'sent' })
  const events = await deps.db
    .selectFrom('events')
    .select(['to_status', 'by'])
    .where('entity', '=', 'mailbox')
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { to_status: 'complained', by: 'mail_events' },
    { to_status: 'reachable', by: expect.stringMatching(/^user:/) },
  ])
})

test('a code that arrives clears a bounced mailbox, but not one that reported spam', async () => {
  const { server } = await started()
  const id = await told(server)
  await post(
    server,
    postfixReport({ to: `bounces+${id}@mail.youfang.example`, recipient: TO, status: '5.1.1', messageId: id }),
    'message/rfc822',
  )
  await signIn(server, TO)
  expect(await marks(server)).toEqual([])
  await post(server, complaintReport({ recipient: TO, messageId: id }), 'message/rfc822')
  server.advance(120_000)
  await signIn(server, TO)
  expect(await marks(server)).toMatchObject([{ reason: 'complained' }])
})
