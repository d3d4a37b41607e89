import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openStore } from './db/database.ts'
import { dailyLog } from './logs/log-files.ts'

let root: string
let umask: number
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'youfang-modes-'))
  // As on a machine where everything is readable by everybody.
  umask = process.umask(0)
})
afterEach(() => {
  process.umask(umask)
  rmSync(root, { recursive: true })
})

/** Paths below the folder, and itself, that others can read. */
const readableByOthers = (folder: string): string[] =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (path) => (statSync(join(folder, path)).mode & 0o077) !== 0,
  )

test.each([
  ['that does not exist', () => undefined],
  ['that was made by hand', (folder: string) => mkdirSync(folder, { mode: 0o777 })],
])('in a data folder %s, everything is for its owner alone', async (_, make) => {
  const dataDir = join(root, 'data')
  make(dataDir)
  const config = readConfig({ DATA_DIR: dataDir })
  const store = openStore(config)
  await store.probe()
  const log = dailyLog(config.logDir, config.logBytes)
  log.write('line\n')
  await expect.poll(() => readdirSync(config.logDir).length).toBe(1)
  const made = readdirSync(dataDir).sort()
  expect(made).toEqual(['logs', 'secret', 'youfang.db', 'youfang.db-shm', 'youfang.db-wal'])
  expect(readableByOthers(dataDir)).toEqual([])
  log.end()
  await store.close()
})

test('a folder that was restored with the rights of others loses them at the next start', () => {
  for (const folder of ['files', 'logs']) {
    mkdirSync(join(root, folder))
    chmodSync(join(root, folder), 0o755)
  }
  writeFileSync(join(root, 'youfang.db'), '', { mode: 0o644 })
  chmodSync(root, 0o750)
  readConfig({ DATA_DIR: root })
  expect(readableByOthers(root)).toEqual([])
})
