import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { joined, localPath } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import { Accordion } from '../../../../ui/Accordion.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { PayOrder } from '../../contract.ts'
import { useFollowHere } from '../follow-payment.ts'
import { PayPanel } from '../amount-to-pay-panel.tsx'
import { Lead, nameOf, OrderFacts, PaymentProgress, Unanswered } from '../payer-screen-parts.tsx'
import { OrderUnavailable } from '../order-unavailable.tsx'

/** `/payment/confirm`: what is paid for, to whom, how much and until when, before a method is chosen. Desktop only. */
export default function ConfirmPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Confirm />
    </Island>
  )
}

function Confirm() {
  const t = useT()
  const lang = useLang()
  // A payment in progress or a finished one is shown on the page that follows it.
  const { which, follow, data } = useFollowHere((at) => (at === 'choose' || at === 'failed' ? undefined : 'pay'), {
    payment: false,
  })
  if (!data || !which) return <OrderUnavailable follow={follow} which={which} />
  const { order } = data
  return (
    <div className="grid-order">
      <div className="grid gap-8">
        <Unanswered follow={follow} />
        <PaymentProgress order={order} />
        <Lead title={t('cashier:confirm.title')}>
          {t(`cashier:confirm.${order.application ? 'lead' : 'otherLead'}`)}
        </Lead>
        <Brief order={order} />
        {order.back && (
          <p>
            <TextLink look="inline" href={localPath(lang, order.back)}>
              {t(`cashier:confirm.${order.application ? 'change' : 'back'}`)}
            </TextLink>
          </p>
        )}
      </div>
      <PayPanel order={order} which={which} follow={follow} next={t('cashier:confirm.next')} />
    </div>
  )
}

/** What is paid for in two lines: the buyer checked it a moment ago, and whoever came by a link can unfold the rest. */
function Brief({ order }: { order: PayOrder }) {
  const t = useT()
  const lang = useLang()
  const { start, end, insured } = order
  return (
    <div className="border-t border-ink">
      <div className="grid gap-1 border-b border-line py-4">
        <p className="text-title font-semibold">{joined(lang, nameOf(order), order.about ? '' : order.tier)}</p>
        <p className="num text-ink-2">
          {[
            insured,
            start !== null &&
              end !== null &&
              formatDay(start, lang) + (lang === 'cn' ? '至' : ' – ') + formatDay(end, lang),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="text-ink-2">{t('cashier:confirm.payee', { payee: SITE[lang].operator })}</p>
      </div>
      <Accordion title={t('cashier:confirm.all')}>
        <OrderFacts order={order} />
      </Accordion>
    </div>
  )
}
