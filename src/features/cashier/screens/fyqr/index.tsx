import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { $session } from '../../../../app/session/session.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { pageOf } from '../payer-page-address.ts'
import { useFollowHere } from '../follow-payment.ts'
import { PayBy } from '../pay-deadline.tsx'
import PayCode from '../payment-qr-code.tsx'
import GatewayCode from '../gateway-qr-code.tsx'
import { Lead, OrderPanel, Unanswered } from '../payer-screen-parts.tsx'
import { PhoneTotal } from '../phone-total.tsx'
import { OrderUnavailable } from '../order-unavailable.tsx'

/** `/fyqr`: a code to scan with the phone that will pay; this page follows the payment. */
export default function FyqrPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Fyqr />
    </Island>
  )
}

function Fyqr() {
  const t = useT()
  const lang = useLang()
  const { which, follow, stage, data } = useFollowHere(
    (at) => (at === 'choose' || at === 'waiting' || at === 'failed' ? undefined : 'pay'),
    { payment: false },
  )
  if (!data || !which) return <OrderUnavailable follow={follow} which={which} />
  const { order } = data
  // The gateway's own code, if that method was chosen: the wallet that scans it pays at once.
  const scan = stage === 'waiting' && data.startedBy !== 'others' && data.payment?.qr ? data.payment : undefined
  const method = scan ? t(`cashier:method.${scan.method}`) : ''
  // What this computer began is not to be finished on the phone: a payment there ends it.
  const onPhone = stage === 'waiting' && data.startedBy !== 'caller'
  const phone = $session.get().device === 'mobile'
  return (
    <div className="grid-order">
      <div className="grid gap-8">
        <Unanswered follow={follow} />
        {scan ? (
          <>
            <Lead title={t('cashier:scan.title', { method })} live>
              {t('cashier:scan.text', { method })}
            </Lead>
            <GatewayCode payment={scan} large />
          </>
        ) : (
          <Lead title={t(onPhone ? 'cashier:fyqr.opened' : 'cashier:fyqr.title')} live>
            {t(onPhone ? 'cashier:fyqr.openedText' : stage === 'waiting' ? 'cashier:qr.ends' : 'cashier:fyqr.text')}
          </Lead>
        )}
        {order.own && !scan && <PayCode data={data} which={which} large />}
        <PhoneTotal order={order} />
        {phone ? (
          <Button look="primary" href={pageOf(lang, 'pay', which)}>
            {t('cashier:fyqr.here')}
          </Button>
        ) : (
          <p>
            <TextLink href={pageOf(lang, 'pay', which)}>{t('cashier:fyqr.back')}</TextLink>
          </p>
        )}
      </div>
      <OrderPanel order={order}>
        <PayBy order={order} skew={follow.skew} onEnd={() => void follow.look()} />
      </OrderPanel>
    </div>
  )
}
