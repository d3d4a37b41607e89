/** Issued documents of an invoice, each with its number and its two files. */
import { useDownload } from '../../../app/requests/download.ts'
import { useLang, useT } from '../../../app/words/words.tsx'
import { dayOf, formatDay } from '../../../lib/days/dates.ts'
import { formatMoney } from '../../../lib/money/money.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { INVOICE_FORMATS, type InvoiceDocument, type InvoiceView } from '../contract.ts'

type Format = (typeof INVOICE_FORMATS)[number]
interface Props {
  view: InvoiceView
  /** Loads the bytes of one of them, with the rights of its reader. */
  file: (document: string, format: Format) => Promise<{ ok: true; data: unknown } | { ok: false; message: string }>
}

export function InvoiceDocuments({ view, file }: Props) {
  const t = useT()
  const lang = useLang()
  return (
    <ul className="ruled">
      {view.documents
        .filter(({ status }) => status === 'issued')
        .map((document) => (
          <li key={document.id} className="flex flex-wrap items-start gap-x-6 gap-y-1 py-3">
            <div className="min-w-60 flex-1">
              <p className="font-semibold">
                {t(`invoices:kind.${document.kind}`)}{' '}
                <span className="num">
                  {formatMoney(
                    {
                      ...document.amount,
                      amount: document.kind === 'red' ? -document.amount.amount : document.amount.amount,
                    },
                    lang,
                  )}
                </span>
              </p>
              <p className="num text-small text-ink-2 break-all">
                {t('invoices:line.number', { number: document.number })}
                {document.issuedAt !== null && (
                  <>
                    {lang === 'cn' ? '，' : ', '}
                    <span className="whitespace-nowrap">{formatDay(dayOf(document.issuedAt), lang)}</span>
                  </>
                )}
              </p>
              {document.reverses && (
                <p className="num text-small text-ink-2 break-all">
                  {t('invoices:line.reverses', { number: document.reverses })}
                </p>
              )}
              <p className="text-small text-ink-2">{t('invoices:line.for', { title: document.title })}</p>
            </div>
            {document.ready && (
              <p className="flex gap-x-5">
                {INVOICE_FORMATS.map((format) => (
                  <Get key={format} document={document} format={format} file={file} />
                ))}
              </p>
            )}
          </li>
        ))}
    </ul>
  )
}

function Get({ document, format, file }: { document: InvoiceDocument; format: Format } & Pick<Props, 'file'>) {
  const t = useT()
  const { busy, save } = useDownload(
    () => file(document.id, format),
    t(`invoices:file.${format}`, { number: document.number }),
  )
  const name = t('invoices:get.name', {
    kind: t(`invoices:kind.${document.kind}`),
    number: document.number,
    format: t(`invoices:get.${format}`),
  })
  return (
    <button
      type="button"
      className="link-text cursor-pointer"
      aria-label={name}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : () => void save()}
    >
      {busy ? <span className="spinner" /> : <Icon name="download" size={16} />}
      {t(`invoices:get.${format}`)}
    </button>
  )
}
