/**
 * A document on the server as a row of its slot: its receipt, whether it is still being checked, and what to do if it
 * is unusable.
 */
import type { Translate } from '../../../app/words/translate.ts'
import { receiptNumber, refusalOf } from '../../../app/photos/upload-words.ts'
import { formatFileSize } from '../../../lib/text/file-size.ts'
import { formatRecent } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import { FileButton } from '../../../ui/FileButton.tsx'
import type { UploadRowProps } from '../../../ui/UploadRow.tsx'
import type { DocumentView } from '../contract.ts'

interface Acts {
  /** The present instant, ms. */
  now: number
  /** Missing where documents cannot be removed. */
  remove?: (document: DocumentView) => void
  /** Uploads another file in its place. */
  replace: (document: DocumentView, files: File[]) => void
  /** Name of the slot, read out after "Choose another file". */
  about: string
  /** It answers a request, and the answer is not sent. */
  unsent?: boolean
}

/** `name` and the label of `remove` are passed in, because the slot numbers its files. */
export function documentRow(
  t: Translate,
  lang: Lang,
  document: DocumentView,
  { now, remove, replace, about, unsent = false }: Acts,
): UploadRowProps & { id: string } {
  const { id, status, fault, receivedAt, sha256, size, pages, mime, name } = document
  const time = formatRecent(receivedAt, lang, now, { seconds: true })
  const failed = status === 'failed'
  return {
    id,
    name,
    state: failed ? 'failed' : status === 'checking' ? 'checking' : unsent ? 'unsent' : 'received',
    status: failed
      ? refusalOf(t, fault, null)
      : t(status === 'checking' ? 'uploads:checking' : unsent ? 'uploads:added' : 'uploads:received', { time }),
    detail: t('uploads:number', { number: receiptNumber(sha256), size: formatFileSize(size) }),
    ...(mime === 'application/pdf'
      ? { file: status === 'checking' || failed ? name : t('uploads:pdf', { name, count: pages }) }
      : {}),
    remove: remove && { label: t('uploads:remove', { name }), onClick: () => remove(document) },
    actions: failed ? (
      <FileButton size="sm" icon="image" about={about} onFiles={(files) => replace(document, files)}>
        {t('uploads:other')}
      </FileButton>
    ) : undefined,
  }
}
