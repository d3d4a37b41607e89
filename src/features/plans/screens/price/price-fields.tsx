/** The questions of the calculator, each with its own error. */
import { LocalizedDateInput } from '../../../../app/parts/localized-date-input.tsx'
import { useT } from '../../../../app/words/words.tsx'
import { addDays, endOfMonths, isDay, type Day } from '../../../../lib/days/dates.ts'
import { Segmented } from '../../../../ui/Choice.tsx'
import { optionalPart } from '../../../../app/load/lazy.tsx'
import { Field, FieldGroup } from '../../../../ui/Field.tsx'
import { Select } from '../../../../ui/Select.tsx'
import type { Destination } from '../../rules/destinations/destinations.ts'
import type { ClientPlan } from '../../rules/plan-types.ts'
import type { PlanSearch } from '../../rules/plan-search.ts'
import { $selectedTier } from '../selected-tier.ts'
import type { PriceField } from './price-problem.ts'
import { earliestStart } from '../../rules/cover-start.ts'

/** Loaded after the rest: most insure only themselves. */
const FamilyBirths = optionalPart(() => import('../family-births.tsx'))

interface Props {
  plan: ClientPlan
  tier: string
  places: readonly Destination[]
  search: PlanSearch
  today: Day
  /** May spouse and children be added here? */
  family: boolean
  set: (part: Partial<PlanSearch>) => void
  /** The person has left this field. */
  leave: (field: PriceField) => void
  errorOf: (field: PriceField) => string | undefined
}

export function PriceFields({ plan, tier, places, search, today, family, set, leave, errorOf }: Props) {
  const t = useT()
  const earliest = today && earliestStart(today)
  return (
    <>
      {plan.tiers.length > 1 && (
        <FieldGroup id="tier" label={t('plans:price.tier')}>
          <Segmented
            name="tier"
            value={tier}
            onChange={(id) => $selectedTier.set(id)}
            options={plan.tiers.map(({ id }) => ({ value: id, label: plan.tierNames[id] ?? id }))}
          />
        </FieldGroup>
      )}
      {places.length > 1 && (
        <Field id="to" label={t('plans:price.to')} error={errorOf('to')}>
          <Select<Destination>
            value={search.to}
            onChange={(to) => set({ to })}
            placeholder={t('plans:price.choose')}
            options={places.map((place) => ({ value: place, label: t(`plans:plan.where.${place}`) }))}
          />
        </Field>
      )}
      <Field id="start" label={t('plans:price.start')} error={errorOf('start')}>
        <LocalizedDateInput
          value={search.start}
          onChange={(start) => set({ start })}
          onBlur={() => leave('start')}
          min={earliest}
        />
      </Field>
      <Lengths plan={plan} tier={tier} search={search} set={set} />
      <Field id="end" label={t('plans:price.end')} error={errorOf('end')}>
        <LocalizedDateInput
          value={search.end}
          onChange={(end) => set({ end })}
          onBlur={() => leave('end')}
          min={search.start || earliest}
        />
      </Field>
      <Field id="birth" label={t('plans:price.birth')} error={errorOf('birth')}>
        <LocalizedDateInput
          value={search.birth}
          onChange={(birth) => set({ birth })}
          onBlur={() => leave('birth')}
          max={today}
        />
      </Field>
      {family && today && (
        <FamilyBirths
          family={search.family}
          change={(all) => set({ family: all })}
          today={today}
          leave={(i) => leave(`family.${i}`)}
          errorOf={(i) => errorOf(`family.${i}`)}
        />
      )}
      {!plan.family && plan.online && search.family.length > 0 && (
        <p className="text-small text-warn">{t('plans:family.notOffered')}</p>
      )}
    </>
  )
}

/** Common lengths as buttons: whole months, or days for trips. */
function Lengths({ plan, tier, search, set }: Pick<Props, 'plan' | 'tier' | 'search' | 'set'>) {
  const t = useT()
  const term = plan.tiers.find(({ id }) => id === tier)?.term ?? plan.term
  if (!isDay(search.start)) return null
  const counts = (term.unit === 'month' ? [1, 3, 6, 12] : [15, 30, 60, 90]).filter(
    (n) => n >= term.from && n <= term.to,
  )
  const endOf = (n: number): Day =>
    term.unit === 'month' ? endOfMonths(search.start, n) : addDays(search.start, n - 1)
  const value = counts.find((n) => endOf(n) === search.end)
  return (
    <FieldGroup id="length" label={t(`plans:price.lengths.${term.unit}`)}>
      <Segmented
        name="length"
        value={value === undefined ? '' : String(value)}
        onChange={(n) => set({ end: endOf(Number(n)) })}
        options={counts.map((n) => ({ value: String(n), label: String(n) }))}
      />
    </FieldGroup>
  )
}
