/** Files for a requested review that the first handler has not seen. Loaded while a review runs. */
import { useUploads } from '../../configure-uploads.ts'
import { UploadSlot } from '../../../../../app/photos/upload-slot.tsx'
import { Gap, useLang, useT } from '../../../../../app/words/words.tsx'
import type { ClaimView } from '../../../contract.ts'
import { documentRow } from '../../document-row.tsx'
import { useDocumentViews } from '../../open-document.tsx'
import { useDuplicateFileNote } from '../../duplicate-file-note.ts'
import { slotOf } from '../../upload-slots.ts'
import { useNow } from '../../../../../ui/use-now.ts'

export default function AppealFiles({ claim, appeal }: { claim: ClaimView; appeal: ClaimView['appeals'][number] }) {
  const t = useT()
  const lang = useLang()
  const now = useNow()
  const uploads = useUploads(claim.id)
  const slot = slotOf('other')
  const there = claim.documents.filter(
    ({ kind, by, item, receivedAt }) => kind === 'other' && by === 'user' && item === null && receivedAt >= appeal.at,
  )
  const noteOf = useDuplicateFileNote(uploads.items, claim.documents)
  const { looks, viewer } = useDocumentViews(claim.id, there)
  return (
    <div className="mt-6 max-w-xl">
      <UploadSlot
        uploads={uploads}
        slot={slot}
        title={t('claimprogress:appeal.files')}
        rule={
          <>
            {t('claimprogress:appeal.filesRule')}
            <Gap />
            {t('app:zone')}
          </>
        }
        stays
        there={there.map((document) => ({
          ...documentRow(t, lang, document, {
            now,
            about: `upload-${slot}`,
            replace: (_, files) => void uploads.add(slot, files),
          }),
          ...looks(document),
        }))}
        noteOf={noteOf}
      />
      {viewer}
    </div>
  )
}
