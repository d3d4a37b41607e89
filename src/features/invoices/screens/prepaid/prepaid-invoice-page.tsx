/** The page of a private link: what was paid, the state of its invoice, and what the payer can do. */
import { useEffect, useRef } from 'react'
import { blob, request } from '../../../../app/requests/browser-requester.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { joined, type Lang } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { SITE } from '../../../../lib/site.ts'
import { DayRange } from '../../../../ui/DayRange.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { applyPrepaid, prepaidFile, type PrepaidView } from '../../contract.ts'
import { InvoiceDocuments } from '../invoice-documents.tsx'
import InvoiceForm, { type TypedInvoiceTitle } from '../invoice-form.tsx'
import { InvoiceState } from '../invoice-state.tsx'

interface Props {
  view: PrepaidView
  prepaidKey: string
  changed: (view: PrepaidView) => void
  /** Someone else changed it first: the page is read again. */
  stale: () => void
}

export function PrepaidInvoice({ view, prepaidKey: key, changed, stale }: Props) {
  const t = useT()
  const lang = useLang()
  const { invoice, paid, status } = view
  const { may, askedBy } = invoice
  const others = askedBy !== null && askedBy !== 'caller'
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(status)
  // The result of the request is at the top, so the page scrolls there.
  useEffect(() => {
    if (shown.current !== status) heading.current?.focus()
    shown.current = status
  }, [status])
  async function send({ unused: _, ...typed }: TypedInvoiceTitle) {
    const reply = await request(applyPrepaid, {
      key,
      ...typed,
      ...(may === 'request' ? {} : { version: invoice.version }),
    })
    if (reply.ok) changed(reply.data)
    else if (reply.code === 'taken' || reply.code === 'conflict' || reply.code === 'not_found') stale()
    return reply
  }
  // Before the request the facts come first; afterwards its result does.
  const facts = <SummaryList title={t('prepaid:facts.title')} rows={factsOf(t, lang, view)} />
  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        <h1 className="type-h1" ref={heading} tabIndex={-1}>
          {t(`prepaid:title.${invoice.state === 'reversed' ? 'reversed' : status}`)}
        </h1>
        {status === 'apply' && may === 'request' && (
          <p className="type-lead measure">
            {paid.buyer || paid.insured
              ? t('prepaid:lead', { buyer: paid.buyer || paid.insured })
              : t('prepaid:leadAlone')}
          </p>
        )}
        {status === 'apply' && may === 'nothing' && invoice.why !== null && (
          <Notice kind="info" live="status">
            {t(`invoices:lead.${invoice.why}`)}
          </Notice>
        )}
        {status !== 'apply' && (
          <InvoiceState view={invoice} {...(others ? { note: t(`prepaid:others.${status}`) } : {})} />
        )}
      </div>
      <div className="grid items-start gap-8 web:min-[60rem]:grid-cols-2 web:min-[60rem]:gap-16">
        {status === 'apply' && facts}
        <div className="grid gap-6">
          {(may === 'request' || may === 'correct') && (
            <InvoiceForm key={may} view={invoice} may={may} payer send={send} />
          )}
          {(may === 'request' || may === 'correct') && (
            <p className="measure text-small text-ink-2">{t('prepaid:seen')}</p>
          )}
          {invoice.documents.some((it) => it.status === 'issued') && (
            <InvoiceDocuments
              view={invoice}
              file={(document, format) => blob(prepaidFile, { key, document, format })}
            />
          )}
          {status === 'issued' && !others && (
            <p className="measure text-small text-ink-2">{t('prepaid:otherTitle', { email: SITE[lang].email })}</p>
          )}
          {others && <p className="measure text-ink-2">{t('prepaid:others.text')}</p>}
          {invoice.sample && !others && <Notice>{t('invoices:sandbox.notice')}</Notice>}
        </div>
        {status !== 'apply' && facts}
      </div>
    </div>
  )
}

function factsOf(
  t: ReturnType<typeof useT>,
  lang: Lang,
  { paid: { amount, on, plan, tier, insurer, start, end, insured, buyer }, invoice }: PrepaidView,
) {
  const fact = (id: string, value: string) => (value === '' ? [] : [{ id, term: t(`prepaid:facts.${id}`), value }])
  return [
    ...fact('about', invoice.about),
    ...fact('amount', formatMoney(amount, lang)),
    ...fact('on', formatDay(on, lang)),
    ...fact('plan', joined(lang, plan, tier)),
    ...fact('insurer', insurer),
    ...(start && end
      ? [
          {
            id: 'cover',
            term: t('prepaid:facts.cover'),
            value: <DayRange start={start} end={end} lang={lang} />,
          },
        ]
      : []),
    ...fact('insured', insured),
    ...fact('buyer', buyer),
  ]
}
