/** The plans that fit, a ruled section each, and their tiers with the price for these days and this age. */
import { useStore } from '@nanostores/react'
import { useLang, useT } from '../../../../app/words.tsx'
import type { Day } from '../../../../lib/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money.ts'
import { toast } from '../../../../app/toast.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Choice.tsx'
import { cellWords } from '../../benefits.ts'
import { priceOf } from '../../price.ts'
import type { ClientPlan, Tier } from '../../types.ts'
import { COMPARE_MOST, writeSearch, type Search } from '../../wish.ts'
import type { Result } from './results.ts'
import { $search, toggleCompare } from './store.ts'

export function Rows({ list, today }: { list: readonly Result[]; today: Day }) {
  return (
    <ol className="grid gap-12">
      {list.map((result) => (
        <PlanSection key={result.plan.id} result={result} today={today} />
      ))}
    </ol>
  )
}

function PlanSection({ result: { plan, shown, caveat }, today }: { result: Result; today: Day }) {
  const t = useT()
  const lang = useLang()
  const search = useStore($search)
  return (
    <li>
      <div className="grid gap-1 pb-4">
        <h2 className="type-h3">
          <a className="hover:text-teal" href={detailsPath(plan, undefined, search, lang)}>{plan.name}</a>
        </h2>
        <p className="text-ink-2">{plan.tagline}</p>
        <p className="text-small text-ink-3">{plan.insurerName}</p>
        {caveat && <p className="text-small text-warn">{t(`plans:plan.caveat.${caveat}`)}</p>}
      </div>
      <ul className="ruled">
        {shown.map((tier) => (
          <TierRow key={tier.id} plan={plan} tier={tier} search={search} today={today} />
        ))}
      </ul>
    </li>
  )
}

interface TierProps {
  plan: ClientPlan
  tier: Tier
  search: Search
  today: Day
}

function TierRow({ plan, tier, search, today }: TierProps) {
  const t = useT()
  const lang = useLang()
  const id = `${plan.id}.${tier.id}`
  const name = plan.tiers.length > 1 ? plan.tierNames[tier.id] : plan.name
  const value = (row: 'yearMaximum' | 'deductible' | 'share') => cellWords(row, plan, tier, t, lang).value
  return (
    <li className="tier-row">
      <p className="tier-name font-semibold">{name}</p>
      <dl className="tier-figures">
        {(['yearMaximum', 'deductible', 'share'] as const).map((row) => (
          <div key={row}>
            <dt className="text-small text-ink-2">{t(`plans:benefit.row.${row}`)}</dt>
            <dd className="num">{value(row)}</dd>
          </div>
        ))}
      </dl>
      <Price plan={plan} tier={tier} search={search} today={today} />
      <p className="tier-actions">
        <Checkbox checked={search.compare.includes(id)} onChange={() => toggleCompare(id) || toast(t('plans:list.compareFull', { count: COMPARE_MOST }))}>
          {t('plans:list.compare')}<span className="sr-only"> {name}</span>
        </Checkbox>
        <Button size="sm" href={detailsPath(plan, tier, search, lang)}>{t('plans:list.details')}<span className="sr-only"> {plan.name} {name}</span></Button>
      </p>
    </li>
  )
}

function Price({ plan, tier, search, today }: TierProps) {
  const t = useT()
  const lang = useLang()
  const price = priceOf({ plan, tier: tier.id, ...search, today })
  if ('ok' in price && price.ok) {
    return (
      <p className="tier-price">
        <span className="text-small block text-ink-2">{t('plans:list.whole')}</span>
        <span className="type-sum num">{formatMoney(price.premium, lang)}</span>
      </p>
    )
  }
  const low = Object.values(plan.premium.bands.map((band) => band.price[tier.id]).filter((one) => one !== undefined)).reduce((a, b) => (b.amount < a.amount ? b : a))
  return (
    <p className="tier-price">
      <span className="text-small block text-ink-2">{t(`plans:list.from.${plan.premium.unit}`)}</span>
      <span className="num font-semibold">{formatMoney(low, lang)}</span>
    </p>
  )
}

/** A plan's page with what is known already: tier, place, days, birth date. */
export function detailsPath(plan: ClientPlan, tier: Tier | undefined, search: Search, lang: 'en' | 'cn'): string {
  const known: Search = { ...search, needs: [], insurers: [], visa: '', sort: 'fit', compare: [] }
  return localPath(lang, `/plan/details/${plan.id}`) + writeSearch(known, tier && plan.tiers.length > 1 ? `?tier=${tier.id}` : '')
}
