import type { ClaimProps } from '../with-claim.tsx'
import { CaseClock } from './clock.tsx'
import { Decided, Reviews } from './decided.tsx'
import { Actions, Head } from './head.tsx'
import { Need } from './need.tsx'
import { Documents, Facts, Latest } from './sections.tsx'
import { CaseSteps } from './steps.tsx'

/** What happens at the left, what it is about at the right. */
export default function ProgressWeb({ claim, put }: ClaimProps) {
  return (
    <>
      <Head claim={claim} />
      <div className="mt-8 grid gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid content-start gap-12">
          <Need claim={claim} />
          <Decided claim={claim} />
          {claim.clock && <CaseClock clock={claim.clock} />}
          <Reviews claim={claim} />
          <CaseSteps claim={claim} />
          <Latest claim={claim} />
        </div>
        <div className="grid content-start gap-12">
          <Documents claim={claim} />
          <Facts claim={claim} />
          <Actions claim={claim} put={put} />
        </div>
      </div>
    </>
  )
}
