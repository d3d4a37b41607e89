/** Twilio (Messages API 2010-04-01). It sends the text itself; it posts signed receipts to us, and they can be polled. */
import { z } from 'zod'
import type { TwilioSettings } from '../message-settings.ts'
import { callProvider, readAnswer } from './provider-http.ts'
import { SmsFault, type SmsFaultKind, type SmsProvider } from './sms-provider.ts'
import { receiptOf } from './twilio-receipts.ts'

const errorSchema = z.looseObject({ code: z.number() })
const messageSchema = z.looseObject({
  sid: z.string(),
  status: z.string(),
  num_segments: z.coerce.number().optional(),
  error_code: z.number().nullish(),
})
const accountSchema = z.looseObject({ status: z.string() })

/** Error codes: not a number, cannot receive texts, or its owner told the carrier to stop. */
const REFUSED = new Set([21211, 21214, 21217, 21408, 21610, 21612, 21614])
const NUMBER_THROTTLED = 14107
const THROTTLED = new Set([20429, 21611, 63018])
function kindOf(code: number, status: number): SmsFaultKind {
  if (REFUSED.has(code)) return 'refused'
  if (code === NUMBER_THROTTLED) return 'number_throttled'
  return status === 429 || THROTTLED.has(code) ? 'throttled' : 'rejected'
}

export function twilio(settings: TwilioSettings): SmsProvider {
  const account = `${new URL(settings.url).origin}/2010-04-01/Accounts/${settings.account}`
  const headers = { authorization: `Basic ${Buffer.from(`${settings.account}:${settings.token}`).toString('base64')}` }

  async function call<S extends z.ZodType>(
    path: string,
    form: Record<string, string> | undefined,
    schema: S,
  ): Promise<z.output<S>> {
    const answer = await callProvider(
      'twilio',
      `${account}${path}`,
      form ? { method: 'POST', headers, body: new URLSearchParams(form) } : { headers },
    )
    if (answer.status < 300) return readAnswer('twilio', schema, answer)
    const { code } = readAnswer('twilio', errorSchema, answer)
    throw new SmsFault('twilio', kindOf(code, answer.status), String(code))
  }

  return {
    name: 'twilio',
    usesTemplates: false,
    send: async ({ to, text, receiptUrl }) => {
      const form: Record<string, string> = {
        To: to,
        [settings.from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: settings.from,
        Body: text,
      }
      // Twilio can post only to a public address.
      if (receiptUrl.startsWith('https:')) form['StatusCallback'] = receiptUrl
      const sent = await call('/Messages.json', form, messageSchema)
      return { reference: sent.sid, segments: sent.num_segments || undefined }
    },
    receipt: async ({ reference }) => {
      const found = await call(`/Messages/${encodeURIComponent(reference)}.json`, undefined, messageSchema)
      return receiptOf(found.status, found.error_code)
    },
    check: async () => {
      const { status } = await call('.json', undefined, accountSchema)
      return status === 'active' ? undefined : `the account is ${status}`
    },
  }
}
