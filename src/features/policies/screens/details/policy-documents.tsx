/** Documents of a policy to download, and the buyer's own sales record. */
import { blob, request } from '../../../../app/requests/browser-requester.ts'
import { isWechat, useDownload } from '../../../../app/requests/download.ts'
import { loadNow } from '../../../../app/load/load-ahead.ts'
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { useLinkedHeading } from '../../../../app/address/use-linked-heading.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import type { IconName } from '../../../../ui/icons.ts'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { DOCUMENT_KINDS, type DocumentKind, type PolicyView } from '../../contract.ts'
import { Get, SchoolForm } from './document-links.tsx'
import type { DetailsProps } from './props.ts'

const ICON: Record<DocumentKind, IconName> = {
  policy: 'file-text',
  endorsement: 'file-clock',
  certificate: 'file-check',
  visa_letter: 'stamp',
  waiver_letter: 'graduation-cap',
  card: 'id-card',
  terms: 'scroll-text',
}
/** Loaded only on demand: most policies have one version. */
const Versions = lazyPart(() => import('./versions.tsx'), null)

type Document = PolicyView['documents'][number]

/** Copies of a kind in both languages, of the newest version that has it. */
function latest(documents: readonly Document[], kind: DocumentKind): Document[] {
  const all = documents.filter((it) => it.kind === kind)
  const newest = Math.max(...all.map((it) => it.version ?? 0))
  return all.filter((it) => (it.version ?? 0) === newest)
}

export function Documents({ policy }: Pick<DetailsProps, 'policy'>) {
  const t = useT()
  const lang = useLang()
  const heading = useLinkedHeading('documents')
  const { cancelled } = policy
  // Papers of a cancelled policy prove nothing any more: they are with the version that they belong to.
  const offered = cancelled ? policy.documents.filter(({ version }) => version === null) : policy.documents
  const kinds = DOCUMENT_KINDS.map((kind) => ({ kind, copies: latest(offered, kind) })).filter(
    ({ copies }) => copies.length > 0,
  )
  return (
    <section id="documents" data-no-print>
      <h2 className="mb-2.5 type-h3" ref={heading} tabIndex={-1}>
        {t('policies:documents.title')}
      </h2>
      {cancelled && <p className="mb-2.5 measure text-small text-ink-2">{t('policies:documents.cancelled')}</p>}
      {isWechat() && <p className="mb-2.5 measure text-small text-ink-2">{t('policies:documents.mailed')}</p>}
      <ul className="ruled">
        {kinds.map(({ kind, copies }) => (
          <li key={kind} className="flex items-center gap-x-3.5 py-1.5">
            <Icon name={ICON[kind]} className="text-primary" />
            <span className="mr-auto leading-snug">{t(`policies:documents.${kind}`)}</span>
            {/* The copy in the page's own language comes first. */}
            {[...copies]
              .sort((a) => (a.lang === lang ? -1 : 1))
              .map((copy) => (
                <Get key={copy.lang} policy={policy} copy={copy} />
              ))}
          </li>
        ))}
        {policy.schoolForms.map((form) => (
          <SchoolForm key={form.id} policy={policy} form={form} />
        ))}
      </ul>
      {(policy.versions.length > 1 || policy.versions.some((it) => it.paidAs)) && <Versions policy={policy} />}
      <p className="grid justify-items-start">
        {/* That of a next term stands with its version. */}
        {policy.role === 'buyer' && !policy.versions[0]?.paidAs && (
          <TextLink look="go" href={localPath(lang, `/personal/order?invoice=plan.${policy.orderId}`)}>
            {t('policies:documents.invoice')}
          </TextLink>
        )}
        <TextLink look="go" href={localPath(lang, '/verify')}>
          {t('policies:documents.check')}
        </TextLink>
      </p>
    </section>
  )
}

export function SalesRecord({ policy }: Pick<DetailsProps, 'policy'>) {
  const t = useT()
  const lang = useLang()
  const { orderId: id } = policy
  // Few ask for it, so the contract of ordering is loaded on the press and not with the page.
  const calls = () => loadNow(() => import('../../../orders/contract.ts'))
  const read = useDownload(
    async () => blob((await calls()).salesRecordFile, { id, language: lang }),
    t('policies:record.file', { order: id, kind: 'pdf' }),
  )
  const data = useDownload(
    async () => request((await calls()).salesLog, { id }),
    t('policies:record.file', { order: id, kind: 'json' }),
  )
  if (policy.role !== 'buyer') return null
  return (
    <section data-no-print>
      <h2 className="type-h3">{t('policies:record.title')}</h2>
      <p className="mt-1 mb-4 measure text-ink-2">{t('policies:record.text')}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button
          size="sm"
          icon="download"
          working={read.busy && t('policies:documents.getting')}
          onClick={() => void read.save()}
        >
          {t('policies:record.get')}
        </Button>
        <TextLink onClick={data.busy ? undefined : () => void data.save()}>{t('policies:record.data')}</TextLink>
      </div>
    </section>
  )
}
