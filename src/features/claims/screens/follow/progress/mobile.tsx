import type { ClaimProps } from '../with-claim.tsx'
import { CaseClock } from './clock.tsx'
import { Decided, Reviews } from './decided.tsx'
import { Actions, Head } from './head.tsx'
import { Need } from './need.tsx'
import { Documents, Facts, Latest } from './sections.tsx'
import { CaseSteps } from './steps.tsx'

/** What is asked first; then the clock, the steps, and what it is about. */
export default function ProgressMobile({ claim, put }: ClaimProps) {
  return (
    <div className="grid gap-12">
      <div className="grid gap-4">
        <Head claim={claim} />
        <Need claim={claim} />
        <Decided claim={claim} />
      </div>
      {claim.clock && <CaseClock clock={claim.clock} />}
      <Reviews claim={claim} />
      <CaseSteps claim={claim} />
      <Documents claim={claim} />
      <Facts claim={claim} />
      <Latest claim={claim} />
      <Actions claim={claim} put={put} />
    </div>
  )
}
