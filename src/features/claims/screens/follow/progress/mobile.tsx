import type { ClaimProps } from '../load-claim.tsx'
import { CaseClock } from './case-clock.tsx'
import { DecisionNotice, Reviews } from './decision-notice.tsx'
import { Actions, ClaimHeading } from './claim-heading.tsx'
import { optionalPart } from '../../../../../app/load/lazy.tsx'
import { NeededFromYou } from './needed-from-you.tsx'
import { OnAccount } from './on-account-notice.tsx'
import { Documents, Facts, Latest } from './case-sections.tsx'
import { CaseSteps } from './case-steps.tsx'

const Heirs = optionalPart(() => import('../heir-payments.tsx'))

/** What is needed comes first; then the clock, the steps, and the facts. */
export default function ProgressMobile({ claim, put }: ClaimProps) {
  return (
    <div className="grid gap-12">
      <div className="grid gap-4">
        <ClaimHeading claim={claim} />
        <NeededFromYou claim={claim} />
        <DecisionNotice claim={claim} />
      </div>
      {claim.clock && <CaseClock clock={claim.clock} insurer={claim.policy.insurerName} />}
      <OnAccount claim={claim} />
      <Reviews claim={claim} />
      <CaseSteps claim={claim} />
      {claim.type === 'death' && <Heirs claim={claim} />}
      <Documents claim={claim} />
      <Facts claim={claim} />
      <Latest claim={claim} />
      <Actions claim={claim} put={put} />
    </div>
  )
}
