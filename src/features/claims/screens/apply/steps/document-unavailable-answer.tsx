/** "I cannot get this document", for one item of a draft's checklist. Stored with the answers, and sent with them. */
import { useStore } from '@nanostores/react'
import { useT } from '../../../../../app/words/words.tsx'
import type { DocumentKind } from '../../../rules/document-kinds.ts'
import { mayBeUnavailable } from '../../../rules/draft/required-documents.ts'
import { documentKey, unavailableWords } from '../../../rules/word-keys.ts'
import { DocumentUnavailable } from '../../document-unavailable.tsx'
import { $answers, change } from '../store/wizard-store.ts'

/** Renders nothing where the document is present, or where no reason can replace it. */
export function DocumentUnavailableAnswer({ kind, there }: { kind: DocumentKind; there: boolean }) {
  const t = useT()
  const unavailable = useStore($answers)?.unavailable ?? []
  if (there || !mayBeUnavailable(kind)) return null
  const told = unavailable.find((one) => one.kind === kind)
  return (
    <div className="pb-6">
      <DocumentUnavailable
        id={`unavailable-${kind}`}
        why={told ? unavailableWords(t, told) : null}
        onSay={(said) => {
          change({
            unavailable: [...unavailable.filter((one) => one.kind !== kind), ...(said ? [{ kind, ...said }] : [])],
          })
          return true
        }}
        name={t(documentKey(kind))}
      />
    </div>
  )
}
