/** Files that are made here and kept as evidence, once, however many make them at the same time. */
import type { Trx } from '../db/database.ts'
import type { Deps } from '../dependencies.ts'
import type { NewFile, StoredFile } from './file-store.ts'

/** Bytes in hand as a stream. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Somebody else made it meanwhile; theirs stands. */
class AlreadyStored extends Error {
  override name = 'AlreadyStored'
}

/**
 * Keeps a file with the row that `row` writes, in one transaction. Where `row` returns nothing, the row is somebody else's: nothing is
 * kept then.
 */
export async function storeOnce(deps: Pick<Deps, 'files'>, bytes: Uint8Array, file: NewFile, row: (trx: Trx, file: StoredFile) => Promise<unknown>): Promise<void> {
  await deps.files.put(oneChunk(bytes), file, {
    also: async (trx, stored) => {
      if (!(await row(trx, stored))) throw new AlreadyStored()
    },
  }).catch((error: unknown) => {
    if (!(error instanceof AlreadyStored)) throw error
  })
}
