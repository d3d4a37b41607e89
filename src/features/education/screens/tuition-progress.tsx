/** The state of a tuition payment, for its own page, the page after paying and the list of orders. */
import { blob } from '../../../app/requests/browser-requester.ts'
import { useDownload } from '../../../app/requests/download.ts'
import { useLang, useT } from '../../../app/words/words.tsx'
import { formatDay, formatInstant } from '../../../lib/days/dates.ts'
import { joined, LANGS, type Lang } from '../../../lib/locale.ts'
import { formatMoney } from '../../../lib/money/money.ts'
import { SITE } from '../../../lib/site.ts'
import { Button } from '../../../ui/Button.tsx'
import { StatusTimeline, type StatusStep } from '../../../ui/StatusTimeline.tsx'
import { SummaryList } from '../../../ui/SummaryList.tsx'
import { tuitionReceipt, type TuitionOrder } from '../contract.ts'

export interface TuitionProps {
  order: TuitionOrder
  /** The server's clock, ms. */
  now: number
}

const WITH_RECEIPT = ['paid', 'sent', 'confirmed', 'returning', 'returned'] as const
const hasReceipt = ({ status }: Pick<TuitionOrder, 'status'>): boolean => WITH_RECEIPT.some((it) => it === status)

/** An unpaid payment whose quote is over counts as expired even before the server closes it. */
export const shownStatus = ({ status, quote }: TuitionOrder, now: number): TuitionOrder['status'] =>
  status === 'awaiting_payment' && quote.until <= now ? 'expired' : status

export function TuitionHeading({ order, now }: TuitionProps) {
  const t = useT()
  const lang = useLang()
  const {
    id,
    school,
    studentNumber,
    reason,
    sendBy,
    confirmBy,
    quote: { fee, amount, until },
  } = order
  const status = shownStatus(order, now)
  const at = status === 'sent' ? confirmBy : sendBy
  const values = {
    school: school.name,
    studentNumber,
    fee: formatMoney(fee, lang),
    amount: formatMoney(amount, lang),
    until,
    at,
    reason: reason === null ? '' : t(`tuition:reason.${reason}`),
  }
  // An order that was closed because of its invoice gives that reason.
  const text =
    status === 'cancelled' && reason !== null
      ? `${values.reason} ${t('tuition:head.cancelled.text')}`
      : t(`tuition:head.${status}.text`, values).trim()
  return (
    <header className="grid gap-3">
      <p className="num text-small text-ink-2">{t('tuition:number', { number: id })}</p>
      <h1 className="type-h1">{t(`tuition:head.${status}.title`, values)}</h1>
      <p className="type-lead measure" role="status">
        {text}
      </p>
    </header>
  )
}

/** Each step with who acts and by when; not shown for refunds, which have details of their own. */
export function TuitionSteps({ order, now }: TuitionProps) {
  const t = useT()
  const lang = useLang()
  const { status, paidAt } = order
  if (paidAt === null || status === 'returning' || status === 'returned') return null
  return (
    <section className="grid gap-5">
      <h2 className="type-h2">{t('tuition:next.title')}</h2>
      <StatusTimeline steps={stepsOf({ order, now }, t, lang)} label={t('tuition:next.title')} />
    </section>
  )
}

function stepsOf({ order, now }: TuitionProps, t: ReturnType<typeof useT>, lang: Lang): StatusStep[] {
  const {
    paidAt,
    sendBy,
    sentAt,
    confirmBy,
    confirmedAt,
    schoolReference,
    school,
    quote: { fee, amount },
  } = order
  const values = { fee: formatMoney(fee, lang), amount: formatMoney(amount, lang) }
  const zoned = (instant: number) => t('app:zoned', { time: formatInstant(instant, lang) })
  const by = (instant: number | null, late: 'late' | 'lateSend') =>
    instant === null ? '' : t(`tuition:next.${instant < now ? late : 'by'}`, { at: instant })
  const due = (instant: number | null): StatusStep['state'] => (instant !== null && instant < now ? 'late' : 'now')
  return [
    {
      id: 'received',
      state: 'done',
      title: t('tuition:next.received', values),
      when: zoned(paidAt ?? 0),
    },
    {
      id: 'send',
      title: t(sentAt === null ? 'tuition:next.send' : 'tuition:next.sentDone', values),
      state: sentAt === null ? due(sendBy) : 'done',
      when: sentAt === null ? by(sendBy, 'lateSend') : zoned(sentAt),
    },
    {
      id: 'confirm',
      title: t(confirmedAt === null ? 'tuition:next.confirm' : 'tuition:next.confirmDone'),
      state: confirmedAt !== null ? 'done' : sentAt === null ? 'next' : due(confirmBy),
      when:
        confirmedAt !== null
          ? zoned(confirmedAt)
          : sentAt === null
            ? t('tuition:next.after', { count: school.settlementDays })
            : by(confirmBy, 'late'),
      children: schoolReference === null ? undefined : t('tuition:next.reference', { reference: schoolReference }),
    },
  ]
}

const SEES_NOTHING: readonly string[] = ['returning', 'returned', 'cancelled', 'expired']

/** Exactly what the school sees of the transfer. */
export function SchoolSees({ order, now }: TuitionProps) {
  const t = useT()
  const lang = useLang()
  const {
    school,
    student,
    studentNumber,
    payer,
    reference,
    status,
    sentAt,
    confirmBy,
    quote: { fee },
  } = order
  if (SEES_NOTHING.includes(shownStatus(order, now))) return null
  const rows = [
    { term: t('tuition:sees.amount'), value: <strong className="num font-semibold">{formatMoney(fee, lang)}</strong> },
    { term: t('tuition:facts.studentNumber'), value: <span className="num">{studentNumber}</span> },
    { term: t('tuition:facts.student'), value: student },
    { term: t('tuition:sees.sender'), value: t('tuition:sees.senderText', { operator: SITE[lang].operator }) },
    { term: t('tuition:facts.payer'), value: payer },
    ...(reference === ''
      ? []
      : [{ term: t('tuition:facts.reference'), value: <span className="num wrap-anywhere">{reference}</span> }]),
    {
      term: t('tuition:sees.when'),
      value:
        sentAt !== null && confirmBy !== null
          ? t('tuition:next.by', { at: confirmBy })
          : t('tuition:sees.whenText', { count: school.settlementDays }),
    },
  ]
  return (
    <section className="grid gap-3">
      <SummaryList title={t('tuition:sees.title')} rows={rows} />
      <p className="measure text-ink-2">{t('tuition:sees.only', { school: school.name })}</p>
      {status === 'paid' && (
        <p className="measure text-ink-2">{t('tuition:sees.notSent', { email: SITE[lang].email })}</p>
      )}
      {school.sample && <p className="text-small text-ink-2">{t('tuition:sample')}</p>}
    </section>
  )
}

/** What was entered, the price and its exchange rate. */
export function TuitionFacts({ order }: Pick<TuitionProps, 'order'>) {
  const t = useT()
  const lang = useLang()
  const {
    school,
    student,
    studentNumber,
    payer,
    reference,
    contact,
    submittedAt,
    quote: { fee, amount, rate },
  } = order
  const rows = [
    {
      term: t('tuition:facts.school'),
      value: joined(lang, school.name, school.city),
    },
    { term: t('tuition:facts.student'), value: student },
    { term: t('tuition:facts.studentNumber'), value: <span className="num">{studentNumber}</span> },
    ...(reference === ''
      ? []
      : [{ term: t('tuition:facts.reference'), value: <span className="num wrap-anywhere">{reference}</span> }]),
    { term: t('tuition:facts.payer'), value: payer },
    { term: t('tuition:facts.fee'), value: <span className="num">{formatMoney(fee, lang)}</span> },
    ...(rate
      ? [
          {
            term: t('tuition:facts.rate'),
            value: (
              <>
                <span className="num">
                  {t('tuition:facts.rateText', { per: rate.per, currency: fee.currency, rate: rate.rate })}
                </span>{' '}
                <span className="block text-small text-ink-2">
                  {t('tuition:facts.rateSource', { day: formatDay(rate.day, lang), source: rate.source })}
                </span>
              </>
            ),
          },
        ]
      : []),
    {
      term: t('tuition:facts.amount'),
      value: <strong className="num font-semibold">{formatMoney(amount, lang)}</strong>,
    },
    { term: t('tuition:facts.contact'), value: contact },
    { term: t('tuition:facts.sent'), value: t('app:zoned', { time: formatInstant(submittedAt, lang) }) },
  ]
  return <SummaryList title={t('tuition:facts.title')} rows={rows} />
}

export function TuitionReceipt({ order }: Pick<TuitionProps, 'order'>) {
  const t = useT()
  if (!hasReceipt(order)) return null
  return (
    <section className="grid justify-items-start gap-2">
      <h2 className="type-h3">{t('tuition:receipt.title')}</h2>
      <p className="measure text-ink-2">{t('tuition:receipt.text')}</p>
      <div className="flex flex-wrap gap-3">
        {LANGS.map((language) => (
          <ReceiptButton key={language} id={order.id} language={language} />
        ))}
      </div>
      <p className="measure text-small text-ink-2">{t('tuition:receipt.invoice')}</p>
    </section>
  )
}

function ReceiptButton({ id, language }: { id: string; language: Lang }) {
  const t = useT()
  const { busy, save } = useDownload(() => blob(tuitionReceipt, { id, language }), `${id}-${language}.pdf`)
  return (
    <Button icon="download" onClick={() => void save()} working={busy && t('tuition:receipt.saving')}>
      {t(`tuition:receipt.${language}`)}
      <span className="sr-only">{t('tuition:receipt.what')}</span>
    </Button>
  )
}
