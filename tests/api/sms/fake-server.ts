/** A local provider of text messages, for tests: reads whole requests and answers by the rules of the test. */
import { createServer, type IncomingHttpHeaders } from 'node:http'

export interface FakeRequest {
  method: string
  path: string
  query: URLSearchParams
  rawQuery: string
  headers: IncomingHttpHeaders
  body: string
}
export interface FakeAnswer {
  status: number
  body: unknown
  location?: string
}

/** What happens to the next message. `lost`: it is accepted, and the connection ends before the answer. */
export type Fault = 'refused' | 'number_throttled' | 'throttled' | 'rejected' | 'down' | 'garbage' | 'redirect' | 'lost'

interface SentText {
  to: string
  text: string
  reference: string
  id: string
}

export interface FakeProvider {
  url: string
  sent: SentText[]
  /** Calls received, whatever was answered. */
  calls: string[]
  /** Faults of the next messages, one each. */
  faults: Fault[]
  /** By reference; `waiting` when there is no entry. */
  receipts: Record<string, 'delivered' | 'failed'>
  /** Ids of templates that nobody has approved yet. */
  pending: Set<string>
  close: () => Promise<unknown>
}

export type Rules = (request: FakeRequest, fake: Omit<FakeProvider, 'url' | 'close'>) => FakeAnswer | 'hang up'

export async function fakeProvider(rules: Rules): Promise<FakeProvider> {
  const state = { sent: [], calls: [], faults: [], receipts: {}, pending: new Set<string>() } satisfies Omit<
    FakeProvider,
    'url' | 'close'
  >
  const server = createServer((request, response) => {
    let body = ''
    request
      .on('data', (chunk: Buffer) => (body += chunk.toString()))
      .on('end', () => {
        const url = new URL(request.url ?? '/', 'http://fake')
        const answer = rules(
          {
            method: request.method ?? '',
            path: url.pathname,
            query: url.searchParams,
            rawQuery: url.search.slice(1),
            headers: request.headers,
            body,
          },
          state,
        )
        if (answer === 'hang up') {
          request.socket.destroy()
          return
        }
        response.writeHead(answer.status, {
          'content-type': 'application/json',
          ...(answer.location ? { location: answer.location } : {}),
        })
        response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
      })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    ...state,
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(done)
      }),
  }
}

/** Faults in which all providers are alike: down, no JSON, a redirect. */
export function commonFault(fault: Fault | undefined): FakeAnswer | 'hang up' | undefined {
  if (fault === 'down') return { status: 503, body: '<html>busy</html>' }
  if (fault === 'garbage') return { status: 200, body: '<html>a page of a proxy</html>' }
  if (fault === 'redirect') return { status: 302, body: '', location: 'http://127.0.0.1:9/elsewhere' }
  return fault === 'lost' ? 'hang up' : undefined
}
