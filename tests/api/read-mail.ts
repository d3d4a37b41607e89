/**
 * Parses a mail as a mail program does: headers with their encoded words, the parts of a multipart, attachments as
 * bytes.
 */
export interface Mail {
  headers: Record<string, string>
  subject: string
  text: string
  html: string
  attachments: { name: string; mime: string; bytes: Buffer }[]
}

interface Part {
  headers: Record<string, string>
  mime: string
  body: Buffer
  parts: Part[]
}

/** `raw` holds bytes as latin1. */
export function readMail(raw: string): Mail {
  const whole = readPart(raw)
  const leaves = (part: Part): Part[] => (part.parts.length > 0 ? part.parts.flatMap(leaves) : [part])
  const all = leaves(whole)
  const attached = all.filter((part) => part.headers['content-disposition']?.startsWith('attachment'))
  const inline = (mime: string): string =>
    all.find((part) => part.mime === mime && !attached.includes(part))?.body.toString('utf8') ?? ''
  return {
    headers: whole.headers,
    subject: words(whole.headers['subject'] ?? ''),
    text: inline('text/plain').replaceAll('\r\n', '\n'),
    html: inline('text/html'),
    attachments: attached.map((part) => ({
      name: nameOf(part.headers['content-disposition'] ?? ''),
      mime: part.mime,
      bytes: part.body,
    })),
  }
}

function readPart(raw: string): Part {
  const cut = raw.indexOf('\r\n\r\n')
  const headers = Object.fromEntries(
    raw
      .slice(0, cut)
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )
  const type = headers['content-type'] ?? 'text/plain'
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1]
  const body = raw.slice(cut + 4)
  const parts =
    boundary === undefined
      ? []
      : `\r\n${body}`
          .split(`\r\n--${boundary}`)
          .slice(1, -1)
          .map((part) => readPart(part.replace(/^\r\n/, '')))
  return {
    headers,
    mime: type.split(';')[0] ?? '',
    parts,
    body: decoded(body, headers['content-transfer-encoding'] ?? '7bit'),
  }
}

function decoded(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  return Buffer.from(
    body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )
}

/** RFC 2047. */
const words = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, how: string, body: string) =>
      (how.toUpperCase() === 'B'
        ? Buffer.from(body, 'base64')
        : decoded(body.replaceAll('_', ' '), 'quoted-printable')
      ).toString('utf8'),
    )

/** RFC 2231, or a plain name. */
function nameOf(disposition: string): string {
  const pieces = [...disposition.matchAll(/filename\*\d*\*?=(?:utf-8'')?"?([^;"]+)"?/gi)].map((it) => it[1] ?? '')
  return pieces.length > 0
    ? decodeURIComponent(pieces.join(''))
    : words(/filename="?([^";]+)/.exec(disposition)?.[1] ?? '')
}
