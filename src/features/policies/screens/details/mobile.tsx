import { useLang, useT } from '../../../../app/words/words.tsx'
import { Badge } from '../../../../ui/Badge.tsx'
import { PolicyCard } from '../policy-card.tsx'
import { boughtWords, planTitle, statusWords, STATUS_BADGE } from '../../rules/policy-words.ts'
import { Documents, SalesRecord } from './policy-documents.tsx'
import type { DetailsProps } from './props.ts'
import { Benefits, EndOfCover, People, Summary, MedicalHelp } from './policy-sections.tsx'

/** The card comes first, because a clinic's front desk asks for it. Limits and people are folded. */
export default function PolicyDetailsMobile({ policy, again }: DetailsProps) {
  const t = useT()
  const lang = useLang()
  return (
    <div className="grid gap-10">
      <div className="grid gap-3">
        <h1 className="sr-only">{planTitle(policy, lang)}</h1>
        <PolicyCard policy={policy} />
        <p className="flex items-center gap-3 text-small text-ink-2">
          <Badge {...STATUS_BADGE[policy.status]}>{t(`policies:status.${policy.status}`)}</Badge>
          {(policy.status === 'valid' || policy.status === 'pending_activation') && statusWords(t, policy)}
        </p>
        {policy.role === 'insured' && <p className="text-small text-ink-2">{boughtWords(t, policy)}</p>}
      </div>
      <MedicalHelp policy={policy} />
      <Documents policy={policy} />
      <Summary policy={policy} />
      <Benefits policy={policy} folded />
      <People policy={policy} folded />
      <SalesRecord policy={policy} />
      <EndOfCover policy={policy} again={again} />
    </div>
  )
}
