import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays } from '../../lib/days/dates.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { dailyLog, deleteOldLogs } from './log-files.ts'

const MUCH = 1024 * 1024 * 1024
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'youfang-logs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('each day has a file of its own, and lines are added to what is there', async () => {
  let now = Date.UTC(2026, 10, 24, 15, 59)
  writeFileSync(join(folder, '2026-11-24.log'), 'earlier\n')
  const log = dailyLog(folder, MUCH, () => now)
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
  deleteOldLogs(folder, '2026-11-24', MUCH)
  expect(readdirSync(folder).sort()).toEqual([`${kept}.log`, 'notes.txt'].sort())
  expect(LIMITS.logDays).toBeGreaterThanOrEqual(183)
})

test('all files together have a limit: the oldest go, the latest stays, and it is said which', () => {
  for (const [name, bytes] of [
    ['2026-11-22.log', 400],
    ['2026-11-23.log', 300],
    ['2026-11-23.2.log', 300],
    ['2026-11-23.10.log', 300],
    ['2026-11-24.log', 900],
  ] as const)
    writeFileSync(join(folder, name), 'x'.repeat(bytes))
  expect(deleteOldLogs(folder, '2026-11-24', 1300)).toEqual(['2026-11-22.log', '2026-11-23.log', '2026-11-23.2.log'])
  expect(readdirSync(folder).sort()).toEqual(['2026-11-23.10.log', '2026-11-24.log'])
  expect(deleteOldLogs(folder, '2026-11-24', 100)).toEqual(['2026-11-23.10.log'])
  expect(readdirSync(folder)).toEqual(['2026-11-24.log'])
})

test('a day with much to write continues in further files, so that its beginning can go', async () => {
  const log = dailyLog(folder, 800, () => Date.UTC(2026, 10, 24))
  const line = `${'x'.repeat(119)}\n`
  for (let part = 1; part <= 8; part++) {
    log.write(line)
    const name = join(folder, part === 1 ? '2026-11-24.log' : `2026-11-24.${part}.log`)
    await expect.poll(() => existsSync(name) && statSync(name).size).toBeGreaterThanOrEqual(line.length)
    log.turn()
  }
  expect(readdirSync(folder)).not.toContain('2026-11-24.log')
  expect(readdirSync(folder)).toContain('2026-11-24.8.log')
  await expect
    .poll(() =>
      readdirSync(folder)
        .map((it) => readFileSync(join(folder, it), 'utf8'))
        .join(''),
    )
    .toContain('"files":["2026-11-24.log"],"msg":"log files above LOG_MAX_MB deleted"')
  log.end()
})
