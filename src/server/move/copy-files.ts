/**
 * Copies people's files, as they are encrypted, from the folder into a bucket while the site goes on, and reads each
 * back: its size and SHA-256 are those of its row. Files never change, so a run that is repeated copies only those that
 * are missing.
 */
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { faultOfFile, fileRow, type FileRow } from '../backup/check-backup.ts'
import { createProgress, forEach } from '../backup/work-through.ts'
import { ConfigError } from '../config.ts'
import type { Database } from '../db/database-rows.ts'
import { isMissing, type Storage } from '../files/storage.ts'
import { oneChunk } from '../files/store-once.ts'
import { Refusal } from '../http/call-handlers.ts'
import type { Seal } from '../keys/seal.ts'

/** Says whose files a bucket has before the move is over; a file has another name. */
const OWNER = 'store-move'

interface Places {
  from: Storage
  to: Storage
  seal: Seal
  print: (line: string) => void
}

export interface FileCopies {
  /** How many there are to copy, and their bytes as they were sent. */
  due: (db: Kysely<Database>) => Promise<{ files: number; bytes: number }>
  /** Copies and compares those that the database names now. Returns how many there were. */
  copy: (db: Kysely<Database>) => Promise<number>
  /** How many the database named then, of which the bucket has all but those that were lost. */
  named: () => number
  /** Of the last `copy`: those that are missing or damaged where they come from too. */
  lost: () => readonly string[]
}

/** The bucket is the server's from now on. */
export const handOver = (to: Storage): Promise<void> => to.delete(OWNER)

/** Those that wait to be checked come first: they go soonest. */
async function namedFiles(db: Kysely<Database>): Promise<FileRow[]> {
  const columns = ['id', 'size', 'sha256', 'wrapped_key'] as const
  const [incoming, files] = [
    await db.selectFrom('incoming').select(columns).execute(),
    await db.selectFrom('files').select(columns).execute(),
  ]
  return z.array(fileRow).parse([...incoming, ...files])
}

async function ownerOf(to: Storage): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of to.read(OWNER)) parts.push(part)
  return Buffer.concat(parts).toString()
}

/**
 * `installation`: a name of the store, the same in each run. Throws `ConfigError` where the bucket has files of another
 * one: a server deletes what its database does not name.
 */
export async function openCopies({ from, to, seal, print }: Places, installation: string): Promise<FileCopies> {
  const present = new Set<string>()
  for await (const { name } of to.list()) present.add(name)
  if (present.size > 0 && !(present.has(OWNER) && (await ownerOf(to)) === installation))
    throw new ConfigError('The bucket of S3_BUCKET has files that are not of this installation: take an empty one')
  const compared = new Set<string>()
  let lost: string[] = []
  let named = 0
  const place = { seal, storage: to }

  async function carry(row: FileRow): Promise<void> {
    const { id } = row
    let fault = present.has(id) ? await faultOfFile(place, row) : 'is missing'
    if (fault !== undefined) {
      const written = await to.write(id, from.read(id)).then(
        () => true,
        (error: unknown) => {
          if (!isMissing(error)) throw error
          return false
        },
      )
      fault = written ? await faultOfFile(place, row) : 'is missing'
    }
    if (fault === undefined) compared.add(id)
    else if ((await faultOfFile({ seal, storage: from }, row)) === undefined)
      throw new Refusal('not_the_same', { fields: { [id]: `was copied, and ${fault}` } })
    else lost.push(`${id} ${fault}`)
  }

  return {
    due: async (db) => {
      const rows = (await namedFiles(db)).filter(({ id }) => !present.has(id))
      return { files: rows.length, bytes: rows.reduce((sum, { size }) => sum + size, 0) }
    },
    copy: async (db) => {
      if (!present.has(OWNER)) await to.write(OWNER, oneChunk(Buffer.from(installation)))
      present.add(OWNER)
      lost = []
      const all = await namedFiles(db)
      named = all.length
      const rows = all.filter(({ id }) => !compared.has(id))
      const progress = createProgress(print, 'files copied and compared', rows.length)
      await forEach(rows, async (row) => {
        await carry(row)
        progress()
      })
      // Those that are lost come again each time: they are not what is left to do.
      return rows.length - lost.length
    },
    named: () => named,
    lost: () => lost,
  }
}
