/** Notice on the page of something that is already paid, with who paid as far as this page knows. */
import { useLang, useT } from '../../../app/words/words.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SummaryList } from '../../../ui/SummaryList.tsx'
import type { Followed } from '../contract.ts'
import { paymentThatPaid } from './payer-screen-stage.ts'
import { pageOf, type OrderReference } from './payer-page-address.ts'
import { Instant, Lead, nameOf, useMoney } from './payer-screen-parts.tsx'

export default function AlreadyPaid({ data, which }: { data: Followed; which: OrderReference }) {
  const t = useT()
  const lang = useLang()
  const money = useMoney()
  const { order, startedBy } = data
  const payment = paymentThatPaid(data)
  const said = order.own ? 'own' : payment && startedBy ? startedBy : 'others'
  const rows = [
    { term: t('payer:already.what'), value: nameOf(order) },
    {
      term: t('cashier:receipt.amount'),
      value: <strong className="num font-semibold">{money(payment?.amount ?? order.amount)}</strong>,
    },
    // How somebody else paid is not shown.
    ...(payment && said !== 'others'
      ? [{ term: t('cashier:receipt.method'), value: t(`cashier:method.${payment.method}`) }]
      : []),
    ...(payment?.settledAt ? [{ term: t('cashier:receipt.at'), value: <Instant at={payment.settledAt} /> }] : []),
    {
      term: t(order.application ? 'cashier:orderNumber' : 'cashier:reference'),
      value: <span className="num">{order.number}</span>,
    },
  ]
  return (
    <div className="grid max-w-2xl gap-8">
      <Lead title={t(`payer:already.${said}.title`)} live>
        {t(`payer:already.${said}.text`)}
      </Lead>
      <SummaryList rows={rows} />
      {said === 'own' && (
        <div>
          <Button look="primary" href={pageOf(lang, 'succeed', which, payment?.id)}>
            {t('payer:already.see')}
          </Button>
        </div>
      )}
    </div>
  )
}
