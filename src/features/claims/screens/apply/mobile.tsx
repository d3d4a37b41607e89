import { Progress } from './step-progress.tsx'
import type { ArrangementProps } from './props.ts'

/** Phone: one subject per page; the answers are summarised on the last one. */
export default function Mobile({ children }: ArrangementProps) {
  return (
    <div className="grid gap-8 pb-40">
      <Progress />
      <div className="grid gap-8">{children}</div>
    </div>
  )
}
