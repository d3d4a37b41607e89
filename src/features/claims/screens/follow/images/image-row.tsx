import { useEffect, useRef, useState, type RefObject } from 'react'
import { blob } from '../../../../../app/requests/browser-requester.ts'
import { useDownload, useOpened } from '../../../../../app/requests/download.ts'
import { receiptNumber } from '../../../../../app/photos/upload-words.ts'
import { usePicture } from '../../../../../app/photos/use-picture.ts'
import { formatFileSize } from '../../../../../lib/text/file-size.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { formatInstant } from '../../../../../lib/days/dates.ts'
import { joined, localPath } from '../../../../../lib/locale.ts'
import { Badge } from '../../../../../ui/Badge.tsx'
import { Icon } from '../../../../../ui/Icon.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { Thumbnail } from '../../../../../ui/Thumbnail.tsx'
import { documentFile, type ClaimView, type DocumentView } from '../../../contract.ts'
import { addDocumentPath } from '../../../rules/claim-paths.ts'
import { isPicture, hasViewableBytes, bytesOf } from '../../document-bytes.ts'
import { DOCUMENT_BADGE } from '../document-badges.ts'
import { documentStanding } from '../claim-selectors.ts'

interface Props {
  claim: ClaimView
  document: DocumentView
  show: (document: DocumentView) => void
}

/** Thumbnail, what it is, who sent it and when, its receipt, its current state. */
export function ImageRow({ claim, document, show }: Props) {
  const t = useT()
  const lang = useLang()
  const { kind, name, by, receivedAt, size, pages, reason } = document
  const standing = documentStanding(document, claim.requests)
  const picture = hasViewableBytes(document) && isPicture(document)
  const { ref, url } = useThumbnail(claim.id, document)
  const fetch = () => blob(documentFile, { id: claim.id, document: document.id, size: 'full' })
  const { busy, save } = useDownload(fetch, name)
  const { busy: opening, open } = useOpened(fetch, name)
  const title = t(`claims:document.${kind}.name`)
  return (
    <li ref={ref} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 py-4">
      <Thumbnail
        url={url}
        view={
          picture
            ? { label: t('claimprogress:images.view', { name: title }), onClick: () => show(document) }
            : undefined
        }
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <p className="font-semibold">{title}</p>
          <Badge {...DOCUMENT_BADGE[standing]}>{t(`claims:documentStatus.${standing}`)}</Badge>
        </div>
        <p className="truncate text-small text-ink-2">{name}</p>
        <p className="num text-small text-ink-2">
          {t(`claimprogress:images.by.${by}`, { at: formatInstant(receivedAt, lang, { seconds: true }) })}
        </p>
        <p className="num text-micro text-ink-3">
          {joined(
            lang,
            t('claimprogress:images.receipt', { receipt: receiptNumber(document.sha256) }),
            formatFileSize(size),
            pages > 1 ? t('claimprogress:images.pages', { count: pages }) : undefined,
          )}
        </p>
        {reason && <Reason>{reason[lang]}</Reason>}
        <p className="flex flex-wrap gap-x-6">
          {picture && (
            <button type="button" className="link-text" onClick={() => show(document)}>
              <Icon name="eye" size={16} />
              {t('claimprogress:images.open')}
              <span className="sr-only"> {name}</span>
            </button>
          )}
          <TakeBack claim={claim} document={document} />
          {hasViewableBytes(document) && document.mime === 'application/pdf' && (
            <button
              type="button"
              className="link-text"
              aria-busy={opening || undefined}
              onClick={opening ? undefined : () => void open()}
            >
              {opening ? <span className="spinner" /> : <Icon name="file-text" size={16} />}
              {t('claimprogress:images.pdf')}
              <span className="sr-only"> {name}</span>
            </button>
          )}
          {hasViewableBytes(document) && (
            <button
              type="button"
              className="link-text"
              aria-busy={busy || undefined}
              onClick={busy ? undefined : () => void save()}
            >
              {busy ? <span className="spinner" /> : <Icon name="download" size={16} />}
              {t('claimprogress:images.download')}
              <span className="sr-only"> {name}</span>
            </button>
          )}
        </p>
      </div>
    </li>
  )
}

/** For what came unasked, while nobody has used it: where it was added. */
function TakeBack({ claim, document }: Pick<Props, 'claim' | 'document'>) {
  const t = useT()
  const lang = useLang()
  if (!claim.takeBack.includes(document.id)) return null
  return (
    <TextLink href={localPath(lang, addDocumentPath(claim.id, document.kind))}>
      {t('claimprogress:add.takeBack')}
      <span className="sr-only"> {document.name}</span>
    </TextLink>
  )
}

/** Why it has to be sent again, or was set aside. */
const Reason = ({ children }: { children: string }) => (
  <p className="mt-1 flex gap-2 text-small text-warn">
    <Icon name="triangle-alert" size={16} className="mt-[calc((1lh-1rem)/2)]" />
    {children}
  </p>
)

/** A thumbnail that is loaded when its row comes close to the visible area. */
function useThumbnail(
  claim: string,
  document: DocumentView,
): { ref: RefObject<HTMLLIElement | null>; url: string | undefined } {
  const ref = useRef<HTMLLIElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const row = ref.current
    if (!row || !document.hasThumb) return undefined
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          setNear(true)
          seen.disconnect()
        }
      },
      { rootMargin: '300px' },
    )
    seen.observe(row)
    return () => seen.disconnect()
  }, [document.hasThumb])
  return { ref, url: usePicture(near ? document.id : undefined, () => bytesOf(claim, document.id, 'thumb')).url }
}
