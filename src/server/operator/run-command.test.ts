import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { defineJob } from '../jobs/define-job.ts'
import { handleJob } from '../jobs/outbox.ts'
import { openServer } from '../../programs/open-server.ts'
import type { Server } from '../create-server.ts'
import { z } from 'zod'
import { command } from './command.ts'
import { jobCommands } from './job-commands.ts'
import { runCommand } from './run-command.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'youfang-operator-'))
let broken = true
let server: Server
let now = 0
const lines: string[] = []
const say = (line: string): void => void lines.push(line)
const operator = (...argv: string[]) => runCommand(argv, jobCommands, server.deps, { print: say, fail: say })

beforeAll(async () => {
  const flakyJob = defineJob('flaky', 'records', z.object({}), 2)
  const flaky = handleJob(flakyJob, async () => {
    if (broken) throw new Error('down')
  })
  server = await openServer({
    config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
    features: [{ name: 'probe', jobs: [flaky] }],
    clock: () => now,
  })
  await server.deps.write((trx) => server.deps.outbox.enqueue(trx, flakyJob, {}))
  for (; now < 60_000; now += 10_000) await server.deps.outbox.drain()
})
beforeEach(() => void lines.splice(0))
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true })
})

test('help names every command, an unknown one is a wrong command line', async () => {
  expect(await operator('help')).toBe(0)
  expect(lines.join()).toContain('--by NAME')
  expect(lines.join()).toMatch(/jobs list \[--state …\][^]*jobs retry <id> --why TEXT[^]*role security/)
  expect(await operator('jobs', 'fly')).toBe(2)
  expect(await operator('jobs', 'list', '--state', 'lost')).toBe(2)
  expect(await operator('jobs', 'retry', 'x')).toBe(2)
  expect(lines.at(-1)).toContain('--why TEXT')
})

test('what a person wrote neither moves the cursor nor turns the line', async () => {
  const written = 'a\u061cb\u202ec\u200dd\u001be\u0085f\u2028g 林'
  const tell = command({
    noun: 'say',
    verb: 'it',
    role: 'content',
    about: 'Prints',
    reads: true,
    input: z.object({}),
    run: async (_, { print }) => print(written),
  })
  expect(await runCommand(['say', 'it'], [tell], server.deps, { print: say, fail: say })).toBe(0)
  expect(lines).toEqual(['a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf\ufffdg 林'])
})

test('an option that counts takes its number, and one without a value none', async () => {
  const tell = command({
    noun: 'say',
    verb: 'it',
    role: 'content',
    about: 'Prints',
    reads: true,
    input: z.object({ limit: z.coerce.number().int().min(1).optional(), loud: z.boolean().optional() }),
    run: async ({ limit, loud }, { print }) => print(`${String(limit)} ${String(loud)}`),
  })
  expect(
    await runCommand(['say', 'it', '--limit', '7', '--loud'], [tell], server.deps, { print: say, fail: say }),
  ).toBe(0)
  expect(lines).toEqual(['7 true'])
})

test('a job that was given up runs again, and who asked for it stays on record', async () => {
  await operator('jobs', 'list')
  expect(lines).toHaveLength(1)
  const id = lines[0]?.split('  ')[0] ?? ''
  expect(await operator('jobs', 'retry', 'none', '--by', 'mei', '--why', 'x')).toBe(1)
  expect(await operator('jobs', 'retry', id, '--by', 'mei', '--why', 'mail is back')).toBe(0)
  broken = false
  expect(await server.deps.outbox.drain()).toBe(1)
  lines.splice(0)
  await operator('jobs', 'list')
  expect(lines).toEqual([])
  const event = await server.deps.db.selectFrom('events').selectAll().where('entity_id', '=', id).executeTakeFirst()
  expect(event).toMatchObject({ by: 'operator:mei', why: 'mail is back', from_status: 'failed', to_status: 'open' })
})
