/**
 * Reads the structure of a mail (RFC 5322, 2045), as far as reports about mail need it: headers, and the parts of a
 * multipart.
 */
export interface MimePart {
  headers: ReadonlyMap<string, string>
  /** `multipart/report` */
  type: string
  body: string
  parts: readonly MimePart[]
}

const DEEPEST = 5
const MOST_PARTS = 50

/** `raw` holds bytes as latin1. */
export function readMime(raw: string, depth = 0): MimePart {
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
export function readHeaders(text: string): ReadonlyMap<string, string> {
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
export const allParts = (part: MimePart): MimePart[] => [part, ...part.parts.flatMap(allParts)]
