import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { call } from '../../src/lib/contract.ts'
import type { ServerFeature } from '../../src/server/server-feature.ts'
import { job } from '../../src/server/outbox.ts'
import { handle } from '../../src/server/call-handlers.ts'
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
      await deps.write((trx) => deps.outbox.enqueue(trx, { kind: 'leaky', payload: input }))
      return { token: SECRETS.token }
    }),
  ],
  jobs: [
    job('leaky', z.object({ account: z.string() }), async (_, { account }) => {
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
