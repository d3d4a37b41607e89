import { useLang, useT } from '../../../../app/words.tsx'
import { formatMoney, type Currency } from '../../../../lib/money.ts'
import { SumLine } from '../../../../ui/SumLine.tsx'
import type { Quote } from '../../pricing.ts'

/** How the premium is made, then the sum (domain §3.2 "Price"). */
export function Breakdown({ quote, currency }: { quote: Extract<Quote, { ok: true }>; currency: Currency }) {
  const t = useT()
  const lang = useLang()
  const student = quote.breakdown[0]
  const unit = student?.unit
  return (
    <dl className="grid gap-2">
      <SumLine term={t('plans:price.age')} value={t('plans:price.ageValue', { age: quote.age })} />
      {unit?.kind === 'month' && (
        <>
          <SumLine term={t('plans:price.each')} value={formatMoney(unit.price, lang)} />
          <SumLine
            term={t('plans:price.time')}
            value={[t('plans:price.length.month', { count: unit.months }), unit.days > 0 ? t('plans:price.length.day', { count: unit.days }) : ''].filter(Boolean).join(' + ')}
          />
        </>
      )}
      {unit?.kind === 'trip' && <SumLine term={t('plans:price.time')} value={t('plans:price.upTo', { count: unit.upToDays })} />}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-base-content pt-3">
        <dt className="font-semibold">{t('plans:price.once', { currency })}</dt>
        <dd className="type-sum num">{formatMoney(quote.premium, lang)}</dd>
      </div>
    </dl>
  )
}
