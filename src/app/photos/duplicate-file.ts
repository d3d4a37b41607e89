/** Detects a file that was chosen twice: equal bytes are found by their checksum, before anything is sent. */
import type { UploadItem } from './upload-types.ts'

/** A file of the subject that the server has. */
export interface KnownFile {
  id: string
  sha256: string
  slot: string
}

/** The upload failed for good, so the file cannot be a duplicate. */
const isRefused = ({ state, retryable }: UploadItem): boolean => state === 'failed' && !retryable

/** The earlier file with the same bytes: one that the server has, or one chosen before. */
export function sameFile(
  item: UploadItem,
  items: readonly UploadItem[],
  known: readonly KnownFile[],
): KnownFile | undefined {
  if (item.sha256 === '') return undefined
  const before = items
    .slice(
      0,
      Math.max(
        0,
        items.findIndex(({ id }) => id === item.id),
      ),
    )
    .filter((other) => !isRefused(other))
  const others = known.filter(({ id }) => !items.some((other) => other.id === id))
  return [...others, ...before].find(({ sha256 }) => sha256 === item.sha256)
}
