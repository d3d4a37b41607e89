/**
 * Every call of every feature under attack: whatever is sent, the answer is an envelope and contains nobody else's
 * data.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { DETAILS, makeCampaign } from './collection-fixtures.ts'
import { application, sent } from './overseas-fixtures.ts'
import { uniqueKey } from '../../src/app/storage/storage.ts'
import { decodeFields, fieldErrors, pathOf } from '../../src/lib/contract.ts'
import { payStatus } from '../../src/features/cashier/contract.ts'
import { invoiceLink } from '../../src/features/invoices/contract.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import { features } from '../../src/programs/feature-list.ts'
import type { Route } from '../../src/server/http/call-handlers.ts'
import { Claimant, buyPolicy, TODAY } from './claims-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { fieldsIn, HOSTILE, hostileInput, MARK, placesOf, sampleOf, withHostileValue } from './hostile-inputs.ts'
import { Buyer, idOf, ok, SELF, person, TRIP } from './orders-fixtures.ts'
import { keyIn } from './prepaid-fixtures.ts'
import { runs } from '../tools/long-form.ts'
import { atGateway, advanceAndDrain, payUrlOf } from './payments-fixtures.ts'
import { logInAs } from './logged-in-user.ts'
import { payment as tuition, sent as sentTuition } from './tuition-fixtures.ts'

const routes: readonly Route[] = features.flatMap((it) => it.routes ?? [])
/** Texts of the first owner; nobody else may ever see one of them. */
const OWNER = {
  mail: 'owner.one@example.com',
  name: '欧阳若曦',
  idNumber: idOf('2003-04-05', 'female', 71),
  mobile: '13912340987',
  school: 'Planted Institute of Owner One',
}
const LEAKS =
  /node_modules|\.server\.ts|sqlite|postgres|\bselect\s.+\sfrom\b|\binsert into\b|TypeError|RangeError|ZodError|SyntaxError/i

/**
 * Placeholder for the draft's version at the time of sending: otherwise every save but the first would end in a
 * conflict.
 */
const VERSION = 987_654_321

type Headers = Record<string, string>
let server: TestServer
let known: Record<string, Record<string, unknown>>
const callers: Record<'owner' | 'stranger' | 'device' | 'nobody' | 'forger', Headers> = {
  owner: {},
  stranger: {},
  device: {},
  nobody: {},
  forger: {},
}

const headersOf = (client: Client): Headers => ({
  unique: uniqueKey(client.store),
  'platform-token': (JSON.parse(client.store.getItem(KEYS.token) ?? '{}') as { value?: string }).value ?? '',
  'csrf-name': client.store.getItem(KEYS.csrfName) ?? '',
  'csrf-token': client.store.getItem(KEYS.csrfToken) ?? '',
})

beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'debug' } })
  const client = await logInAs(server, OWNER.mail)
  const self = person('2003-04-05', {
    idName: OWNER.name,
    idNumber: OWNER.idNumber,
    email: OWNER.mail,
    mobile: OWNER.mobile,
    institution: OWNER.school,
  })
  const bought = new Buyer(server, client)
  await bought.fillIn({ ...SELF, policyholder: self })
  await bought.submit()
  const shop = { server, buyer: client, order: bought.view.id }
  await atGateway(shop, await payUrlOf(shop), 'pay')
  await advanceAndDrain(shop, 5_000)
  const policy = ok(await client.request(getPolicy, { order: shop.order }))
  const payment = ok(await client.request(payStatus, { order: shop.order })).payment?.id
  const draft = new Buyer(server, client)
  await draft.create({ ...TRIP, start: '2026-05-01', end: '2027-04-30' }, 'draft-of-owner')
  await draft.save({ people: { ...SELF, policyholder: self } })
  await buyPolicy(server, { email: OWNER.mail, people: { ...SELF, policyholder: self } })
  const claim = new Claimant(server, client)
  await claim.start()
  await claim.sign()
  const document = await claim.upload('id_copy')
  const common = {
    destination: 'somebody@example.com',
    code: '123456',
    key: 'hostile-key-0001',
    sha256: '0'.repeat(64),
    version: VERSION,
    trip: TRIP,
    people: SELF,
  }
  known = {
    order: { ...common, id: draft.view.id },
    pay: { order: shop.order, payment, method: 'wechat', key: common.key },
    policy: { ...common, id: policy.id, order: shop.order, code: '000000000000' },
    session: common,
    partner: common,
    collection: { ...common, campaign: (await makeCampaign(server)).address, details: DETAILS },
    claim: {
      ...common,
      id: claim.id,
      policy: claim.draft.policy.id,
      day: TODAY,
      document: document.id,
      upload: 'hostile-upload-0001',
      language: 'en',
      base: 1,
      take: [],
    },
    logout: { token: 'none' },
    credential: {
      ...common,
      idType: 'passport',
      idName: 'ANY BODY',
      idNumber: 'E12345678',
      gender: 'female',
      birthDate: '2003-04-05',
      agreed: true,
    },
    reading: { kind: 'faq', slug: 'how-long', helpful: true },
    account: { ...common, kind: 'reminder', way: 'email' },
    invoice: { ...common, kind: 'plan', id: shop.order, buyer: 'personal', email: 'somebody@example.com' },
    prepaid: {
      ...common,
      key: keyIn(ok(await client.request(invoiceLink, { kind: 'plan', id: shop.order })).url),
      title: 'personal',
      name: 'Somebody',
      email: 'somebody@example.com',
    },
    contact: { ...common, id: '0'.repeat(26) },
    notice: common,
    education: { ...common, ...tuition(), id: await sentTuition(server, client) },
    overseas: { ...application({}, 'cn'), id: await sent(client, { contact: OWNER.mail, institution: OWNER.school }) },
    refund: { order: shop.order, amount: 1, why: 'The plan does not fit any more' },
    change: { ...common, policy: policy.id },
  }
  Object.assign(callers, {
    owner: headersOf(client),
    stranger: headersOf(await logInAs(server, 'stranger@example.com')),
    device: { unique: 'd'.repeat(40) },
    forger: { ...headersOf(client), unique: 'e'.repeat(40), 'csrf-token': 'forged' },
  })
})
afterAll(() => server.close())

/** The input that an honest caller might send. */
const validFor = ({ call }: Route): Record<string, unknown> =>
  sampleOf(call.input, '', known[call.path.split('/')[0] ?? ''] ?? {}) as Record<string, unknown>

type How = 'json' | 'query' | 'form' | 'multipart'
const HOWS: readonly How[] = ['json', 'query', 'form', 'multipart']

const now = async (json: string): Promise<string> => {
  if (!json.includes(String(VERSION))) return json
  const draft = await server.deps.db
    .selectFrom('orders')
    .select('version')
    .where('id', '=', String(known['order']?.['id']))
    .executeTakeFirstOrThrow()
  return json.replaceAll(String(VERSION), String(draft.version))
}

/** Sends JSON text unchanged, or its fields flat as the requester does. */
async function send(route: Route, text: string, how: How, headers: Headers): Promise<Response> {
  const json = await now(text)
  const url = `${server.url}${pathOf(route.call)}?lang=cn`
  if (how === 'json')
    return fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: json })
  const flat = fieldsIn(json).map(([key, value]): [string, string] => [
    key,
    (value.startsWith('"') ? (JSON.parse(value) as string) : value).toWellFormed(),
  ])
  if (how === 'query')
    return fetch(`${url}&${new URLSearchParams(flat.map(([key, value]) => [key, value.slice(0, 3000)]))}`, {
      method: 'POST',
      headers,
    })
  const body = how === 'form' ? new URLSearchParams(flat) : new FormData()
  if (body instanceof FormData) for (const [key, value] of flat) body.append(key, value)
  return fetch(url, { method: 'POST', headers, body })
}

async function inspect(response: Response, own: boolean): Promise<void> {
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBeLessThan(500)
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    const reply = JSON.parse(text) as Record<string, unknown>
    expect(Object.keys(reply).sort(), text.slice(0, 300)).toEqual(['code', 'data', 'message', 'status'])
    expect([1, 0, -1]).toContain(reply['status'])
    expect(text.replaceAll(MARK, '')).not.toMatch(LEAKS)
  } else {
    expect([response.status, own, response.headers.get('content-type')]).toEqual([
      200,
      true,
      expect.stringMatching(/^(application\/pdf|image\/jpeg)$/),
    ])
  }
  if (!own) for (const secret of Object.values(OWNER)) expect(text).not.toContain(secret)
}

test('every feature has calls that are attacked', () => {
  expect(new Set(routes.map((it) => it.call.path.split('/')[0]))).toEqual(new Set(Object.keys(known)))
})

test.each(routes.map((it) => [it.call.path, it] as const))(
  "%s keeps its input apart from the request's language",
  (_, { call }) => {
    expect(Object.keys(call.input.shape)).not.toContain('lang')
  },
)

test.each(routes.map((it) => [it.call.path, it] as const))(
  '%s refuses or accepts each hostile value in each of its fields, and throws at none',
  (_, { call: { input } }) => {
    const valid = sampleOf(input, '', {}) as Record<string, unknown>
    for (const place of placesOf(valid))
      for (const hostile of HOSTILE) {
        const fields = decodeFields(input, JSON.parse(withHostileValue(valid, place, hostile)) as typeof valid)
        const { error } = input.safeParse(fields)
        if (error) expect(fieldErrors(error)).not.toEqual({})
      }
  },
)

describe.each(routes.map((it) => [it.call.path, it] as const))('%s', (_, route) => {
  test('accepts valid input, six at once, from every kind of caller', async () => {
    const json = JSON.stringify(validFor(route))
    for (const [name, headers] of Object.entries(callers)) {
      const replies = await Promise.all(Array.from({ length: 6 }, () => send(route, json, 'json', headers)))
      for (const reply of replies) await inspect(reply, name === 'owner')
    }
  })

  test('answers input with one wrong value without a server error', async () => {
    const who = fc.constantFrom(...(Object.keys(callers) as (keyof typeof callers)[]))
    await fc.assert(
      fc.asyncProperty(hostileInput(validFor(route)), fc.constantFrom(...HOWS), who, async (json, how, name) => {
        await inspect(await send(route, json, how, callers[name]), name === 'owner')
      }),
      { ...runs(20, 1000), endOnFailure: true },
    )
  })

  test('refuses a megabyte in a field, input that is no object, and text that is no JSON', async () => {
    const [field = 'id'] = Object.keys(route.call.input.shape)
    for (const body of [
      `{"${field}":"${'x'.repeat(1_000_000)}"}`,
      `{"${field}":"${'x'.repeat(2_000_000)}"}`,
      `{"${field}":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
      '[]',
      '"x"',
      'null',
      '7',
      '{',
      '{"a":',
      '\0',
      '',
    ]) {
      await inspect(await send(route, body, 'json', callers.owner), true)
    }
  })
})

test('afterwards the server is unchanged, and its log holds nothing that was sent', async () => {
  await server.drain()
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  const logs = server.logs()
  for (const secret of [...Object.values(OWNER), MARK]) expect(logs.includes(secret), secret).toBe(false)
  expect(logs).not.toContain('call failed')
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})
