/**
 * A partner's own program, written only from docs/partners.md: it imports no file of the product and runs in its own
 * process. `node partner-program.ts link <settings> <fields>` prints a link; `… receive <settings>` listens, prints its
 * port, then a line for each message it was sent.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

const base64url = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64url')

interface Settings {
  site: string
  coId: string
  inId: string
  key: string
  secret: string
  now?: number
}

function partnerLink(
  { site, coId, inId, key, secret, now = Date.now() }: Settings,
  said: Record<string, unknown>,
): string {
  const payload = {
    co_id: coId,
    in_id: inId,
    page: '/interconnection',
    nonce: base64url(randomBytes(16)),
    exp: Math.floor(now / 1000) + 24 * 3600,
    ...said,
  }
  const signed = `yp1.${key}.${base64url(JSON.stringify(payload))}`
  const signature = createHmac('sha256', secret).update(signed).digest('base64url')
  const query = new URLSearchParams({ in_id: inId, co_id: coId, token: `${signed}.${signature}` })
  return `${site}${payload.page}?${query}`
}

interface Message {
  id: string
  order: string
  sequence: number
  type: string
}

function readMessage(
  headers: IncomingHttpHeaders,
  body: string,
  known: Record<string, string>,
  now: number,
): Message | undefined {
  const { 'youfang-id': id, 'youfang-timestamp': timestamp, 'youfang-signature': signatures = '' } = headers
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= 300)) return undefined
  const holds = String(signatures)
    .split(',')
    .some((part) => {
      const [key = '', signature = ''] = part.split('=')
      const secret = Object.hasOwn(known, key) ? known[key] : undefined
      if (secret === undefined) return false
      const want = createHmac('sha256', secret)
        .update(`webhook.${String(id)}.${String(timestamp)}.${body}`)
        .digest()
      const given = Buffer.from(signature, 'base64url')
      return given.length === want.length && timingSafeEqual(given, want)
    })
  const message = holds ? (JSON.parse(body) as Message) : undefined
  return message?.id === id ? message : undefined
}

/**
 * Accepts each message once, and ignores older states of an order. `/fail` answers like a broken program, `/away`
 * redirects elsewhere.
 */
function receive({ key, secret, now = Date.now() }: Settings): void {
  const seen = new Set<string>()
  const last = new Map<string, number>()
  const judge = (message: Message | undefined): string => {
    if (!message) return 'refused'
    if (seen.has(message.id)) return 'repeated'
    seen.add(message.id)
    if (message.sequence <= (last.get(message.order) ?? 0)) return 'overtaken'
    last.set(message.order, message.sequence)
    return 'taken'
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const verdict =
        request.url === '/hook' ? judge(readMessage(request.headers, body, { [key]: secret }, now)) : 'broken'
      console.log(JSON.stringify({ verdict, headers: request.headers, body }))
      response
        .writeHead(verdict === 'broken' ? (request.url === '/away' ? 302 : 500) : verdict === 'refused' ? 401 : 200, {
          location: '/hook',
        })
        .end()
    })
  })
  server.listen(0, '127.0.0.1', () => console.log(String((server.address() as AddressInfo).port)))
}

const [, , act, settings = '{}', said = '{}'] = process.argv
if (act === 'link')
  console.log(partnerLink(JSON.parse(settings) as Settings, JSON.parse(said) as Record<string, unknown>))
if (act === 'receive') receive(JSON.parse(settings) as Settings)
