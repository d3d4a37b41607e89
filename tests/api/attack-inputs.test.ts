/** Inputs meant to overload the server: no call folds, matches or stores a text that is longer than its field. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { BODY_BYTES, pathOf } from '../../src/lib/contract.ts'
import { features } from '../../src/programs/feature-list.ts'
import type { Route } from '../../src/server/http/call-handlers.ts'
import { startServer, type TestServer } from './start-server.ts'
import { placesOf, sampleOf, withHostileValue } from './hostile-inputs.ts'

const routes: readonly Route[] = features.flatMap((it) => it.routes ?? [])
/** NFKC takes time by the square of their number: a megabyte of them once stopped the server for minutes. */
const MARKS = `a${'\u0315\u0300'.repeat(12_000)}`
/** The longest text that a call accepts. */
const LONGEST_TEXT = 4000

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const send = (path: string, body: string | FormData, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    body,
    headers: {
      unique: 'u'.repeat(40),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
  })

describe.each(routes.map((it) => [pathOf(it.call), it] as const))('%s', (path, { call }) => {
  test('rejects a text that is too long before it normalises it', async () => {
    const valid = sampleOf(call.input, '', {}) as Record<string, unknown>
    const folded = vi.spyOn(String.prototype, 'normalize')
    try {
      // Parses with the schema directly, because most calls need a login first.
      for (const place of placesOf(valid))
        call.input.safeParse(JSON.parse(withHostileValue(valid, place, JSON.stringify(MARKS))))
      for (const place of placesOf(valid).slice(0, 3))
        expect((await send(path, withHostileValue(valid, place, JSON.stringify(MARKS)))).status).toBeLessThan(500)
      const longest = folded.mock.contexts.reduce<number>((most, text) => Math.max(most, String(text).length), 0)
      expect(longest).toBeLessThanOrEqual(LONGEST_TEXT)
    } finally {
      folded.mockRestore()
    }
  })
})

test('a body over the size limit of its call is refused in every content type', async () => {
  const text = 'x'.repeat(BODY_BYTES + 1)
  expect((await send('/index/session/sendCode', JSON.stringify({ destination: text }))).status).toBe(413)
  expect(
    (
      await send('/index/session/sendCode', `destination=${text}`, {
        'content-type': 'application/x-www-form-urlencoded',
      })
    ).status,
  ).toBe(413)
  const form = new FormData()
  form.append('token', text)
  expect((await send('/index/logout', form)).status).toBe(413)
})

test('many small fields count as one large field, and unknown fields are not collected', async () => {
  const form = (name: string, count: number, size: number): FormData => {
    const made = new FormData()
    made.append('token', 'none')
    for (let i = 0; i < count; i++) made.append(name, 'x'.repeat(size))
    return made
  }
  expect((await send('/index/logout', form('token', 10, 10_000))).status).toBe(413)
  expect((await send('/index/logout', form('unknown', 10, 10_000))).status).toBe(413)
  expect((await send('/index/logout', form('unknown', 25, 1))).status).toBe(413)
  expect(await (await send('/index/logout', form('unknown', 10, 10))).json()).toMatchObject({
    status: 0,
    code: 'not_found',
  })
})
