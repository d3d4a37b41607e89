import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Badge } from '../../../../ui/Badge.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { PolicyCard, PolicyFacts } from '../policy-card.tsx'
import { policyPath } from '../../list-contract.ts'
import { boughtWords, STATUS_BADGE } from '../../rules/policy-words.ts'
import type { RowProps } from './props.ts'

/** Card at the left, facts at the right, one policy below the other. */
export default function PolicyRowWeb({ policy }: RowProps) {
  const t = useT()
  const lang = useLang()
  return (
    <article className="grid items-start gap-x-10 gap-y-5 border-b border-line py-6 lg:grid-cols-[minmax(0,21rem)_minmax(0,1fr)]">
      <PolicyCard policy={policy} />
      <div>
        <PolicyFacts policy={policy} />
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <TextLink look="go" href={localPath(lang, policyPath(policy.id))}>
            {t('policies:see')}
            <span className="sr-only"> {policy.number}</span>
          </TextLink>
          {policy.status === 'cancelled' && <Badge {...STATUS_BADGE.cancelled}>{t('policies:status.cancelled')}</Badge>}
        </div>
        {policy.role === 'insured' && <p className="text-small text-ink-2">{boughtWords(t, policy)}</p>}
      </div>
    </article>
  )
}
