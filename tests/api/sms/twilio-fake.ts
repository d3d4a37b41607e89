/** Twilio's Messages API by its documentation, and a receipt posted and signed as Twilio does. */
import { createHmac } from 'node:crypto'
import { commonFault, fakeProvider, type FakeAnswer, type FakeProvider, type Fault } from './fake-server.ts'

const LIMITS = new Map<Fault | undefined, number>([
  ['number_throttled', 14107],
  ['throttled', 20429],
])

export const TWILIO = {
  account: 'AC0123456789abcdef0123456789abcdef',
  token: 'twilio-token-of-test',
  from: '+15005550006',
}

const failure = (status: number, code: number): FakeAnswer => ({
  status,
  body: {
    code,
    message: 'a text that quotes +8613912345678',
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  },
})
const STATUS = { delivered: 'delivered', failed: 'undelivered', waiting: 'sent' } as const

export const twilioFake = (): Promise<FakeProvider> =>
  fakeProvider((request, fake) => {
    fake.calls.push(`${request.method} ${request.path}`)
    if (
      request.headers.authorization !== `Basic ${Buffer.from(`${TWILIO.account}:${TWILIO.token}`).toString('base64')}`
    )
      return failure(401, 20003)
    const base = `/2010-04-01/Accounts/${TWILIO.account}`
    if (request.path === `${base}.json`) return { status: 200, body: { sid: TWILIO.account, status: 'active' } }
    if (request.method === 'POST' && request.path === `${base}/Messages.json`) {
      const fault = fake.faults.shift()
      const common = commonFault(fault)
      if (common && common !== 'hang up') return common
      const form = new URLSearchParams(request.body)
      if (fault === 'refused' || !/^\+86\d{11}$/.test(form.get('To') ?? '')) return failure(400, 21211)
      const limit = LIMITS.get(fault)
      if (limit !== undefined) return failure(429, limit)
      if (fault === 'rejected' || form.get('From') !== TWILIO.from) return failure(400, 21606)
      const reference = `SM${String(fake.sent.length + 1).padStart(32, '0')}`
      fake.sent.push({
        to: form.get('To') ?? '',
        text: form.get('Body') ?? '',
        reference,
        id: form.get('StatusCallback') ?? '',
      })
      return (
        common ?? {
          status: 201,
          body: { sid: reference, status: 'queued', num_segments: '0', error_code: null, error_message: null },
        }
      )
    }
    const asked = new RegExp(`^${base}/Messages/(SM\\d+)\\.json$`).exec(request.path)?.[1]
    if (asked === undefined) return failure(404, 20404)
    const state = fake.receipts[asked] ?? 'waiting'
    return {
      status: 200,
      body: { sid: asked, status: STATUS[state], num_segments: '2', error_code: state === 'failed' ? 30005 : null },
    }
  })

/** Posts a message's status, signed over the address that Twilio was given. */
export async function postReceipt(
  server: string,
  siteUrl: string,
  fields: Readonly<Record<string, string>>,
  token = TWILIO.token,
): Promise<number> {
  const text = `${siteUrl}/notify/sms/twilio${Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flat()
    .join('')}`
  const response = await fetch(`${server}/notify/sms/twilio`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-twilio-signature': createHmac('sha1', token).update(text).digest('base64') },
  })
  return response.status
}
