import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { call } from '../../lib/contract.ts'
import { createRequester, RequestFailed, type RequestEnvironment } from './api.ts'
import { memoryStore } from '../storage/storage.ts'

const echo = call({
  path: 'echo',
  access: 'open',
  input: z.object({ a: z.string() }),
  output: z.object({ b: z.number() }),
  errors: ['no'],
})
const file = call({
  module: 'file',
  path: 'get',
  access: 'holder',
  input: z.object({}),
  output: z.instanceof(Uint8Array),
})

let server: Server | undefined
afterEach(() => {
  vi.useRealTimers()
  server?.closeAllConnections()
  server?.close()
})

async function against(answer: RequestListener) {
  const running = createServer(answer)
  server = running
  await new Promise<void>((done) => running.listen(0, '127.0.0.1', done))
  const address = running.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const seen: string[] = []
  const around: RequestEnvironment = {
    base: `http://127.0.0.1:${port}`,
    store: memoryStore(),
    lang: () => 'cn',
    device: () => 'mobile',
    now: () => 1_767_000_000_000,
    toLogin: (code) => seen.push(`login ${code}`),
    toHome: () => seen.push('home'),
    toast: (message) => seen.push(message),
  }
  return { ...createRequester(around), seen, around }
}

const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(JSON.stringify(value))

const code = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof RequestFailed ? [error.code, error.retryAfter] : error),
  )

const long = call({
  path: 'long',
  access: 'open',
  transport: 'multipart',
  input: z.object({ text: z.string() }),
  output: z.object({ b: z.number() }),
})

describe('a page that is being left', () => {
  test('lets its last call finish, unless the body is larger than browsers allow', async () => {
    const asked: (boolean | undefined)[] = []
    const real = fetch
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      asked.push(init.keepalive)
      return real(address, init)
    })
    const it = await against(json({ status: 1, code: 0, message: '', data: { b: 2 } }))
    await it.request(long, { text: '林' }, { leaving: true })
    await it.request(long, { text: '林' })
    await it.request(long, { text: '林'.repeat(21_000) }, { leaving: true })
    vi.unstubAllGlobals()
    expect(asked).toEqual([true, false, false])
  })
})

describe('calls (spec §7)', () => {
  test('are sent by POST with the payload, the language and the headers of a call', async () => {
    const asked: Record<string, unknown>[] = []
    const it = await against((request, response) => {
      asked.push({ method: request.method, url: request.url, id: request.headers['x-request-id'] })
      json({ status: 1, code: 0, message: '', data: { b: 2 } })(request, response)
    })
    expect(await it.request(echo, { a: '游 &' })).toEqual({ ok: true, data: { b: 2 } })
    expect(asked).toEqual([
      {
        method: 'POST',
        url: '/index/echo?a=%E6%B8%B8+%26&lang=cn',
        id: expect.stringMatching(/^M1767000000000\d{6}$/),
      },
    ])
  })

  test('a multipart call sends its fields as a form, and the language in the query', async () => {
    const asked: unknown[] = []
    const it = await against((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        asked.push([request.method, request.url, request.headers['content-type']?.split(';')[0]])
        asked.push(/name="text"\s+游 &/.test(Buffer.concat(parts).toString()))
        json({ status: 1, code: 0, message: '', data: { b: 2 } })(request, response)
      })
    })
    expect(await it.request(long, { text: '游 &' })).toEqual({ ok: true, data: { b: 2 } })
    expect(asked).toEqual([['POST', '/index/long?lang=cn', 'multipart/form-data'], true])
  })

  test('a refusal is returned with its code, fields and extra values', async () => {
    const it = await against(
      json({ status: 0, code: 'no', message: 'No', data: { fields: { a: 'required' }, left: 2 } }),
    )
    expect(await it.request(echo, { a: '' })).toMatchObject({
      ok: false,
      code: 'no',
      message: 'No',
      fields: { a: 'required' },
      extra: { left: 2 },
    })
  })

  test.each([
    [5000, 'login 5000'],
    [5001, 'login 5001'],
    [30002, 'login 30002'],
    [31000, 'home'],
    [30000, 'Words'],
    [3000, 'Words'],
  ])('code %i of the catalogue is handled before the screen sees it (spec §8)', async (number, acted) => {
    const it = await against(json({ status: -1, code: number, message: 'Words', data: null }))
    await it.request(echo, { a: 'x' })
    expect(it.seen).toEqual([acted])
  })

  test.each([
    ['a code that the catalogue does not have', { status: -1, code: 5002 }],
    ['a code of the catalogue under another status', { status: 0, code: 5000 }],
  ])('%s is passed on to the screen without another action', async (_, envelope) => {
    const it = await against(json({ ...envelope, message: 'Words', data: {} }))
    expect(await it.request(echo, { a: 'x' })).toMatchObject({ ok: false, message: 'Words' })
    expect(it.seen).toEqual([])
  })

  test('bytes are returned unchanged, and a refusal instead of bytes is parsed', async () => {
    const it = await against((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
    )
    const reply = await it.blob(file, {})
    expect(reply.ok && reply.data instanceof Blob ? await reply.data.text() : reply).toBe('%PDF')
    const inMemory = await it.arrayBuffer(file, {})
    expect(inMemory.ok && inMemory.data instanceof ArrayBuffer ? new TextDecoder().decode(inMemory.data) : '').toBe(
      '%PDF',
    )
    const refusing = await against(json({ status: 0, code: 'not_found', message: '', data: {} }))
    expect(await refusing.blob(file, {})).toMatchObject({ ok: false, code: 'not_found' })
    expect(await refusing.arrayBuffer(file, {})).toMatchObject({ ok: false, code: 'not_found' })
  })
})

describe('calls that are not answered', () => {
  test('an HTTP status without an envelope', async () => {
    expect(await code((await against(json({}, 413))).request(echo, { a: 'x' }))).toEqual(['too_large', undefined])
    expect(await code((await against(json({}, 429, { 'retry-after': '30' }))).request(echo, { a: 'x' }))).toEqual([
      'too_many',
      30,
    ])
    expect(await code((await against(json({}, 502))).request(echo, { a: 'x' }))).toEqual(['server', undefined])
  })

  test('a reply that is not an envelope', async () => {
    expect(
      await code((await against((_request, response) => response.end('<html>'))).request(echo, { a: 'x' })),
    ).toEqual(['server', undefined])
    expect(await code((await against(json([]))).request(echo, { a: 'x' }))).toEqual(['server', undefined])
  })

  test('a connection that breaks', async () => {
    const it = await against((request) => request.socket.destroy())
    expect(await code(it.request(echo, { a: 'x' }))).toEqual(['offline', undefined])
  })

  test('a server that does not answer within the limit of spec §9', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = Promise.withResolvers<void>()
    const it = await against(() => asked.resolve())
    const result = code(it.request(echo, { a: 'x' }))
    await asked.promise
    let ended = false
    void result.then(() => (ended = true))
    await vi.advanceTimersByTimeAsync(639_999)
    expect(ended).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await result).toEqual(['timeout', undefined])
  })

  test('a caller that aborts', async () => {
    const asked = Promise.withResolvers<void>()
    const it = await against(() => asked.resolve())
    const stop = new AbortController()
    const result = code(it.request(echo, { a: 'x' }, { signal: stop.signal }))
    await asked.promise
    stop.abort()
    expect(await result).toEqual(['offline', undefined])
  })
})
