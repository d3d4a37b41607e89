/** Senders who are slow or never finish: they are disconnected, and nobody else notices. */
import { once } from 'node:events'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sendCode } from '../../src/features/session/contract.ts'
import type { TransportLimits } from '../../src/server/http/slow-requests.ts'
import { startServer, type RunningServer } from './start-server.ts'

let server: RunningServer
const sockets: Socket[] = []
const folders: string[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  await server.close()
})

const start = async (transport: Partial<TransportLimits>, env: Record<string, string> = {}): Promise<void> => {
  server = await startServer({ transport: { lookMs: 20, ...transport }, env })
}

async function opened(text: string, from = '127.0.0.1', allowHalfOpen = false): Promise<Socket> {
  const port = Number(new URL(server.url).port)
  const socket = connect({ host: '127.0.0.1', port, localAddress: from, allowHalfOpen })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Everything that arrives until the server ends the connection. */
async function answerTo(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(socket, 'close')
  return text
}

const head = (path: string, type: string, length = 50_000): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nunique: ${'u'.repeat(40)}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
const FORM = 'multipart/form-data; boundary=x'

test.each([
  ['a JSON body', () => `${head('/index/session/sendCode', 'application/json')}{"destination":"`],
  ['a form', () => `${head('/index/session/sendCode', 'application/x-www-form-urlencoded')}destination=`],
  [
    'the fields of a multipart body',
    () => `${head('/index/logout', FORM)}--x\r\nContent-Disposition: form-data; name="token"\r\n\r\naaa`,
  ],
  [
    'a chunked body',
    () =>
      `POST /index/session/sendCode HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"des\r\n`,
  ],
  ["a gateway's notification", () => `${head('/notify/sandbox', 'application/json')}{`],
  ['a body for no call at all', () => `${head('/nothing', 'application/json')}{`],
])('%s that never ends is aborted', async (_, text) => {
  await start({ bodyMs: 100 })
  const socket = await opened(text())
  const status = /^HTTP\/1\.1 (408|404)/.exec(await answerTo(socket))?.[1]
  expect(server.logs()).toContain(`"status":${status}`)
})

test('a header that never ends is aborted', async () => {
  await start({ headMs: 100 })
  expect(await answerTo(await opened('POST /index/logout HTTP/1.1\r\nHost: x\r\nx-a: '))).toMatch(
    /^HTTP\/1\.1 408[^]*"code":"http_400"/,
  )
})

test('a stalled file upload is aborted, whatever call takes it', async () => {
  await start({ uploadMs: 100 })
  const text = await answerTo(
    await opened(`${head('/file/claim/upload', FORM)}--x\r\nContent-Disposition: form-data; name="id"\r\n\r\naaa`),
  )
  expect(text).toMatch(/^HTTP\/1\.1 (200|408)/)
})

/** A connection whose request the server has, with a body that never ends. */
async function sendingBody(from: string): Promise<Socket> {
  const [line = '', rest = ''] = head('/index/logout', 'application/json').split(/(?<=HTTP\/1\.1\r\n)/)
  const socket = await opened(`${line}Expect: 100-continue\r\n${rest}`, from)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  expect(chunk.toString()).toMatch(/^HTTP\/1\.1 100/)
  return socket
}

test('connections are limited per address, without affecting other addresses', async () => {
  await start({ connectionsOfAddress: 3 })
  for (let i = 0; i < 3; i++) await sendingBody('127.0.0.9')
  expect(await answerTo(await opened('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', '127.0.0.9'))).toBe('')
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  const [first] = sockets
  first?.destroy()
  if (first) await once(first, 'close')
  await expect
    .poll(async () => {
      const again = await opened('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', '127.0.0.9')
      return answerTo(again)
    })
    .toMatch(/^HTTP\/1\.1 200/)
})

/** What strangers see: the answer to a request on a connection of their own. */
const stranger = async (from = '127.0.1.1'): Promise<string> =>
  answerTo(await opened('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', from))

test.each([
  ['that send nothing', ''],
  ['that begin a head', 'GET / HTTP/1.1\r\nHost: x\r\nx-a: '],
])(
  'connections %s, all that the process may have: strangers are answered, the oldest of them goes',
  async (_, sent) => {
    await start({ connections: 4 })
    const silent = []
    for (let i = 0; i < 4; i++) silent.push(await opened(sent, `127.0.0.${10 + i}`))
    await expect.poll(server.connections).toBe(4)
    const [oldest, ...others] = silent
    const closed = oldest && once(oldest, 'close')
    expect(await stranger()).toMatch(/^HTTP\/1\.1 200/)
    await closed
    expect(others.map((it) => it.closed)).toEqual([false, false, false])
  },
)

test('a silent connection gives way before one that waits for its next request', async () => {
  await start({ connections: 2 })
  const idle = await idleAfterAnswer('127.0.0.9')
  const silent = await opened('', '127.0.0.9')
  await expect.poll(server.connections).toBe(2)
  const closed = once(silent, 'close')
  expect(await stranger()).toMatch(/^HTTP\/1\.1 200/)
  await closed
  expect(idle.closed).toBe(false)
})

test('bodies that never end, on all connections of the process: strangers are answered', async () => {
  await start({ connections: 3 })
  for (let i = 0; i < 3; i++) await sendingBody(`127.0.0.${10 + i}`)
  expect(await stranger()).toMatch(/^HTTP\/1\.1 200/)
})

test('answers that nobody reads, on all connections of the process: strangers are answered', async () => {
  await startWithLargeFile({ connections: 2 })
  for (let i = 0; i < 2; i++) await unreadAnswers(`127.0.0.${10 + i}`)
  expect(await stranger()).toMatch(/^HTTP\/1\.1 200/)
})

test('an answer that nobody reads does not keep its connection', async () => {
  await startWithLargeFile({ stalledMs: 100 })
  await unreadAnswers('127.0.0.9')
  await expect.poll(server.connections).toBe(0)
})

test.each([
  ['sent no head', 'GET / HTTP/1.1\r\nx-a: '],
  ['sent what is no HTTP', 'no HTTP\r\n\r\n'],
  ['sent too large a head', `GET / HTTP/1.1\r\nHost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['asked to be disconnected', 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
])('whoever %s is answered and forgotten, even if their side is never closed', async (_, text) => {
  await start({ headMs: 100 })
  const socket = await opened(text, '127.0.0.9', true)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await once(socket, 'end')
  expect(answer).toMatch(/^HTTP\/1\.1 (408|400|431|200)/)
  await expect.poll(server.connections).toBe(0)
  expect(socket.writable).toBe(true)
})

/** A connection on which a request was answered, and that stays open for the next. */
async function idleAfterAnswer(from: string): Promise<Socket> {
  const socket = await opened('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', from)
  const text = await Promise.race([
    once(socket, 'data').then(([chunk]) => String(chunk)),
    once(socket, 'close').then(() => 'closed'),
  ])
  expect(text).toMatch(/^HTTP\/1\.1 200/)
  return socket
}

const LARGE = 'large.pdf'
/** The server over a site with a file of 64 MiB. */
async function startWithLargeFile(transport: Partial<TransportLimits>): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), 'youfang-large-'))
  folders.push(outDir)
  writeFileSync(join(outDir, LARGE), '')
  truncateSync(join(outDir, LARGE), 64 * 1024 * 1024)
  await start(transport, { OUT_DIR: outDir })
}

/** A connection that asks for far more than its own and the server's buffers hold, and reads nothing. */
async function unreadAnswers(from: string): Promise<Socket> {
  const socket = await opened(`GET /${LARGE} HTTP/1.1\r\nHost: x\r\n\r\n`, from)
  await once(socket, 'readable')
  return socket
}

test.each([
  ['an address', { connectionsOfAddress: 3 }, '127.0.0.9'],
  ['the process', { connections: 3 }, '127.0.0.1'],
])(
  'a school behind one address: at the limit of %s, the connection that waits longest gives way to a new one',
  async (_, transport, from) => {
    await start(transport)
    const busy = await opened(`${head('/index/session/sendCode', 'application/json')}{`, '127.0.0.9')
    const longest = await idleAfterAnswer('127.0.0.9')
    const used = await idleAfterAnswer('127.0.0.9')
    longest.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(longest, 'data')
    const closed = once(used, 'close')
    await idleAfterAnswer(from)
    await closed
    expect(longest.closed).toBe(false)
    expect(busy.closed).toBe(false)
  },
)

test('a connection whose next request came with the last one is not idle once that is answered', async () => {
  await start({ connectionsOfAddress: 1 })
  const both = await opened(
    `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${head('/index/session/sendCode', 'application/json')}{`,
    '127.0.0.9',
  )
  await once(both, 'data')
  expect(await answerTo(await opened('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', '127.0.0.9'))).toBe('')
  expect(both.closed).toBe(false)
})

test('request bodies in progress are limited per customer, and the next is told to wait', async () => {
  await start({ bodiesOfCustomer: 2 })
  for (let i = 0; i < 2; i++) await opened(`${head('/index/session/sendCode', 'application/json')}{`, '127.0.0.9')
  const socket = await opened(`${head('/index/session/sendCode', 'application/json')}{`, '127.0.0.9')
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  expect(chunk.toString()).toMatch(/^HTTP\/1\.1 429[^]*"code":"too_many"/)
  expect(await server.client().request(sendCode, { destination: 'somebody@example.com' })).toMatchObject({ ok: true })
})
