/** A decision was made: the amount, and a link to the explanation. Or a review is running. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf } from '../../../../../lib/days/dates.ts'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { FiguresWithUnits } from '../../../../../ui/FiguresWithUnits.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import type { ClaimView } from '../../../contract.ts'
import { isDecided } from '../../../rules/status-values.ts'
import { resultPath } from '../../../list-contract.ts'
import { decisionOf, mayAppeal } from '../claim-selectors.ts'
import { useResultHeadlineText, useSplitPaymentText } from '../result/choose-result-headline.ts'
import { CaseClock } from './case-clock.tsx'

export function DecisionNotice({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const headline = useResultHeadlineText()
  const splitText = useSplitPaymentText()
  const decision = decisionOf(claim, null)
  if (!decision) return null
  const split = splitText(claim, decision)
  return (
    <section className="grid justify-items-start gap-2 border-y border-line py-5">
      <h2 className="type-h3">
        <FiguresWithUnits>{split ?? headline(claim, decision)}</FiguresWithUnits>
      </h2>
      {split !== null && (
        <p>
          <FiguresWithUnits>{headline(claim, decision)}</FiguresWithUnits>
        </p>
      )}
      <p className="text-ink-2">{decision.reason?.[lang] ?? t('claimprogress:decided.text')}</p>
      {/* The accent colour is reserved for what is needed from the person. */}
      <div className="mt-2">
        <Button
          look={isDecided(claim.status) && !claim.may.correctAccount ? 'primary' : 'line'}
          href={localPath(lang, resultPath(claim))}
        >
          {t('claimprogress:decided.go')}
        </Button>
      </div>
      {mayAppeal(claim, decision, today) && (
        <TextLink href={localPath(lang, `${resultPath(claim)}#appeal`)}>{t('claimprogress:appeal.link')}</TextLink>
      )}
    </section>
  )
}

/** Running reviews, each with its own clock. */
export function Reviews({ claim }: { claim: ClaimView }) {
  const t = useT()
  const open = claim.appeals.filter(({ status }) => status === 'open')
  return (
    <>
      {open.map((appeal) => (
        <section key={appeal.id} className="grid gap-4">
          {appeal.clock && appeal.clock !== claim.clock && claim.clock?.kind !== 'review' && (
            <CaseClock clock={appeal.clock} insurer={claim.policy.insurerName} />
          )}
          <div className="border-y border-line py-4">
            <h3 className="font-semibold">{t('claimprogress:appeal.yours')}</h3>
            <p className="mt-1 whitespace-pre-line text-ink-2">{appeal.text}</p>
          </div>
        </section>
      ))}
    </>
  )
}
