import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { pageOf, type OrderReference } from '../payer-page-address.ts'
import type { Followed } from '../../contract.ts'
import type { Stage } from '../payer-screen-stage.ts'
import { OrderAgain } from '../order-again-link.tsx'
import { PayBy } from '../pay-deadline.tsx'
import { Lead, OrderPanel, Unanswered, useMoney } from '../payer-screen-parts.tsx'
import { PhoneTotal } from '../phone-total.tsx'
import { OrderUnavailable } from '../order-unavailable.tsx'
import { RefundSteps } from '../refund-steps.tsx'
import { useFailedPayment } from './use-failed-payment.ts'

const NoOrder = lazyPart(() => import('./no-order.tsx'))

/** `/pay/fail`: whether money was taken, why it failed, and how to continue. One arrangement for both devices. */
export default function FailPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Fail />
    </Island>
  )
}

function Fail() {
  const { follow, which, stage, elsewhere } = useFailedPayment(false)
  const { data } = follow
  if (!which) return <NoOrder page="fail" />
  if (!data || follow.refused || elsewhere) return <OrderUnavailable follow={follow} which={which} />
  return (
    <div className="grid-order">
      <div className="grid gap-8">
        <Unanswered follow={follow} />
        <Outcome data={data} stage={stage} />
        {data.payment?.refund && <RefundSteps payment={data.payment} order={data.order} />}
        {stage === 'failed' && <PhoneTotal order={data.order} />}
        <Ways data={data} which={which} stage={stage} />
        {stage !== 'returned' && stage !== 'check' && data.order.standing === 'payable' && (
          <PayBy order={data.order} skew={follow.skew} onEnd={() => void follow.look()} />
        )}
      </div>
      <OrderPanel order={data.order} receipt={stage === 'failed' ? undefined : null} />
    </div>
  )
}

const endedForAnother = ({ payment, takenOver }: Pick<Followed, 'payment' | 'takenOver'>): boolean =>
  takenOver && payment?.failure === 'cancelled'

/** Money that came too late for an application: nobody is insured by it. */
function NoCover({ order: { application, start, standing } }: Pick<Followed, 'order'>) {
  const t = useT()
  const lang = useLang()
  if (application === null || start === null || standing === 'paid') return null
  return <Notice kind="warn">{t('cashier:fail.noCover', { day: formatDay(start, lang) })}</Notice>
}

/** The result first, then whether money moved, then why. */
function Outcome({ data: { payment, order, takenOver }, stage }: { data: Followed; stage: Stage | undefined }) {
  const t = useT()
  const money = useMoney()
  if (stage === 'returned' || stage === 'check') {
    const said = stage === 'returned' && payment?.refund?.status === 'succeeded' ? 'refunded' : stage
    return (
      <>
        <Lead title={t(`cashier:fail.${said}.title`)} live>
          {t(`cashier:fail.${said}.text`, { amount: money(order.amount) })}
        </Lead>
        {stage === 'returned' && <NoCover order={order} />}
        {stage === 'check' && (
          <Notice kind="warn" title={t('cashier:fail.check.taken')}>
            {t('cashier:fail.check.wait')}
          </Notice>
        )}
      </>
    )
  }
  // No payment failed here: the order itself ended.
  if (stage === 'closed' && !payment?.failure)
    return (
      <Lead title={t(`cashier:closed.${order.standing}.title`)} live>
        {t(`cashier:closed.${order.standing}.text`)}
      </Lead>
    )
  const why = endedForAnother({ payment, takenOver }) ? 'takenOver' : (payment?.failure ?? 'cancelled')
  return (
    <>
      <Lead title={t(`cashier:fail.${why}.title`)} live>
        {t(`cashier:fail.${why}.text`)}
      </Lead>
      <Notice kind="ok" title={t('cashier:fail.nothing')}>
        {t('cashier:fail.nothingMore')}
      </Notice>
    </>
  )
}

function Ways({ data, which, stage }: { data: Followed; which: OrderReference; stage: Stage | undefined }) {
  const t = useT()
  const lang = useLang()
  const { order } = data
  const payable = order.standing === 'payable'
  // Where it is being paid in another way, paying here as well is not what we propose.
  const look = endedForAnother(data) ? 'line' : 'accent'
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 mobile:flex-col mobile:items-stretch mobile:text-center">
      {payable && (
        <Button look={look} href={pageOf(lang, 'pay', which)}>
          {t('cashier:fail.again')}
        </Button>
      )}
      {!payable && stage !== 'check' && <OrderAgain order={order} />}
      <TextLink href={`tel:${SITE[lang].phone.replace(/ /g, '')}`} icon="phone">
        {t('cashier:fail.call', { phone: SITE[lang].phone })}
      </TextLink>
    </div>
  )
}
