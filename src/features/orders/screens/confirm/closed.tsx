/** An order that is no draft any more: what it is now, and the next step. */
import { request } from '../../../../app/client.ts'
import { failedWords } from '../../../../app/failed.ts'
import { toast } from '../../../../app/toast.ts'
import { StepHead } from '../../../../app/wizard.tsx'
import { useLang, useT } from '../../../../app/words.tsx'
import { LIMITS } from '../../../../lib/limits.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { paymentPath, reopenOrder, type OrderView } from '../../contract.ts'
import { act, adopt, show } from './store.ts'
import { Answers } from './steps/answers.tsx'
import type { StepProps } from './types.ts'

export default function ClosedOrder({ order, plan }: Omit<StepProps, 'fromCheck'>) {
  const t = useT()
  const key = stateOf(order)
  const why = order.review?.why
  return (
    <div className="grid max-w-3xl gap-10">
      <StepHead title={t(`confirm:closed.${key}.title`)} lead={t(`confirm:closed.${key}.text`, { days: LIMITS.healthReviewDays, minutes: LIMITS.orderMinutes })} />
      {order.status === 'declined' && why && <p className="notice measure">{why}</p>}
      <Next order={order} state={key} />
      {key !== 'gone' && <Answers order={order} plan={plan} />}
    </div>
  )
}

type State = 'review' | 'declined' | 'payable' | 'paid' | 'gone'

const STATES: Partial<Record<OrderView['status'], State>> = {
  under_review: 'review', declined: 'declined', awaiting_payment: 'payable', paid: 'paid', issuing: 'paid', issued: 'paid',
}
const stateOf = (order: OrderView): State => STATES[order.status] ?? 'gone'

function Next({ order, state }: { order: OrderView; state: State }) {
  const t = useT()
  const lang = useLang()
  async function reopen(): Promise<void> {
    try {
      const reply = await act((now) => request(reopenOrder, { id: now.id, version: now.version }))
      if (reply?.ok) {
        adopt(reply.data)
        show('people')
      } else if (reply) toast(reply.message, 'bad')
    } catch (error) {
      toast(failedWords(t, error), 'bad')
    }
  }
  if (state === 'payable') {
    return (
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button look="accent" href={localPath(lang, paymentPath(order.id))}>{t('confirm:closed.pay')}</Button>
        <TextLink onClick={() => void reopen()}>{t('confirm:closed.reopen')}</TextLink>
      </p>
    )
  }
  if (state === 'paid') {
    return <p><Button look="primary" href={`${localPath(lang, '/payment/succeed')}?order=${order.id}`}>{t('confirm:closed.documents')}</Button></p>
  }
  return <p><TextLink look="go" href={localPath(lang, '/plan/list')}>{t('confirm:seePlans')}</TextLink></p>
}
