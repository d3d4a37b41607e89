/** Tier, place and days of cover. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { addDays, daysOfTerm, formatDay, isDay, type Day } from '../../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { RadioGroup } from '../../../../../ui/Choice.tsx'
import { LocalizedDateInput } from '../../../../../app/parts/localized-date-input.tsx'
import { Field, FieldGroup } from '../../../../../ui/Field.tsx'
import { Select } from '../../../../../ui/Select.tsx'
import { earliestStart, termEnds, type ClientPlan } from '../../../../plans/contract.ts'
import type { OrderView, Trip } from '../../../contract.ts'
import { placesOf } from './people/people-errors.ts'
import { useMark } from './people/prefill-marks.tsx'
import { SummaryList } from '../../../../../ui/SummaryList.tsx'

interface Props {
  trip: Trip
  plan: ClientPlan
  onChange: (trip: Trip) => void
  errorOf: (key: string) => string | undefined
  today: Day
  /** The school's campaign that the order came from: fields that it fixed are not asked for. */
  campaign: OrderView['campaign']
}

export function TripFields({ trip, plan, onChange, errorOf, today, campaign }: Props) {
  const t = useT()
  const lang = useLang()
  const markOf = useMark()
  const set = (part: Partial<Trip>): void => onChange({ ...trip, ...part })
  const field = (name: keyof Trip) => ({
    id: `trip.${name}`,
    label: t(`confirm:trip.${name}`),
    error: errorOf(`trip.${name}`),
    ...markOf(`trip.${name}`),
  })
  const tier = plan.tiers.find(({ id }) => id === trip.tier)
  const ends = tier && isDay(trip.start) ? termEnds(tier.term, trip.start) : undefined
  const days =
    isDay(trip.start) && isDay(trip.end) && trip.end >= trip.start ? daysOfTerm(trip.start, trip.end) : undefined
  const fixed = campaign?.fixed ?? []
  return (
    <div className="field-columns">
      {campaign && fixed.length > 0 && <FixedTrip trip={trip} plan={plan} campaign={campaign} />}
      {plan.tiers.length > 1 && !fixed.includes('tier') && (
        <Field {...field('tier')}>
          <Select
            value={trip.tier}
            onChange={(value) => set({ tier: value })}
            placeholder={t('confirm:choose')}
            options={plan.tiers.map(({ id }) => ({ value: id, label: plan.tierNames[id] ?? id }))}
          />
        </Field>
      )}
      {!fixed.includes('destination') && (
        <Field {...field('destination')}>
          <Select
            value={trip.destination}
            onChange={(destination) => set({ destination })}
            placeholder={t('confirm:choose')}
            options={placesOf(plan).map((place) => ({ value: place, label: t(`plans:plan.where.${place}`) }))}
          />
        </Field>
      )}
      {!fixed.includes('start') && (
        <Field {...field('start')} hint={t('confirm:trip.startHint')}>
          <LocalizedDateInput
            value={trip.start}
            onChange={(start) => set({ start })}
            min={earliestStart(today)}
            max={addDays(today, LIMITS.startAheadDays)}
          />
        </Field>
      )}
      {!fixed.includes('end') && (
        <Field
          {...field('end')}
          hint={
            ends
              ? t('confirm:trip.endHint', { from: formatDay(ends.shortest, lang), to: formatDay(ends.longest, lang) })
              : t('confirm:trip.endPlain')
          }
        >
          <LocalizedDateInput
            value={trip.end}
            onChange={(end) => set({ end })}
            min={ends?.shortest ?? today}
            max={ends?.longest}
          />
        </Field>
      )}
      {days !== undefined && (
        <p className="text-small num text-ink-2 web:sm:col-span-2">{t('confirm:trip.days', { count: days })}</p>
      )}
      {plan.waiting?.afterArrival && (
        <FieldGroup {...field('arrived')} hint={t('confirm:trip.arrivedHint')}>
          <RadioGroup
            inline
            name="trip.arrived"
            value={trip.arrived === null ? '' : trip.arrived ? 'yes' : 'no'}
            onChange={(value) => set({ arrived: value === 'yes' })}
            options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`confirm:${value}`) }))}
          />
        </FieldGroup>
      )}
    </div>
  )
}

/** The fields of the trip that a campaign's school fixed: read-only. */
function FixedTrip({
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
