/** Files of people: in a storage, each under its own key, which is encrypted by the application's key. */
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Store, Trx } from '../db/database.ts'
import { undoPrepared } from '../db/store-unavailable.ts'
import type { FileTable } from '../db/core-tables.ts'
import { newId } from '../new-id.ts'
import type { IncomingTable } from '../intake/incoming-tables.ts'
import type { Seal } from '../keys/seal.ts'
import { decrypted } from './encrypted-chunks.ts'
import { reopen, writeEncrypted, type Incoming } from './encrypted-file.ts'
import type { Storage } from './storage.ts'

/** What may be disclosed about a stored file. */
export type StoredFile = Omit<FileTable, 'wrapped_key'>

export interface NewFile {
  /** Its owner: `claim:<id>` … */
  owner: string
  name: string
  mime: string
}

/** Bytes that are stored under their own key and have no row yet. */
export interface Staged {
  file: StoredFile
  /** Writes the file's row, in the transaction that says what the file is for. */
  keep: (trx: Trx) => Promise<void>
  /** Deletes the bytes when the file was not needed. */
  drop: () => Promise<void>
}

export interface Files {
  /**
   * Stores a stream, durably, without a row: the caller keeps or drops it. After a crash in between, a sweep deletes
   * it.
   */
  stage: (source: AsyncIterable<Uint8Array>, file: NewFile, reject?: (size: number) => void) => Promise<Staged>
  /**
   * A file that somebody sends and nobody has checked, stored durably: see encrypted-file.ts. Its key goes into the
   * caller's `incoming` row, or nowhere.
   */
  receive: (
    source: AsyncIterable<Uint8Array>,
    reject: (size: number) => void,
  ) => Promise<Incoming & { wrappedKey: string }>
  /** The same file again, from its row. */
  received: (row: Pick<IncomingTable, 'id' | 'size' | 'sha256' | 'wrapped_key'>) => Incoming
  /**
   * Stores a stream. When this returns, the bytes are stored durably and the row is committed, together with
   * whatever `also` writes. `reject` may throw after the last byte (too long, wrong kind): nothing is kept then.
   */
  put: (
    source: AsyncIterable<Uint8Array>,
    file: NewFile,
    hooks?: { reject?: (size: number) => void; also?: (trx: Trx, file: StoredFile) => Promise<void> },
  ) => Promise<StoredFile>
  /** The file and a stream of its bytes; `null` when there is none. */
  get: (id: string) => Promise<{ file: StoredFile; stream: Readable } | null>
  /** All bytes of a file; for small ones. */
  bytes: (id: string) => Promise<{ file: StoredFile; bytes: Buffer } | null>
  /** A file, or one that was received and not checked yet. */
  delete: (id: string) => Promise<void>
  /** Fails when files cannot be written. */
  probe: () => Promise<void>
  /**
   * Removes bytes without a row (a crash between storage and commit) that are older than `before`, ms. Returns how
   * many.
   */
  sweep: (before: number) => Promise<number>
}

const CONTEXT = 'files.key'
const Key = z.string().transform((text) => Buffer.from(text, 'base64'))

interface Parts {
  store: Pick<Store, 'db' | 'write'>
  seal: Seal
  storage: Storage
  clock: () => number
}

/** A stored file as its row has it, checked or not. Throws when its key does not open. */
export const openFile = (
  { seal, storage }: Pick<Parts, 'seal' | 'storage'>,
  { id, size, sha256, wrapped_key }: Pick<FileTable, 'id' | 'size' | 'sha256' | 'wrapped_key'>,
): Incoming => reopen(storage, id, seal.open(`${CONTEXT}:${id}`, Key, wrapped_key), { size, sha256 })

export function createFiles({ store, seal, storage, clock }: Parts): Files {
  const row = (id: string) => store.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

  async function get(id: string): Promise<{ file: StoredFile; stream: Readable } | null> {
    const found = await row(id)
    if (!found) return null
    const { wrapped_key, ...file } = found
    const key = seal.open(`${CONTEXT}:${id}`, Key, wrapped_key)
    return { file, stream: Readable.from(decrypted(key, storage.read(id))) }
  }

  async function stage(
    source: AsyncIterable<Uint8Array>,
    { owner, name, mime }: NewFile,
    reject?: (size: number) => void,
  ): Promise<Staged> {
    const id = newId()
    const { key, size, sha256 } = await writeEncrypted(storage, id, source, reject)
    const file: StoredFile = { id, owner, name, mime, size, sha256, created_at: clock() }
    const wrapped_key = seal.seal(`${CONTEXT}:${id}`, key.toString('base64'))
    return {
      file,
      keep: async (trx) =>
        void (await trx
          .insertInto('files')
          .values({ ...file, wrapped_key })
          .execute()),
      drop: () => storage.delete(id),
    }
  }

  return {
    get,
    stage,
    receive: async (source, reject) => {
      const id = `${newId()}.incoming`
      const { key, ...measured } = await writeEncrypted(storage, id, source, reject)
      return {
        ...reopen(storage, id, key, measured),
        wrappedKey: seal.seal(`${CONTEXT}:${id}`, key.toString('base64')),
      }
    },
    received: (of) => openFile({ seal, storage }, of),
    put: async (source, file, hooks = {}) => {
      const staged = await stage(source, file, hooks.reject)
      await store
        .write(async (trx) => {
          await staged.keep(trx)
          await hooks.also?.(trx, staged.file)
        })
        .catch((error: unknown) => undoPrepared(error, staged.drop))
      return staged.file
    },
    bytes: async (id) => {
      const found = await get(id)
      if (!found) return null
      const parts: Buffer[] = []
      for await (const part of found.stream) parts.push(part)
      return { file: found.file, bytes: Buffer.concat(parts) }
    },
    delete: async (id) => {
      await store.write(async (trx) => {
        for (const table of ['files', 'incoming'] as const) await trx.deleteFrom(table).where('id', '=', id).execute()
      })
      await storage.delete(id)
    },
    probe: storage.probe,
    sweep: async (before) => {
      let removed = 0
      for await (const { name, at } of storage.list()) {
        if (
          at >= before ||
          (await row(name)) ||
          (await store.db.selectFrom('incoming').select('id').where('id', '=', name).executeTakeFirst())
        )
          continue
        await storage.delete(name)
        removed++
      }
      return removed
    },
  }
}
