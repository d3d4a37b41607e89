import type { ClaimProps } from '../load-claim.tsx'
import { CaseClock } from './case-clock.tsx'
import { DecisionNotice, Reviews } from './decision-notice.tsx'
import { Actions, ClaimHeading } from './claim-heading.tsx'
import { NeededFromYou } from './needed-from-you.tsx'
import { Documents, Facts, Latest } from './sections.tsx'
import { CaseSteps } from './case-steps.tsx'

/** What is asked first; then the clock, the steps, and what it is about. */
export default function ProgressMobile({ claim, put }: ClaimProps) {
  return (
    <div className="grid gap-12">
      <div className="grid gap-4">
        <ClaimHeading claim={claim} />
        <NeededFromYou claim={claim} />
        <DecisionNotice claim={claim} />
      </div>
      {claim.clock && <CaseClock clock={claim.clock} insurer={claim.policy.insurerName} />}
      <Reviews claim={claim} />
      <CaseSteps claim={claim} />
      <Documents claim={claim} />
      <Facts claim={claim} />
      <Latest claim={claim} />
      <Actions claim={claim} put={put} />
    </div>
  )
}
