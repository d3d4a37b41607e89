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

/** Progress at the left, facts at the right. */
export default function ProgressWeb({ claim, put }: ClaimProps) {
  return (
    <>
      <ClaimHeading claim={claim} />
      <div className="mt-8 grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid content-start gap-12">
          <NeededFromYou claim={claim} />
          <DecisionNotice claim={claim} />
          {claim.clock && <CaseClock clock={claim.clock} insurer={claim.policy.insurerName} />}
          <OnAccount claim={claim} />
          <Reviews claim={claim} />
          <CaseSteps claim={claim} />
          <Latest claim={claim} />
        </div>
        <div className="grid content-start gap-12">
          {claim.type === 'death' && <Heirs claim={claim} />}
          <Documents claim={claim} />
          <Facts claim={claim} />
          <Actions claim={claim} put={put} />
        </div>
      </div>
    </>
  )
}
