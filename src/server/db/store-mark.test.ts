import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StoreMark } from './store-mark.ts'

let folder: string
let other: Database.Database
let mark: StoreMark
beforeEach(() => {
  vi.useFakeTimers()
  folder = mkdtempSync(join(tmpdir(), 'youfang-mark-'))
  other = new Database(join(folder, 'db'))
  other.pragma('journal_mode = WAL')
  other.exec('create table rows (id text)')
  mark = new StoreMark(join(folder, 'db'))
})
afterEach(() => {
  vi.useRealTimers()
  mark.close()
  other.close()
  rmSync(folder, { recursive: true })
})
const write = () => other.exec(`insert into rows values ('a')`)

test('a move rests jobs, only reads and is over for good; it may be opened again', () => {
  const seen = [mark.state]
  for (const step of ['restJobs', 'onlyRead', 'setMoved'] as const) {
    mark[step]()
    seen.push(mark.state)
    vi.advanceTimersByTime(15_000)
    // Also while the other database commits.
    mark.renew()
  }
  vi.advanceTimersByTime(10 * 365 * 86_400_000)
  seen.push(mark.state)
  mark.reopen()
  expect([...seen, mark.state]).toEqual(['open', 'jobs rest', 'only reads', 'moved', 'moved', 'open'])
})

test('a mark that is not renewed ends, and cannot be renewed or made final after that', () => {
  mark.restJobs()
  mark.onlyRead()
  vi.advanceTimersByTime(30_000)
  expect(mark.state).toBe('open')
  for (const step of ['renew', 'setMoved'] as const) expect(() => mark[step]()).toThrow('run it again')
})

test('of two that move at once the second is refused, until the first has ended', () => {
  const second = new StoreMark(join(folder, 'db'))
  mark.restJobs()
  expect(() => second.restJobs()).toThrow('try again in 20 s')
  vi.advanceTimersByTime(30_000)
  second.restJobs()
  expect(() => mark.onlyRead()).toThrow('run it again')
  mark.clear()
  expect(second.state).toBe('jobs rest')
  second.close()
})

test('what was written before it only reads is in; whoever writes in spite of it stops the move', () => {
  mark.restJobs()
  write()
  mark.onlyRead()
  mark.renew()
  write()
  expect(() => mark.setMoved()).toThrow('another version')
  mark.clear()
  mark.restJobs()
  mark.onlyRead()
  mark.setMoved()
  expect(mark.state).toBe('moved')
})
