import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { call } from '../../src/lib/contract.ts'
import type { ServerFeature } from '../../src/server/server-feature.ts'
import { defineJob } from '../../src/server/jobs/define-job.ts'
import { handleJob } from '../../src/server/jobs/outbox.ts'
import { handle } from '../../src/server/http/call-handlers.ts'
import { dialect } from '../stores/open.ts'
import { startServer, type TestServer } from './start-server.ts'

/** Texts that must never be in a log, however they were passed. */
const SECRETS = {
  code: '830517',
  token: 'tok-7f3a9c1e55d04b6e8a',
  idNumber: '110105200402290018',
  account: '6222020200112233445',
  mobile: '13912345678',
  email: 'mei.lin@example.com',
  name: '林美',
  unique: 'd'.repeat(64),
}
const planted = call({
  path: 'probe/planted',
  access: 'open',
  input: z.object({
    code: z.string(),
    idNumber: z.string(),
    account: z.string(),
    name: z.string(),
    mobile: z.string(),
    email: z.string(),
    how: z.string(),
  }),
  output: z.object({ token: z.string() }),
})
const leakyJob = defineJob('leaky', 'records', planted.input)
const probe: ServerFeature = {
  name: 'probe',
  routes: [
    handle(planted, async (input, { deps }) => {
      // The redaction catches a careless log line of our own.
      deps.log.info({ ...input, user: input, body: { token: SECRETS.token } }, 'careless')
      if (input.how === 'throw') throw new Error(`cannot store ${JSON.stringify(input)}`)
      if (input.how === 'database') {
        await deps.write((trx) =>
          trx
            .insertInto('files')
            .values({ id: input.idNumber, owner: input.name } as never)
            .execute(),
        )
      }
      await deps.write((trx) => deps.outbox.enqueue(trx, leakyJob, input))
      return { token: SECRETS.token }
    }),
  ],
  jobs: [
    handleJob(leakyJob, async (_, { account }) => {
      throw new Error(`bank refused ${account}`)
    }),
  ],
}

let server: TestServer
beforeAll(async () => {
  server = await startServer({ features: [probe], env: { LOG_LEVEL: 'debug' } })
})
afterAll(() => server.close())

test('no secret of a call stands in any log line', async () => {
  const headers = {
    'platform-token': SECRETS.token,
    'csrf-token': SECRETS.token,
    unique: SECRETS.unique,
    cookie: `t=${SECRETS.token}`,
  }
  for (const how of ['fine', 'throw', 'database']) {
    const fields = { ...SECRETS, how, lang: 'cn' }
    await fetch(`${server.url}/index/probe/planted?${new URLSearchParams(fields)}`, { method: 'POST', headers })
    await fetch(`${server.url}/index/probe/planted`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
  }
  await fetch(`${server.url}/index/probe/planted`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: `{"code": "${SECRETS.code}", `,
  })
  await fetch(`${server.url}/index/${SECRETS.token}-${SECRETS.idNumber}?token=${SECRETS.token}`, {
    method: 'POST',
    headers,
  })
  await fetch(`${server.url}/sandbox/messages?to=${SECRETS.mobile}`, { method: 'POST' })
  await server.drain()
  const logs = server.logs()
  expect(logs).toContain('"query":{"lang":"cn"}')
  expect(logs).toContain('job failed')
  expect(logs.match(/call failed/g)).toHaveLength(4)
  // What an operator needs is there: the kind of error, the driver's code, the place.
  expect(logs).toContain('"type":"Error"')
  expect(logs).not.toContain('"type":"object"')
  expect(logs).toMatch(dialect === 'sqlite' ? /"errno":"SQLITE_CONSTRAINT/ : /"errno":"23502"/)
  for (const [what, secret] of Object.entries(SECRETS)) expect(logs.includes(secret), `${what} in the logs`).toBe(false)
})

/** Sends raw text on one connection and reads until the server ends it. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.write(text)
  await once(socket, 'close')
  return answer
}

const get = (path: string, header = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`
const CLOSE = 'Connection: close\r\n'

test.each([
  ['a path that is too long', get('/a'.repeat(7000), CLOSE), 414],
  ['a path that cannot be decoded', get('/%E0%A4%A', CLOSE), 404],
  ['a path of no page', get('/nothing', CLOSE), 404],
  ['a head that is too large', get('/', `x-a: ${'a'.repeat(20_000)}\r\n`), 431],
  ['what is no HTTP', 'no HTTP\r\n\r\n', 400],
])('whoever sends %s has a line, and a short one', async (_, text, status) => {
  const before = server.logs().length
  expect(await sendRaw(text)).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
  await expect.poll(() => server.logs().slice(before)).toContain(`"status":${status}`)
  expect(server.logs().slice(before).length).toBeLessThan(400)
})

test('nobody fills the log by asking: one address has a limited share of it', async () => {
  const before = server.logs().length
  await sendRaw(get('/a'.repeat(1500)).repeat(1200) + get('/', CLOSE))
  const written = server.logs().slice(before)
  expect(written.length).toBeLessThanOrEqual(256 * 1024)
  expect(written.length).toBeGreaterThan(200 * 1024)
})
