import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { pageOf } from '../payer-page-address.ts'
import { PayBy } from '../pay-deadline.tsx'
import { Lead, OrderPanel, Unanswered } from '../payer-screen-parts.tsx'
import { PhoneTotal } from '../phone-total.tsx'
import { OrderUnavailable } from '../order-unavailable.tsx'
import { Causes } from './failure-causes.tsx'
import { useFailedPayment } from './use-failed-payment.ts'

const NoOrder = lazyPart(() => import('./no-order.tsx'))

/** `/pay/accreditFail`: the wallet or bank did not authorise the payment; what that means and what helps. */
export default function AccreditFailPage(props: IslandProps) {
  return (
    <Island {...props}>
      <AccreditFail />
    </Island>
  )
}

function AccreditFail() {
  const t = useT()
  const lang = useLang()
  const { follow, which, elsewhere } = useFailedPayment(true)
  const { data } = follow
  if (!which) return <NoOrder page="accredit" />
  if (!data || follow.refused || elsewhere) return <OrderUnavailable follow={follow} which={which} />
  const { order, payment } = data
  const bank = payment ? t(`cashier:bankOf.${payment.method}`) : ''
  const payable = order.standing === 'payable'
  return (
    <div className="grid-order">
      <div className="grid gap-8">
        <Unanswered follow={follow} />
        <Lead title={t('cashier:accredit.title')} live>
          {t('cashier:accredit.text', { bank })}
        </Lead>
        <Notice kind="ok" title={t('cashier:fail.nothing')}>
          {t('cashier:fail.nothingMore')}
        </Notice>
        {payable && (
          <>
            <PhoneTotal order={order} />
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3 mobile:flex-col mobile:items-stretch mobile:text-center">
              <Button look="accent" href={pageOf(lang, 'pay', which)}>
                {t('cashier:accredit.again')}
              </Button>
              {order.own && <TextLink href={pageOf(lang, 'fyqr', which)}>{t('cashier:accredit.phone')}</TextLink>}
            </div>
            <PayBy order={order} skew={follow.skew} onEnd={() => void follow.look()} />
          </>
        )}
        <Causes />
      </div>
      <OrderPanel order={order} />
    </div>
  )
}
