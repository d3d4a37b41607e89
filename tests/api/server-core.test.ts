import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '../../src/lib/contract.ts'
import { coreMessages } from '../../src/server/messages/define-message.ts'
import { sentFile } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'
import { echo, mine, held, later, upload, bytes, done, probe } from './probe-feature.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ features: [probe] })
})
afterAll(() => server.close())

const post = (path: string, init: RequestInit = {}) => fetch(server.url + path, { method: 'POST', ...init })

describe('a call', () => {
  test('answers what the contract says and nothing more', async () => {
    const reply = await server.client().request(echo, { name: 'Li Wei', count: 3, tags: ['a', 'b'] })
    expect(reply).toEqual({ ok: true, data: { name: 'Li Wei', count: 3, tags: ['a', 'b'] } })
    const raw = await (await post('/index/probe/echo?name=Li%20Wei&lang=cn')).json()
    expect(raw).toEqual({ status: 1, code: 0, message: '已完成', data: { name: 'Li Wei', count: 1, tags: [] } })
  })

  test('takes fields of a JSON, form or multipart body as well', async () => {
    const form = new FormData()
    form.append('name', '李维')
    for (const body of [JSON.stringify({ name: '李维' }), new URLSearchParams({ name: '李维' }), form]) {
      const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined
      const reply = await (await post('/index/probe/echo', { body, ...(headers ? { headers } : {}) })).json()
      expect(reply).toMatchObject({ status: 1, data: { name: '李维' } })
    }
  })

  test('names each field that does not fit, by its code', async () => {
    const reply = await server.client({ lang: 'cn' }).request(echo, { name: '', count: 1.5 })
    expect(reply).toMatchObject({ ok: false, code: 'invalid', fields: { name: 'name_required', count: 'invalid' } })
    expect(reply).toHaveProperty('message', '有内容需要核对，已在下方标出。')
  })

  test('refuses NUL and unpaired surrogates anywhere in the input', async () => {
    for (const body of ['{"name":"a\\u0000b"}', '{"name":"\\ud83d"}', '{"name":"a","tags":["b","\\u0000"]}']) {
      const reply = await (
        await post('/index/probe/echo', { body, headers: { 'content-type': 'application/json' } })
      ).json()
      expect(reply).toMatchObject({
        status: 0,
        code: 'invalid',
        data: { fields: { [body.includes('tags') ? 'tags' : 'name']: 'invalid' } },
      })
    }
    expect(await server.client().request(echo, { name: '𠔻👩‍👧' })).toMatchObject({ ok: true })
  })

  test('is refused with the code of its contract', async () => {
    expect(await server.client().request(echo, { name: 'nobody' })).toMatchObject({
      ok: false,
      code: 'no_such_probe',
      fields: { name: 'invalid' },
    })
  })

  test('the client acts on codes of the catalogue', async () => {
    const client = server.client()
    expect(await client.request(mine, {})).toMatchObject({ ok: false, code: '5000', message: 'Sign in to continue.' })
    await client.request(echo, { name: 'toast' })
    expect(client.seen).toEqual([5000, 'We could not do this. Try again in a moment.'])
  })

  test('knows the holder of a device, and asks for the key when it is missing', async () => {
    expect(await server.client().request(held, {})).toEqual({ ok: true, data: { kind: 'holder' } })
    expect(await (await post('/index/probe/held')).json()).toMatchObject({
      status: 0,
      code: 'invalid',
      data: { fields: { unique: 'required' } },
    })
  })

  test('answers with its headers and the request id it came with', async () => {
    const response = await post('/index/probe/echo?name=a', { headers: { 'x-request-id': 'W1772330400000123456' } })
    expect(response.headers.get('x-request-id')).toBe('W1772330400000123456')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })
})

describe('errors outside of calls', () => {
  test('an unknown call answers 404 with an envelope', async () => {
    const response = await post('/index/nothing?lang=cn')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      status: 0,
      code: 'not_found',
      message: '该网址不存在，请核对，或从首页进入。',
      data: {},
    })
  })

  test('a fault answers 500 without a word of its cause', async () => {
    const response = await post('/index/probe/broken')
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ status: 0, code: 'http_500' })
    expect(text).not.toMatch(/stack|at |110101/)
    expect(server.logs()).not.toContain('110101200503081234')
  })

  test('a body that is too long answers 413 with an envelope', async () => {
    const response = await post('/index/probe/echo', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x'.repeat(2 << 20) }),
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({
      status: 0,
      code: 'http_413',
      message: expect.stringContaining('15 MB'),
    })
  })

  test.each([
    ['echo', 'en', 'We cannot read a request of this kind. Send it as JSON or as a form.'],
    ['echo', 'cn', '无法读取这种格式的请求，请以JSON或表单提交。'],
    ['upload', 'en', 'We cannot read these files. Send them as JPEG, PNG or PDF.'],
    ['upload', 'cn', '无法读取这种格式的请求，请以表单上传JPEG、PNG或PDF文件。'],
  ])('a kind of body that %s does not take answers 415 (%s) with what it does take', async (name, lang, message) => {
    const path = pathOf(name === 'echo' ? echo : upload)
    const response = await post(`${path}?lang=${lang}`, {
      headers: { 'content-type': 'application/xml' },
      body: '<a/>',
    })
    expect(response.status).toBe(415)
    expect(await response.json()).toEqual({ status: 0, code: 'http_415', message, data: {} })
  })

  test('an address that is too long answers 431 with an envelope', async () => {
    const response = await post(`/index/probe/echo?name=${'x'.repeat(20_000)}`)
    expect([response.status, response.headers.get('x-content-type-options')]).toEqual([431, 'nosniff'])
    expect(await response.json()).toMatchObject({ status: 0, code: 'http_400' })
  })

  test('too many calls answer 429 with the seconds to wait', async () => {
    const strict = await startServer({ features: [probe], env: { CALLS_PER_MINUTE: '2' } })
    const replies = []
    for (let i = 0; i < 3; i++) replies.push(await fetch(`${strict.url}/index/probe/echo?name=a`, { method: 'POST' }))
    expect(replies.map((it) => it.status)).toEqual([200, 200, 429])
    expect(await replies[2]?.json()).toMatchObject({
      status: 0,
      code: 'too_many',
      data: { retryAfter: expect.any(Number) },
    })
    expect(Number(replies[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(replies[2]?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    // Health and pages are not calls; an address that no trusted proxy sent is not believed.
    expect((await fetch(`${strict.url}/healthz`)).status).toBe(200)
    expect(
      (
        await fetch(`${strict.url}/index/probe/echo?name=a`, {
          method: 'POST',
          headers: { 'x-forwarded-for': '203.0.113.9' },
        })
      ).status,
    ).toBe(429)
    await strict.close()
  })

  test('calls are counted by address, and an IPv6 network of one customer as one', async () => {
    const strict = await startServer({ features: [probe], env: { CALLS_PER_MINUTE: '2', TRUST_PROXY: '127.0.0.1' } })
    const from = async (ip: string) =>
      (
        await fetch(`${strict.url}/index/probe/echo?name=a&lang=cn`, {
          method: 'POST',
          headers: { 'x-forwarded-for': ip },
        })
      ).status
    const statuses = []
    for (const ip of [
      '203.0.113.9',
      '203.0.113.9',
      '203.0.113.9',
      '203.0.113.10',
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff::2',
      '2001:db8:1:2::3',
      '2001:db8:1:3::1',
    ])
      statuses.push(await from(ip))
    expect(statuses).toEqual([200, 200, 429, 200, 200, 200, 429, 200])
    await strict.close()
  })

  test('strangers learn whether it is alive and whether it can work, and nothing else', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    const ready = await fetch(`${server.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { ok: true }])
  })
})

describe('files', () => {
  test('are streamed in, stored encrypted, and returned unchanged', async () => {
    const big = new Uint8Array(300_000).map((_, i) => i % 251)
    const reply = await server
      .client()
      .request(upload, { note: 'two' }, { files: { a: new Blob([big]), b: new Blob(['invoice 2026']) } })
    expect(reply).toMatchObject({ ok: true, data: { note: 'two', sizes: [300_000, 12] } })
    const ids = reply.ok ? reply.data.ids : []
    const back = sentFile(await server.client().blob(bytes, { id: ids[0] ?? '' }))
    expect(new Uint8Array(await back.arrayBuffer())).toEqual(big)
    expect(await server.client().blob(bytes, { id: 'none' })).toMatchObject({ ok: false, code: 'not_found' })
  })

  test('a call without files refuses one', async () => {
    const form = new FormData()
    form.append('name', 'a')
    form.append('photo', new Blob(['x']))
    expect(await (await post('/index/probe/echo', { body: form })).json()).toMatchObject({
      status: 0,
      code: 'invalid',
      data: { fields: { photo: 'unexpected' } },
    })
  })
})

describe('the outbox', () => {
  test('runs a job once it is committed, once per key, and never one that was rolled back', async () => {
    const client = server.client()
    await client.request(later, { key: 'one' })
    await client.request(later, { key: 'one' })
    expect(await client.request(later, { key: 'two', fail: true })).toMatchObject({ ok: false, code: 'conflict' })
    expect(done).toEqual([])
    expect(await server.drain()).toBe(1)
    expect(done).toEqual(['one'])
  })

  test("a message arrives in the inbox, in the reader's language", async () => {
    const vars = { code: '046213', minutes: '5' }
    await server.deps.write(async (trx) => {
      const { send } = server.deps.messages
      await send(trx, coreMessages.login_code, { to: '13800001234', lang: 'cn', vars })
      await send(trx, coreMessages.login_code, { to: 'wei@example.com', lang: 'en', vars: { ...vars, code: '918273' } })
    })
    expect(await (await post('/sandbox/messages?to=13800001234')).json()).toEqual([])
    await server.drain()
    const inbox = async (to: string) => (await post(`/sandbox/messages?to=${encodeURIComponent(to)}`)).json()
    expect(await inbox('13800001234')).toMatchObject([
      {
        channel: 'sms',
        code: '046213',
        text: '【有方】您的验证码是046213，5分钟内有效，请勿告诉他人。',
        attachments: [],
      },
    ])
    expect(await inbox('wei@example.com')).toMatchObject([
      { channel: 'email', subject: '918273 is your Youfang verification code' },
    ])
    const page = await (await fetch(`${server.url}/sandbox?lang=cn`)).text()
    expect(page).toMatch(/<html lang="zh-CN">[^]*918273[^]*046213/)
    expect(server.logs()).not.toMatch(/046213|918273|13800001234|wei@example/)
  })
})
