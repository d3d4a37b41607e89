/** The folder of content as it holds today: for the server, the pages and the PDFs, wherever there is a file system. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { now } from '../../lib/days/clock.ts'
import { changeDays, filesOn, stateOn } from '../../lib/content/content-by-day.ts'
import { isDraft } from '../../lib/content/content-drafts.ts'
import { contentInEdit } from '../../lib/content/content-may-change.ts'
import { dayOf, isDay, type Day } from '../../lib/days/dates.ts'

/** `CONTENT_DIR`, relative to the working directory; `content` unless it is given. */
export const contentFolder = (): string => process.env['CONTENT_DIR'] ?? 'content'

/** The day whose content was shown at an instant: its own, or `CONTENT_DAY` in a preview of what is prepared. */
export function contentDay(at: number): Day {
  const chosen = process.env['CONTENT_DAY'] ?? ''
  return isDay(chosen) ? chosen : dayOf(at)
}

/** By how much the sandbox's clock was moved when it started, ms; production refuses it (`config.ts`). */
const movedBy = (): number => Number(process.env['SANDBOX_CLOCK_OFFSET'] ?? 0)

const actedAt = new AsyncLocalStorage<number>()

/** What `act` shows and sells is the content of that instant: the demo's people acted in the past. */
export const inContentOf = <T>(at: number, act: () => T): T => actedAt.run(at, act)

/** The day whose content is shown now. */
export const contentToday = (): Day => contentDay(actedAt.getStore() ?? now() + movedBy())

/** Drafts are shown by `npm run dev` and `npm run edit`, which set it; a build clears it, and production refuses it. */
const draftsShown = (): boolean => process.env['CONTENT_DRAFTS'] === 'shown'

/** Whether a file was a draft when it was last read. Asked for each answer, so each version of a file is read once. */
const draftsByFile = new Map<string, { version: string; draft: boolean }>()

function isDraftFile(path: string): boolean {
  if (!path.endsWith('.md')) return false
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return false
  const version = `${stats.mtimeMs} ${stats.size} ${stats.ino}`
  const known = draftsByFile.get(path)
  if (known?.version === version) return known.draft
  const draft = isDraft(readFileSync(path, 'utf8'))
  draftsByFile.set(path, { version, draft })
  return draft
}

/** Names of the files of a folder, of all days; none of a missing one. Drafts are left out. */
export function namesOfFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((it) => it.isFile() && (draftsShown() || !isDraftFile(join(folder, it.name))))
    .map((it) => it.name)
}

/** Paths of the files that hold on `day` in a folder, by the names that they are known by. Drafts hold on none. */
export const filesIn = (folder: string, day: Day = contentToday()): Map<string, string> =>
  new Map([...filesOn(namesOfFiles(folder), day)].map(([name, file]) => [name, join(folder, file)]))

/** The text of `path` that holds on `day`, with `\n` as line ends. Throws `ENOENT` where none does. */
export function readOn(path: string, day: Day = contentToday()): string {
  const file = filesIn(dirname(path), day).get(basename(path))
  if (file === undefined) throw Object.assign(new Error(`ENOENT: ${path} does not hold on ${day}`), { code: 'ENOENT' })
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
