import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays } from '../lib/dates.ts'
import { LIMITS } from '../lib/limits-and-periods.ts'
import { dailyLog, deleteOldLogs } from './log-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'youfang-logs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('each day has a file of its own, and lines are added to what is there', async () => {
  let now = Date.UTC(2026, 10, 24, 15, 59)
  writeFileSync(join(folder, '2026-11-24.log'), 'earlier\n')
  const log = dailyLog(folder, () => now)
  log.write('one\n')
  await expect.poll(() => readFileSync(join(folder, '2026-11-24.log'), 'utf8')).toBe('earlier\none\n')
  // This instant is midnight in Shanghai.
  now += 120_000
  log.turn()
  log.write('two\n')
  await expect
    .poll(() => readdirSync(folder).includes('2026-11-25.log') && readFileSync(join(folder, '2026-11-25.log'), 'utf8'))
    .toBe('two\n')
  expect(readFileSync(join(folder, '2026-11-24.log'), 'utf8')).toBe('earlier\none\n')
  log.end()
})

test('a day is kept for six months and goes then; what is no log stays', () => {
  const [kept, gone] = [addDays('2026-11-24', -LIMITS.logDays), addDays('2026-11-24', -LIMITS.logDays - 1)]
  for (const name of [`${kept}.log`, `${gone}.log`, 'notes.txt']) writeFileSync(join(folder, name), '')
  deleteOldLogs(folder, '2026-11-24')
  expect(readdirSync(folder).sort()).toEqual([`${kept}.log`, 'notes.txt'].sort())
  expect(LIMITS.logDays).toBeGreaterThanOrEqual(183)
})
