/** What follows from who buys for whom, shown where it applies (domain §4.2). */
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { formatAmount, fromMajor } from '../../../../../../lib/money/money.ts'
import { Notice } from '../../../../../../ui/Notice.tsx'
import type { Consequences } from '../../../../rules/death-benefit-consequences.ts'
import type { PersonDraft } from '../../../../rules/people-draft.ts'

/** Nothing follows before the person is named: their date of birth may be known from the price alone. */
export function DeathBenefitNotice({ consequences, person }: { consequences: Consequences; person: PersonDraft }) {
  const t = useT()
  const lang = useLang()
  const sum = (value: number) => formatAmount(fromMajor(value, 'CNY'), lang)
  const { deathBenefitExcluded, minorLimit, deathBenefit, consentNeeded, proofOfRelationship } = consequences
  const lines: string[] = []
  if (deathBenefitExcluded)
    lines.push(t(`confirm:consequence.${deathBenefitExcluded}`, { limit: sum(minorLimit ?? 0) }))
  else if (minorLimit !== null)
    lines.push(t('confirm:consequence.minor', { limit: sum(minorLimit), benefit: sum(deathBenefit) }))
  if (consentNeeded) lines.push(t('confirm:consequence.consent'))
  if (proofOfRelationship) lines.push(t('confirm:consequence.proof'))
  if (lines.length === 0 || !person.idNumber) return null
  return (
    <Notice kind="info" live="status" title={t('confirm:consequence.title')}>
      <ul className="prose-list mt-1 list-disc">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  )
}
