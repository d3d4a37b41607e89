import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Badge } from '../../../../ui/Badge.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { PolicyCard } from '../policy-card.tsx'
import { policyPath } from '../../list-contract.ts'
import { STATUS_BADGE, statusWords } from '../../rules/policy-words.ts'
import type { RowProps } from './props.ts'

/** One card below the other; facts are on the policy's own page. */
export default function PolicyRowMobile({ policy }: RowProps) {
  const t = useT()
  const lang = useLang()
  return (
    <article className="pb-5">
      <PolicyCard policy={policy} />
      <div className="flex items-center justify-between gap-4">
        <p className="text-small text-ink-2">
          {policy.status === 'cancelled' ? (
            <Badge {...STATUS_BADGE.cancelled}>{t('policies:status.cancelled')}</Badge>
          ) : (
            statusWords(t, policy)
          )}
        </p>
        <TextLink look="go" href={localPath(lang, policyPath(policy.id))}>
          {t('policies:see')}
          <span className="sr-only"> {policy.number}</span>
        </TextLink>
      </div>
    </article>
  )
}
