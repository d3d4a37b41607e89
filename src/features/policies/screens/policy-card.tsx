/** The insurance card of a policy, and the facts shown beside it. */
import { useLang, useT } from '../../../app/words/words.tsx'
import { InsuranceCard } from '../../../ui/InsuranceCard.tsx'
import { SummaryList } from '../../../ui/SummaryList.tsx'
import type { PolicyRow } from '../contract.ts'
import { cardOf, rangeWords, statusWords } from '../rules/policy-words.ts'

export function PolicyCard({ policy }: { policy: PolicyRow }) {
  return <InsuranceCard {...cardOf(useT(), useLang(), policy)} />
}

export function PolicyFacts({ policy }: { policy: PolicyRow }) {
  const t = useT()
  const lang = useLang()
  return (
    <SummaryList
      rows={[
        {
          id: 'period',
          term: t('policies:facts.period'),
          value: (
            <>
              {rangeWords(t, lang, policy.period)}
              <span className="block text-small font-normal text-ink-2">{statusWords(t, policy)}</span>
            </>
          ),
        },
        { id: 'medical', term: t('policies:facts.medical'), value: policy.medical },
        { id: 'policyholder', term: t('policies:facts.policyholder'), value: policy.policyholder },
        { id: 'insurer', term: t('policies:facts.insurer'), value: policy.insurerName },
      ]}
    />
  )
}
