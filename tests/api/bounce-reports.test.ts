/** Reports of bounces: of Amazon SES through SNS, of a file, of each provider. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { readEvents } from '../../src/server/messages/bounces/read-events.ts'
import { readReport } from '../../src/server/messages/bounces/read-report.ts'
import { messageCommands } from '../../src/server/messages/message-commands.ts'
import { preparedOutput } from './operator-commands.ts'
import { exchangeReport, postfixReport } from './returned-mails.ts'
import { startServer, type TestServer } from './start-server.ts'
import { endEach, TO, SECRET, ends, started, told, stateOf, marks, post } from './bounces-fixtures.ts'

endEach()
const folder = mkdtempSync(join(tmpdir(), 'youfang-bounces-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (server: TestServer, verb: string, options: Record<string, unknown> = {}): Promise<string> =>
  preparedOutput(server.deps, messageCommands, verb, options)

test('without the secret in the settings the bounce endpoint does not exist', async () => {
  const server = await startServer()
  ends.push(server.close)
  expect(await post(server, '{}', 'application/json')).toBe(404)
})

/**
 * In the form that SNS posts: JSON as text, the event of SES as text within it, the secret as the password of its
 * address.
 */
const viaSns = (message: object | string, type = 'Notification', more: object = {}): string =>
  JSON.stringify({
    Type: type,
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: 'arn:aws:sns:eu-west-1:123456789012:mail',
    Message: typeof message === 'string' ? message : JSON.stringify(message),
    Timestamp: '2026-03-01T02:00:00.000Z',
    SignatureVersion: '1',
    Signature: 'EXAMPLEpH+',
    SigningCertURL:
      'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem',
    ...more,
  })
const sesMail = (id: string) => ({
  timestamp: '2026-03-01T02:00:00.000Z',
  source: `bounces+${id}@mail.youfang.example`,
  messageId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000',
  destination: [TO],
  headersTruncated: false,
})
const sesBounce = (id: string, bounceType: string, status: string) => ({
  notificationType: 'Bounce',
  mail: sesMail(id),
  bounce: {
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [
      { emailAddress: TO, status, action: 'failed', diagnosticCode: `smtp; 550 ${status} user unknown` },
    ],
    timestamp: '2026-03-01T02:00:01.000Z',
    feedbackId: 'f',
  },
})

test('Amazon SES reports through SNS, and only a subscription at SNS itself is confirmed', async () => {
  const { server } = await started()
  const basic = `Basic ${Buffer.from(`mail:${SECRET}`).toString('base64')}`
  const opened: string[] = []
  const real = globalThis.fetch
  const answers = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (!url.startsWith('https:')) return real(input, init)
    opened.push(url)
    return Promise.resolve(new Response('', { status: opened.length === 1 ? 503 : 200 }))
  })
  ends.push(async () => answers.mockRestore())
  const confirm = (SubscribeURL: string) =>
    viaSns('You have chosen to subscribe to the topic', 'SubscriptionConfirmation', {
      Token: '2336412f37',
      SubscribeURL,
    })
  const right =
    'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-west-1:123456789012:mail&Token=2336412f37'
  expect(await post(server, confirm(right), 'text/plain; charset=UTF-8', 'Bearer wrong')).toBe(401)
  for (const wrong of [
    'http://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
    'https://sns.eu-west-1.amazonaws.com.evil.example/?Action=ConfirmSubscription',
    'https://evil.example/sns.eu-west-1.amazonaws.com?Action=ConfirmSubscription',
    'https://a@sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
    'https://sns.eu-west-1.amazonaws.com/?Action=DeleteTopic',
    'file:///etc/passwd',
    '',
  ]) {
    expect(await post(server, confirm(wrong), 'text/plain; charset=UTF-8', basic), wrong).toBe(400)
  }
  expect(opened).toEqual([])
  // SNS gave no answer: it gets an error, and asks again.
  expect(await post(server, confirm(right), 'text/plain; charset=UTF-8', basic)).toBe(502)
  expect(await post(server, confirm(right), 'text/plain; charset=UTF-8', basic)).toBe(204)
  expect(opened).toEqual([right, right])

  const id = await told(server)
  expect(await post(server, viaSns(sesBounce(id, 'Transient', '5.2.2')), 'text/plain; charset=UTF-8', basic)).toBe(204)
  expect(await marks(server)).toEqual([])
  expect(await post(server, viaSns(sesBounce(id, 'Permanent', '5.1.1')), 'text/plain; charset=UTF-8', basic)).toBe(204)
  expect(await marks(server)).toMatchObject([{ reason: 'bounced', status_code: '5.1.1', delivery_id: id }])
  expect(server.logs()).not.toMatch(new RegExp(`${TO}|2336412f37`))
})

test('operators import a bounced mail from a file, list marked mailboxes, and clear one', async () => {
  const { server } = await started()
  const id = await told(server)
  const file = join(folder, 'returned.eml')
  writeFileSync(file, exchangeReport({ recipient: TO, status: '5.1.10', messageId: id }))
  expect(await run(server, 'bounce', { file })).toMatch(/^bounced 5\.1\.10: the mailbox takes no mail/)
  expect(await run(server, 'mailboxes', { to: TO })).toMatch(
    new RegExp(`bounced {2}5\\.1\\.10 {2}message ${id} {2}no account`),
  )
  expect(await run(server, 'mailboxes')).not.toContain('mei')
  writeFileSync(file, 'Subject: hello\n\nI am on holiday.')
  expect(await run(server, 'bounce', { file })).toBe('No report of a mail that failed: nothing done')
  expect(await run(server, 'clear', { email: TO })).toBe('Messages go there again')
  await expect(run(server, 'clear', { email: TO })).rejects.toMatchObject({ code: 'not_found' })
  expect(await stateOf(server, await told(server))).toMatchObject({ status: 'sent' })
})

test('bounce reports of each provider are parsed', () => {
  const id = '01jnq0abcdefghjkmnpqrstvwx'
  const event = { messageId: id, recipient: TO }
  const rest = { kind: 'bounced', permanent: true, status: '5.1.1', ...event }
  expect(
    readReport(
      Buffer.from(postfixReport({ to: 'hello@youfang.example', recipient: TO, status: '5.1.1', messageId: id })),
    ),
  ).toEqual([{ ...rest, recipient: null }])
  for (const broken of [
    '',
    'x',
    'Content-Type: multipart/report; boundary=a\n\n--a\n--a\n--a--',
    `Content-Type: multipart/mixed; boundary=a\n\n${'--a\nContent-Type: multipart/mixed; boundary=a\n\n'.repeat(2_000)}`,
  ])
    expect(readReport(Buffer.from(broken))).toEqual([])
  expect(
    readEvents([
      {
        email: TO,
        event: 'bounce',
        type: 'bounce',
        status: '5.1.1',
        'smtp-id': `<${id}@youfang.example>`,
        reason: 'r',
      },
      { email: TO, event: 'open' },
      { email: TO, event: 'spamreport' },
    ]),
  ).toEqual([rest, { kind: 'complained', permanent: true, status: null, messageId: null, recipient: TO }])
  // SendGrid collects up to 768 KB, mostly of mails that were opened; a batch that is refused comes again for a day,
  // and then never.
  expect(
    readEvents([
      ...Array.from({ length: 5_000 }, () => ({ email: TO, event: 'open' })),
      { email: TO, event: 'spamreport' },
    ]),
  ).toHaveLength(1)
  expect(
    readEvents({
      signature: {},
      'event-data': {
        event: 'failed',
        severity: 'permanent',
        recipient: TO,
        'delivery-status': { 'enhanced-code': '5.1.1' },
        message: { headers: { 'message-id': `${id}@youfang.example` } },
      },
    }),
  ).toEqual([rest])
  expect(readEvents({ 'event-data': { event: 'failed', severity: 'temporary', recipient: TO } })).toMatchObject([
    { permanent: false },
  ])
  expect(
    readEvents({ RecordType: 'Bounce', Type: 'HardBounce', Email: TO, Details: 'smtp;550 5.1.1 unknown' }),
  ).toEqual([{ ...rest, messageId: null }])
  expect(readEvents({ RecordType: 'SpamComplaint', Email: TO })).toMatchObject([{ kind: 'complained' }])
  expect(readEvents(JSON.parse(viaSns(sesBounce(id, 'Permanent', '5.1.1'))))).toEqual([rest])
  // "This is not spam" is pressed by somebody who wants our mail.
  expect(
    readEvents({
      eventType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: TO }], complaintFeedbackType: 'not-spam' },
      mail: sesMail('x'),
    }),
  ).toEqual([])
  expect(
    readEvents({
      eventType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: TO }], complaintFeedbackType: 'abuse' },
      mail: { ...sesMail('x'), headers: [{ name: 'Message-ID', value: `<${id}@youfang.example>` }] },
    }),
  ).toEqual([{ kind: 'complained', permanent: true, status: null, messageId: id, recipient: TO }])
  expect(readEvents({ notificationType: 'Delivery', mail: sesMail(id), delivery: { recipients: [TO] } })).toEqual([])
  expect(readEvents(JSON.parse(viaSns('Successfully validated SNS topic for Amazon SES event publishing.')))).toEqual(
    [],
  )
  expect(readEvents(JSON.parse(viaSns({ no: 'form' })))).toBeUndefined()
  for (const wrong of [null, 1, {}, { event: 'bounced' }, { event: 'bounced', permanent: 'yes', email: TO }])
    expect(readEvents(wrong)).toBeUndefined()
})
