/**
 * The folder of the built site. A build writes into a folder beside it and takes its place at the end, so that one that
 * fails changes nothing. Files whose names carry a hash stay for some weeks after the build that no longer has them:
 * pages that are still open ask for them (decision 0116).
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import Database from 'better-sqlite3'
import { addDays, isDay, type Day } from '../../lib/days/dates.ts'
import { isRecord } from '../../lib/is-record.ts'
import { NEVER_CHANGE } from '../../server/http/serve-site.ts'

/** In the root of the site, not served: the day since which a file belongs to no page, by path. */
export const EARLIER_FILES = '_earlier.json'

/** Longer than a tab usually stays open; a file belongs to no page for this long before it is deleted. */
const EARLIER_FILE_DAYS = 28

/**
 * Keeps other builds of `site` away until the answer is called or the process ends, however it ends: the lock is the
 * operating system's, by way of SQLite, so none is left behind. Throws while another build has it.
 */
export function lockSite(site: string): () => void {
  mkdirSync(dirname(site), { recursive: true })
  const lock = new Database(`${site}.lock`, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY')) throw error
    throw new Error(`Another build of ${site} is running. Begin again when it has ended.`, { cause: error })
  }
  return () => lock.close()
}

const newFolder = (site: string): string => `${site}.new`
const oldFolder = (site: string): string => `${site}.old`

/** An empty folder for a build of `site`. What an interrupted build left is removed, and what it took away is put back. */
export function startFolder(site: string): string {
  if (!existsSync(site) && existsSync(oldFolder(site))) renameSync(oldFolder(site), site)
  const folder = newFolder(site)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Puts the finished folder in the place of `site`. Two renames without a pause: no page is ever half there. */
export function takePlace(folder: string, site: string): void {
  const old = oldFolder(site)
  rmSync(old, { recursive: true, force: true })
  const had = existsSync(site)
  if (had) renameSync(site, old)
  try {
    renameSync(folder, site)
  } catch (error) {
    if (had) renameSync(old, site)
    throw error
  }
  rmSync(old, { recursive: true, force: true })
}

/**
 * Copies the hashed files of `before` that `after` has not, except those that left the site too long ago. Answers how
 * many.
 */
export function keepEarlierFiles(before: string, after: string, today: Day): number {
  const since = readEarlierFiles(before)
  const kept = hashedFiles(before).flatMap((file): [string, Day][] => {
    const day = since.get(file) ?? today
    return existsSync(join(after, file)) || addDays(day, EARLIER_FILE_DAYS) < today ? [] : [[file, day]]
  })
  for (const [file] of kept) {
    mkdirSync(dirname(join(after, file)), { recursive: true })
    cpSync(join(before, file), join(after, file), { preserveTimestamps: true })
  }
  if (kept.length > 0) writeFileSync(join(after, EARLIER_FILES), `${JSON.stringify(Object.fromEntries(kept))}\n`)
  return kept.length
}

/**
 * Files of a built site that only earlier builds had, by path, with the first day on which none of its pages named
 * them.
 */
export function readEarlierFiles(site: string): Map<string, Day> {
  const file = join(site, EARLIER_FILES)
  if (!existsSync(file)) return new Map()
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return new Map(
    Object.entries(isRecord(read) ? read : {}).flatMap(([path, day]) =>
      typeof day === 'string' && isDay(day) ? [[path, day] as const] : [],
    ),
  )
}

/** Paths below `site`, with slashes. */
const hashedFiles = (site: string): string[] =>
  NEVER_CHANGE.flatMap((folder) => {
    const from = join(site, folder)
    if (!existsSync(from)) return []
    return readdirSync(from, { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => join(it.parentPath, it.name).slice(join(site, sep).length).split(sep).join('/'))
  })
