import { useLang, useT } from '../../../../app/words.tsx'
import { formatInstant } from '../../../../lib/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money.ts'
import { Badge } from '../../../../ui/Badge.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { OrderRow } from '../../../orders/contract.ts'
import type { OrdersProps } from './props.ts'
import { canCancel, nextPath, noteWords, ORDER_BADGE, orderTitle, subWords } from './order-words.ts'

/** Ruled rows; the action under what it belongs to. */
export default function OrdersMobile({ orders, names, cancel }: OrdersProps) {
  return (
    <ul className="ruled">
      {orders.map((order) => <Row key={order.id} order={order} names={names} cancel={cancel} />)}
    </ul>
  )
}

function Row({ order, names, cancel }: Pick<OrdersProps, 'names' | 'cancel'> & { order: OrderRow }) {
  const t = useT()
  const lang = useLang()
  const next = nextPath(order)
  const note = noteWords(t, lang, order)
  return (
    <li className="grid gap-1 py-4">
      <div className="flex items-start justify-between gap-3">
        <p className="font-semibold">{orderTitle(names, order, lang)}</p>
        <p className="num shrink-0">{order.premium && formatMoney(order.premium, lang)}</p>
      </div>
      <p className="text-small text-ink-2">{subWords(t, lang, order)}</p>
      <p className="num text-small text-ink-3">{order.id}, {formatInstant(order.createdAt, lang)}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge {...ORDER_BADGE[order.status]}>{t(`account:order.status.${order.status}`)}</Badge>
        {note && <span className="text-small text-ink-2">{note}</span>}
      </div>
      {(next || (cancel && canCancel(order))) && (
        <div className="mt-1 flex flex-wrap items-center gap-x-6">
          {next && (order.status === 'issued'
            ? <TextLink look="go" href={localPath(lang, next)}>{t('account:order.go.issued')}</TextLink>
            : <Button size="sm" look={order.status === 'awaiting_payment' ? 'primary' : 'line'} href={localPath(lang, next)}>{t(`account:order.go.${order.status}`)}</Button>)}
          {cancel && canCancel(order) && <TextLink onClick={() => cancel(order)}>{t(`account:order.${order.status === 'created' ? 'discard' : 'cancel'}`)}</TextLink>}
        </div>
      )}
    </li>
  )
}
