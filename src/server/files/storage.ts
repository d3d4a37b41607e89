/** Where the bytes of files lie: a folder (`folder-storage.ts`) or an object store (`s3-storage.ts`). */

interface StoredBytes {
  name: string
  /** When they were written, ms of the storage's own clock. */
  at: number
}

/** Whether reading failed because there are no such bytes: nothing that passes. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || ('code' in error && error.code === 'ENOENT'))

/**
 * Names are ours and never used twice. What is stored is encrypted by us, and every byte passes through us: a storage
 * hands out no addresses.
 */
export interface Storage {
  /** Durable, and whole, when this returns. If the source fails, nothing is left. */
  write: (name: string, source: AsyncIterable<Uint8Array>) => Promise<void>
  /** Asks for the bytes when the first is read; missing ones fail the reader. */
  read: (name: string) => AsyncIterable<Uint8Array>
  /** Also where there is nothing. */
  delete: (name: string) => Promise<void>
  /** Everything that is stored, whole or half. */
  list: () => AsyncIterable<StoredBytes>
  /** Fails when bytes cannot be written. */
  probe: () => Promise<void>
}
