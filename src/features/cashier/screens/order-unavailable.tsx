/**
 * Shown in place of a payer's screen that has no order to show: the address names none, it is refused, the server does
 * not answer, or it loads.
 */
import { lazyPart } from '../../../app/load/lazy.tsx'
import { useT } from '../../../app/words/words.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { FollowedPayment } from './follow-payment.ts'
import type { OrderReference } from './payer-page-address.ts'

const NoOrder = lazyPart(() => import('./fail/no-order.tsx'))
/** The server has just answered, so that the part can be loaded. */
const OrderRefused = lazyPart(() => import('./order-refused.tsx'))

export function OrderUnavailable({ follow, which }: { follow: FollowedPayment; which: OrderReference | undefined }) {
  const t = useT()
  if (!which) return <NoOrder page="pay" />
  if (follow.refused) return <OrderRefused refused={follow.refused} which={which} />
  if (follow.unanswered) {
    // It was answered, and asking again does not help.
    const updated = follow.unanswered === 'updated'
    return (
      <section className="grid max-w-xl justify-items-start gap-4" role="alert">
        <h1 className="type-h1">{t(updated ? 'app:load.updated.title' : 'cashier:unanswered.title')}</h1>
        <p className="type-lead">
          {updated
            ? t('app:failed.updated')
            : t(`cashier:unanswered.${follow.unanswered === 'offline' ? 'offline' : 'server'}`)}
        </p>
        <Button look="primary" onClick={() => (updated ? location.reload() : void follow.look())}>
          {t(updated ? 'app:load.again' : 'ui:tryAgain')}
        </Button>
      </section>
    )
  }
  return <Skeleton label={t('cashier:loading')} />
}
