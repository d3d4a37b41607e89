import { useLang, useT } from '../../../../app/words/words.tsx'
import { dayOf, formatDay, formatInstant } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { Badge } from '../../../../ui/Badge.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { useNow } from '../../../../ui/use-now.ts'
import { orderDetailPath, type OrderRow } from '../../../orders/list-contract.ts'
import { OrderNote } from './order-note.tsx'
import type { OrdersProps } from './props.ts'
import { canCancel, nextPath, ORDER_BADGE, orderTitle, shownStatus, subWords } from './order-words.ts'

/** A table: what, when, state, premium, and the next step. */
export default function OrdersWeb({ orders, names, skew, cancel, again }: OrdersProps) {
  const t = useT()
  const now = useNow()
  return (
    <div className="table-scroll" role="region" aria-label={t('account:order.title')} tabIndex={0}>
      <table className="ledger ledger-list">
        <thead>
          <tr>
            <th scope="col">{t('account:order.what')}</th>
            <th scope="col">{t('account:order.when')}</th>
            <th scope="col">{t('account:order.state')}</th>
            <th scope="col" className="sum">
              {t('account:order.sum')}
            </th>
            {cancel && (
              <th scope="col">
                <span className="sr-only">{t('account:order.next')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Row key={order.id} order={order} names={names} skew={skew} cancel={cancel} again={again} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({
  order,
  names,
  skew,
  cancel,
  again,
  now,
}: Omit<OrdersProps, 'orders'> & { order: OrderRow; now: number }) {
  const t = useT()
  const lang = useLang()
  const next = nextPath(order)
  const title = orderTitle(names, order, lang)
  return (
    <tr>
      <th scope="row">
        <a className="link font-semibold" href={localPath(lang, orderDetailPath(order.id))}>
          {title}
        </a>
        <span className="block break-keep wrap-anywhere text-small text-ink-2">{subWords(t, lang, order)}</span>
        <span className="num block text-small text-ink-3">{order.id}</span>
      </th>
      <td>
        <span className="nobr">{formatDay(dayOf(order.createdAt), lang)}</span>
        <span className="block text-small text-ink-2">{formatInstant(order.createdAt, lang).slice(-5)}</span>
      </td>
      <td>
        <Badge {...ORDER_BADGE[shownStatus(order)]}>{t(`account:order.status.${shownStatus(order)}`)}</Badge>
        <OrderNote order={order} skew={skew} onEnd={again} now={now} className="mt-1 block" />
      </td>
      <td className="sum">
        {order.premium ? (
          formatMoney(order.premium, lang)
        ) : (
          <span className="text-ink-3">{t('account:order.open')}</span>
        )}
      </td>
      {cancel && (
        <td>
          <div className="-my-1 grid w-max justify-items-start whitespace-nowrap min-[45rem]:ms-auto min-[45rem]:justify-items-end">
            {next && (
              <Button
                size="sm"
                look={order.status === 'awaiting_payment' || order.accepted ? 'primary' : 'line'}
                href={localPath(lang, next)}
              >
                {t(`account:order.go.${shownStatus(order)}`)}
              </Button>
            )}
            {canCancel(order) && (
              <TextLink onClick={() => cancel(order)}>
                {t(`account:order.${order.status === 'created' ? 'discard' : 'cancel'}`)}
              </TextLink>
            )}
          </div>
        </td>
      )}
    </tr>
  )
}
