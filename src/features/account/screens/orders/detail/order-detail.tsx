/** One order: its state and what can be done, its invoice, its refunds, and its documents. */
import { useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../../app/requests/read-reply.ts'
import { lazyPart } from '../../../../../app/load/lazy.tsx'
import { LoadFailed } from '../../../../../app/load/load-failed.tsx'
import { NotFound } from '../../../../../app/load/not-found.tsx'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { clockSkew } from '../../../../../lib/days/clock.ts'
import { formatInstant } from '../../../../../lib/days/dates.ts'
import { localPath } from '../../../../../lib/locale.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { Badge } from '../../../../../ui/Badge.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { DayRange } from '../../../../../ui/DayRange.tsx'
import { Skeleton } from '../../../../../ui/Skeleton.tsx'
import { SummaryList } from '../../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import { isPaid, listOrders, orderAgainPath, type OrderRow } from '../../../../orders/list-contract.ts'
import { policyPath } from '../../../../policies/list-contract.ts'
import { OrderNote } from '../order-note.tsx'
import { canCancel, nextPath, ORDER_BADGE, orderTitle, shownStatus, type PlanNames } from '../order-words.ts'
import { InvoicePanel } from '../../../../invoices/screens/invoice-panel.tsx'
import { OrderRecord } from './order-record.tsx'
import { RefundPanel } from './refund-panel.tsx'

const CancelDialog = lazyPart(() => import('../cancel-listed-order-dialog.tsx'), null)

interface Found {
  order: OrderRow
  skew: number
}

export default function OrderDetail({ id, names }: { id: string; names: PlanNames }) {
  const t = useT()
  const [loaded, again] = useLoad<Found | 'missing'>(`order ${id}`, async () => {
    const reply = await request(listOrders, { id })
    if (!reply.ok && reply.code === 'invalid') return 'missing'
    const { orders, now: answeredAt } = dataOf(reply)
    const [order] = orders
    void import('../../../../../app/storage/open-orders.ts')
      .then((it) => it.forgetClosedOrders([order ?? { id, status: 'gone' }]))
      .catch(() => undefined)
    return order ? { order, skew: clockSkew(answeredAt) } : 'missing'
  })
  if (loaded.state === 'loading') return <Skeleton label={t('account:order.loading')} rows={6} />
  if (loaded.state === 'failed') return <LoadFailed error={loaded.error} again={again} level={1} />
  if (loaded.data === 'missing') return <Missing />
  return <Shown {...loaded.data} names={names} again={again} />
}

function Shown({ order, skew, names, again }: Found & { names: PlanNames; again: () => void }) {
  const t = useT()
  const lang = useLang()
  const present = useNow()
  const [cancelling, setCancelling] = useState<OrderRow>()
  const next = nextPath(order)
  // Money may have arrived, possibly late: then there may be something to refund.
  const paid = ['paid', 'issuing', 'issued', 'issue_failed', 'refunded', 'cancelled', 'expired'].includes(order.status)
  return (
    <div className="grid gap-10">
      <section className="grid gap-4">
        <div>
          <TextLink href={localPath(lang, '/personal/order')}>{t('account:order.all')}</TextLink>
          <h1 className="type-h1">{orderTitle(names, order, lang)}</h1>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge {...ORDER_BADGE[shownStatus(order)]}>{t(`account:order.status.${shownStatus(order)}`)}</Badge>
          <OrderNote order={order} skew={skew} onEnd={again} now={present} />
        </p>
        <SummaryList rows={factsOf(t, lang, order)} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {next && (
            <Button
              look={order.status === 'awaiting_payment' || order.accepted ? 'accent' : 'line'}
              href={localPath(lang, next)}
            >
              {t(`account:order.go.${shownStatus(order)}`)}
            </Button>
          )}
          {isPaid(order.status) && order.cancelledOn === null && (
            <TextLink href={localPath(lang, orderAgainPath(order.id))}>{t('account:order.another')}</TextLink>
          )}
          {canCancel(order) && (
            <TextLink onClick={() => setCancelling(order)}>
              {t(`account:order.${order.status === 'created' ? 'discard' : 'cancel'}`)}
            </TextLink>
          )}
        </div>
      </section>
      {order.status === 'issued' && order.policyId && (
        <section data-no-print>
          <h2 className="type-h3">{t('account:order.documents.title')}</h2>
          <p className="mt-1 mb-2 measure text-ink-2">{t('account:order.documents.text')}</p>
          {order.policies.length === 0 ? (
            <TextLink look="go" href={`${localPath(lang, policyPath(order.policyId))}#documents`}>
              {t('account:order.documents.go')}
            </TextLink>
          ) : (
            <PolicyLinks policies={order.policies} />
          )}
        </section>
      )}
      {isPaid(order.status) && <InvoicePanel kind="plan" id={order.id} />}
      {paid && <RefundPanel order={order.id} changed={again} />}
      <OrderRecord id={order.id} />
      {cancelling && (
        <CancelDialog order={cancelling} names={names} close={() => setCancelling(undefined)} done={again} />
      )}
    </div>
  )
}

/** One policy for each person of the order. */
function PolicyLinks({ policies }: Pick<OrderRow, 'policies'>) {
  const t = useT()
  const lang = useLang()
  return (
    <ul className="rows">
      {policies.map(({ id, number, insured, cancelled }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 border-b border-line py-3">
          <span className="font-semibold">
            {insured} {cancelled && <Badge kind="plain">{t('account:order.documents.cancelled')}</Badge>}
          </span>
          <TextLink look="go" href={`${localPath(lang, policyPath(id))}#documents`}>
            <span className="num">{number}</span>
          </TextLink>
        </li>
      ))}
    </ul>
  )
}

function factsOf(
  t: ReturnType<typeof useT>,
  lang: ReturnType<typeof useLang>,
  { id, createdAt, start, end, insured, premium, premiumNow }: OrderRow,
) {
  const cover = start && end ? <DayRange start={start} end={end} lang={lang} /> : t('account:order.noDates')
  return [
    { id: 'number', term: t('account:order.number'), value: <span className="num">{id}</span> },
    { id: 'when', term: t('account:order.when'), value: t('app:zoned', { time: formatInstant(createdAt, lang) }) },
    { id: 'cover', term: t('account:order.coverLabel'), value: cover },
    ...(insured ? [{ id: 'insured', term: t('account:order.insuredLabel'), value: insured }] : []),
    { id: 'sum', term: t('account:order.sum'), value: premium ? formatMoney(premium, lang) : t('account:order.open') },
    ...(premiumNow ? [{ id: 'now', term: t('account:order.premiumNow'), value: formatMoney(premiumNow, lang) }] : []),
  ]
}

function Missing() {
  const t = useT()
  return (
    <NotFound title={t('account:order.missing.title')} path="/personal/order" go={t('account:order.all')}>
      {t('account:order.missing.text')}
    </NotFound>
  )
}
