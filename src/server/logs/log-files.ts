/**
 * Log files of each day, kept as long as the privacy policy says (§7) and no longer; the network security law requires
 * six months at least. All together have a limit, because a full disk stops everything else (decision 0102).
 */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pino, type DestinationStream } from 'pino'
import { now } from '../../lib/days/clock.ts'
import { addDays, dayOf, type Day } from '../../lib/days/dates.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'

const MINUTE = 60_000
/** `2026-11-24.log`, and `2026-11-24.2.log` when a day has several. */
const NAME = /^(\d{4}-\d\d-\d\d)(?:\.(\d+))?\.log$/
/** A day's file is continued in the next one at this part of what all files may have. */
const PARTS = 8

interface LogFile {
  name: string
  day: Day
  part: number
  bytes: number
}

const nameOf = (day: Day, part: number): string => (part === 1 ? `${day}.log` : `${day}.${part}.log`)

/** The log files of the folder, the oldest first. */
function logFiles(folder: string): LogFile[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, part = '1'] = NAME.exec(name) ?? []
      // Another process may delete it at the same time.
      const bytes = statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
      return day === undefined ? [] : [{ name, day, part: Number(part), bytes }]
    })
    .sort((a, b) => a.day.localeCompare(b.day) || a.part - b.part)
}

/**
 * Deletes the files of days that are older than logs are kept, and the oldest ones while all together have more than
 * `mostBytes`; the latest stays. Returns the names of those that were deleted for their size.
 */
export function deleteOldLogs(folder: string, today: Day, mostBytes: number): string[] {
  const first = addDays(today, -LIMITS.logDays)
  const files = logFiles(folder)
  let bytes = files.reduce((sum, it) => sum + it.bytes, 0)
  const forSize: string[] = []
  for (const it of files) {
    const tooMuch = bytes > mostBytes && it !== files.at(-1)
    if (it.day >= first && !tooMuch) break
    rmSync(join(folder, it.name), { force: true })
    bytes -= it.bytes
    if (it.day >= first) forSize.push(it.name)
  }
  return forSize
}

/** The file of this day that is written now: several processes that share the folder find the same one. */
function currentFile(folder: string, day: Day, mostBytes: number): string {
  const latest = logFiles(folder).findLast((it) => it.day === day)
  if (latest === undefined) return nameOf(day, 1)
  return nameOf(day, latest.bytes >= mostBytes / PARTS ? latest.part + 1 : latest.part)
}

/**
 * Appends to the file of the day, in a folder of at most `mostBytes` (checked every minute); lines are written in
 * batches, as on standard output. Several processes may write into one folder.
 */
export function dailyLog(
  folder: string,
  mostBytes: number,
  clock: () => number = now,
): DestinationStream & { turn: () => void; end: () => void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const today = (): Day => dayOf(clock())
  let name = currentFile(folder, today(), mostBytes)
  const lines = pino.destination({
    dest: join(folder, name),
    sync: false,
    append: true,
    mode: 0o600,
    minLength: 64 * 1024,
    maxWrite: 128 * 1024,
    periodicFlush: 250,
  })
  // A full disk must not end the server: the same lines are also on standard output.
  lines.on('error', () => undefined)
  const clear = (): void => {
    const deleted = deleteOldLogs(folder, today(), mostBytes)
    if (deleted.length > 0)
      lines.write(
        `{"level":40,"time":${clock()},"files":${JSON.stringify(deleted)},"msg":"log files above LOG_MAX_MB deleted"}\n`,
      )
  }
  const turn = (): void => {
    try {
      const next = currentFile(folder, today(), mostBytes)
      if (next !== name) lines.reopen(join(folder, next))
      name = next
      clear()
    } catch {
      /* The folder cannot be read at the moment: the same lines are also on standard output. */
    }
  }
  clear()
  const timer = setInterval(turn, MINUTE).unref()
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
