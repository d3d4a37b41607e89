import { afterEach, expect, test } from 'vitest'
import { EMPTY_PEOPLE } from '../../src/features/orders/rules/check-person-fields.ts'
import { sendCode } from '../../src/features/session/contract.ts'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import { orderRoutes } from '../../src/features/orders/server/routes.ts'
import { addDays, dayOf, endOfMonths } from '../../src/lib/days/dates.ts'
import { orderMessages } from '../../src/features/orders/server/order-messages.ts'
import { MESSAGE_JOB_KINDS } from '../../src/server/messages/message-jobs.ts'
import { smtpAddress } from '../../src/server/messages/send-by-mail.ts'
import { callAs } from '../../src/programs/demo/call-as.ts'
import { submitApplication } from '../../src/programs/demo/buy-policy.ts'
import { STUDENT } from '../../src/programs/demo/demo-people.ts'
import { backoff, LEASE } from '../../src/server/jobs/job-rows.ts'
import { findOrCreateUser } from '../../src/features/session/server/sessions.ts'
import { standingAlone } from './login-by-code.ts'
import { startServer, type TestServer } from './start-server.ts'
import { startMailServer, type MailServer } from './mail-server.ts'

const TO = 'mei.lin@example.com'
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function withMail(
  options: Parameters<typeof startMailServer>[0] = {},
  address = '',
): Promise<{ mail: MailServer; server: TestServer }> {
  const mail = await startMailServer(options)
  ends.push(mail.close)
  const server = await startServer({
    env: {
      SMTP_URL: `smtp://${address.replace('PORT', String(mail.port)) || `127.0.0.1:${mail.port}`}`,
      MAIL_FROM: 'Youfang <hello@youfang.example>',
      LOG_LEVEL: 'debug',
      PUBLIC_SITE_URL: 'https://youfang.example',
    },
  })
  ends.push(server.close)
  return { mail, server }
}

const askCode = async (server: TestServer, lang: 'en' | 'cn' = 'en', destination = TO): Promise<void> => {
  expect(await server.client({ lang }).request(sendCode, { destination })).toMatchObject({ ok: true })
}
const failed = (server: TestServer) =>
  server.deps.db.selectFrom('jobs').selectAll().where('kind', 'in', MESSAGE_JOB_KINDS).execute()

test("a code goes out by mail in the reader's language, once, and leaves no trace in the logs", async () => {
  const { mail, server } = await withMail()
  await askCode(server)
  await server.drain()
  await askCode(server, 'cn', 'wei@example.com')
  await server.drain()
  const [en, cn] = mail.mails
  expect(mail.mails).toHaveLength(2)
  expect(en).toMatchObject({
    envelope: { from: 'hello@youfang.example', to: [TO] },
    subject: expect.stringMatching(/^\d{6} is your Youfang verification code$/),
  })
  expect(en?.headers).toMatchObject({
    from: 'Youfang <hello@youfang.example>',
    to: TO,
    'message-id': expect.stringMatching(/^<[0-9a-z]{26}@youfang\.example>$/),
  })
  expect(en?.text).toContain('It is valid for 5 minutes and works once.')
  expect(cn?.subject).toMatch(/验证码/)
  expect(cn?.html).toContain('<html lang="zh-CN">')
  const code = /\d{6}/.exec(en?.subject ?? '')?.[0] ?? ''
  expect(server.logs()).toContain('job done')
  expect(server.logs()).not.toMatch(standingAlone(code))
  for (const address of [TO, 'wei@example.com']) expect(server.logs()).not.toContain(address)
})

test('a policy is mailed with complete documents', async () => {
  const { mail, server } = await withMail()
  const { deps } = server
  const user = await deps.write((trx) => findOrCreateUser(deps, trx, STUDENT.email))
  const start = addDays(dayOf(deps.clock()), 10)
  const actor = callAs(deps, orderRoutes, { userId: user.id, lang: 'cn', at: deps.clock() })
  const order = await submitApplication(actor, {
    key: 'order-of-mail',
    trip: { plan: 'us-campus', tier: 'gold', start, end: endOfMonths(start, 12), destination: 'us' },
    people: { ...EMPTY_PEOPLE, relationship: 'self', policyholder: STUDENT },
  })
  await deps.write((trx) => markPaid(trx, { orderId: order.id, paymentId: 'test', at: deps.clock() }))
  await server.drain()
  const got = mail.mails.find((it) => it.attachments.length > 0)
  expect(got).toMatchObject({ envelope: { to: [STUDENT.email] }, subject: expect.stringMatching(/已出单/) })
  expect(got?.attachments).toHaveLength(10)
  const stored = await deps.db
    .selectFrom('files')
    .select(['id', 'name', 'sha256'])
    .where('owner', 'like', 'policy:%')
    .execute()
  for (const { name, mime, bytes } of got?.attachments ?? []) {
    expect(mime).toBe('application/pdf')
    const file = stored.find((it) => it.name === name)
    expect((await deps.files.bytes(file?.id ?? ''))?.bytes.equals(bytes), name).toBe(true)
  }
  for (const secret of [STUDENT.email, STUDENT.chineseName, STUDENT.idNumber])
    expect(server.logs()).not.toContain(secret)
})

test('whoever types addresses that no server takes makes nobody else’s codes slow', async () => {
  const { mail, server } = await withMail()
  const wrong = ['450 4.1.2 <nobody@none.example>: Domain not found', '452 4.2.2 full', '450 4.1.1 not now']
  mail.refuse.RCPT = [...wrong]
  for (const [i] of wrong.entries()) await askCode(server, 'en', `nobody@none${i}.example`)
  await server.drain()
  expect(await failed(server)).toHaveLength(wrong.length)
  expect(mail.refuse.RCPT).toEqual([])
  expect(server.deps.metrics.failing('mail')).toBe(false)
  mail.refuse.RCPT = ['451 4.3.0 no room', '550 5.7.1 relaying denied', '553 5.1.8 bad sender']
  for (const [i] of wrong.entries()) await askCode(server, 'en', `somebody${i}@example.com`)
  await server.drain()
  expect(server.deps.metrics.failing('mail')).toBe(true)
})

test('a mailbox that a server does not know for the moment is asked again', async () => {
  const { mail, server } = await withMail()
  mail.refuse.RCPT = ['450 5.1.1 not known yet']
  await askCode(server)
  await server.drain()
  expect(mail.mails).toEqual([])
  server.advance(5_000)
  await server.drain()
  expect(mail.mails).toHaveLength(1)
})

test('a temporary rejection is tried again later, and only its code is stored', async () => {
  const { mail, server } = await withMail()
  mail.refuse.RCPT = [`451 ${TO} is busy`]
  mail.refuse.END = ['452 disk full']
  await askCode(server)
  await server.drain()
  expect(mail.mails).toEqual([])
  expect((await failed(server))[0]).toMatchObject({
    attempts: 1,
    last_error: expect.stringMatching(/^mail server: 451/),
  })
  server.advance(5_000)
  await server.drain()
  expect((await failed(server))[0]).toMatchObject({
    attempts: 2,
    last_error: expect.stringMatching(/^mail server: 452/),
  })
  server.advance(10_000)
  await server.drain()
  expect(mail.mails).toHaveLength(1)
  expect((await failed(server))[0]?.done_at).not.toBeNull()
  expect(server.logs()).toMatch(/job failed/)
  expect(server.logs()).not.toContain(TO)
})

test('an outage shows with its first failed attempt, and a code that ended meanwhile is not sent', async () => {
  const { mail, server } = await withMail()
  const figures = () => server.deps.health.figures()
  mail.refuse.MAIL = Array.from({ length: 6 }, () => '451 later')
  await askCode(server)
  await server.drain()
  expect(await figures()).toMatchObject({ mailsNotTakenLastHour: 1, textMessagesNotTakenLastHour: 0 })
  for (const attempt of [1, 2, 3, 4, 5, 6]) {
    server.advance(backoff(attempt))
    await server.drain()
  }
  // 315 s after it was asked for: the mail server works again, and the code ended 15 s ago.
  expect(mail.refuse.MAIL).toEqual([])
  expect(mail.mails).toEqual([])
  expect(await server.deps.db.selectFrom('message_deliveries').select(['status', 'reason']).execute()).toEqual([
    { status: 'failed', reason: 'code_over' },
  ])
  expect(await figures()).toMatchObject({ mailsNotTakenLastHour: 1 })
  server.advance(60 * 60_000 + 1)
  expect(await figures()).toMatchObject({ mailsNotTakenLastHour: 0 })
})

test('no mail is lost while the mail server is down for a night, and expired codes are not sent', async () => {
  const { mail, server } = await withMail()
  const { deps } = server
  mail.refuse.MAIL = Array.from({ length: 60 }, () => '451 later')
  await askCode(server)
  await deps.write((trx) =>
    deps.messages.send(trx, orderMessages.order_expired, {
      to: TO,
      lang: 'en',
      key: 'letter-of-the-night',
      vars: {
        order: 'YFO-1',
        plan: 'US Campus',
        insured: 'Lin Mei',
        start: 'May',
        end: 'June',
        url: 'https://youfang.example/confirm',
      },
    }),
  )
  for (let i = 0; i < 24; i++) {
    await server.drain()
    server.advance(30 * 60_000)
  }
  mail.refuse.MAIL = []
  server.advance(6 * 3_600_000)
  await server.drain()
  expect(mail.mails.map((it) => it.subject)).toEqual([expect.not.stringMatching(/\d{6}/)])
  expect(
    await deps.db
      .selectFrom('jobs')
      .select('failed_at')
      .where('kind', 'in', MESSAGE_JOB_KINDS)
      .where('failed_at', 'is not', null)
      .execute(),
  ).toEqual([])
})

test('if the process dies between sending and recording it, the second mail has the same message id', async () => {
  const { mail, server } = await withMail()
  // The server accepted the mail, and the connection broke before it could say so.
  mail.refuse.END = ['drop']
  await askCode(server)
  await server.drain()
  server.advance(5_000)
  await server.drain()
  // The process died after the mail was sent: it leaves a job that is leased and not done.
  const [job] = await failed(server)
  await server.deps.write((trx) =>
    trx
      .updateTable('jobs')
      .set({ done_at: null, lease_until: server.deps.clock() + LEASE })
      .where('id', '=', job?.id ?? '')
      .execute(),
  )
  await server.drain()
  expect(mail.mails).toHaveLength(2)
  server.advance(LEASE)
  await server.drain()
  expect(mail.mails).toHaveLength(3)
  expect(new Set(mail.mails.map((it) => it.headers['message-id'])).size).toBe(1)
  expect(new Set(mail.mails.map((it) => it.text)).size).toBe(1)
  expect(await server.deps.db.selectFrom('messages').select('id').execute()).toHaveLength(1)
})

test('signs in over STARTTLS, and sends nothing in clear text where TLS is required', async () => {
  const login = { user: 'you@fang', pass: 'p:ss/wörd' }
  const credentials = `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}`
  const { mail, server } = await withMail(
    { starttls: true, login },
    `${credentials}@127.0.0.1:PORT?requireTLS=true&tls.rejectUnauthorized=false`,
  )
  await askCode(server)
  await server.drain()
  expect(mail.mails).toMatchObject([{ secure: true, user: login.user }])
  const plain = await withMail({}, '127.0.0.1:PORT?requireTLS=true')
  await askCode(plain.server)
  await plain.server.drain()
  expect(plain.mail.mails).toEqual([])
  expect((await failed(plain.server))[0]?.last_error).toMatch(/^mail server: 502 at STARTTLS/)
  expect(`${server.logs()}${plain.server.logs()}`).not.toContain(login.pass)
})

test('production requires TLS unless the settings say otherwise', () => {
  expect(smtpAddress('smtp://mail.example', 'production')).toContain('requireTLS=true')
  expect(smtpAddress('smtp://127.0.0.1?requireTLS=false', 'production')).toMatch(/requireTLS=false(?!.*requireTLS)/)
  expect(smtpAddress('smtp://mail.example', 'sandbox')).not.toContain('requireTLS')
})
