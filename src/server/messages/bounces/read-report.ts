/**
 * Parses a bounced mail: a delivery status notification (RFC 3464) or a complaint (ARF, RFC 5965). Anybody can write
 * such a mail, so it counts only for the message whose id it names, and only who received that message knows the id.
 */
import { isHardStatus } from './bounce-codes.ts'
import { isComplaint, messageIdIn, type MailEvent } from './mail-event.ts'
import { allParts, readHeaders, readMime, type MimePart } from './mime-parts.ts'

/** Headers in which a mail server states the address that a mail was delivered to. */
const TO = ['x-original-to', 'delivered-to', 'envelope-to', 'to'] as const

/** What the mail reports; nothing for any other mail, and for a report that a mail is merely delayed. */
export function readReport(raw: Buffer): MailEvent[] {
  const mail = readMime(raw.toString('latin1'))
  const parts = allParts(mail)
  const complaint = parts.find((it) => it.type === 'message/feedback-report')
  const status = parts.find(
    (it) => it.type === 'message/delivery-status' || it.type === 'message/global-delivery-status',
  )
  if (complaint) return readComplaint(mail, parts, complaint)
  return status ? readStatus(mail, parts, status) : []
}

function readComplaint(mail: MimePart, parts: readonly MimePart[], report: MimePart): MailEvent[] {
  const fields = readHeaders(report.body)
  if (!isComplaint(fields.get('feedback-type') ?? 'abuse')) return []
  return [
    { kind: 'complained', permanent: true, status: null, messageId: messageIdOf(mail, parts, fields), recipient: null },
  ]
}

function readStatus(mail: MimePart, parts: readonly MimePart[], report: MimePart): MailEvent[] {
  const [perMessage = '', ...perRecipient] = report.body.replaceAll('\r\n', '\n').split(/\n{2,}/)
  const messageId = messageIdOf(mail, parts, readHeaders(perMessage))
  return perRecipient
    .map(readHeaders)
    .filter((it) => it.get('action')?.toLowerCase() === 'failed')
    .map((fields) => {
      const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? null
      return { kind: 'bounced', permanent: status !== null && isHardStatus(status), status, messageId, recipient: null }
    })
}

/** The envelope's address first, then the envelope's id, then the returned mail. */
function messageIdOf(mail: MimePart, parts: readonly MimePart[], report: ReadonlyMap<string, string>): string | null {
  for (const name of TO) {
    const id = messageIdIn(mail.headers.get(name))
    if (id !== null) return id
  }
  return (
    messageIdIn(report.get('original-envelope-id')) ??
    messageIdIn(report.get('original-mail-from')) ??
    returnedId(parts)
  )
}

function returnedId(parts: readonly MimePart[]): string | null {
  for (const { type, body } of parts) {
    const id =
      type === 'message/rfc822' || type === 'text/rfc822-headers' || type === 'message/rfc822-headers'
        ? messageIdIn(readHeaders(body.replaceAll('\r\n', '\n').split('\n\n')[0] ?? '').get('message-id'))
        : null
    if (id !== null) return id
  }
  return null
}
