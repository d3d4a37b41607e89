/** Odd addresses, other sites' pages, and sender addresses that change with every request. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from './start-server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'youfang-doors-'))
let server: TestServer
beforeAll(async () => {
  mkdirSync(join(dataDir, 'dist'))
  writeFileSync(join(dataDir, 'dist/404.html'), 'nothing here')
  writeFileSync(join(dataDir, 'dist/home.html'), 'home')
  server = await startServer({ env: { OUT_DIR: join(dataDir, 'dist'), TRUST_PROXY: '127.0.0.1' } })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true })
})

/** Sends the path unchanged, which `fetch` would not do. */
function get(path: string, method = 'GET'): Promise<{ status: number; location: string | undefined }> {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(server.url)
    rawRequest({ hostname, port, path, method }, (response) => {
      response.resume()
      response.on('end', () => done({ status: response.statusCode ?? 0, location: response.headers.location }))
    })
      .on('error', fail)
      .end()
  })
}

describe('an address', () => {
  test.each([
    ['of a long name', `/${'a'.repeat(255)}`],
    ['of a longer name', `/${'a'.repeat(2000)}`],
    ['with NUL', '/a%00b'],
    ['that escapes badly', '/%E0%A4%A'],
    ['with half a character', '/%ED%A0%80'],
    ['with a lone %', '/%'],
    ['with bytes that are no text', '/%ff%fe'],
    ['of dots', '/..%2f..%2fetc/passwd'],
    ['of a call that there is not', `/index/${'b'.repeat(900)}`],
    ['in Chinese', `/cn/${encodeURIComponent('保'.repeat(200))}`],
    ['that is deep', '/a'.repeat(900)],
    ['for a proxy', 'http://evil.example//evil.example/'],
  ])('%s is not found', async (_, path) => {
    expect((await get(path)).status).toBe(404)
    expect((await get(path, 'POST')).status).toBe(404)
  })

  test.each(['/%E0%A4%A', '/cn/%', '/index/none', '/sandbox/gateway/pay/none'])(
    '%s shows a browser the page for what is not found, and a program an envelope',
    async (path) => {
      const answer = (accept: string) => fetch(`${server.url}${path}`, { headers: { accept } })
      const page = await answer('text/html,application/xhtml+xml,*/*;q=0.8')
      expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
        404,
        'text/html; charset=utf-8',
        'nothing here',
      ])
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
      const program = await answer('application/json')
      expect([program.status, await program.json()]).toMatchObject([404, { status: 0 }])
      expect(program.headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  test.each([
    ['a long path', `/${'a'.repeat(2048)}`],
    ['slashes', `${'/'.repeat(15_000)}x`],
    ['a long path before a query', `/home/${'a'.repeat(3000)}?a=1`],
  ])('with %s is refused as too long', async (_, path) => {
    expect((await get(path)).status).toBe(414)
    expect((await get(path, 'POST')).status).toBe(414)
  })

  test('may have a long query', async () => {
    expect((await get(`/home?a=${'b'.repeat(8000)}`)).status).toBe(200)
  })

  test.each([
    ['/home/', '/home'],
    ['//home//', '/home'],
    ['/\\evil.example/', '/evil.example'],
    ['/a\\b/', '/a%5Cb'],
    ['/\\/\\evil.example/?a=\\', '/evil.example?a=%5C'],
  ])('%s redirects to %s on this site', async (path, location) => {
    expect(await get(path)).toEqual({ status: 308, location })
  })
})

test('requests for pages count towards the rate limit', async () => {
  const strict = await startServer({ env: { OUT_DIR: join(dataDir, 'dist'), CALLS_PER_MINUTE: '1' } })
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await fetch(`${strict.url}/home`)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect((await fetch(`${strict.url}/healthz`)).status).toBe(200)
  await strict.close()
})

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  'the method %s cannot make a call',
  async (method) => {
    const { db } = server.deps
    const before = await db.selectFrom('login_codes').selectAll().execute()
    const { status } = await get(`/index/session/sendCode?lang=en&destination=somebody%40example.com`, method)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(await db.selectFrom('login_codes').selectAll().execute()).toEqual(before)
  },
)

describe("another site's page", () => {
  const sendCode = async (headers: Record<string, string>) =>
    (
      await fetch(`${server.url}/index/session/sendCode?destination=cross@example.com`, {
        method: 'POST',
        headers: { unique: 'n'.repeat(40), ...headers },
      })
    ).json()

  test('cannot have a sign-in code sent', async () => {
    expect(await sendCode({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).toMatchObject({
      status: -1,
      code: 31000,
      data: { cause: 'other_site' },
    })
    expect(await sendCode({ origin: 'https://evil.example' })).toMatchObject({ status: -1, code: 31000 })
    expect(await server.drain()).toBe(0)
    expect(await sendCode({ 'sec-fetch-site': 'same-origin', origin: server.url })).toMatchObject({ status: 1 })
  })

  test.each([
    ['/sandbox/clock?advance=1000', ''],
    ['/sandbox/messages', ''],
    ['/sandbox/gateway/faults', 'name=refunds_slow&left=1'],
    ['/sandbox/gateway/pay/none', 'outcome=pay'],
    ['/sandbox/partner', 'x=1'],
  ])('cannot use %s of a sandbox that runs on the visitor’s own machine', async (path, body) => {
    const before = server.deps.clock()
    const send = async (headers: Record<string, string>) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body,
      })
    const others: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const headers of others) {
      const reply = await send(headers)
      expect([reply.status, await reply.json()]).toMatchObject([403, { code: 31000, data: { cause: 'other_site' } }])
    }
    expect(server.deps.clock()).toBe(before)
    expect((await send({ 'sec-fetch-site': 'same-origin', origin: server.url })).status).not.toBe(403)
  })
})

test('the clock of the sandbox stays within days that exist', async () => {
  const before = server.deps.clock()
  for (const advance of ['9007199254740991', '-9007199254740991', '1e15', '-1e14', 'x', '1.5'])
    expect((await fetch(`${server.url}/sandbox/clock?advance=${advance}`, { method: 'POST' })).status).toBe(400)
  expect(server.deps.clock()).toBe(before)
})

test('pages of named origins may read answers, and no others', async () => {
  const [named, other] = ['https://www.example', 'https://www.example.evil']
  const shared = await startServer({ env: { CORS_ORIGINS: named } })
  const allowed = async (origin: string, method: string) =>
    (
      await fetch(`${shared.url}/index/session/sandbox`, {
        method,
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    ).headers.get('access-control-allow-origin')
  for (const method of ['POST', 'OPTIONS'])
    expect([await allowed(named, method), await allowed(other, method)]).toEqual([named, null])
  await shared.close()
})

/** Sends bytes as they are, and returns the first line of what comes back. */
function raw(text: string): Promise<string> {
  return new Promise((done, fail) => {
    let said = ''
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
    socket.on('error', fail).on('close', () => done(said.split('\r\n')[0] ?? ''))
  })
}

test.each([
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
  ['two lengths', 'Content-Length: 5\r\nContent-Length: 6'],
  ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity'],
  ['a length that is no number', 'Content-Length: +5'],
])('a request with %s is refused: a proxy could see another end', async (_, headers) => {
  const call = 'POST /index/session/sandbox HTTP/1.1\r\nHost: a'
  expect(await raw(`${call}\r\n${headers}\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`)).toContain(' 400 ')
})

test('spellings of one mailbox share a limit, and a refusal reveals nothing else', async () => {
  const ask = async (call: string, query: Record<string, string>) =>
    (
      await fetch(`${server.url}/index/session/${call}?${new URLSearchParams(query)}`, {
        method: 'POST',
        headers: { unique: 'm'.repeat(40) },
      })
    ).json()
  expect(await ask('sendCode', { destination: 'plus@example.com' })).toMatchObject({ status: 1 })
  expect(await ask('sendCode', { destination: 'plus+one@example.com' })).toMatchObject({ status: 0, code: 'too_soon' })
  const refused = (await ask('login', { destination: 'plus@example.com', code: '000000', agreed: 'true' })) as {
    data: Record<string, unknown>
  }
  expect(Object.keys(refused.data).sort()).toEqual(['fields', 'triesLeft'])
})

test('a sender is counted once, whatever port its proxy reports', async () => {
  const strict = await startServer({ env: { CALLS_PER_MINUTE: '3', TRUST_PROXY: '127.0.0.1' } })
  const from = async (ip: string) =>
    (await fetch(`${strict.url}/index/session/sandbox`, { method: 'POST', headers: { 'x-forwarded-for': ip } })).status
  const all = async (...ips: string[]) => {
    const statuses = []
    for (const ip of ips) statuses.push(await from(ip))
    return statuses
  }
  expect(await all('203.0.113.9:1001', '203.0.113.9:1002', '"203.0.113.9:1003"', '203.0.113.9:1004')).toEqual([
    200, 200, 200, 429,
  ])
  expect(await all('[2001:db8::1]:1', '[2001:db8::1]:2', '[2001:db8::2]:3', '2001:db8::4')).toEqual([
    200, 200, 200, 429,
  ])
  expect(await all('garbage', 'more garbage', '_hidden', 'unknown')).toEqual([200, 200, 200, 429])
  await strict.close()
})
