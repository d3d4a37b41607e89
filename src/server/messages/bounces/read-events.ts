/** Reads what mail providers post about mails: SendGrid, Mailgun, Postmark, and a plain form of our own. */
import { z } from 'zod'
import { messageIdIn, type MailEvent } from './mail-event.ts'

const text = z.string().max(2_000)
const statusIn = (given: string | undefined): string | null => (given === undefined ? null : /\b\d\.\d{1,3}\.\d{1,3}\b/.exec(given)?.[0] ?? null)
const MOST = 1_000

const sendgrid = z.array(z.looseObject({ email: text, event: text, type: text.optional(), status: text.optional(), 'smtp-id': text.optional() })).max(MOST)
  .transform((all) => all.flatMap((it): MailEvent[] => {
    const of = { status: statusIn(it.status), messageId: messageIdIn(it['smtp-id']), recipient: it.email }
    if (it.event === 'spamreport') return [{ kind: 'complained', permanent: true, ...of }]
    return it.event === 'bounce' ? [{ kind: 'bounced', permanent: it.type !== 'blocked', ...of }] : []
  }))

const mailgun = z.looseObject({
  'event-data': z.looseObject({
    event: text, severity: text.optional(), recipient: text, 'delivery-status': z.looseObject({ 'enhanced-code': text.optional() }).optional(),
    message: z.looseObject({ headers: z.looseObject({ 'message-id': text.optional() }).optional() }).optional(),
  }),
}).transform(({ 'event-data': it }): MailEvent[] => {
  const id = it.message?.headers?.['message-id']
  const of = { status: statusIn(it['delivery-status']?.['enhanced-code']), messageId: messageIdIn(id), recipient: it.recipient }
  if (it.event === 'complained') return [{ kind: 'complained', permanent: true, ...of }]
  return it.event === 'failed' ? [{ kind: 'bounced', permanent: it.severity === 'permanent', ...of }] : []
})

const postmark = z.looseObject({ RecordType: z.enum(['Bounce', 'SpamComplaint']), Type: text.optional(), Email: text, Details: text.optional() })
  .transform((it): MailEvent[] => [{
    kind: it.RecordType === 'Bounce' ? 'bounced' : 'complained', permanent: it.RecordType === 'SpamComplaint' || it.Type === 'HardBounce' || it.Type === 'BadEmailAddress',
    status: statusIn(it.Details), messageId: null, recipient: it.Email,
  }])

const plain = z.strictObject({ event: z.enum(['bounced', 'complained']), permanent: z.boolean(), email: text, status: text.optional(), messageId: text.optional() })
  .transform((it): MailEvent[] => [{ kind: it.event, permanent: it.permanent, status: statusIn(it.status), messageId: messageIdIn(it.messageId), recipient: it.email }])

const FORMS = [sendgrid, mailgun, postmark, plain] as const

/** `undefined` for what is none of the forms that are known. */
export function readEvents(body: unknown): MailEvent[] | undefined {
  for (const form of FORMS) {
    try {
      return form.parse(body)
    } catch {
      // The next form.
    }
  }
  return undefined
}
