import { OrderPanel, Unanswered } from '../payment-parts.tsx'
import { Documents } from './policy-documents.tsx'
import type { SucceedProps } from './props.ts'
import { Keep, Next, Onward, ReceiptLines, Record } from './receipt-parts.tsx'
import { Heading } from './succeed-heading.tsx'

export default function Web(state: SucceedProps) {
  const { data, follow } = state
  return (
    <div className="grid-order">
      <div className="grid gap-12">
        <Unanswered follow={follow} />
        <Heading {...state} />
        <Documents {...state} />
        <Next {...state} />
        <Record {...state} />
        <Keep {...state} />
        <Onward {...state} />
      </div>
      <OrderPanel order={data.order} receipt={<ReceiptLines {...state} />} />
    </div>
  )
}
