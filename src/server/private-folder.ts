import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Rights of the group and of everybody else. */
const OF_OTHERS = 0o077

/** Takes the rights of others away. False where that is not possible. */
function narrow(path: string): boolean {
  const { mode } = statSync(path)
  if ((mode & OF_OTHERS) === 0) return true
  try {
    chmodSync(path, mode & 0o700)
  } catch {
    return false
  }
  // Some file systems take the call and keep the mode.
  return (statSync(path).mode & OF_OTHERS) === 0
}

/**
 * Makes a folder that only its owner can read, or makes an existing one so, with what lies directly in it: it may have
 * been made by hand, or restored from a copy. Returns the paths that others can still read.
 */
export function makePrivate(folder: string): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!narrow(folder)) return [folder]
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false }) !== undefined && !narrow(path))
}
