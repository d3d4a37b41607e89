import { useT } from '../../../../app/words.tsx'
import { OrderFacts, Unanswered } from '../payment-parts.tsx'
import { Documents } from './policy-documents.tsx'
import { Heading } from './succeed-heading.tsx'
import type { SucceedProps } from './props.ts'
import { Keep, Next, Onward, Receipt, Record } from './receipt-parts.tsx'

export default function Mobile(state: SucceedProps) {
  const t = useT()
  return (
    <div className="grid gap-10">
      <Unanswered follow={state.follow} />
      <Heading {...state} />
      <Documents {...state} />
      <Next {...state} />
      <Receipt {...state} />
      <OrderFacts order={state.data.order} title={t('cashier:facts.title')} />
      <Keep {...state} />
      <Record {...state} />
      <Onward {...state} />
    </div>
  )
}
