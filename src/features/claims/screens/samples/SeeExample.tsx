/**
 * "See an example": opens the pictures of a document. They are loaded after the page, so that they are available
 * without a connection later.
 */
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { LoadBoundary } from '../../../../app/load/lazy.tsx'
import { isWechat } from '../../../../app/requests/download.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { downloadPath } from '../../../../lib/content/downloads.ts'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import type { DocumentKind } from '../../rules/document-kinds.ts'
import { documentKey } from '../../rules/word-keys.ts'
import { hasSample } from './sample-kinds.ts'

/** Documents for which there is a form to print, by its name among the downloads. */
const FORMS: Partial<Record<DocumentKind, string>> = {
  accident_statement: 'accident-statement',
  authorisation: 'authorisation-letter',
}

/** What a document must show, and its form, for those that people write themselves. */
export function FormToPrint({ kind, children }: { kind: DocumentKind; children?: ReactNode }) {
  const t = useT()
  const lang = useLang()
  const name = FORMS[kind]
  return (
    <>
      {children}
      {name && (
        <span className="block">
          <TextLink href={downloadPath({ lang, name })}>
            <Icon name="download" size={16} />
            {t('samples:form')}
            <span className="sr-only"> {t(documentKey(kind))}</span>
          </TextLink>
          {isWechat() && <span className="block text-small text-ink-2">{t('app:inWechat')}</span>}
        </span>
      )}
    </>
  )
}

const load = () => import('./GoodAndBad.tsx')
const GoodAndBad = lazy(load)

export function SeeExample({ kind }: { kind: DocumentKind }) {
  const t = useT()
  const [shown, show] = useState(false)
  useEffect(() => {
    // When offline, the part itself shows the error once it is opened.
    load().catch(() => undefined)
  }, [])
  if (!hasSample(kind)) return null
  return (
    <details className="group mt-1" onToggle={(event) => event.currentTarget.open && show(true)}>
      <summary className="link-text inline-flex cursor-pointer list-none items-center gap-2">
        <Icon name="image" />
        {t('samples:see')}
        <span className="sr-only">{t(documentKey(kind))}</span>
        <Icon name="chevron-down" size={16} className="group-open:rotate-180" />
      </summary>
      {shown && (
        <div className="py-3 text-ink">
          <LoadBoundary>
            <Suspense>
              <GoodAndBad kind={kind} t={t} />
            </Suspense>
          </LoadBoundary>
        </div>
      )}
    </details>
  )
}
