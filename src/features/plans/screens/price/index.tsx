import { useEffect, useState } from 'react'
import { DayInput } from '../../../../app/day-input.tsx'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { useLang, useT } from '../../../../app/words.tsx'
import { addDays, dayOf, endOfMonths, isDay, type Day } from '../../../../lib/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Segmented } from '../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../ui/Field.tsx'
import { Select } from '../../../../ui/Select.tsx'
import { priceOf } from '../../price.ts'
import { DESTINATIONS, type ClientPlan, type Destination } from '../../types.ts'
import { rankOf } from '../../where.ts'
import { BLANK, readSearch, writeSearch, type Search } from '../../wish.ts'
import { $tier } from '../tier.ts'
import { Breakdown } from './breakdown.tsx'

interface Props extends IslandProps {
  plan: ClientPlan
}

/** The calculator of a plan's page: tier, place, days, birth date → the premium at once, and on to buying. */
export default function Price({ plan, ...island }: Props) {
  return (
    <Island {...island}>
      <PriceBox plan={plan} />
    </Island>
  )
}

function PriceBox({ plan }: { plan: ClientPlan }) {
  const t = useT()
  const lang = useLang()
  // Filled in after the first paint: the page was built without knowing the day or the address.
  const [today, setToday] = useState('')
  const [search, setSearch] = useState<Search>(BLANK)
  const [tier, follow] = useState(plan.tiers[0]?.id ?? '')
  const setTier = (id: string): void => $tier.set(id)
  useEffect(() => {
    const now = dayOf(Date.now())
    const found = readSearch(location.search)
    const wanted = new URLSearchParams(location.search).get('tier')
    setToday(now)
    setSearch({ ...found, start: found.start || now })
    if (plan.tiers.some(({ id }) => id === wanted)) $tier.set(wanted ?? '')
    return $tier.subscribe((id) => id && follow(id))
  }, [plan])
  const set = (part: Partial<Search>): void => setSearch((now) => ({ ...now, ...part }))
  const places = DESTINATIONS.filter((place) => rankOf(plan, place) !== undefined)
  const to = search.to && places.includes(search.to) ? search.to : ''
  const result = priceOf({ plan, tier, ...search, to, today: today || '0000-01-01' })
  const buy = `${localPath(lang, '/confirm')}${writeSearch({ ...BLANK, to: to || (places.length === 1 ? (places[0] ?? '') : ''), start: search.start, end: search.end, birth: search.birth }, `?plan=${plan.id}&tier=${tier}`)}`
  const premium = 'ok' in result && result.ok ? formatMoney(result.premium, lang) : undefined
  return (
    <section className="panel" id="price" aria-label={t('plans:price.title')}>
      <div className="panel-part grid gap-5">
        <h2 className="type-h3">{t('plans:price.title')}</h2>
        {plan.tiers.length > 1 && (
          <FieldGroup id="tier" label={t('plans:price.tier')}>
            <Segmented name="tier" value={tier} onChange={setTier} options={plan.tiers.map(({ id }) => ({ value: id, label: plan.tierNames[id] ?? id }))} />
          </FieldGroup>
        )}
        {places.length > 1 && (
          <Field id="to" label={t('plans:price.to')}>
            <Select<Destination> value={to} onChange={(place) => set({ to: place })} placeholder={t('plans:price.choose')} options={places.map((place) => ({ value: place, label: t(`plans:plan.where.${place}`) }))} />
          </Field>
        )}
        <Field id="start" label={t('plans:price.start')}>
          <DayInput value={search.start} onChange={(start) => set({ start })} min={today} />
        </Field>
        <Lengths plan={plan} tier={tier} search={search} set={set} />
        <Field id="end" label={t('plans:price.end')}>
          <DayInput value={search.end} onChange={(end) => set({ end })} min={search.start || today} />
        </Field>
        <Field id="birth" label={t('plans:price.birth')}>
          <DayInput value={search.birth} onChange={(birth) => set({ birth })} max={today} />
        </Field>
      </div>
      <div className="panel-part" aria-live="polite">
        {'missing' in result ? (
          <p className="text-ink-2">{t(`plans:price.missing.${result.missing}`)}</p>
        ) : result.ok ? (
          <Breakdown quote={result} currency={plan.currency} />
        ) : (
          <p className="text-bad">{t(`plans:plan.reason.${result.reason}`)}</p>
        )}
      </div>
      <div className="panel-part grid gap-3">
        {plan.online ? <Button look="accent" block href={buy}>{t('plans:price.buy')}</Button> : <p className="text-ink-2">{t('plans:price.overseas', { insurer: plan.insurerName })}</p>}
        <p className="text-small text-ink-2">{t('plans:price.note')}</p>
      </div>
      <div className="action-bar web:hidden">
        <p className="min-w-0 flex-1">
          <span className="type-sum num block">{premium ?? t('plans:price.none')}</span>
          <span className="text-small block truncate text-ink-2">{plan.tierNames[tier]}</span>
        </p>
        {plan.online ? <Button look="accent" href={premium ? buy : '#price'}>{t(premium ? 'plans:price.buy' : 'plans:price.see')}</Button> : <Button href="#price">{t('plans:price.see')}</Button>}
      </div>
    </section>
  )
}

interface LengthProps {
  plan: ClientPlan
  tier: string
  search: Search
  set: (part: Partial<Search>) => void
}

/** Common lengths in one press: whole months, or days for trips. */
function Lengths({ plan, tier, search, set }: LengthProps) {
  const t = useT()
  const term = plan.tiers.find(({ id }) => id === tier)?.term ?? plan.term
  if (!isDay(search.start)) return null
  const counts = (term.unit === 'month' ? [1, 3, 6, 12] : [15, 30, 60, 90]).filter((n) => n >= term.from && n <= term.to)
  const endOf = (n: number): Day => (term.unit === 'month' ? endOfMonths(search.start, n) : addDays(search.start, n - 1))
  const value = counts.find((n) => endOf(n) === search.end)
  return (
    <FieldGroup id="length" label={t(`plans:price.lengths.${term.unit}`)}>
      <Segmented name="length" value={value === undefined ? '' : String(value)} onChange={(n) => set({ end: endOf(Number(n)) })} options={counts.map((n) => ({ value: String(n), label: String(n) }))} />
    </FieldGroup>
  )
}
