/**
 * Processes of one machine may share a SQLite file, because they share its memory. Those of two machines, on a network
 * drive, would each overwrite what the other has written. So servers leave the name of their machine in the folder,
 * anew every few seconds, and whoever finds another's name waits whether it is.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { now } from '../../lib/days/clock.ts'
import { ConfigError, type Config } from '../config.ts'

const FILE = 'machine'
const BEAT_MS = 5_000
/** Nobody has been there for two beats. */
const WAIT_MS = 2 * BEAT_MS + 1_000
const REFUSED =
  'DATA_DIR is used by a server of another machine. SQLite serves one machine only, and never from a network drive: set DATABASE_URL (PostgreSQL) for several, or stop the other one'

/** Linux names each start of a machine; its containers have the same name. */
function thisMachine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}

/** The name of another machine in the folder, with the time it was left; undefined where there is none. */
function nameOfOther(folder: string, machine: string): string | undefined {
  try {
    const text = readFileSync(join(folder, FILE), 'utf8')
    return text.startsWith(`${machine} `) ? undefined : text
  } catch {
    return undefined
  }
}

/** Throws `ConfigError` while a server of another machine uses the folder. Waits for some seconds to know it. */
export async function requireThisMachine(folder: string, machine: string = thisMachine()): Promise<void> {
  const first = nameOfOther(folder, machine)
  if (first === undefined) return
  await new Promise((done) => setTimeout(done, WAIT_MS))
  if (![first, undefined].includes(nameOfOther(folder, machine))) throw new ConfigError(REFUSED)
}

/** The same for whoever opens the store of these settings; PostgreSQL serves any number of machines. */
export async function requireOwnStore({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<void> {
  if (databaseUrl === undefined) await requireThisMachine(dataDir)
}

interface Hold {
  /** Throws `ConfigError` when another machine has taken the folder, for example while this process was held up. */
  require: () => void
  letGo: () => void
}

/**
 * Refuses (`ConfigError`) a folder that another machine's server uses; otherwise keeps this machine's name in it until
 * it is let go. `lost`: another machine has taken the folder meanwhile.
 */
export async function holdFolder(folder: string, lost: () => void, machine: string = thisMachine()): Promise<Hold> {
  await requireThisMachine(folder, machine)
  // In one step: whoever reads meanwhile must not find an empty file.
  const write = (): void => {
    const path = join(folder, FILE)
    writeFileSync(`${path}.${process.pid}`, `${machine} ${now()}`, { mode: 0o600 })
    renameSync(`${path}.${process.pid}`, path)
  }
  const isLost = (): boolean => nameOfOther(folder, machine) !== undefined
  const beat = (): void => {
    if (isLost()) {
      clearInterval(beating)
      return lost()
    }
    try {
      write()
    } catch {
      // A full disk: the health check says so.
    }
  }
  try {
    write()
  } catch {
    throw new ConfigError('DATA_DIR cannot be written to: is its disk full, or is it read-only?')
  }
  const beating = setInterval(beat, BEAT_MS).unref()
  return {
    require: () => {
      if (isLost()) throw new ConfigError(REFUSED)
    },
    letGo: () => clearInterval(beating),
  }
}
