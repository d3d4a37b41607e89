/** The second half of the intake: checks a file's content, re-encodes it, and stages it under its owner. */
import { undoPrepared } from '../db/store-unavailable.ts'
import type { Deps } from '../dependencies.ts'
import type { Staged, StoredFile } from '../files/file-store.ts'
import type { Incoming } from '../files/encrypted-file.ts'
import { callOutside } from '../metrics/outgoing-call.ts'
import { infected } from './clamav.ts'
import { remakeInProcess, type RemakeFile } from './remake-in-process.ts'
import { refuseFile } from './intake-refusal.ts'
import type { Kind } from './detect-file-type.ts'

export interface CheckedFile {
  /** The kept file: re-encoded. Its name is the sender's, without folders. */
  file: StoredFile
  /** A small JPEG for lists (288 × 336 at most); null for a PDF. */
  thumb: StoredFile | null
  /** 1 for a picture. */
  pages: number
  /** Size and checksum as sent: what the receipt shows and the browser compares. */
  received: { size: number; sha256: string }
}

export interface FileToCheck {
  name: string
  kind: Kind
  /** The owner, as the feature writes it: `claim:<id>` … `serveFile` asks for the same. */
  owner: string
  incoming: Incoming
}

/**
 * Re-encodes the file and passes it to `take` with what is on disk and has no row yet; `take` keeps it or leaves it,
 * and what it throws undoes everything. Throws `Refusal` with a code of `IntakeCode`, and `ScannerSilent` when a
 * scanner is set and gives no answer.
 */
export async function checkFile<T>(
  deps: Deps,
  { name, kind, owner, incoming }: FileToCheck,
  take: (taken: CheckedFile, staged: readonly Staged[]) => Promise<T>,
  look: RemakeFile = remakeInProcess,
): Promise<T> {
  const staged: Staged[] = []
  const put = async (content: AsyncIterable<Uint8Array>, mime: string): Promise<StoredFile> => {
    const it = await deps.files.stage(content, { owner, name, mime })
    staged.push(it)
    return it.file
  }
  try {
    const { clamav } = deps.config
    const scan = { kind: 'scanner', service: 'clamav', operation: 'scan' } as const
    if (clamav && (await callOutside(deps, scan, () => infected(clamav, incoming.stream())))) refuseFile('file_virus')
    const taken = await look(kind, incoming, async ({ file, mime, thumb, pages }): Promise<CheckedFile> => ({
      file: await put(file, mime),
      thumb: thumb ? await put(thumb, 'image/jpeg') : null,
      pages,
      received: { size: incoming.size, sha256: incoming.sha256 },
    }))
    return await take(taken, staged)
  } catch (error) {
    return await undoPrepared(error, () => Promise.all(staged.map((it) => it.drop())))
  }
}
