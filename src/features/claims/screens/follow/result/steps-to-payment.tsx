/** From the invoiced or the eligible sum to the payment: each step with its clause, down to the total. */
import { useOneColumn } from '../../../../../app/parts/use-one-column.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { formatCurrency, formatMoney } from '../../../../../lib/money/money.ts'
import type { ClaimView } from '../../../contract.ts'
import { equationOf } from '../../../rules/settlement/result-equation.ts'
import { SUM_INSURED, type Sheet } from '../../../rules/settlement-sheet.ts'
import { paidKey } from '../../../rules/word-keys.ts'
import { Clauses } from './result-headline.tsx'

interface Props {
  claim: ClaimView
  sheet: Sheet
}

/** Shown below the lines. In a single column the whole sheet is above them. */
export function StepsToPayment(props: Props) {
  const oneColumn = useOneColumn()
  const { eligible, outcome } = props.sheet
  // Every line was refused: with nothing eligible there are no steps.
  if (eligible === 0 || (oneColumn && outcome !== 'rejected')) return null
  return <Steps {...props} />
}

/** The sheet in one column, from the invoiced sum on: it replaces the equation and the steps. */
export const SettlementSheet = (props: Props) => <Steps {...props} whole />

function Steps({ claim, sheet, whole = false }: Props & { whole?: boolean }) {
  const t = useT()
  const lang = useLang()
  const { currency, invoices, steps } = sheet
  const ledger = (amount: number): string => formatMoney({ amount, currency }, lang, { style: 'ledger' })
  const title = t(whole ? 'claimprogress:payable.whole' : 'claimprogress:payable.title')
  const { invoiced } = equationOf(sheet)
  return (
    <section>
      <h2 className="mb-2 type-h3">{title}</h2>
      <div className="table-scroll" role="region" aria-label={title} tabIndex={0}>
        <table className="ledger">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('claimprogress:payable.step')}</th>
              <th scope="col" className="sum">
                {formatCurrency(currency, lang)}
              </th>
            </tr>
          </thead>
          <tbody>
            {whole && (
              <>
                <tr>
                  <th scope="row">
                    {t(
                      invoices.some(({ id }) => id === SUM_INSURED)
                        ? 'claimprogress:equation.sumInsured'
                        : 'claimprogress:equation.invoiced',
                    )}
                  </th>
                  <td className="sum">{ledger(invoiced)}</td>
                </tr>
                <OffTheBills sheet={sheet} />
              </>
            )}
            <tr>
              <th scope="row">
                {t('claimprogress:payable.eligible', { count: invoices.length })}
                {invoices.length > 1 && (
                  <span className="num block text-small text-ink-2">
                    {invoices.map(({ converted }) => ledger(converted)).join(' + ')}
                  </span>
                )}
              </th>
              <td className="sum">{ledger(sheet.eligible)}</td>
            </tr>
            {steps
              .filter(({ amount }) => amount > 0)
              .map(({ kind, amount, clause, note }, i) => (
                <tr key={`${kind}-${i}`}>
                  <th scope="row">
                    {t(`claims:sheet.${kind}`)}
                    <span className="num block text-small text-ink-2">
                      {note[lang]} <Clauses claim={claim} clauses={[clause]} />
                    </span>
                  </th>
                  <td className="sum">{ledger(-amount)}</td>
                </tr>
              ))}
            <tr className="total">
              <th scope="row">{t('claims:sheet.payable')}</th>
              <td className="sum">{ledger(sheet.payable)}</td>
            </tr>
            {sheet.paidToHospital > 0 && (
              <>
                <tr>
                  <th scope="row">{t('claims:sheet.paid_to_hospital')}</th>
                  <td className="sum">{ledger(-sheet.paidToHospital)}</td>
                </tr>
                <tr className="total">
                  <th scope="row">{t(paidKey(claim.type === 'death'))}</th>
                  <td className="sum">{ledger(sheet.paidToYou)}</td>
                </tr>
              </>
            )}
          </tbody>
        </table>
      </div>
      <p className="measure mt-3 text-small text-ink-2">{t('claimprogress:payable.rounding')}</p>
    </section>
  )
}

/** What comes off the bills before anything is counted: what is not payable, and the network price, which nobody owes. */
function OffTheBills({ sheet }: Pick<Props, 'sheet'>) {
  const t = useT()
  const lang = useLang()
  return equationOf(sheet)
    .terms.filter(({ kind }) => kind === 'not_payable' || kind === 'network')
    .map(({ kind, amount, count }) => (
      <tr key={kind}>
        <th scope="row">
          {t(`claimprogress:equation.${kind}`, { count })}
          {kind === 'network' && (
            <span className="block text-small font-normal text-ink-2">{t('claimprogress:equation.owedByNobody')}</span>
          )}
        </th>
        <td className="sum">{formatMoney({ amount: -amount, currency: sheet.currency }, lang, { style: 'ledger' })}</td>
      </tr>
    ))
}
