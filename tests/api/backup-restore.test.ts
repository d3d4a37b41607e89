/** A restored backup is checked to its last byte, and the live store knows when restoring was last tested. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { serverCommands } from '../../src/server/operator/server-commands.ts'
import { commandOutput } from './operator-commands.ts'
import { startServer, type TestServer } from './start-server.ts'

const DAY = 86_400_000
let server: TestServer
let ids: string[]
beforeEach(async () => {
  server = await startServer()
  ids = []
  for (const text of ['first', 'second']) {
    const { id } = await server.deps.files.put(
      (async function* () {
        yield Buffer.from(text.repeat(40_000))
      })(),
      { owner: 'test:1', name: `${text}.txt`, mime: 'text/plain' },
    )
    ids.push(id)
  }
})
afterEach(() => server.close())

const run = (...words: string[]) => commandOutput(server.deps, serverCommands, ['copies', ...words])

/** Where a file's bytes are stored. */
function pathOf(id: string): string {
  const root = join(server.deps.config.dataDir, 'files')
  const found = readdirSync(root, { recursive: true })
    .map(String)
    .find((path) => path.endsWith(id) && statSync(join(root, path)).isFile())
  if (found === undefined) throw new Error('the file lies nowhere')
  return join(root, found)
}

it('the check of a backup says when it is complete, and names a changed or a missing file', async () => {
  expect(await run('check')).toMatchObject({ code: 0, said: expect.stringContaining('all 2 files are whole') })
  const [one = '', two = ''] = ids
  const bytes = readFileSync(pathOf(one))
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
  writeFileSync(pathOf(one), bytes)
  const changed = await run('check')
  expect([changed.code === 0, changed.said.includes(one), changed.said.includes(two)]).toEqual([false, true, false])
  rmSync(pathOf(two))
  expect((await run('check')).said).toContain('2 of 2')
})

it('health show counts the days since a restore test was due', async () => {
  const figure = async () => (await server.deps.health.figures())['copiesUntestedDays']
  expect(
    await run('tested', '2026-03-01', '--by', 'li', '--why', 'copy of the night, one policy opened'),
  ).toMatchObject({ code: 0 })
  expect(await figure()).toBe(0)
  server.advance((LIMITS.copyTestDays + 3) * DAY)
  expect(await figure()).toBe(3)
  await run('tested', '2026-04-01', '--by', 'li', '--why', 'again')
  expect(await figure()).toBe(0)
  expect((await run('tested', 'yesterday', '--by', 'li', '--why', 'x')).code).not.toBe(0)
})
