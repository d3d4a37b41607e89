import { useT } from '../../../../app/words.tsx'
import { Progress } from './progress.tsx'
import { Summary } from './summary.tsx'
import type { ArrangementProps } from './types.ts'

/** Phone: one thing a page; the summary folds away under the step. */
export default function Mobile({ order, plan, children }: ArrangementProps) {
  const t = useT()
  return (
    <div className="grid gap-8 pb-28">
      <Progress order={order} />
      <div className="grid gap-8">{children}</div>
      <details className="group border-y border-line">
        <summary className="flex min-h-13 cursor-pointer items-center font-semibold">{t('confirm:summary.label')}</summary>
        <div className="pb-5">
          <Summary order={order} plan={plan} />
        </div>
      </details>
    </div>
  )
}
