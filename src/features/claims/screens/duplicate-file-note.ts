/** Notice about a file that the claim contains already: shown at the file before it is sent, and never a refusal. */
import { sameFile, type KnownFile } from '../../../app/photos/duplicate-file.ts'
import type { FileNote, UploadItem } from '../../../app/photos/upload-types.ts'
import { useT } from '../../../app/words/words.tsx'
import type { DocumentView } from '../contract.ts'
import { documentKey } from '../rules/word-keys.ts'
import { placeOf, slotOf } from './upload-slots.ts'

/** `documents`: all that the server has of the claim · `replaces`: the one that was sent back. */
export function useDuplicateFileNote(
  items: readonly UploadItem[],
  documents: readonly DocumentView[],
  replaces: string | null = null,
): (item: UploadItem) => FileNote | undefined {
  const t = useT()
  const known: KnownFile[] = documents
    .filter(({ status }) => status !== 'failed')
    .map(({ id, sha256, kind, item }) => ({ id, sha256, slot: slotOf(kind, item ?? undefined) }))
  return (item) => {
    const same = sameFile(item, items, known)
    if (!same) return undefined
    if (same.id === replaces) return noteOf(t('claims:sameFile.asked'))
    const words =
      same.slot === item.slot
        ? t('claims:sameFile.here')
        : t('claims:sameFile.elsewhere', { where: t(documentKey(placeOf(same.slot).kind)) })
    return noteOf(words)
  }
}

const noteOf = (words: string): FileNote => ({ words, shown: words })
