/**
 * One folder for everything that a run of tests writes beside the project: data of servers, databases, profiles of
 * browsers. It goes when the run ends; what a run left that was killed goes when the next one begins.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = /^youfang-run-(\d+)$/
/** In memory, where nothing waits for a disk: what a whole run may come to hold is well below this. */
const MEMORY = '/dev/shm'
const ROOM = 4 * 1024 ** 3

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** Removes the folders of runs whose process is gone. Answers their names. */
export function removeLeftOver(parent: string): string[] {
  const left = readdirSync(parent).filter((name) => {
    const pid = NAME.exec(name)?.[1]
    return pid !== undefined && !lives(Number(pid))
  })
  for (const name of left) remove(join(parent, name))
  return left
}

/** Makes the folder of this run, removed when this process ends. */
export function scratchFolder(): string {
  const parents = [MEMORY, tmpdir()].filter(hasRoom)
  for (const parent of parents) removeLeftOver(parent)
  const folder = join(parents[0] ?? tmpdir(), `youfang-run-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  // The PostgreSQL server of the tests runs as another user, in a folder below.
  chmodSync(folder, 0o711)
  process.on('exit', () => remove(folder))
  return folder
}
