/** What is bought and what it costs, visible at every step. The server computes the premium anew at each save. */
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { silentPart } from '../../../../app/load/lazy.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { daysOfTerm, isDay } from '../../../../lib/days/dates.ts'
import { joined } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { DayRange } from '../../../../ui/DayRange.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { SumLine } from '../../../../ui/SumLine.tsx'
import type { ClientPlan } from '../../../plans/contract.ts'
import type { OrderView } from '../../contract.ts'
import { memberName } from '../../rules/family-words.ts'
import { $answers } from './wizard-store.ts'

/** Loaded after the summary: the refund calculation is larger than the rest. */
const RefundExample = silentPart(() => import('./closed/refund-example.tsx'))

export function Summary({ order, plan }: { order: OrderView; plan: ClientPlan }) {
  const t = useT()
  const lang = useLang()
  const { trip } = useStore($answers) ?? order.answers
  const dated = isDay(trip.start) && isDay(trip.end) && trip.end >= trip.start
  return (
    <aside className="panel" aria-label={t('confirm:summary.label')}>
      <div className="panel-part">
        <h2 className="type-h3">{joined(lang, plan.name, plan.tierNames[trip.tier])}</h2>
        <p className="text-small text-ink-2">{plan.insurerName}</p>
      </div>
      <dl className="panel-part grid gap-2">
        <SumLine
          term={t('confirm:summary.days')}
          value={
            dated
              ? t('confirm:summary.daysValue', { count: daysOfTerm(trip.start, trip.end) })
              : t('confirm:summary.open')
          }
        />
        {dated && (
          <SumLine
            term={t('confirm:summary.dates')}
            value={<DayRange start={trip.start} end={trip.end} lang={lang} />}
          />
        )}
        <Breakdown order={order} />
        <SumLine term={t('confirm:summary.tax')} value={t('confirm:summary.included')} />
      </dl>
      <p className="panel-part flex items-baseline justify-between gap-4" aria-live="polite">
        <span className="shrink-0 font-semibold">{t('confirm:summary.once')}</span>
        {order.premium ? (
          <span className="type-sum num nobr">{formatMoney(order.premium, lang)}</span>
        ) : (
          <span className="text-small text-end text-balance text-ink-2">
            {t(`confirm:summary.${order.priceError ? 'none' : 'later'}`)}
          </span>
        )}
      </p>
      <ul className="panel-part text-small grid gap-3 text-ink-2">
        <Promise icon="file-check">{t('confirm:summary.certificate')}</Promise>
        <Promise icon="undo-2">
          {t('confirm:summary.cancel')}
          <RefundExample premium={order.premium} trip={trip} plan={plan} />
        </Promise>
        <Promise icon="scroll-text">{t('confirm:summary.record')}</Promise>
      </ul>
    </aside>
  )
}

/** On phones, where the summary is folded: the price in the bar, once it is known. The desktop shows it beside the step. */
export function BarPrice({ premium }: Pick<OrderView, 'premium'>) {
  const t = useT()
  const lang = useLang()
  if (!premium) return null
  return (
    <span className="flex items-baseline justify-between gap-4">
      {t('confirm:summary.once')}
      <strong className="nobr num text-base-content">{formatMoney(premium, lang)}</strong>
    </span>
  )
}

/** How the premium is composed: whole months, and days at a thirtieth each. */
function Breakdown({ order }: { order: OrderView }) {
  const t = useT()
  const lang = useLang()
  const { people } = order.answers
  const several = order.breakdown.length > 1
  const parts = several
    ? order.breakdown.map(({ who, key = who, premium }) => (
        <SumLine
          key={`part ${key}`}
          term={who === 'student' ? t('confirm:family.student') : memberName(t, people, key)}
          value={formatMoney(premium, lang)}
        />
      ))
    : []
  return [
    ...order.breakdown
      .filter(({ who }) => who === 'student')
      .map(({ who, unit }) => {
        if (!unit) return null
        if (unit.kind === 'trip')
          return (
            <SumLine
              key={who}
              term={t('confirm:summary.trip')}
              value={t('confirm:summary.tripValue', { days: unit.upToDays })}
            />
          )
        const months = t('confirm:summary.months', { count: unit.months })
        const days = unit.days > 0 ? ` + ${t('confirm:summary.daysValue', { count: unit.days })}` : ''
        return (
          <SumLine
            key={who}
            term={t('confirm:summary.each', { price: formatMoney(unit.price, lang) })}
            value={months + days}
          />
        )
      }),
    ...parts,
  ]
}

function Promise({ icon, children }: { icon: 'file-check' | 'undo-2' | 'scroll-text'; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Icon name={icon} size={16} className="mt-0.5 shrink-0 text-teal" />
      <span>{children}</span>
    </li>
  )
}
