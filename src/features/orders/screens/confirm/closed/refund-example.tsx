import { useLang, useT } from '../../../../../app/words/words.tsx'
import { addDays, daysOfTerm, isDay } from '../../../../../lib/days/dates.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { FiguresWithUnits } from '../../../../../ui/FiguresWithUnits.tsx'
import { refundValue, type ClientPlan } from '../../../../plans/contract.ts'
import type { OrderView, Trip } from '../../../contract.ts'

/** The refund of this very premium half-way through: the law's wording is in the text, the sum is the buyer's own. */
export default function RefundExample({
  premium,
  trip,
  plan,
}: Pick<OrderView, 'premium'> & { trip: Trip; plan: ClientPlan }) {
  const t = useT()
  const lang = useLang()
  if (!premium || !isDay(trip.start) || !isDay(trip.end) || trip.end < trip.start || plan.refund.kind !== 'net_premium')
    return null
  const all = daysOfTerm(trip.start, trip.end)
  const count = Math.floor(all / 2)
  const refund = refundValue({
    plan,
    premium,
    start: trip.start,
    end: trip.end,
    cancelOn: addDays(trip.start, count - 1),
    claimPaid: false,
  })
  if (!refund.ok || count === 0) return null
  return (
    <span className="block break-keep wrap-anywhere">
      <FiguresWithUnits>
        {t('confirm:summary.cancelLater', { count, all, sum: formatMoney(refund.amount, lang) })}
      </FiguresWithUnits>
    </span>
  )
}
