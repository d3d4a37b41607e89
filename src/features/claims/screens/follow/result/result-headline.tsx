/** The headline of a result and what follows it: the equation, and the reasons where something is not payable. */
import { blob } from '../../../../../app/requests/browser-requester.ts'
import { useDownload } from '../../../../../app/requests/download.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf } from '../../../../../lib/days/dates.ts'
import { formatCurrency, formatMoney } from '../../../../../lib/money/money.ts'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { ClauseChip } from '../../../../../ui/ClauseChip.tsx'
import { FiguresWithUnits } from '../../../../../ui/FiguresWithUnits.tsx'
import { Equation } from '../../../../../ui/MoneyTable.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import { decisionFile, type ClaimView } from '../../../contract.ts'
import { equationInOneRow, equationOf } from '../../../rules/settlement/result-equation.ts'
import { supplementPath, clausePath } from '../../../rules/claim-paths.ts'
import { SUM_INSURED, type Sheet } from '../../../rules/settlement-sheet.ts'
import { paidKey } from '../../../rules/word-keys.ts'
import { StatusBadge } from '../list/claim-list-parts.tsx'
import { mayAppeal, openRequest } from '../claim-selectors.ts'
import { useResultHeadlineText, useSplitPaymentText } from './choose-result-headline.ts'
import type { DecisionProps } from './props.ts'

export function ResultHeadline({ claim, decision }: DecisionProps) {
  const t = useT()
  const lang = useLang()
  const headline = useResultHeadlineText()
  const split = useSplitPaymentText()(claim, decision)
  const { busy, save } = useDownload(
    () => blob(decisionFile, { id: claim.id, decision: decision.id, language: lang }),
    t('claimprogress:result.file', { number: claim.caseNumber ?? '' }),
  )
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-2">
          <StatusBadge claim={claim} />
          <span className="num">
            <FiguresWithUnits>{t('claimprogress:caseNumber', { number: claim.caseNumber ?? '' })}</FiguresWithUnits>
          </span>
        </p>
        <h1 className="mt-1.5 type-h1">
          <FiguresWithUnits>{split ?? headline(claim, decision)}</FiguresWithUnits>
        </h1>
        {split !== null && (
          <p className="mt-1 type-lead">
            <FiguresWithUnits>{headline(claim, decision)}</FiguresWithUnits>
          </p>
        )}
      </div>
      <Button icon="download" working={busy && t('claimprogress:getting')} onClick={() => void save()}>
        {t('claimprogress:result.get')}
      </Button>
    </header>
  )
}

export function ResultEquation({ claim, sheet }: { claim: ClaimView; sheet: Sheet }) {
  const t = useT()
  const lang = useLang()
  const { currency } = sheet
  const equation = equationOf(sheet)
  const { network, payable, paidToHospital, paidToYou, converted } = equation
  const { first, terms } = equationInOneRow(equation)
  const start = sheet.invoices.some(({ id }) => id === SUM_INSURED) ? 'sumInsured' : 'invoiced'
  const ledger = (amount: number): string => formatMoney({ amount, currency }, lang, { style: 'ledger' })
  // The equation ends with the same amount as the headline: what the person gets.
  const hospital =
    paidToHospital > 0 ? [{ label: t('claims:sheet.paid_to_hospital'), sum: ledger(paidToHospital) }] : []
  const end =
    hospital.length > 0
      ? { label: t(paidKey(claim.type === 'death')), sum: ledger(paidToYou) }
      : {
          label: t('claimprogress:equation.payable', { currency: formatCurrency(currency, lang) }),
          sum: ledger(payable),
        }
  return (
    <div>
      <Equation
        terms={[
          {
            label: t(`claimprogress:equation.${first.ofNetwork ? 'networkPrice' : start}`),
            sum: ledger(first.amount),
          },
          ...terms.map(({ kind, amount, count }) => ({
            label: t(`claimprogress:equation.${kind}`, { count }),
            sum: ledger(amount),
          })),
          ...hospital,
        ]}
        paid={end}
      />
      {network > 0 && (
        <p className="mt-2 measure text-small text-ink-2">
          {t('claimprogress:equation.networkNote', {
            invoiced: formatMoney({ amount: equation.invoiced, currency }, lang),
            network: formatMoney({ amount: network, currency }, lang),
          })}
        </p>
      )}
      {converted && (
        <p className="mt-2 text-micro text-ink-2">
          {t('claimprogress:equation.converted', { currency: formatCurrency(currency, lang) })}
        </p>
      )}
    </div>
  )
}

/** Bad news: result, reason, next step (domain §8 rule 4). */
export function DecisionReasons({ claim, decision }: DecisionProps) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  if (!decision.reason) return null
  const asked = openRequest(claim)
  return (
    <section className="border-y border-line py-5">
      <h2 className="type-h3">{t(`claimprogress:why.${decision.outcome === 'rejected' ? 'all' : 'part'}`)}</h2>
      <p className="measure mt-1">
        {decision.reason[lang]} <Clauses claim={claim} clauses={ownClauses(decision)} />
      </p>
      <p className="mt-2 flex flex-wrap gap-x-6">
        {mayAppeal(claim, decision, today) && <TextLink href="#appeal">{t('claimprogress:appeal.link')}</TextLink>}
        {asked && (
          <TextLink look="go" href={localPath(lang, supplementPath(claim.id))}>
            {t('claimprogress:why.supplement')}
          </TextLink>
        )}
      </p>
    </section>
  )
}

/** The clauses of the reason: deductions in every decision (deductible, share) are explained where they are calculated. */
function ownClauses({ clauses, sheet }: DecisionProps['decision']): string[] {
  const counted = new Set(sheet.steps.map(({ clause }) => clause))
  return clauses.filter((clause) => !counted.has(clause))
}

export function Clauses({ claim, clauses }: { claim: ClaimView; clauses: readonly string[] }) {
  const t = useT()
  const lang = useLang()
  return (
    <>
      {clauses.map((clause) => (
        <span key={clause}>
          <ClauseChip href={clausePath(lang, claim.policy.plan, clause)}>
            {t('ui:clause', { number: clause })}
          </ClauseChip>{' '}
        </span>
      ))}
    </>
  )
}
