/**
 * Processes of one machine may share a SQLite file, because they share its memory. Those of two machines, on a network
 * drive, would each overwrite what the other has written. So servers leave the name of their machine in the folder,
 * anew every few seconds, and whoever finds another's name waits whether it is.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { now } from '../../lib/days/clock.ts'
import { ConfigError } from '../config.ts'

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

/**
 * Refuses (`ConfigError`) a folder that another machine's server uses; otherwise keeps this machine's name in it, until
 * the function that is returned is called. `lost`: another machine has taken the folder meanwhile.
 */
export async function holdFolder(
  folder: string,
  lost: () => void,
  machine: string = thisMachine(),
): Promise<() => void> {
  const path = join(folder, FILE)
  const found = (): string => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return ''
    }
  }
  const isOthers = (text: string): boolean => text !== '' && !text.startsWith(`${machine} `)
  const first = found()
  if (isOthers(first)) {
    await new Promise((done) => setTimeout(done, WAIT_MS))
    if (found() !== first) throw new ConfigError(REFUSED)
  }
  const write = (): void => writeFileSync(path, `${machine} ${now()}`, { mode: 0o600 })
  const beat = (): void => {
    if (isOthers(found())) {
      clearInterval(beating)
      return lost()
    }
    try {
      write()
    } catch {
      // A full disk: the health check says so.
    }
  }
  write()
  const beating = setInterval(beat, BEAT_MS).unref()
  return () => clearInterval(beating)
}
