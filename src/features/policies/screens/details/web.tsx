import { useLang, useT } from '../../../../app/words/words.tsx'
import { Badge } from '../../../../ui/Badge.tsx'
import { PolicyCard } from '../policy-card.tsx'
import { boughtWords, planTitle, statusWords, STATUS_BADGE } from '../../rules/policy-words.ts'
import { Documents, SalesRecord } from './policy-documents.tsx'
import type { DetailsProps } from './props.ts'
import { Benefits, EndOfCover, People, Summary, MedicalHelp } from './policy-sections.tsx'
import { FiguresWithUnits } from '../../../../ui/FiguresWithUnits.tsx'

/** The policy's contents, with the card and its documents staying visible beside them. */
export default function PolicyDetailsWeb({ policy, again }: DetailsProps) {
  const t = useT()
  const lang = useLang()
  return (
    <>
      <div className="mb-7">
        <div className="mb-1 flex flex-wrap items-center gap-3 text-small text-ink-2">
          <Badge {...STATUS_BADGE[policy.status]}>{t(`policies:status.${policy.status}`)}</Badge>
          <span className="num">
            <FiguresWithUnits>{t('policies:number', { number: policy.number })}</FiguresWithUnits>
          </span>
          {(policy.status === 'valid' || policy.status === 'pending_activation') && (
            <span>{statusWords(t, policy)}</span>
          )}
        </div>
        <h1 className="type-h1">{planTitle(policy, lang)}</h1>
        {policy.role === 'insured' && <p className="mt-1 text-ink-2">{boughtWords(t, policy)}</p>}
      </div>
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-12">
          <Summary policy={policy} />
          <Benefits policy={policy} />
          <People policy={policy} />
          <SalesRecord policy={policy} />
          <EndOfCover policy={policy} again={again} />
        </div>
        <div className="max-xl:order-first">
          <div className="sticky top-6 grid max-w-96 gap-8">
            <PolicyCard policy={policy} />
            <Documents policy={policy} />
            <MedicalHelp policy={policy} />
          </div>
        </div>
      </div>
    </>
  )
}
