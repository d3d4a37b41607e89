import { useLang, useT } from '../../../../app/words/words.tsx'
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

/**
 * Rows, each with its action below. The number begins with the day of the order; once a policy exists, its own number
 * is the one to quote.
 */
export default function OrdersMobile({ orders, names, skew, cancel, again }: OrdersProps) {
  const now = useNow()
  return (
    <ul className="ruled">
      {orders.map((order) => (
        <Row key={order.id} order={order} names={names} skew={skew} cancel={cancel} again={again} now={now} />
      ))}
    </ul>
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
  return (
    <li className="grid gap-1 py-4">
      <div className="flex items-start justify-between gap-3">
        <p className="font-semibold">
          <a className="link" href={localPath(lang, orderDetailPath(order.id))}>
            {orderTitle(names, order, lang)}
          </a>
        </p>
        <p className="num shrink-0">{order.premium && formatMoney(order.premium, lang)}</p>
      </div>
      <p className="break-keep wrap-anywhere text-small text-ink-2">{subWords(t, lang, order)}</p>
      {order.status !== 'issued' && <p className="num text-small text-ink-3">{order.id}</p>}
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge {...ORDER_BADGE[shownStatus(order)]}>{t(`account:order.status.${shownStatus(order)}`)}</Badge>
        <OrderNote order={order} skew={skew} onEnd={again} now={now} />
      </div>
      {(next || (cancel && canCancel(order))) && (
        <div className="mt-1 flex flex-wrap items-center gap-x-6">
          {next &&
            (order.status === 'issued' ? (
              <TextLink look="go" href={localPath(lang, next)}>
                {t('account:order.go.issued')}
              </TextLink>
            ) : (
              <Button
                size="sm"
                look={order.status === 'awaiting_payment' || order.accepted ? 'primary' : 'line'}
                href={localPath(lang, next)}
              >
                {t(`account:order.go.${shownStatus(order)}`)}
              </Button>
            ))}
          {cancel && canCancel(order) && (
            <TextLink onClick={() => cancel(order)}>
              {t(`account:order.${order.status === 'created' ? 'discard' : 'cancel'}`)}
            </TextLink>
          )}
        </div>
      )}
    </li>
  )
}
