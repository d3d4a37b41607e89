/** The fields of the trip that a campaign's school fixed: read-only. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { formatDay, isDay } from '../../../../../lib/days/dates.ts'
import { SummaryList } from '../../../../../ui/SummaryList.tsx'
import type { ClientPlan } from '../../../../plans/contract.ts'
import type { OrderView, Trip } from '../../../contract.ts'

export function FixedTrip({
  trip,
  plan,
  campaign: { name, fixed },
}: {
  trip: Trip
  plan: ClientPlan
  campaign: NonNullable<OrderView['campaign']>
}) {
  const t = useT()
  const lang = useLang()
  const day = (text: string): string => (isDay(text) ? formatDay(text, lang) : text)
  const values = {
    tier: plan.tierNames[trip.tier] ?? trip.tier,
    destination: trip.destination && t(`plans:plan.where.${trip.destination}`),
    start: day(trip.start),
    end: day(trip.end),
  }
  return (
    <div className="web:sm:col-span-2">
      <SummaryList
        level={3}
        title={t('confirm:campaign.fixed', { name })}
        rows={fixed.map((field) => ({ id: field, term: t(`confirm:trip.${field}`), value: values[field] }))}
      />
    </div>
  )
}
