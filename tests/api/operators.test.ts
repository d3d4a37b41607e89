/** Operators: a key and roles, the first one, rotation and end, and who may run what. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { claimCommands } from '../../src/features/claims/server/operator/all-claim-commands.ts'
import { paymentCommands } from '../../src/features/cashier/server/payments/payment-commands.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
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
let second = ''
let wu = ''

/** The key with which a new operator begins, and the one that only they know. */
const ownKey = async (given: string): Promise<string> => (await run(given, 'operator', 'own-key', ...WHY)).said
/** Proposed by the first operator and confirmed by the second. */
async function confirmed(...words: string[]): Promise<string> {
  const [, id = ''] = words
  expect(await run(chief, 'operator', ...words, ...WHY)).toMatchObject({
    code: 0,
    said: `${id} waits until another operator with the role security confirms: operator confirm ${id}`,
  })
  const { code, said } = await run(second, 'operator', 'confirm', id, ...WHY)
  expect(code).toBe(0)
  return said
}

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

it('the second operator is made by the first alone only with the role security', async () => {
  expect((await run(chief, 'operator', 'add', 'zhao', '--roles', 'finance', ...WHY)).said).toContain('zhao waits')
  expect(await run(chief, 'operator', 'withdraw', 'zhao', ...WHY)).toMatchObject({ code: 0 })
  const given = (await run(chief, 'operator', 'add', 'fang', '--roles', 'security', ...WHY)).said
  second = await ownKey(given)
  expect(second).toMatch(/^youfang-operator-[\w-]{43}$/)
  expect((await run(chief, 'operator', 'add', 'hu', '--roles', 'security', ...WHY)).said).toContain('hu waits')
  expect((await run(second, 'operator', 'withdraw', 'hu', ...WHY)).code).toBe(0)
})

it('a key that somebody else has read opens nothing until its owner has replaced it', async () => {
  const given = await confirmed('add', 'wu', '--roles', 'claims')
  expect(await run(given, 'claims', 'list')).toEqual({ code: 1, said: 'Refused: own_key_needed: operator own-key' })
  expect((await run(chief, 'operator', 'list')).said).toMatch(/^wu {2}active .* has not replaced the key$/m)
  wu = await ownKey(given)
  expect((await run(given, 'operator', 'own-key', ...WHY)).said).toBe('Refused: key_unknown')
  expect((await run(wu, 'claims', 'list')).code).toBe(0)
  expect((await run(chief, 'operator', 'list')).said).not.toContain('has not replaced')
})

it('a command is refused without its role, and an unknown key identifies nobody', async () => {
  expect(await run(wu, 'payments', 'list')).toEqual({ code: 1, said: 'Refused: role_needed finance' })
  for (const verb of ['add', 'confirm'])
    expect(
      (await run(wu, 'operator', verb, 'friend', ...(verb === 'add' ? ['--roles', 'finance'] : []), ...WHY)).said,
    ).toBe('Refused: role_needed security')
  expect((await run(`${wu}x`, 'claims', 'list')).said).toBe('Refused: key_unknown')
  expect((await run(wu, 'claims', 'list', '--by', 'li')).code).toBe(2)
})

it('nobody gives a role or a key alone; a role is taken away at once', async () => {
  const roles = ['operator', 'roles', 'wu', '--roles', 'claims,finance', ...WHY]
  expect((await run(chief, ...roles)).said).toContain('wu waits')
  expect((await run(wu, 'payments', 'list')).code).toBe(1)
  expect((await run(chief, 'operator', 'list')).said).toMatch(
    /^wu {2}proposed {2}roles {2}claims,finance {2}operator:chen {2}since/m,
  )
  expect((await run(chief, ...roles)).said).toBe('Refused: already_proposed')
  expect(await run(chief, 'operator', 'confirm', 'wu', ...WHY)).toEqual({ code: 1, said: 'Refused: same_operator' })
  server.advance(LIMITS.operatorAloneDays * 86_400_000)
  expect(await run(chief, 'operator', 'confirm', 'wu', ...WHY)).toEqual({ code: 1, said: 'Refused: same_operator' })
  expect((await run(second, 'operator', 'confirm', 'W.u', ...WHY)).said).toBe('W.u has the new roles')
  expect((await run(wu, 'payments', 'list')).code).toBe(0)
  expect((await run(second, 'operator', 'confirm', 'wu', ...WHY)).said).toBe('Refused: not_found')
  expect((await run(chief, 'operator', 'roles', 'wu', '--roles', 'claims', ...WHY)).said).toBe('wu: claims')
  expect((await run(wu, 'payments', 'list')).code).toBe(1)
})

it('two who confirm the same at once give one key', async () => {
  await run(chief, 'operator', 'add', 'twice', '--roles', 'content', ...WHY)
  const both = await Promise.all([0, 1].map(() => run(second, 'operator', 'confirm', 'twice', ...WHY)))
  expect(both.filter((it) => it.code === 0)).toHaveLength(1)
})

it('a short name is never reused for another person, however it is written', async () => {
  expect((await run(chief, 'operator', 'add', 'taken', '--roles', 'claims', ...WHY)).code).toBe(0)
  expect((await run(chief, 'operator', 'add', 't.aken', '--roles', 'claims', ...WHY)).said).toBe(
    'Refused: already_proposed',
  )
  expect((await run(chief, 'operator', 'withdraw', 'taken', ...WHY)).code).toBe(0)
  for (const name of ['wu', 'w.u'])
    expect((await run(chief, 'operator', 'add', name, '--roles', 'claims', ...WHY)).said).toBe('Refused: taken')
  expect((await run(chief, 'operator', 'add', 'W u', '--roles', 'claims', ...WHY)).code).toBe(1)
})

it('rotating a key and ending an operator stop the old key at once', async () => {
  const given = await confirmed('rotate', 'wu')
  expect((await run(wu, 'claims', 'list')).said).toBe('Refused: key_unknown')
  const next = await ownKey(given)
  expect((await run(next, 'claims', 'list')).code).toBe(0)
  expect((await run(chief, 'operator', 'end', 'wu', ...WHY)).code).toBe(0)
  expect((await run(next, 'claims', 'list')).said).toBe('Refused: key_unknown')
  expect((await run(chief, 'operator', 'end', 'wu', ...WHY)).said).toContain('it is ended now')
  expect((await run(chief, 'operator', 'rotate', 'wu', ...WHY)).said).toContain('it is ended now')
})

it('the only one left may confirm what they proposed, but not at once', async () => {
  expect((await run(chief, 'operator', 'end', 'fang', ...WHY)).code).toBe(0)
  expect((await run(chief, 'operator', 'add', 'gao', '--roles', 'security', ...WHY)).said).toContain('gao waits')
  const early = await run(chief, 'operator', 'confirm', 'gao', ...WHY)
  expect(early.said).toMatch(/^Refused: same_operator \{"alone_from":".+2026.*"\}$/)
  server.advance(LIMITS.operatorAloneDays * 86_400_000)
  expect((await server.deps.health.figures())['operatorsProposed']).toBe(1)
  expect((await run(chief, 'operator', 'confirm', 'gao', ...WHY)).said).toMatch(/^youfang-operator-/)
  expect((await server.deps.health.figures())['operatorsProposed']).toBe(0)
  expect((await run(chief, 'operator', 'end', 'gao', ...WHY)).code).toBe(0)
})

it('who ends the second person waits from then on, however long ago the proposal was made', async () => {
  const given = (await run(chief, 'operator', 'add', 'ma', '--roles', 'security', ...WHY)).said
  expect(given).toContain('ma waits')
  server.advance(LIMITS.operatorAloneDays * 86_400_000)
  expect((await run(chief, 'operator', 'confirm', 'ma', ...WHY)).said).toMatch(/^youfang-operator-/)
  expect((await run(chief, 'operator', 'add', 'qin', '--roles', 'security', ...WHY)).said).toContain('qin waits')
  server.advance(LIMITS.operatorAloneDays * 86_400_000)
  expect((await run(chief, 'operator', 'end', 'ma', ...WHY)).code).toBe(0)
  expect((await run(chief, 'operator', 'confirm', 'qin', ...WHY)).said).toContain('same_operator')
  server.advance(LIMITS.operatorAloneDays * 86_400_000)
  expect((await run(chief, 'operator', 'confirm', 'qin', ...WHY)).said).toMatch(/^youfang-operator-/)
  expect((await run(chief, 'operator', 'end', 'qin', ...WHY)).code).toBe(0)
})

it('the last operator who may add operators cannot be ended', async () => {
  expect((await run(chief, 'operator', 'end', 'chen', ...WHY)).said).toBe('Refused: last_security')
  expect((await run(chief, 'operator', 'roles', 'chen', '--roles', 'claims', ...WHY)).said).toContain('chen waits')
  expect((await run(chief, 'operator', 'withdraw', 'chen', ...WHY)).code).toBe(0)
})

it('each change of an operator is an event that names who did it', async () => {
  const eventsOf = async (entity: string, id: string): Promise<unknown[]> =>
    (
      await server.deps.db
        .selectFrom('events')
        .selectAll()
        .where('entity', '=', entity)
        .where('entity_id', '=', id)
        .orderBy('id')
        .execute()
    ).map((it) => [it.by, it.from_status, it.to_status])
  expect(await eventsOf('operator', 'chen')).toEqual([['system', null, 'active']])
  expect(await eventsOf('operator', 'wu')).toEqual([
    ['operator:fang', null, 'active'],
    ['operator:wu', 'active', 'active'],
    ['operator:fang', 'active', 'active'],
    ['operator:chen', 'active', 'active'],
    ['operator:fang', 'active', 'active'],
    ['operator:wu', 'active', 'active'],
    ['operator:chen', 'active', 'ended'],
  ])
  expect((await eventsOf('operator_proposal', 'wu')).slice(0, 4)).toEqual([
    ['operator:chen', null, 'proposed'],
    ['operator:fang', 'proposed', 'confirmed'],
    ['operator:chen', null, 'proposed'],
    ['operator:fang', 'proposed', 'confirmed'],
  ])
  const all = await server.deps.db.selectFrom('events').selectAll().execute()
  expect(JSON.stringify(all)).not.toContain('youfang-operator-')
})

it('in the sandbox a name is enough instead of a key', async () => {
  production = server.deps
  expect((await run(undefined, 'jobs', 'list')).code).toBe(0)
  expect((await run(undefined, 'operator', 'add', 'zhou', '--roles', 'claims', '--by', 'Mei Lin', ...WHY)).code).toBe(0)
  expect((await run(undefined, 'operator', 'list')).said).toMatch(/^meilin {2}active .* no key, sandbox only$/m)
})
