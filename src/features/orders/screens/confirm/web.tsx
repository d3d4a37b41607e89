import type { ArrangementProps } from './props.ts'
import { Progress } from './step-progress.tsx'
import { Summary } from './order-summary.tsx'

/** Desktop: steps at the top, the summary stays visible beside the step. */
export default function Web({ order, plan, children }: ArrangementProps) {
  return (
    <div className="grid gap-10">
      <Progress order={order} />
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-10">{children}</div>
        <div className="lg:sticky lg:top-6">
          <Summary order={order} plan={plan} />
        </div>
      </div>
    </div>
  )
}
