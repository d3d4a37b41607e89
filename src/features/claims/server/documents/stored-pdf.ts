/** PDFs that are evidence: made once in each language, however many ask for them at the same time. */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { StoredFile } from '../../../../server/files/file-store.ts'
import { storeOnce } from '../../../../server/files/store-once.ts'
import { fileOwner } from '../claim-access.ts'

export const PDF = 'application/pdf'

/**
 * Finds the row with `held`; if there is none, makes the file and calls `keep` to write the row, which returns false
 * when another call has written it by then.
 */
export async function storedPdf<R>(
  deps: Deps,
  {
    claim,
    name,
    held,
    make,
    keep,
  }: {
    claim: string
    name: string
    held: () => Promise<R | undefined>
    make: () => Promise<Uint8Array>
    keep: (trx: Trx, file: StoredFile) => Promise<boolean>
  },
): Promise<R> {
  const known = await held()
  if (known) return known
  await storeOnce(deps, await make(), { owner: fileOwner(claim), name, mime: PDF }, keep)
  const made = await held()
  if (!made) throw new Error(`${name} was made and is not there`)
  return made
}
