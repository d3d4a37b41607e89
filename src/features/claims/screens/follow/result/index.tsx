/**
 * `/claim/query/detail_complete?id=…`: the result, line by line (design §6.8, domain §5.4). `decision` names an older
 * one.
 */
import { pageSearch } from '../../../../../app/address/page-address.ts'
import { useState, type ReactNode } from 'react'
import { optionalPart } from '../../../../../app/load/lazy.tsx'
import { useOneColumn } from '../../../../../app/parts/use-one-column.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatNear } from '../../../../../lib/days/dates.ts'
import { localPath } from '../../../../../lib/locale.ts'
import { Empty } from '../../../../../ui/Empty.tsx'
import { Tabs } from '../../../../../ui/Tabs.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import type { DecisionView } from '../../../contract.ts'
import { progressPath } from '../../../rules/claim-paths.ts'
import { decisionOf } from '../claim-selectors.ts'
import { LoadClaim, type ClaimProps } from '../load-claim.tsx'
import { Appeal } from './appeal.tsx'
import { CaseFacts, DaysUsed, Payment } from './settlement-summary.tsx'
import { ResultByInvoice } from './result-by-invoice.tsx'
import { ResultEquation, ResultHeadline, DecisionReasons } from './result-headline.tsx'
import type { DecisionProps } from './props.ts'
import { SettlementSheet, StepsToPayment } from './steps-to-payment.tsx'

const Heirs = optionalPart(() => import('../heir-payments.tsx'))

export default function Result() {
  return (
    <LoadClaim>
      {(props) => <Decision {...props}>{(decision) => <Ledger claim={props.claim} decision={decision} />}</Decision>}
    </LoadClaim>
  )
}

/** Frame of both layouts of the result: heading, equation, the invoices, and the summary beside them. */
export function Decision({ claim, put, children }: ClaimProps & { children: (decision: DecisionView) => ReactNode }) {
  const t = useT()
  const lang = useLang()
  const [chosen, choose] = useState(() => new URLSearchParams(pageSearch()).get('decision'))
  const decision = decisionOf(claim, chosen)
  const oneColumn = useOneColumn()
  const today = dayOf(useNow())
  if (!decision) {
    const withdrawn = claim.status === 'cancelled'
    return (
      <Empty
        level={1}
        title={t(withdrawn ? 'claimprogress:undecided.withdrawn' : 'claimprogress:undecided.title')}
        action={
          <TextLink look="go" href={localPath(lang, progressPath(claim.id))}>
            {t('claimprogress:undecided.action')}
          </TextLink>
        }
      >
        {t(withdrawn ? 'claimprogress:undecided.withdrawnText' : 'claimprogress:undecided.text')}
      </Empty>
    )
  }
  const inOrder = [...claim.decisions].sort((a, b) => a.at - b.at)
  return (
    <div className="grid grid-cols-1 gap-10">
      <ResultHeadline claim={claim} decision={decision} />
      {inOrder.length > 1 && (
        <Tabs
          label={t('claimprogress:result.decisions')}
          panel="decision"
          current={decision.id}
          onChange={choose}
          tabs={inOrder.map(({ id, at }, i) => ({
            id,
            label: t(i === 0 ? 'claimprogress:result.first' : 'claimprogress:result.afterReview', {
              day: formatNear(dayOf(at), lang, today),
            }),
          }))}
        />
      )}
      <div id="decision" role={inOrder.length > 1 ? 'tabpanel' : undefined} className="grid grid-cols-1 gap-10">
        {decision.outcome !== 'rejected' &&
          (oneColumn && decision.sheet.eligible > 0 ? (
            <SettlementSheet claim={claim} sheet={decision.sheet} />
          ) : (
            <ResultEquation claim={claim} sheet={decision.sheet} />
          ))}
        <DecisionReasons claim={claim} decision={decision} />
        <div className="grid grid-cols-1 gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_19rem]">
          <div className="grid min-w-0 content-start gap-12">
            {children(decision)}
            <Appeal key={decision.id} claim={claim} decision={decision} put={put} />
          </div>
          <div className="grid content-start gap-10">
            {claim.type === 'death' ? <Heirs claim={claim} /> : <Payment claim={claim} decision={decision} />}
            <DaysUsed claim={claim} decision={decision} folded={oneColumn} />
            <CaseFacts claim={claim} folded={oneColumn} />
          </div>
        </div>
      </div>
    </div>
  )
}

function Ledger({ claim, decision }: DecisionProps) {
  return (
    <>
      <ResultByInvoice claim={claim} sheet={decision.sheet} />
      <StepsToPayment claim={claim} sheet={decision.sheet} />
    </>
  )
}
