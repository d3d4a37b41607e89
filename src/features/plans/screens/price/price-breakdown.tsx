import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatMoney } from '../../../../lib/money/money.ts'
import { SumLine } from '../../../../ui/SumLine.tsx'
import type { Relative } from '../../rules/plan-search.ts'
import type { Quote } from '../../rules/pricing.ts'

/** How the premium is composed (domain §3.2 "Price"). */
export function Breakdown({
  quote,
  family = [],
}: {
  quote: Extract<Quote, { ok: true }>
  family?: readonly Relative[]
}) {
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
            value={[
              t('plans:price.length.month', { count: unit.months }),
              unit.days > 0 ? t('plans:price.length.day', { count: unit.days }) : '',
            ]
              .filter(Boolean)
              .join(' + ')}
          />
        </>
      )}
      {unit?.kind === 'trip' && (
        <SumLine term={t('plans:price.time')} value={t('plans:price.upTo', { count: unit.upToDays })} />
      )}
      {family.length > 0 &&
        quote.breakdown.map(({ who, percent, premium }, i) => (
          <SumLine
            key={i}
            term={who === 'student' ? t('plans:family.student') : t(`plans:family.part.${who}`, { percent })}
            value={formatMoney(premium, lang)}
          />
        ))}
    </dl>
  )
}

/** The total to pay. */
export function Total({ term, value }: { term: string; value: string }) {
  return (
    <dl>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <dt className="font-semibold">{term}</dt>
        <dd className="type-sum num nobr">{value}</dd>
      </div>
    </dl>
  )
}
