/**
 * Parses a bounced mail: a delivery status notification (RFC 3464) or a complaint (ARF, RFC 5965). Anybody can write
 * such a mail, so it counts only for the message whose id it names, and only who received that message knows the id.
 */
import { isHardStatus } from './bounce-codes.ts'
import { isComplaint, messageIdIn, type MailEvent } from './mail-event.ts'

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

/**
 * Reads the structure of a mail (RFC 5322, 2045), as far as reports about mail need it: headers, and the parts of a
 * multipart.
 */
interface MimePart {
  headers: ReadonlyMap<string, string>
  /** `multipart/report` */
  type: string
  body: string
  parts: readonly MimePart[]
}

const DEEPEST = 5
const MOST_PARTS = 50

/** `raw` holds bytes as latin1. */
function readMime(raw: string, depth = 0): MimePart {
  const text = raw.replaceAll('\r\n', '\n')
  const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n')
  const headers = readHeaders(end < 0 ? text : text.slice(0, end))
  const body = end < 0 ? '' : text.slice(end + (end === 0 ? 1 : 2))
  const declared = headers.get('content-type') ?? 'text/plain'
  const type = declared.split(';')[0]?.trim().toLowerCase() ?? ''
  return {
    headers,
    type,
    body: decoded(body, headers.get('content-transfer-encoding')),
    parts: depth < DEEPEST && type.startsWith('multipart/') ? partsOf(body, declared, depth) : [],
  }
}

/** Fields by lower-case name, the first of each; folded lines are joined. */
function readHeaders(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of text
    .replaceAll('\r\n', '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

function partsOf(body: string, declared: string, depth: number): MimePart[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(declared)?.[1]?.trim()
  if (!boundary) return []
  const pieces = `\n${body}`.split(`\n--${boundary}`).slice(1, MOST_PARTS + 1)
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .map((piece) => readMime(piece.replace(/^[ \t]*\n/, ''), depth + 1))
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding?.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString('latin1')
  if (encoding?.toLowerCase() !== 'quoted-printable') return body
  return body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

/** The part itself and all parts inside it. */
const allParts = (part: MimePart): MimePart[] => [part, ...part.parts.flatMap(allParts)]
