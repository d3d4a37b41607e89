/** Bytes of files in a folder of this machine. */
import { randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { open, readdir, rename, stat, unlink, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { driverCode, StoreUnavailable } from '../db/store-unavailable.ts'
import { newId } from '../new-id.ts'
import type { Storage } from './storage.ts'

const PROBE_BYTES = 64 * 1024
/** Buffers that are written together: each write takes one of the process's four threads. */
const TOGETHER = 8

/** Codes of what is the disk's fault, or the machine's, and passes: it is full, takes no writes, or fails. */
const PASSING = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EMFILE', 'ENFILE'])

function rethrow(error: unknown): never {
  const code = driverCode(error)
  throw PASSING.has(code) ? new StoreUnavailable(code, { cause: error }) : error
}

/** Files in the folder `root`, which is made where it is missing. */
export function folderStorage(root: string): Storage {
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const at = (name: string): string => join(root, name)
  return {
    write: (name, source) => writeWhole(root, at(name), source).catch(rethrow),
    read: (name) => onDemand(at(name)),
    delete: (name) => unlink(at(name)).catch(ignoreMissing).catch(rethrow),
    async *list() {
      for (const name of await readdir(root)) {
        const found = await stat(at(name)).catch(() => undefined)
        if (found) yield { name, at: found.mtimeMs }
      }
    },
    probe: () => writeProbe(at(`probe-${newId()}`)).catch(rethrow),
  }
}

/** A stream that is never read keeps no file open. */
async function* onDemand(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>
  } catch (error) {
    rethrow(error)
  }
}

/** Written beside, synced, renamed: after a power cut the file is whole or absent. */
async function writeWhole(root: string, path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const beside = `${path}.part`
  await writeSynced(beside, source)
  try {
    await rename(beside, path)
    await syncFolder(root)
  } catch (error) {
    // Its caller is told that nothing was kept. Where the disk refuses this too, a sweep takes what has no row.
    for (const it of [beside, path]) await unlink(it).catch(() => undefined)
    throw error
  }
}

/** Writes real bytes: an empty file can be made on a full disk. */
async function writeProbe(path: string): Promise<void> {
  try {
    await writeFile(path, randomBytes(PROBE_BYTES), { flag: 'wx', mode: 0o600, flush: true })
  } finally {
    await unlink(path).catch(ignoreMissing)
  }
}

/** Writes a new file; on any failure none is left. */
async function writeSynced(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await writeAll(handle, source)
    await handle.sync()
    await handle.close()
  } catch (error) {
    await handle.close().catch(() => undefined)
    // The first error is the cause: a disk that has become read-only refuses this too.
    await unlink(path).catch(() => undefined)
    throw error
  }
}

async function writeAll(handle: FileHandle, source: AsyncIterable<Uint8Array>): Promise<void> {
  let waiting: Uint8Array[] = []
  const flush = async (): Promise<void> => {
    const bytes = waiting.reduce((sum, it) => sum + it.byteLength, 0)
    if (bytes === 0) return
    const { bytesWritten } = await handle.writev(waiting)
    // A disk that becomes full takes a part; writing the rest names the cause.
    if (bytesWritten < bytes) await handle.writeFile(Buffer.concat(waiting).subarray(bytesWritten))
    waiting = []
  }
  for await (const part of source) {
    waiting.push(part)
    if (waiting.length === TOGETHER) await flush()
  }
  await flush()
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

/** After a power cut a new name exists or it does not: never half of it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
