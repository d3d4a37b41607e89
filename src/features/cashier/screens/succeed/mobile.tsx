import { useT } from '../../../../app/words/words.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { OrderFacts, Unanswered } from '../payer-screen-parts.tsx'
import { Documents } from './paid-policy-documents.tsx'
import { Heading } from './succeed-heading.tsx'
import type { SucceedProps } from './props.ts'
import { KeepOrder, NextSteps, NextLinks, Receipt, Record } from './receipt-parts.tsx'

export default function Mobile(state: SucceedProps) {
  const t = useT()
  return (
    <div className="grid gap-10">
      <Unanswered follow={state.follow} />
      <Heading {...state} />
      <Documents {...state} />
      <NextSteps {...state} />
      <Receipt {...state} />
      <details className="accordion -mt-8">
        <summary>
          <span>{t('cashier:confirm.all')}</span>
          <Icon name="chevron-down" />
        </summary>
        <OrderFacts order={state.data.order} />
      </details>
      <KeepOrder {...state} />
      <Record {...state} />
      <NextLinks {...state} />
    </div>
  )
}
