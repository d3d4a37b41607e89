/** One group of answers, with the link to change it. */
import { useT } from '../../../../../app/words/words.tsx'
import { SummaryList, type SummaryListProps } from '../../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import type { ClaimStep } from '../../../list-contract.ts'
import { show } from '../store/wizard-store.ts'

export function AnswerGroup({ step, rows }: { step: Exclude<ClaimStep, 'check'>; rows: SummaryListProps['rows'] }) {
  const t = useT()
  const title = t(`claimform:group.${step}`)
  return (
    <SummaryList
      title={title}
      rows={rows.length > 0 ? rows : [{ term: t('claimform:check.nothing'), value: '' }]}
      action={
        <TextLink onClick={() => show(step, { fromCheck: true })}>
          {t('ui:change')}
          <span className="sr-only"> {title}</span>
        </TextLink>
      }
    />
  )
}
