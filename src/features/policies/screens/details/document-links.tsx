/** Links that download a document of a policy. */
import type { ReactNode } from 'react'
import { blob } from '../../../../app/requests/browser-requester.ts'
import { useDownload } from '../../../../app/requests/download.ts'
import { useT } from '../../../../app/words/words.tsx'
import { HTML_LANG } from '../../../../lib/locale.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { policyDocumentFile, schoolFormFile, type PolicyView } from '../../contract.ts'

type Document = PolicyView['documents'][number]

/** Forms are in English, and so is the filled-in copy. */
export function SchoolForm({ policy, form }: { policy: PolicyView; form: PolicyView['schoolForms'][number] }) {
  const t = useT()
  const { busy, save } = useDownload(
    () => blob(schoolFormFile, { id: policy.id, form: form.id }),
    `${form.name} ${policy.number}.pdf`,
  )
  return (
    <li className="flex items-center gap-x-3.5 py-1.5">
      <Icon name="graduation-cap" className="text-primary" />
      <span className="mr-auto leading-snug">{form.name}</span>
      <DownloadLink busy={busy} save={save} name={form.name}>
        <span lang="en">{t('policies:documents.en')}</span>
      </DownloadLink>
    </li>
  )
}

/** One copy of a document; with `earlier` that of the copy's own version, else of the newest. */
export function Get({ policy, copy, earlier = false }: { policy: PolicyView; copy: Document; earlier?: boolean }) {
  const t = useT()
  const { kind, lang, version, file } = copy
  const name = t(`policies:documents.${kind}`)
  const input = { id: policy.id, kind, language: lang, ...(earlier && version !== null ? { version } : {}) }
  const { busy, save } = useDownload(() => blob(policyDocumentFile, input), file)
  return (
    <DownloadLink busy={busy} save={save} name={name}>
      <span lang={HTML_LANG[lang]}>{t(`policies:documents.${lang}`)}</span>
    </DownloadLink>
  )
}

function DownloadLink({
  busy,
  save,
  name,
  children,
}: {
  busy: boolean
  save: () => Promise<void>
  name: string
  children: ReactNode
}) {
  const t = useT()
  return (
    <button
      type="button"
      className="link-text shrink-0 cursor-pointer"
      aria-busy={busy || undefined}
      onClick={busy ? undefined : () => void save()}
    >
      {busy ? <span className="spinner" /> : <Icon name="download" size={16} />}
      <span className="sr-only">{t('policies:documents.get', { name })} </span>
      {children}
    </button>
  )
}
