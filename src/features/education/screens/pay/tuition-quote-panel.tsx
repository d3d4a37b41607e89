import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { TuitionQuote } from '../../contract.ts'
import type { QuoteState } from './use-tuition-quote.ts'

/** The price beside the form: fee, rate with its day and source, the amount to pay here, and how long it is valid. */
export function QuotePanel({ quote, again }: { quote: QuoteState; again: () => void }) {
  const t = useT()
  return (
    <aside className="panel min-w-0" aria-label={t('education:quote.title')}>
      <div className="panel-part grid gap-3">
        <h2 className="type-h3">{t('education:quote.title')}</h2>
        <div className="grid gap-3" role="status">
          {quote.state === 'known' && <Price quote={quote.quote} />}
          {(quote.state === 'waiting' || quote.state === 'asking') && (
            <p className="text-ink-2">{t(`education:quote.${quote.state}`)}</p>
          )}
          {quote.state === 'no_rate' && <p className="text-warn">{t('education:quote.no_rate')}</p>}
          {quote.state === 'refused' && <p className="text-bad">{quote.message}</p>}
          {quote.state === 'failed' && <p className="text-bad">{t('education:quote.failed')}</p>}
        </div>
        {(quote.state === 'failed' || quote.state === 'no_rate') && (
          <p>
            <TextLink onClick={again}>{t('education:quote.again')}</TextLink>
          </p>
        )}
      </div>
    </aside>
  )
}

function Price({ quote: { fee, amount, rate, until } }: { quote: TuitionQuote }) {
  const t = useT()
  const lang = useLang()
  const rows = [
    { term: t('education:quote.fee'), value: formatMoney(fee, lang), note: '' },
    ...(rate
      ? [
          {
            term: t('education:quote.rate'),
            value: t('education:quote.rateText', { per: rate.per, currency: fee.currency, rate: rate.rate }),
            note: t('education:quote.source', { day: formatDay(rate.day, lang), source: rate.source }),
          },
        ]
      : []),
    { term: t('education:quote.ours'), value: t('education:quote.none'), note: '' },
  ]
  return (
    <>
      <dl className="grid gap-2.5">
        {rows.map(({ term, value, note }) => (
          <div key={term} className="flex justify-between gap-5 text-small">
            <dt className="shrink-0 text-ink-2">{term}</dt>
            <dd className="num text-end">
              {value}
              {note && <span className="block text-micro text-ink-2">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {!rate && <p className="text-small text-ink-2">{t('education:quote.cny')}</p>}
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-ink pt-3">
        <span className="font-semibold">{t('education:quote.total')}</span>
        <strong className="num text-[1.75rem] leading-tight font-semibold">{formatMoney(amount, lang)}</strong>
      </p>
      <p className="text-small text-ink-2">{t('education:quote.until', { at: until })}</p>
    </>
  )
}
