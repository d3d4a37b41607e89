import { OrderPanel, Unanswered } from '../payer-screen-parts.tsx'
import { Documents } from './paid-policy-documents.tsx'
import type { SucceedProps } from './props.ts'
import { KeepOrder, NextSteps, NextLinks, ReceiptLines, Record } from './receipt-parts.tsx'
import { Heading } from './succeed-heading.tsx'

export default function Web(state: SucceedProps) {
  const { data, follow } = state
  return (
    <div className="grid-order">
      <div className="grid gap-12">
        <Unanswered follow={follow} />
        <Heading {...state} />
        <Documents {...state} />
        <NextSteps {...state} />
        <Record {...state} />
        <KeepOrder {...state} />
        <NextLinks {...state} />
      </div>
      <OrderPanel order={data.order} receipt={<ReceiptLines {...state} />} />
    </div>
  )
}
