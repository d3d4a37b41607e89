/**
 * The documents that are made from the answers, in the words of the PDF: read here, and signed one by one before the
 * claim is sent.
 */
import { useStore } from '@nanostores/react'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { Checkbox } from '../../../../../ui/Choice.tsx'
import { SummaryList } from '../../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { textOfDocument } from '../../../rules/documents/made-document-words.ts'
import { MADE_DOCUMENTS, madeDocuments, type MadeDocument } from '../../../rules/draft/made-documents.ts'
import { declarationKey } from '../../../rules/draft/declarations.ts'
import { documentKey } from '../../../rules/word-keys.ts'
import { $sign } from '../store/signature-store.ts'
import { change, show } from '../store/wizard-store.ts'
import type { StepProps } from '../props.ts'

type Props = Pick<StepProps, 'draft' | 'answers'> & { errorOf: (key: string) => string | undefined }

export function MadeDocuments(props: Props) {
  const t = useT()
  const kinds = madeDocuments(props.answers, props.draft.documents)
  if (kinds.length === 0) return null
  return (
    <section className="grid gap-6" aria-labelledby="made">
      <div className="grid gap-1 border-b border-ink pb-3">
        <h2 className="type-h2" id="made">
          {t('claimform:made.title')}
        </h2>
        <p className="measure text-ink-2">{t('claimform:made.lead')}</p>
      </div>
      {kinds.map((kind) => (
        <Made key={kind} kind={kind} {...props} />
      ))}
    </section>
  )
}

function Made({ kind, draft, answers, errorOf }: Props & { kind: MadeDocument }) {
  const t = useT()
  const lang = useLang()
  const hand = useStore($sign)
  const { signer, policy, signature } = draft
  const title = t(documentKey(kind))
  const { opening, rows, told, closing } = textOfDocument(
    kind,
    { lang, answers, insured: policy.insured, policy: policy.number, signer: signer.role },
    t,
  )
  const id = MADE_DOCUMENTS[kind]
  const { declarations } = answers
  // A guardian who is not the buyer has typed the name beside the signature.
  const name = signature?.name ?? (signer.name || hand.name)
  return (
    <article className="grid gap-4" aria-labelledby={`made-${kind}`}>
      <div className="panel grid gap-4 p-5">
        <div className="flex items-baseline justify-between gap-4">
          <h3 className="type-h3" id={`made-${kind}`}>
            {title}
          </h3>
          <TextLink onClick={() => show(kind === 'authorisation' ? 'account' : 'event', { fromCheck: true })}>
            {t('ui:change')}
            <span className="sr-only"> {title}</span>
          </TextLink>
        </div>
        {opening && <p className="measure wrap-anywhere">{opening}</p>}
        <SummaryList
          rows={rows.map(({ label, value }) => ({
            id: label,
            term: label,
            value: <span className="wrap-anywhere">{value}</span>,
          }))}
        />
        {told && told.text.trim() !== '' && (
          <div className="grid gap-1">
            <p className="text-small text-ink-2">{told.label}</p>
            <p className="measure sentences wrap-anywhere whitespace-pre-line">{told.text}</p>
          </div>
        )}
        <p className="measure">{closing}</p>
      </div>
      <Checkbox
        id={`declarations.${id}`}
        checked={declarations.includes(id)}
        onChange={(yes) =>
          change({ declarations: yes ? [...declarations, id] : declarations.filter((one) => one !== id) })
        }
        error={errorOf(`declarations.${id}`)}
      >
        {t(declarationKey(id, signer.reader ? 'text' : 'other'), { name, payee: answers.payeeName })}
        <span className="text-small block text-ink-2">{t(declarationKey(id, 'more'))}</span>
      </Checkbox>
    </article>
  )
}
