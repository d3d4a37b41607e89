/**
 * A page that is older than the API, which operators update first: an answer that the page cannot read is said to be an
 * update of the site, whichever call it answers. "The site did not answer" would be untrue, and trying again would not
 * help.
 */
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { RequestFailed } from '../../src/app/requests/api.ts'
import { loadFailureWords } from '../../src/app/requests/call-failure-words.ts'
import { translator } from '../../src/app/words/translate.ts'
import { createOrder, getOrder } from '../../src/features/orders/contract.ts'
import { pathOf } from '../../src/lib/contract.ts'
import { isRecord } from '../../src/lib/is-record.ts'
import { features } from '../../src/programs/feature-list.ts'
import { ok, TRIP } from './orders-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
afterEach(() => {
  vi.unstubAllGlobals()
})

type Change = (data: Record<string, unknown>) => unknown

/** From now on the API answers something else than this page's contract has. */
function updateApi(change: (data: unknown) => unknown): void {
  const real = fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const envelope: unknown = await (await real(address, init)).json()
    const answer = isRecord(envelope) ? { ...envelope, data: change(envelope['data']) } : envelope
    return Response.json(answer)
  })
}

async function failureOf(asked: Promise<unknown>): Promise<RequestFailed> {
  const failed = await asked.then(
    (answer) => answer,
    (error: unknown) => error,
  )
  if (failed instanceof RequestFailed) return failed
  throw new Error(`It was answered: ${JSON.stringify(failed)}`)
}

const wordsOf = (lang: 'en' | 'cn') =>
  translator(lang, { app: JSON.parse(readFileSync(`public/locales/${lang}/app.json`, 'utf8')) as unknown })

async function ownOrder(): Promise<{ client: Client; id: string }> {
  const client = server.client()
  const { id } = ok(await client.request(createOrder, { trip: TRIP, key: crypto.randomUUID() }))
  return { client, id }
}

const CHANGES: Readonly<Record<string, Change>> = {
  'a status that this page does not know': (data) => ({ ...data, status: 'paused_by_insurer' }),
  'without a field that this page needs': ({ version: _, ...data }) => data,
  'with another kind of value': (data) => ({ ...data, questions: 'none' }),
}

describe('an order', () => {
  test.each(Object.entries(CHANGES))('%s: the page says that the site was updated', async (_, change) => {
    const { client, id } = await ownOrder()
    updateApi((data) => (isRecord(data) ? change(data) : data))
    const failed = await failureOf(client.request(getOrder, { id }))
    expect(failed.code).toBe('updated')
    expect(loadFailureWords(wordsOf('en'), failed)).toMatch(/^The site was updated/)
    expect(loadFailureWords(wordsOf('cn'), failed)).toMatch(/网站有更新/)
  })

  test('with a field more is read as before', async () => {
    const { client, id } = await ownOrder()
    updateApi((data) => (isRecord(data) ? { ...data, more: true } : data))
    expect(await client.request(getOrder, { id })).toMatchObject({ ok: true, data: { id } })
  })
})

const CALLS = features.flatMap(({ routes = [] }) => routes.map(({ call }) => ({ path: pathOf(call), call })))

test('every call whose answer does not fit says so', async () => {
  const client = server.client()
  const said: [string, unknown][] = []
  for (const { path, call } of CALLS) {
    const unfit = ['', [], {}, null].find((data) => !z.safeParse(call.output, data).success)
    vi.stubGlobal('fetch', async () => Response.json({ status: 1, code: 0, message: '', data: unfit }))
    said.push([path, (await failureOf(client.request(call, {}))).code])
    vi.unstubAllGlobals()
  }
  expect(said.length).toBeGreaterThan(100)
  expect(said.filter(([, code]) => code !== 'updated')).toEqual([])
})
