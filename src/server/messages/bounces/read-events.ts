/**
 * Parses what mail providers report: SendGrid, Mailgun, Postmark, Amazon SES (in SNS’s envelope or bare), and a plain
 * form of our own.
 */
import { z } from 'zod'
import { isComplaint, messageIdIn, type MailEvent } from './mail-event.ts'

const text = z.string().max(2_000)
const statusIn = (given: string | undefined): string | null =>
  given === undefined ? null : (/\b\d\.\d{1,3}\.\d{1,3}\b/.exec(given)?.[0] ?? null)
const MOST = 1_000
/** SendGrid reports opened and delivered mails in the same batch; the body's limit of 1 MiB bounds it too. */
const MOST_OF_BATCH = 20_000

const sendgrid = z
  .array(
    z.looseObject({
      email: text,
      event: text,
      type: text.optional(),
      status: text.optional(),
      'smtp-id': text.optional(),
    }),
  )
  .max(MOST_OF_BATCH)
  .transform((all) =>
    all.flatMap((it): MailEvent[] => {
      const of = { status: statusIn(it.status), messageId: messageIdIn(it['smtp-id']), recipient: it.email }
      if (it.event === 'spamreport') return [{ kind: 'complained', permanent: true, ...of }]
      return it.event === 'bounce' ? [{ kind: 'bounced', permanent: it.type !== 'blocked', ...of }] : []
    }),
  )

const mailgun = z
  .looseObject({
    'event-data': z.looseObject({
      event: text,
      severity: text.optional(),
      recipient: text,
      'delivery-status': z.looseObject({ 'enhanced-code': text.optional() }).optional(),
      message: z.looseObject({ headers: z.looseObject({ 'message-id': text.optional() }).optional() }).optional(),
    }),
  })
  .transform(({ 'event-data': it }): MailEvent[] => {
    const id = it.message?.headers?.['message-id']
    const of = {
      status: statusIn(it['delivery-status']?.['enhanced-code']),
      messageId: messageIdIn(id),
      recipient: it.recipient,
    }
    if (it.event === 'complained') return [{ kind: 'complained', permanent: true, ...of }]
    return it.event === 'failed' ? [{ kind: 'bounced', permanent: it.severity === 'permanent', ...of }] : []
  })

const postmark = z
  .looseObject({
    RecordType: z.enum(['Bounce', 'SpamComplaint']),
    Type: text.optional(),
    Email: text,
    Details: text.optional(),
  })
  .transform((it): MailEvent[] => [
    {
      kind: it.RecordType === 'Bounce' ? 'bounced' : 'complained',
      permanent: it.RecordType === 'SpamComplaint' || it.Type === 'HardBounce' || it.Type === 'BadEmailAddress',
      status: statusIn(it.Details),
      messageId: null,
      recipient: it.Email,
    },
  ])

const sesHeaders = z
  .array(z.looseObject({ name: text, value: text }))
  .optional()
  .catch(undefined)
/**
 * A notification of an identity (`notificationType`) or an event of a configuration set (`eventType`); they differ in
 * nothing else.
 */
const ses = z
  .looseObject({
    notificationType: text.optional(),
    eventType: text.optional(),
    bounce: z
      .looseObject({
        bounceType: text,
        bouncedRecipients: z.array(z.looseObject({ emailAddress: text, status: text.optional() })).max(MOST),
      })
      .optional(),
    complaint: z
      .looseObject({
        complainedRecipients: z.array(z.looseObject({ emailAddress: text })).max(MOST),
        complaintFeedbackType: text.nullish(),
      })
      .optional(),
    mail: z.looseObject({ source: text.optional(), headers: sesHeaders }),
  })
  .refine((it) => (it.notificationType ?? it.eventType) !== undefined)
  .transform(({ bounce, complaint, mail }): MailEvent[] => {
    // SES gives each mail its own Message-ID: ours is in the headers, where they are switched on, and in the envelope's
    // sender.
    const messageId =
      messageIdIn(mail.headers?.find(({ name }) => name.toLowerCase() === 'message-id')?.value) ??
      messageIdIn(mail.source)
    return [
      ...(bounce?.bouncedRecipients ?? []).map((it): MailEvent => ({
        kind: 'bounced',
        permanent: bounce?.bounceType === 'Permanent',
        status: statusIn(it.status),
        messageId,
        recipient: it.emailAddress,
      })),
      ...(isComplaint(complaint?.complaintFeedbackType ?? 'abuse') ? (complaint?.complainedRecipients ?? []) : []).map(
        (it): MailEvent => ({
          kind: 'complained',
          permanent: true,
          status: null,
          messageId,
          recipient: it.emailAddress,
        }),
      ),
    ]
  })

const sns = z
  .looseObject({ Type: z.literal('Notification'), Message: z.string().max(1_000_000) })
  .transform(({ Message }, ctx): MailEvent[] => {
    const found = ses.safeParse(parsedJson(Message))
    if (found.success) return found.data
    // The test message that SNS sends for a subscription is not JSON.
    if (parsedJson(Message) === undefined) return []
    ctx.addIssue('not of SES')
    return z.NEVER
  })

function parsedJson(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}

const plain = z
  .strictObject({
    event: z.enum(['bounced', 'complained']),
    permanent: z.boolean(),
    email: text,
    status: text.optional(),
    messageId: text.optional(),
  })
  .transform((it): MailEvent[] => [
    {
      kind: it.event,
      permanent: it.permanent,
      status: statusIn(it.status),
      messageId: messageIdIn(it.messageId),
      recipient: it.email,
    },
  ])

const FORMS = [sendgrid, mailgun, postmark, sns, ses, plain] as const

/** `undefined` for an unknown form. */
export function readEvents(body: unknown): MailEvent[] | undefined {
  for (const form of FORMS) {
    try {
      return form.parse(body)
    } catch {
      // Not this form: try the next.
    }
  }
  return undefined
}
