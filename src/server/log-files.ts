/**
 * Log files, one per day, kept as long as the privacy policy says (§7) and no longer; the network security law requires
 * six months at least.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino, type DestinationStream } from 'pino'
import { now } from '../lib/clock.ts'
import { addDays, dayOf, type Day } from '../lib/dates.ts'
import { LIMITS } from '../lib/limits-and-periods.ts'

const HOUR = 3_600_000
const NAME = /^(\d{4}-\d\d-\d\d)\.log$/

const fileOf = (folder: string, day: Day): string => join(folder, `${day}.log`)

/** Deletes the files of days that are older than logs are kept. */
export function deleteOldLogs(folder: string, today: Day): void {
  const first = addDays(today, -LIMITS.logDays)
  for (const name of readdirSync(folder)) {
    const day = NAME.exec(name)?.[1]
    if (day !== undefined && day < first) rmSync(join(folder, name), { force: true })
  }
}

/**
 * Appends to the file of the day; lines are written in batches, as on standard output. Several processes may write into
 * one folder.
 */
export function dailyLog(
  folder: string,
  clock: () => number = now,
): DestinationStream & { turn: () => void; end: () => void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let day = dayOf(clock())
  deleteOldLogs(folder, day)
  const lines = pino.destination({
    dest: fileOf(folder, day),
    sync: false,
    append: true,
    mode: 0o600,
    minLength: 64 * 1024,
    maxWrite: 128 * 1024,
    periodicFlush: 250,
  })
  // A full disk must not end the server: the same lines are also on standard output.
  lines.on('error', () => undefined)
  const turn = (): void => {
    const today = dayOf(clock())
    if (today === day) return
    day = today
    lines.reopen(fileOf(folder, day))
    deleteOldLogs(folder, day)
  }
  const timer = setInterval(turn, HOUR / 60).unref()
  process.on('exit', () => {
    try {
      lines.flushSync()
    } catch {
      /* It was never opened. */
    }
  })
  return {
    write: (line) => void lines.write(line),
    turn,
    end: () => {
      clearInterval(timer)
      lines.end()
    },
  }
}
