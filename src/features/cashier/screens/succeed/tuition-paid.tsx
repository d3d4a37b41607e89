/**
 * Payment success of an order of kind `education` (spec §2): the state of the tuition, what the school sees and when,
 * the receipt.
 */
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { getTuition, tuitionPath } from '../../../education/contract.ts'
import {
  SchoolSees,
  TuitionHeading,
  TuitionReceipt,
  TuitionSteps,
} from '../../../education/screens/tuition-progress.tsx'
import { Lead, OrderFacts, Unanswered } from '../payer-screen-parts.tsx'
import { RefundSteps } from '../refund-steps.tsx'
import type { SucceedProps } from './props.ts'
import { NextLinks, Receipt } from './receipt-parts.tsx'

export default function TuitionPaid(state: SucceedProps) {
  const {
    data: { order, payment },
    follow,
  } = state
  const t = useT()
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-10">
      <Unanswered follow={follow} />
      {order.own ? <Own id={order.id} status={order.status} /> : <Other />}
      {payment?.refund && <RefundSteps payment={payment} order={order} />}
      <Receipt {...state} />
      {!order.own && <OrderFacts order={order} title={t('cashier:facts.title')} />}
      <NextLinks {...state} />
    </div>
  )
}

/** For whoever requested the payment. */
function Own({ id, status }: { id: string; status: string }) {
  const t = useT()
  const lang = useLang()
  const [loaded] = useLoad(`${id} ${status} ${lang}`, async () => {
    const reply = await request(getTuition, { id })
    return dataOf(reply)
  })
  if (loaded.state === 'loading') return <Skeleton label={t('tuition:loading')} rows={5} />
  // The payment is known from the page itself: only the school's part is missing.
  if (loaded.state === 'failed')
    return (
      <Lead title={t('tuition:head.paid.title')}>
        <TextLink look="inline" href={localPath(lang, tuitionPath(id))}>
          {t('tuition:actions.details')}
        </TextLink>
      </Lead>
    )
  return (
    <>
      <TuitionHeading {...loaded.data} />
      <TuitionSteps {...loaded.data} />
      <SchoolSees {...loaded.data} />
      <TuitionReceipt order={loaded.data.order} />
      <p>
        <TextLink look="go" href={localPath(lang, tuitionPath(id))}>
          {t('tuition:actions.details')}
        </TextLink>
      </p>
    </>
  )
}

/** For somebody else who paid by a QR code or a link: receipt and next steps are for the sender only. */
function Other() {
  const t = useT()
  return (
    <Lead title={t('tuition:other.title')} live>
      {t('tuition:other.text')}
    </Lead>
  )
}
