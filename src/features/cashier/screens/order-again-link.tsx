import { useLang, useT } from '../../../app/words/words.tsx'
import { localPath } from '../../../lib/locale.ts'
import { Button } from '../../../ui/Button.tsx'
import { orderAgainPath, orderPath } from '../../orders/list-contract.ts'
import type { PayOrder } from '../contract.ts'

/**
 * The link from an order without a policy: for the buyer, to a new order with the same answers; for another payer, to
 * the plans.
 */
export function OrderAgain({ order }: { order: PayOrder | undefined }) {
  const t = useT()
  const lang = useLang()
  // Reviewed or declined: the application itself says what follows, and why.
  if (order?.own && order.application && (order.standing === 'under_review' || order.standing === 'declined'))
    return (
      <Button look="primary" href={localPath(lang, orderPath(order.application))}>
        {t('cashier:closed.application')}
      </Button>
    )
  if (order?.own && order.application)
    return (
      <Button look="primary" href={localPath(lang, orderAgainPath(order.application))}>
        {t('cashier:closed.orderAgain')}
      </Button>
    )
  if (order?.back)
    return (
      <Button look="primary" href={localPath(lang, order.back)}>
        {t('cashier:confirm.back')}
      </Button>
    )
  return (
    <Button look="primary" href={localPath(lang, '/plan/list')}>
      {t('cashier:closed.again')}
    </Button>
  )
}
