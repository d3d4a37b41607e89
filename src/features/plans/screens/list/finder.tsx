/** What decides the fit and the price: place, visa, days, birth date. */
import { useStore } from '@nanostores/react'
import { DayInput } from '../../../../app/day-input.tsx'
import { useT } from '../../../../app/words.tsx'
import type { Day } from '../../../../lib/dates.ts'
import { Field } from '../../../../ui/Field.tsx'
import { Select } from '../../../../ui/Select.tsx'
import { visasFor } from '../../fit.ts'
import { DESTINATIONS, type ClientPlan, type Destination, type Visa } from '../../types.ts'
import { $search, change } from './store.ts'

export function Finder({ plans, today }: { plans: readonly ClientPlan[]; today: Day }) {
  const t = useT()
  const search = useStore($search)
  const visas = search.to ? visasFor(plans, search.to) : []
  return (
    <div className="grid gap-5 web:sm:grid-cols-2 web:lg:grid-cols-4">
      <Field id="to" label={t('plans:price.to')}>
        <Select<Destination | 'any'>
          value={search.to || 'any'}
          onChange={(to) => change({ to: to === 'any' ? '' : to, visa: '' })}
          options={[{ value: 'any' as const, label: t('plans:list.anywhere') }, ...DESTINATIONS.map((place) => ({ value: place, label: t(`plans:plan.where.${place}`) }))]}
        />
      </Field>
      <Field id="start" label={t('plans:price.start')}>
        <DayInput value={search.start} onChange={(start) => change({ start })} min={today} />
      </Field>
      <Field id="end" label={t('plans:price.end')}>
        <DayInput value={search.end} onChange={(end) => change({ end })} min={search.start || today} />
      </Field>
      <Field id="birth" label={t('plans:price.birth')}>
        <DayInput value={search.birth} onChange={(birth) => change({ birth })} max={today} />
      </Field>
      {visas.length > 1 && (
        <Field id="visa" label={t('plans:list.visa')}>
          <Select<Visa | 'any'>
            value={search.visa || 'any'}
            onChange={(visa) => change({ visa: visa === 'any' ? '' : visa })}
            options={[{ value: 'any' as const, label: t('plans:list.anyVisa') }, ...visas.map((visa) => ({ value: visa, label: t(`plans:plan.visa.${visa}`) }))]}
          />
        </Field>
      )}
    </div>
  )
}
