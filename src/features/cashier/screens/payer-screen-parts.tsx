/** Parts that the payer's screens share: what is paid for, what went wrong. */
import type { ReactNode } from 'react'
import { Gap, useLang, useT } from '../../../app/words/words.tsx'
import { formatDay, formatInstant } from '../../../lib/days/dates.ts'
import { joined, localPath } from '../../../lib/locale.ts'
import { formatMoney } from '../../../lib/money/money.ts'
import { SITE } from '../../../lib/site.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Steps } from '../../../ui/Steps.tsx'
import { SummaryList } from '../../../ui/SummaryList.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { orderPath } from '../../orders/list-contract.ts'
import type { PayOrder } from '../contract.ts'
import type { FollowedPayment } from './follow-payment.ts'

export const useMoney = () => {
  const lang = useLang()
  return (amount: PayOrder['amount']): string => formatMoney(amount, lang)
}

/** "20 November 2026, 16:41, Beijing time" */
export function Instant({ at }: { at: number }) {
  const t = useT()
  return (
    <time className="num" dateTime={new Date(at).toISOString()}>
      {t('cashier:time', { time: formatInstant(at, useLang()) })}
    </time>
  )
}

/** What is paid for, in one line. */
export const nameOf = ({ about, plan, number }: PayOrder): string => about || plan || number

/** The insured persons, where there are several, and their parts of the sum. */
function Parts({ order: { parts } }: { order: PayOrder }) {
  const money = useMoney()
  return parts.map(({ name, amount }, i) => (
    <span key={i} className="flex justify-between gap-x-4">
      <span className="wrap-anywhere text-start">{name}</span> <span className="num nobr">{money(amount)}</span>
    </span>
  ))
}

type Fact = { id: string; term: string; value: ReactNode }

function useFacts(order: PayOrder): Fact[] {
  const t = useT()
  const lang = useLang()
  const facts: (Fact | false)[] = [
    order.about !== '' && { id: 'about', term: t('cashier:facts.kind'), value: order.about },
    order.plan !== '' && { id: 'plan', term: t('cashier:facts.plan'), value: joined(lang, order.plan, order.tier) },
    order.insurer !== '' && { id: 'insurer', term: t('cashier:facts.insurer'), value: order.insurer },
    order.insured !== '' && {
      id: 'insured',
      term: t(order.kind === 'education' ? 'cashier:facts.student' : 'cashier:facts.insured'),
      value: order.parts.length > 0 ? <Parts order={order} /> : order.insured,
    },
    order.buyer !== '' &&
      (order.link !== null || order.buyer !== order.insured) && {
        id: 'buyer',
        term: t(order.kind === 'education' ? 'cashier:facts.payer' : 'cashier:facts.buyer'),
        value: order.buyer,
      },
    order.start !== null && {
      id: 'start',
      term: t('cashier:facts.from'),
      value: t('cashier:facts.start', { day: formatDay(order.start, lang) }),
    },
    order.end !== null && {
      id: 'end',
      term: t('cashier:facts.to'),
      value: t('cashier:facts.end', { day: formatDay(order.end, lang) }),
    },
    { id: 'payee', term: t('cashier:payee'), value: SITE[lang].operator },
    {
      id: 'order',
      term: t(order.application ? 'cashier:orderNumber' : 'cashier:reference'),
      value: <span className="num">{order.number}</span>,
    },
  ]
  return facts.filter((fact) => fact !== false)
}

/** What is paid for, and to whom. */
export const OrderFacts = ({ order, title }: { order: PayOrder; title?: string }) => (
  <SummaryList title={title} rows={useFacts(order)} />
)

/** The same beside a desktop screen: plan, facts, sum, time; the children last. */
export function OrderPanel({
  order,
  receipt,
  children,
}: {
  order: PayOrder
  receipt?: ReactNode
  children?: ReactNode
}) {
  const t = useT()
  const money = useMoney()
  const facts = useFacts(order).filter(
    ({ id }) => id !== 'about' && id !== 'insurer' && (order.about !== '' || id !== 'plan'),
  )
  return (
    <aside className="panel parted [&>*]:p-5 mobile:order-last">
      <div>
        <h2 className="type-h3">{nameOf(order)}</h2>
        <p className="text-small text-ink-2">
          {[order.about ? '' : order.tier, order.insurer].filter(Boolean).join(' · ')}
        </p>
      </div>
      <PanelList rows={facts} />
      {receipt !== undefined ? (
        receipt
      ) : (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 mobile:hidden">
          <span className="font-semibold">{t('cashier:pay.total')}</span>
          <strong className="num text-[1.75rem] leading-tight font-semibold">{money(order.amount)}</strong>
        </p>
      )}
      {children && <div className="grid gap-3">{children}</div>}
    </aside>
  )
}

export function PanelList({ rows }: { rows: readonly Fact[] }) {
  return (
    <dl className="grid gap-2.5">
      {rows.map(({ id, term, value }) => (
        <div key={id} className="flex justify-between gap-5 text-small">
          <dt className="shrink-0 text-ink-2">{term}</dt>
          <dd className="text-end text-balance">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Progress of a buyer who pays their own application: the application is done, the policy follows. Not counted, since
 * the application’s own pages were.
 */
export function PaymentProgress({ order: { application, own } }: { order: Pick<PayOrder, 'application' | 'own'> }) {
  const t = useT()
  const lang = useLang()
  if (!application || !own) return null
  const steps = [
    { label: t('cashier:confirm.steps.apply'), href: localPath(lang, orderPath(application)) },
    { label: t('cashier:confirm.steps.pay') },
    { label: t('cashier:confirm.steps.policy') },
  ]
  return (
    <nav aria-label={t('cashier:confirm.progress')}>
      <Steps steps={steps} now={1} />
    </nav>
  )
}

/** Says that the data may be out of date; the page keeps trying automatically. */
export function Unanswered({ follow }: { follow: FollowedPayment }) {
  const t = useT()
  if (!follow.unanswered) return null
  // It was answered, and asking again does not help.
  if (follow.unanswered === 'updated')
    return (
      <Notice kind="warn" live="status">
        {t('app:failed.updated')}
        <Gap />
        <TextLink look="inline" onClick={() => location.reload()}>
          {t('app:load.again')}
        </TextLink>
      </Notice>
    )
  const offline = follow.unanswered === 'offline'
  return (
    <Notice
      kind="warn"
      icon={offline ? 'wifi-off' : 'triangle-alert'}
      live="status"
      title={t('cashier:unanswered.title')}
    >
      {t(`cashier:unanswered.${offline ? 'offline' : 'server'}`)}
    </Notice>
  )
}

/** A heading over one sentence and the children. */
export function Lead({ title, children, live }: { title: string; children: ReactNode; live?: boolean }) {
  return (
    <div className="grid gap-3" role={live ? 'status' : undefined}>
      <h1 className="type-h1">{title}</h1>
      <p className="type-lead measure">{children}</p>
    </div>
  )
}
