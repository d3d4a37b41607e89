/**
 * Every endpoint × everybody who is not its owner, and the owner. Rows are in tests/api/ownership/<feature>.rows.ts; an
 * endpoint of the server that has none fails. docs/testing.md says how to add one.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fastify from 'fastify'
import { encodeFields, pathOf } from '../../src/lib/contract.ts'
import { loadProviders } from '../../src/features/cashier/server/providers/provider-registry.ts'
import { readConfig } from '../../src/server/config.ts'
import { features } from '../../src/programs/feature-list.ts'
import { FakeAlipay } from '../gateways/alipay/fake-alipay.ts'
import { FakeStripe } from '../gateways/stripe/fake-stripe.ts'
import { FakeWechat } from '../gateways/wechat/fake-wechat.ts'
import { expectedOf, type Answer } from './ownership/expected.ts'
import { RAW_ROUTES } from './ownership/raw-routes.ts'
import type { NamedRow } from './ownership/row.ts'
import { CALLERS, World, type CallerName, type Credentials } from './ownership/world.ts'

const files = import.meta.glob<{ rows: readonly NamedRow[] }>('./ownership/*.rows.ts', { eager: true })
const rows = Object.values(files).flatMap((file) => file.rows)
const endpoints = features.flatMap(({ name, routes = [] }) =>
  routes.map(({ call }) => ({ feature: name, path: pathOf(call) })),
)

let world: World
beforeAll(async () => {
  world = await World.begin()
})
afterAll(() => world.server.close())

interface Told {
  answer: Answer
  text: string
}

/** Sends what the owner sends, with somebody's credentials. */
async function send(
  { call, path }: NamedRow,
  input: Record<string, unknown>,
  parts: Record<string, Blob>,
  credentials: Credentials,
): Promise<Told> {
  const fields = encodeFields(input)
  const multipart = call.transport === 'multipart'
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...parts })) body.append(name, value)
  const query = new URLSearchParams({ ...(multipart ? {} : fields), lang: 'en' })
  const response = await fetch(`${world.server.url}${path}?${query}`, {
    method: 'POST',
    headers: credentials,
    ...(multipart ? { body } : {}),
  })
  const text = await response.text()
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    return { answer: response.ok ? 'ok' : response.status, text }
  if (response.status >= 500)
    return {
      answer: `http ${response.status}`,
      text:
        world.server
          .logs()
          .split('\n')
          .filter((line) => line.includes('call failed'))
          .at(-1) ?? text,
    }
  const { status, code } = JSON.parse(text) as { status: number; code: string | number }
  return { answer: !response.ok ? `http ${response.status}` : status === 1 ? 'ok' : code, text }
}

test('every endpoint of the server has a row, and every row an endpoint', () => {
  const known = rows.map(({ path }) => path)
  const missing = endpoints
    .filter(({ path }) => !known.includes(path))
    .map(
      ({ feature, path }) =>
        `${path} has no row: add row(<its call>)({ of: 'record' | 'caller' | 'anyone', input: … }) to tests/api/ownership/${feature}.rows.ts, see docs/testing.md "Ownership"`,
    )
  expect(missing).toEqual([])
  expect(known.filter((path) => !endpoints.some((it) => it.path === path))).toEqual([])
  expect(known.filter((path, i) => known.indexOf(path) !== i)).toEqual([])
})

test('every address that is no call is listed, with what protects it instead of a login', async () => {
  const app = fastify()
  const found = new Set<string>()
  app.addHook('onRoute', ({ url, method }) => {
    if (method !== 'HEAD') found.add(`${String(method)} ${url}`)
  })
  // Separate dependencies: what is registered with the server's would replace the gateway.
  const deps = { ...world.server.deps }
  const gateways = [new FakeWechat(), new FakeAlipay(), new FakeStripe()]
  for (const gateway of gateways) await gateway.start()
  const { payment } = readConfig(
    Object.assign({ DATA_DIR: deps.config.dataDir }, ...gateways.map((it) => it.env())) as Record<string, string>,
  )
  deps.config = { ...deps.config, payment }
  await loadProviders(deps)
  for (const { raw } of features) await raw?.(app, deps)
  for (const gateway of gateways) await gateway.stop()
  await app.close()
  expect([...found].filter((it) => RAW_ROUTES[it] === undefined)).toEqual([])
  expect(Object.keys(RAW_ROUTES).filter((it) => !found.has(it))).toEqual([])
})

describe.each(rows)('$path', (row) => {
  let credentials: Record<CallerName, Credentials>
  let same: Record<string, unknown> | undefined
  const inputOf = async (): Promise<Record<string, unknown>> =>
    row.of === 'record' ? (same ??= await row.input(world)) : row.input(world)
  beforeAll(async () => {
    await world.signOwnerIn()
    credentials = await world.callers()
  })

  test.each(CALLERS.filter((name) => name !== 'the owner'))('%s', async (name) => {
    const told = await send(row, await inputOf(), (await row.files?.(world)) ?? {}, credentials[name])
    const expected = expectedOf(row, name)
    expect(String(told.answer), told.text).not.toMatch(/^http/)
    if (expected === 'any')
      expect(row.of === 'anyone' ? [] : world.secretsFrom(name).filter((it) => told.text.includes(it))).toEqual([])
    else expect(told.answer, told.text).toBe(expected)
  })

  test('the owner', async () => {
    const told = await send(row, await inputOf(), (await row.files?.(world)) ?? {}, credentials['the owner'])
    expect(told.answer, told.text).toBe(row.answers ?? 'ok')
  })
})
