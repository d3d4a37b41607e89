/** The documents of a claim, recognisable by their pictures, grouped by kind, each with its receipt. */
import type { useUploads } from '../../../../../app/photos/use-uploads.ts'
import { receiptNumber } from '../../../../../app/photos/upload-words.ts'
import { useT } from '../../../../../app/words/words.tsx'
import { Thumbnail } from '../../../../../ui/Thumbnail.tsx'
import type { ClaimAnswers } from '../../../rules/claim-fields.ts'
import type { DocumentView, DraftView } from '../../../contract.ts'
import { DOCUMENT_KIND_IDS } from '../../../rules/document-kinds.ts'
import { unavailableNow } from '../../../rules/draft/claim-errors.ts'
import { documentKey, unavailableWords } from '../../../rules/word-keys.ts'
import { useDocumentViews } from '../../open-document.tsx'
import { AnswerGroup } from './answer-group.tsx'

interface Props {
  draft: DraftView
  answers: ClaimAnswers
  uploads: ReturnType<typeof useUploads>
}

export function SentDocuments({ draft, answers, uploads }: Props) {
  const t = useT()
  const { looks, viewer } = useDocumentViews(draft.id, draft.documents)
  const thumbs = (documents: readonly DocumentView[]) => (
    <ul className="flex flex-wrap gap-3 mobile:justify-end">
      {documents.map((document, i) => {
        const { thumb, view } = looks(document)
        const name = t(documentKey(document.kind))
        // While it is being checked only this page has a picture of it.
        const url = thumb ?? uploads.items.find(({ id }) => id === document.id)?.thumbUrl ?? undefined
        return (
          <li key={document.id} className="grid justify-items-start gap-1">
            <Thumbnail
              url={url}
              view={
                view && {
                  ...view,
                  label: t('uploads:view', {
                    name: documents.length > 1 ? t('uploads:page', { title: name, page: i + 1 }) : name,
                  }),
                }
              }
            />
            <span className="num nobr text-micro font-normal text-ink-2">{receiptNumber(document.sha256)}</span>
          </li>
        )
      })}
    </ul>
  )
  const kinds = DOCUMENT_KIND_IDS.map((kind) => ({
    kind,
    documents: draft.documents.filter((document) => document.kind === kind),
  })).filter(({ documents }) => documents.length > 0)
  return (
    <>
      <AnswerGroup
        step="documents"
        rows={[
          ...kinds.map(({ kind, documents }) => ({
            id: kind,
            term: (
              <>
                {t(documentKey(kind))}
                <span className="sr-only"> {t('claimform:check.receipts')}</span>
              </>
            ),
            value: thumbs(documents),
          })),
          // A document that was added after all is not told as missing.
          ...unavailableNow({ ...draft, answers }).map((told) => ({
            id: `without-${told.kind}`,
            term: t(documentKey(told.kind)),
            value: (
              <span className="wrap-anywhere">
                {t('claimform:check.unavailable', { why: unavailableWords(t, told) })}
              </span>
            ),
          })),
        ]}
      />
      {viewer}
    </>
  )
}
