/** Operators: a key and roles, the first one, rotation and end, and who may run what. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { claimCommands } from '../../src/features/claims/operator/all-claim-commands.server.ts'
import { paymentCommands } from '../../src/features/cashier/payment-commands.server.ts'
import { operatorCommands } from '../../src/server/operator/operator-commands.ts'
import { jobCommands } from '../../src/server/operator/job-commands.ts'
import { commandOutput } from './operator-commands.ts'
import { startServer, type TestServer } from './start-server.ts'

const WHY = ['--why', 'new colleague'] as const
const COMMANDS = [...operatorCommands, ...jobCommands, ...claimCommands, ...paymentCommands]
let server: TestServer
let production: TestServer['deps']

const run = (key: string | undefined, ...words: string[]) => commandOutput(production, COMMANDS, words, key)

beforeAll(async () => {
  server = await startServer()
})
// As on a server that is not a sandbox: a name is no key.
beforeEach(() => {
  production = { ...server.deps, config: { ...server.deps.config, mode: 'production' } }
})
afterAll(() => server.close())

let chief = ''
let wu = ''

it('while nobody has a key, the first operator can be made, and nothing else can be done', async () => {
  expect(await run(undefined, 'jobs', 'list')).toEqual({ code: 1, said: 'Refused: key_needed' })
  expect((await run(undefined, 'operator', 'add', 'chen', '--roles', 'claims', ...WHY)).said).toContain(
    'needs the role security',
  )
  expect((await run(undefined, 'operator', 'add', 'chen', '--roles', 'security,boss', ...WHY)).code).toBe(2)
  const made = await run(undefined, 'operator', 'add', 'chen', '--roles', 'security', '--name', 'Chen Yi', ...WHY)
  expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/^youfang-operator-[\w-]{43}$/) as string })
  chief = made.said
  expect((await run(undefined, 'operator', 'add', 'eve', '--roles', 'security', ...WHY)).said).toBe(
    'Refused: key_needed',
  )
  expect(
    (await run(undefined, 'operator', 'add', 'eve', '--roles', 'security', '--by', 'chen', ...WHY)).said,
  ).toContain('sandbox only')
})

it('the key is printed once and kept as a hash', async () => {
  const rows = await server.deps.db.selectFrom('operators').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(chief)
  expect((await run(chief, 'operator', 'list')).said).not.toContain(chief)
  expect(server.logs()).not.toContain(chief)
})

it('a command is refused without its role, and an unknown key identifies nobody', async () => {
  wu = (await run(chief, 'operator', 'add', 'wu', '--roles', 'claims', ...WHY)).said
  expect((await run(wu, 'claims', 'list')).code).toBe(0)
  expect(await run(wu, 'payments', 'list')).toEqual({ code: 1, said: 'Refused: role_needed finance' })
  expect((await run(wu, 'operator', 'add', 'friend', '--roles', 'finance', ...WHY)).said).toBe(
    'Refused: role_needed security',
  )
  expect((await run(`${wu}x`, 'claims', 'list')).said).toBe('Refused: key_unknown')
  expect((await run(wu, 'claims', 'list', '--by', 'li')).code).toBe(2)
  expect((await run(chief, 'operator', 'roles', 'wu', '--roles', 'claims,finance', ...WHY)).code).toBe(0)
  expect((await run(wu, 'payments', 'list')).code).toBe(0)
})

it('a short name is never reused for another person, however it is written', async () => {
  for (const name of ['wu', 'w.u'])
    expect((await run(chief, 'operator', 'add', name, '--roles', 'claims', ...WHY)).said).toBe('Refused: taken')
  expect((await run(chief, 'operator', 'add', 'W u', '--roles', 'claims', ...WHY)).code).toBe(1)
})

it('rotating a key and ending an operator stop the old key at once', async () => {
  const next = (await run(chief, 'operator', 'rotate', 'wu', ...WHY)).said
  expect((await run(wu, 'claims', 'list')).said).toBe('Refused: key_unknown')
  expect((await run(next, 'claims', 'list')).code).toBe(0)
  expect((await run(chief, 'operator', 'end', 'wu', ...WHY)).code).toBe(0)
  expect((await run(next, 'claims', 'list')).said).toBe('Refused: key_unknown')
  expect((await run(chief, 'operator', 'end', 'wu', ...WHY)).said).toContain('it is ended now')
  expect((await run(chief, 'operator', 'rotate', 'wu', ...WHY)).said).toContain('it is ended now')
})

it('the last operator who may add operators cannot be ended', async () => {
  expect((await run(chief, 'operator', 'end', 'chen', ...WHY)).said).toBe('Refused: last_security')
  expect((await run(chief, 'operator', 'roles', 'chen', '--roles', 'claims', ...WHY)).said).toBe(
    'Refused: last_security',
  )
})

it('each change of an operator is an event that names who did it', async () => {
  const events = await server.deps.db
    .selectFrom('events')
    .selectAll()
    .where('entity', '=', 'operator')
    .orderBy('id')
    .execute()
  expect(events.map((it) => [it.entity_id, it.by, it.from_status, it.to_status])).toEqual([
    ['chen', 'system', null, 'active'],
    ['wu', 'operator:chen', null, 'active'],
    ['wu', 'operator:chen', 'active', 'active'],
    ['wu', 'operator:chen', 'active', 'active'],
    ['wu', 'operator:chen', 'active', 'ended'],
  ])
  expect(JSON.stringify(events)).not.toContain('youfang-operator-')
})

it('in the sandbox a name is enough instead of a key', async () => {
  production = server.deps
  expect((await run(undefined, 'jobs', 'list')).code).toBe(0)
  expect((await run(undefined, 'operator', 'add', 'zhou', '--roles', 'claims', '--by', 'Mei Lin', ...WHY)).code).toBe(0)
  expect((await run(undefined, 'operator', 'list')).said).toMatch(/^meilin {2}active .* no key, sandbox only$/m)
})
