import { useT } from '../../../../app/words/words.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { Progress } from './step-progress.tsx'
import { Summary } from './order-summary.tsx'
import type { ArrangementProps } from './props.ts'

/** Phone: one subject per page; the summary is folded under the step. */
export default function Mobile({ order, plan, children }: ArrangementProps) {
  const t = useT()
  return (
    <div className="grid gap-8 pb-28">
      <Progress order={order} />
      <div className="grid gap-8">{children}</div>
      <details className="group border-y border-line">
        <summary className="flex min-h-13 cursor-pointer items-center justify-between gap-4 font-semibold">
          {t('confirm:summary.label')}
          <Icon name="chevron-down" className="shrink-0 text-ink-2 group-open:rotate-180" />
        </summary>
        <div className="pb-5">
          <Summary order={order} plan={plan} />
        </div>
      </details>
    </div>
  )
}
