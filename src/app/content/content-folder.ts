/**
 * The folder of content as it holds today: for the server, the pages and the PDFs, wherever there is a file system. A
 * server keeps the texts of its start (`keepContent`).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
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

interface KeptText {
  text: string
  draft: boolean
}

/** Each version of a file is read once: drafts are asked for at each answer, and a process may begin several servers. */
const lastRead = new Map<string, KeptText & { version: string }>()

function asOnDisk(path: string): KeptText | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return undefined
  const version = `${stats.mtimeMs} ${stats.size} ${stats.ino}`
  const known = lastRead.get(path)
  if (known?.version === version) return known
  const text = fromDisk(path)
  const read = { version, text, draft: path.endsWith('.md') && isDraft(text) }
  lastRead.set(path, read)
  return read
}

const isDraftFile = (path: string): boolean => path.endsWith('.md') && (asOnDisk(path)?.draft ?? false)

const keptRoots = new Set<string>()
/** By folder and name. */
const keptTexts = new Map<string, Map<string, KeptText>>()
const TEXT = /\.(?:md|yaml|json)$/

const isBelow = (folder: string, root: string): boolean => folder === root || folder.startsWith(root + sep)

/**
 * From now on this process reads the texts of all days as they are at this moment. A server begins with it: content
 * that was put into its folder for a build, and that the build refused, is not sold at midnight. A text is parsed when
 * it is first asked for.
 */
export function keepContent(roots: readonly string[] = [contentFolder(), 'public/locales']): void {
  for (const root of roots.map((it) => resolve(it))) {
    for (const folder of keptTexts.keys()) if (isBelow(folder, root)) keptTexts.delete(folder)
    keptRoots.add(root)
    const found = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : []
    for (const { parentPath, name } of found.filter((it) => it.isFile() && TEXT.test(it.name))) {
      const kept = asOnDisk(join(parentPath, name))
      const texts = keptTexts.get(parentPath) ?? new Map<string, KeptText>()
      if (kept) keptTexts.set(parentPath, texts.set(name, kept))
    }
  }
  daysByFolder.clear()
}

/** The texts of a folder at the start; undefined where the disk is read. */
function keptIn(folder: string): ReadonlyMap<string, KeptText> | undefined {
  const at = resolve(folder)
  return (
    keptTexts.get(at) ?? ([...keptRoots].some((root) => isBelow(at, root)) ? new Map<string, KeptText>() : undefined)
  )
}

const fromDisk = (path: string): string => readFileSync(path, 'utf8').replace(/\r\n/g, '\n')

/** The text of a file, with `\n` as line ends. */
export const textOf = (path: string): string => keptIn(dirname(path))?.get(basename(path))?.text ?? fromDisk(path)

/** Names of the files of a folder, of all days; none of a missing one. Drafts are left out. */
export function namesOfFiles(folder: string): string[] {
  const kept = keptIn(folder)
  if (!kept) return namesOnDisk(folder)
  return [...kept].filter(([, { draft }]) => draftsShown() || !draft).map(([name]) => name)
}

/** The same as they are now, whatever the process started with. */
export function namesOnDisk(folder: string): string[] {
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
  return textOf(file)
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
  const days = changeDays(keptIn(folder) ? keptBelow(resolve(folder)) : pathsBelow(folder))
  daysByFolder.set(folder, days)
  return days
}

const pathsBelow = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []

const keptBelow = (folder: string): string[] =>
  [...keptTexts].flatMap(([at, texts]) => (isBelow(at, folder) ? [...texts.keys()] : []))
