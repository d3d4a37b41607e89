import { useLang, useT } from '../../../app/words.tsx'
import { localPath } from '../../../lib/locale.ts'
import { hasRoute } from '../../../routes.ts'
import { Button } from '../../../ui/Button.tsx'
import { orderAgainPath } from '../../orders/rows.ts'
import type { PayOrder } from '../contract.ts'

/** The way on from an order that brought no policy: the buyer's answers again; for somebody who only pays, the plans. */
export function OrderAgain({ order }: { order: PayOrder | undefined }) {
  const t = useT()
  const lang = useLang()
  if (order?.own && order.application) return <Button look="primary" href={localPath(lang, orderAgainPath(order.application))}>{t('cashier:closed.orderAgain')}</Button>
  if (order?.back) return <Button look="primary" href={localPath(lang, order.back)}>{t('cashier:confirm.back')}</Button>
  return hasRoute('plan.list') ? <Button look="primary" href={localPath(lang, '/plan/list')}>{t('cashier:closed.again')}</Button> : null
}
