/** From what is eligible to what is paid: each step with its clause, down to the total. */
import { useLang, useT } from '../../../../../app/words.tsx'
import { formatCurrency, formatMoney } from '../../../../../lib/money.ts'
import type { ClaimView } from '../../../contract.ts'
import type { Sheet } from '../../../settlement-sheet.ts'
import { paidKey } from '../../../word-keys.ts'
import { Clauses } from './result-heading.tsx'

export function StepsToPayment({ claim, sheet }: { claim: ClaimView; sheet: Sheet }) {
  const t = useT()
  const lang = useLang()
  const { currency, invoices, steps } = sheet
  const ledger = (amount: number): string => formatMoney({ amount, currency }, lang, { style: 'ledger' })
  const title = t('follow:payable.title')
  // Every line was refused: there is no way from nothing to nothing.
  if (sheet.eligible === 0) return null
  return (
    <section>
      <h2 className="mb-2 type-h3">{title}</h2>
      <div className="table-scroll" role="region" aria-label={title} tabIndex={0}>
        <table className="ledger">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr><th scope="col">{t('follow:payable.step')}</th><th scope="col" className="sum">{formatCurrency(currency, lang)}</th></tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">
                {t('follow:payable.eligible', { count: invoices.length })}
                {invoices.length > 1 && <span className="num block text-small text-ink-2">{invoices.map(({ converted }) => ledger(converted)).join(' + ')}</span>}
              </th>
              <td className="sum">{ledger(sheet.eligible)}</td>
            </tr>
            {steps.filter(({ amount }) => amount > 0).map(({ kind, amount, clause, note }, i) => (
              <tr key={`${kind}-${i}`}>
                <th scope="row">{t(`claims:sheet.${kind}`)}<span className="num block text-small text-ink-2">{note[lang]} <Clauses claim={claim} clauses={[clause]} /></span></th>
                <td className="sum">{ledger(-amount)}</td>
              </tr>
            ))}
            <tr className="total"><th scope="row">{t('claims:sheet.payable')}</th><td className="sum">{ledger(sheet.payable)}</td></tr>
            {sheet.paidToHospital > 0 && (
              <>
                <tr><th scope="row">{t('claims:sheet.paid_to_hospital')}</th><td className="sum">{ledger(-sheet.paidToHospital)}</td></tr>
                <tr className="total"><th scope="row">{t(paidKey(claim.type === 'death'))}</th><td className="sum">{ledger(sheet.paidToYou)}</td></tr>
              </>
            )}
          </tbody>
        </table>
      </div>
      <p className="measure mt-3 text-small text-ink-2">{t('follow:payable.rounding')}</p>
    </section>
  )
}
