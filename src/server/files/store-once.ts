/** Files that are made here and kept as evidence: one each, however many requests make it at the same time. */
import type { Trx } from '../db/database.ts'
import type { Deps } from '../dependencies.ts'
import type { NewFile, StoredFile } from './file-store.ts'

/** A buffer as a stream. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Somebody else made it meanwhile; theirs is kept. */
class AlreadyStored extends Error {
  override name = 'AlreadyStored'
}

/**
 * Keeps a file with the row that `row` writes, in one transaction. Where `row` returns nothing, another process wrote
 * the row: then nothing is kept.
 */
export async function storeOnce(
  deps: Pick<Deps, 'files'>,
  bytes: Uint8Array,
  file: NewFile,
  row: (trx: Trx, file: StoredFile) => Promise<unknown>,
): Promise<void> {
  await deps.files
    .put(oneChunk(bytes), file, {
      also: async (trx, stored) => {
        if (!(await row(trx, stored))) throw new AlreadyStored()
      },
    })
    .catch((error: unknown) => {
      if (!(error instanceof AlreadyStored)) throw error
    })
}
