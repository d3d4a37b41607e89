/** The folder of content as it holds today: for the server, the pages and the PDFs, wherever there is a file system. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { now } from '../../lib/clock.ts'
import { changeDays, filesOn, stateOn } from '../../lib/content-by-day.ts'
import { contentInEdit } from '../../lib/content-may-change.ts'
import { dayOf, isDay, type Day } from '../../lib/dates.ts'

/** `CONTENT_DIR`, relative to the working directory; `content` unless it is given. */
export const contentFolder = (): string => process.env['CONTENT_DIR'] ?? 'content'

/** The day whose content is shown: today, or `CONTENT_DAY` in a preview of what is prepared. */
export function contentToday(): Day {
  const chosen = process.env['CONTENT_DAY'] ?? ''
  return isDay(chosen) ? chosen : dayOf(now())
}

/** Paths of the files that hold on `day` in a folder, by the names that they are known by. */
export function filesIn(folder: string, day: Day = contentToday()): Map<string, string> {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { withFileTypes: true })
  const held = filesOn(
    names.filter((it) => it.isFile()).map((it) => it.name),
    day,
  )
  return new Map([...held].map(([name, file]) => [name, join(folder, file)]))
}

/** The text of `path` that holds on `day`, with `\n` as line ends. Throws `ENOENT` where none does. */
export function readOn(path: string, day: Day = contentToday()): string {
  const file = filesIn(dirname(path), day).get(basename(path)) ?? path
  return readFileSync(file, 'utf8').replace(/\r\n/g, '\n')
}

const daysByFolder = new Map<string, readonly Day[]>()

/**
 * The day since which the content of `day` has held; empty where nothing has changed by day. What was read stays right
 * as long as it is the same. The names of the files are read once, and again on each call while content is in edit.
 */
export function contentState(folder = contentFolder(), day: Day = contentToday()): Day {
  return stateOn(changeDaysIn(folder), day)
}

/** The days on which content changes, in order. */
export function changeDaysIn(folder = contentFolder()): readonly Day[] {
  const known = daysByFolder.get(folder)
  if (known && !contentInEdit()) return known
  const days = changeDays(existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
  daysByFolder.set(folder, days)
  return days
}
