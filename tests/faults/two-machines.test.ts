/** The folder of a SQLite store serves one machine: a server that finds another one's there does not start. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdFolder } from '../../src/server/db/one-machine.ts'
import { sandboxEnv } from '../runner/env.ts'
import { freePort, KillableProcess } from './killable-process.ts'
import { rowsOf } from '../tools/long-form.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'youfang-machines-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const PROGRAMS = [
  ['a server', ['server/main.ts'], 1],
  ['a command of an operator', ['operator/main.ts', 'health', 'show'], 3],
  ['a backup', ['operator/main.ts', 'backup', 'make', 'backups'], 3],
] as const

test.each(rowsOf(PROGRAMS, (_, i) => i < 2))(
  '%s is refused where a server of another machine runs',
  async (_, [program, ...words], code) => {
    const { letGo } = await holdFolder(dataDir, () => undefined, 'another-machine')
    const env = { ...sandboxEnv(), DATA_DIR: dataDir, DEMO: '0', PORT: String(await freePort()) }
    const argv = [`src/programs/${program}`, ...words]
    const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'inherit', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    expect(await new Promise((done) => child.once('close', done))).toBe(code)
    expect(said).toContain('DATA_DIR is used by a server of another machine')
    letGo()
  },
)

test('one that runs ends when another machine has taken its folder', async () => {
  const server = new KillableProcess(await freePort(), dataDir)
  await server.start()
  writeFileSync(join(dataDir, 'machine'), 'another-machine 1')
  await expect.poll(() => server.ended).toBe(true)
})
