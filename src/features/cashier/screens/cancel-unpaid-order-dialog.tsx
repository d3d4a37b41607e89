/**
 * Asks before an unpaid order is given up; the server closes an open payment with it. Loaded on the press: the calls of
 * orders are large.
 */
import { request } from '../../../app/requests/browser-requester.ts'
import { CancelOrderDialog } from '../../../app/parts/cancel-order-dialog.tsx'
import { useLang, useT } from '../../../app/words/words.tsx'
import { joined } from '../../../lib/locale.ts'
import { cancelOrder, getOrder } from '../../orders/contract.ts'
import type { PayOrder } from '../contract.ts'

interface Props {
  id: string
  order: Pick<PayOrder, 'plan' | 'tier'>
  close: () => void
  done: () => void
}

export default function CancelUnpaid({ id, order, close, done }: Props) {
  const t = useT()
  const lang = useLang()
  return (
    <CancelOrderDialog
      {...{ id, close, done }}
      read={() => request(getOrder, { id })}
      cancel={(at) => request(cancelOrder, at)}
      words={{
        title: t('payer:cancel.title'),
        text: t('payer:cancel.text', { plan: joined(lang, order.plan, order.tier) }),
        yes: t('payer:cancel.yes'),
        no: t('payer:cancel.no'),
        working: t('payer:cancel.working'),
      }}
    />
  )
}
