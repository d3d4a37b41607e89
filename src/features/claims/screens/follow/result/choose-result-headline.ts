/** The text of the headline: the result in one sentence, the sum, and when. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatNear } from '../../../../../lib/days/dates.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import type { ClaimView, DecisionView } from '../../../contract.ts'
import { decisionOf, paidBefore, paidBeforeToAll, paymentsOf } from '../claim-selectors.ts'
import { useNow } from '../../../../../ui/use-now.ts'

/**
 * What is paid to whom, where the hospital and the person are paid: said before anything else. Once a review has added
 * something, with the whole sum.
 */
export function useSplitPaymentText(): (claim: ClaimView, decision: DecisionView) => string | null {
  const t = useT()
  const lang = useLang()
  return (claim, decision) => {
    const { currency, payable, paidToHospital, paidToYou } = decision.sheet
    if (paidToHospital === 0 || paidToYou === 0) return null
    const before = paidBeforeToAll(claim, decision)
    const sum = (amount: number): string => formatMoney({ amount, currency }, lang)
    return t(`claimprogress:result.split${claim.type === 'death' ? 'Heirs' : ''}${before > 0 ? 'InAll' : ''}`, {
      total: sum(before + payable),
      payable: sum(payable),
      hospital: sum(paidToHospital),
      rest: sum(paidToYou),
    })
  }
}

/** Why a decision pays nothing to the person. */
function nothingToYou(before: number, payable: number): 'nothingMore' | 'nothing' | 'hospital' | 'hospitalRest' {
  if (before > 0) return payable === 0 ? 'nothingMore' : 'hospitalRest'
  return payable === 0 ? 'nothing' : 'hospital'
}

export function useResultHeadlineText(): (claim: ClaimView, decision: DecisionView) => string {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  return (claim, decision) => {
    const { id, sheet, outcome } = decision
    if (outcome === 'rejected') return t('claimprogress:result.rejected')
    const { currency, paidToYou, payable } = sheet
    const insurer = claim.policy.insurerName
    const before = paidBefore(claim, decision)
    const total = formatMoney({ amount: before + paidToYou, currency }, lang)
    // Once a review has added something, the whole sum is said.
    const key = (word: 'paid' | 'payBy'): string => `claimprogress:result.${word}${before > 0 ? 'InAll' : ''}`
    if (paidToYou === 0)
      return t(`claimprogress:result.${nothingToYou(before, payable)}`, {
        total,
        sum: formatMoney({ amount: payable, currency }, lang),
      })
    const sum = formatMoney({ amount: paidToYou, currency }, lang)
    const latest = decisionOf(claim, null)?.id === id
    const all = paymentsOf(claim, decision)
    // With several payees, the payment that still needs something determines the headline.
    const payment = all.find(({ returned }) => returned) ?? all.find(({ status }) => status === 'paying') ?? all[0]
    if (payment?.status === 'paid' && payment.settledAt !== null)
      return t(key('paid'), {
        total,
        sum,
        day: formatNear(dayOf(payment.settledAt), lang, today),
      })
    if (payment?.status === 'failed' && latest)
      return t('claimprogress:result.returned', {
        sum:
          all.length > 1
            ? formatMoney(
                { amount: all.reduce((back, it) => back + (it.returned ? it.amount.amount : 0), 0), currency },
                lang,
              )
            : sum,
      })
    const due =
      latest && claim.clock?.kind === 'payment' && claim.clock.state === 'running' ? claim.clock.dueOn : undefined
    if (due)
      return t(key('payBy'), {
        insurer,
        total,
        sum,
        day: due,
      })
    return t('claimprogress:result.pay', { insurer, sum: total })
  }
}
