import { Progress } from './step-progress.tsx'
import { Summary } from './claim-summary.tsx'
import type { ArrangementProps } from './props.ts'

/** Desktop: steps at the top, the answers so far stay visible beside the step. */
export default function Web({ page, draft, children }: ArrangementProps) {
  return (
    <div className="grid gap-10">
      <Progress />
      {draft && page !== 'policy' ? (
        <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid gap-10">{children}</div>
          <div className="lg:sticky lg:top-6">
            <Summary draft={draft} />
          </div>
        </div>
      ) : (
        <div className="grid max-w-3xl gap-10">{children}</div>
      )}
    </div>
  )
}
