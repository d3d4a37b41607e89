/** `/claim/query/detail_progress?id=…`: everything about the case so far. */
import { useT } from '../../../../../app/words/words.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import type { ClaimView } from '../../../contract.ts'
import { ActivityList } from '../activity-list.tsx'
import { LoadClaim } from '../load-claim.tsx'
import { PartHead } from '../part-head.tsx'
import { Payments, Requests } from './requests-and-payments.tsx'
import { ApplicationAnswers, SignatureOfClaim } from './application-answers.tsx'

export default function Detail() {
  return <LoadClaim>{({ claim }) => <Everything claim={claim} />}</LoadClaim>
}

function Everything({ claim }: { claim: ClaimView }) {
  const t = useT()
  return (
    <>
      <PartHead claim={claim} title={t('claimprogress:detail.title')}>
        <nav aria-label={t('claimprogress:detail.parts')} className="mt-1 flex flex-wrap gap-x-6">
          {(['activity', 'said', 'requests', 'payments'] as const)
            .filter((id) => id !== 'requests' || claim.requests.length > 0)
            .filter((id) => id !== 'payments' || claim.payments.length > 0)
            .map((id) => (
              <TextLink key={id} href={`#${id}`}>
                {t(`claimprogress:detail.${id}`)}
              </TextLink>
            ))}
        </nav>
      </PartHead>
      <div className="grid gap-x-20 gap-y-12 lg:grid-cols-2">
        <div className="grid content-start gap-12">
          <section id="activity" className="scroll-mt-20">
            <h2 className="mb-1 type-h3">{t('claimprogress:detail.activity')}</h2>
            <p className="mb-3 text-small text-ink-2">{t('claimprogress:detail.zone')}</p>
            <ActivityList activity={claim.activity} insurer={claim.policy.insurerName} />
          </section>
          <Requests claim={claim} />
          <Payments claim={claim} />
        </div>
        <div className="grid content-start">
          <section id="said" className="grid scroll-mt-20 gap-10">
            <ApplicationAnswers claim={claim} />
            <SignatureOfClaim claim={claim} />
          </section>
        </div>
      </div>
    </>
  )
}
