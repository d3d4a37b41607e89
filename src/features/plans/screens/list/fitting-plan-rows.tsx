/** The plans that fit, a section each, and their tiers with the price for these days and this age. */
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { toast } from '../../../../app/parts/toast-store.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import type { Day } from '../../../../lib/days/dates.ts'
import { joined, localPath, type Lang } from '../../../../lib/locale.ts'
import { formatAmount, formatMoney, type Money } from '../../../../lib/money/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Choice.tsx'
import { cellWords } from '../../rules/benefits.ts'
import { inYuan, lowest, priceOf } from '../../rules/price-or-missing.ts'
import type { ClientPlan, Tier } from '../../rules/plan-types.ts'
import { COMPARE_MOST, writeSearch, type PlanSearch } from '../../rules/plan-search.ts'
import { FiguresWithUnits } from '../../../../ui/FiguresWithUnits.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { Result } from './listed-plans.ts'
import { $search, toggleCompare } from './search-store.ts'

const FIGURES = ['yearMaximum', 'deductible', 'share'] as const
type Figure = (typeof FIGURES)[number]

export function PlanRows({ list, today }: { list: readonly Result[]; today: Day }) {
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
  const prices = shown.map((tier) => ({ tier, ...priceIn(plan, tier, search, today) }))
  const labels = new Set(prices.map(({ label }) => label))
  const valuesOf = (row: Figure) => new Set(shown.map((tier) => cellWords(row, plan, tier, t, lang).value))
  const [first] = shown
  const alike = shown.length > 1 ? FIGURES.filter((row) => valuesOf(row).size === 1) : []
  return (
    <li>
      <div className="grid gap-0.5 pb-4">
        <h2 className="type-h3">
          <a className="hover:text-teal" href={detailsPath(plan, undefined, search, lang)}>
            {plan.name}
          </a>
        </h2>
        <p className="text-ink-2">
          <FiguresWithUnits>{plan.tagline}</FiguresWithUnits>
        </p>
        {plan.online ? (
          <p className="text-small text-ink-3">{plan.insurerName}</p>
        ) : (
          <p className="flex flex-wrap items-baseline gap-x-4 text-small">
            <span className="font-semibold text-warn">{t('plans:list.overseas', { insurer: plan.insurerName })}</span>
            <TextLink href={plan.insurerPage ?? detailsPath(plan, undefined, search, lang)}>
              {t('plans:list.apply')}
              <span className="sr-only"> {plan.name}</span>
            </TextLink>
          </p>
        )}
        {plan.online && !plan.family && search.family.length > 0 && (
          <p className="text-small text-warn">{t('plans:family.notOffered')}</p>
        )}
        {caveat && <p className="text-small text-warn">{t(`plans:plan.caveat.${caveat}`)}</p>}
      </div>
      <ul className="border-t border-base-content [&>li]:border-b [&>li]:border-line">
        <li className="tier-row tier-head" aria-hidden="true">
          <span>{plan.tiers.length > 1 && t('plans:price.tier')}</span>
          <span className="tier-figures">
            {FIGURES.map((row) => (
              <span key={row}>{t(`plans:benefit.row.${row}`)}</span>
            ))}
          </span>
          {labels.size === 1 && <span className="tier-price">{t([...labels][0] ?? '')}</span>}
        </li>
        {first && alike.length > 0 && (
          <li className="tier-row tier-alike">
            <p className="sr-only">{t('plans:list.allTiers')}</p>
            <dl className="tier-figures">
              {alike.map((row) => (
                <TierFigure key={row} row={row} plan={plan} tier={first} />
              ))}
            </dl>
          </li>
        )}
        {prices.map(({ tier, label, price, whole }, i) => (
          <TierRow key={tier.id} plan={plan} tier={tier} search={search} alike={alike}>
            <p className="tier-price">
              {/* If all prices of a plan have the same label, it is shown once: in the column heading, or over the
                  first price. */}
              <span
                className={
                  labels.size > 1 || i === 0
                    ? `block text-small text-ink-2 ${labels.size === 1 ? 'web:roomy:min-[75rem]:sr-only' : ''}`
                    : 'sr-only'
                }
              >
                {t(label)}
              </span>
              <span className={whole ? 'type-sum nobr' : 'num nobr font-semibold'}>
                {whole ? formatMoney(price, lang) : formatAmount(price, lang)}
              </span>
              <About plan={plan} price={price} />
            </p>
          </TierRow>
        ))}
      </ul>
    </li>
  )
}

/** A price in another currency, approximately in yuan. */
export function About({ plan, price }: { plan: ClientPlan; price: Money }) {
  const t = useT()
  const lang = useLang()
  const yuan = inYuan(plan, price)
  return (
    yuan && (
      <span className="num block text-small font-normal text-ink-2">
        {t('plans:list.about', { sum: formatAmount(yuan, lang) })}
      </span>
    )
  )
}

interface TierProps {
  plan: ClientPlan
  tier: Tier
  search: PlanSearch
  /** Figures that are shown once above the tiers, because they are equal in all, where figures have no columns. */
  alike: readonly Figure[]
  children: ReactNode
}

function TierRow({ plan, tier, search, alike, children }: TierProps) {
  const t = useT()
  const lang = useLang()
  const id = `${plan.id}.${tier.id}`
  const name = plan.tiers.length > 1 ? plan.tierNames[tier.id] : plan.name
  const full = plan.tiers.length > 1 ? joined(lang, plan.name, name) : name
  return (
    <li className="tier-row">
      {/* A plan of one tier has its name above. */}
      <p className={`font-semibold ${plan.tiers.length > 1 ? '' : 'only-in-columns'}`}>{name}</p>
      <dl className={`tier-figures ${alike.length === FIGURES.length ? 'only-in-columns' : ''}`}>
        {FIGURES.map((row) => (
          <TierFigure key={row} row={row} plan={plan} tier={tier} alike={alike.includes(row)} />
        ))}
      </dl>
      {children}
      <div className="tier-actions" data-no-print>
        <div className="needs-script">
          <Checkbox
            checked={search.compare.includes(id)}
            onChange={() => toggleCompare(id) || toast(t('plans:list.compareFull', { count: COMPARE_MOST }), 'refused')}
          >
            {t('plans:list.compare')}
            <span className="sr-only"> {full}</span>
          </Checkbox>
        </div>
        <Button size="sm" href={detailsPath(plan, tier, search, lang)}>
          {t('plans:list.details')}
          <span className="sr-only"> {full}</span>
        </Button>
      </div>
    </li>
  )
}

function TierFigure({
  row,
  plan,
  tier,
  alike = false,
}: {
  row: Figure
  plan: ClientPlan
  tier: Tier
  alike?: boolean
}) {
  const t = useT()
  const lang = useLang()
  return (
    <div className={alike ? 'only-in-columns' : undefined}>
      <dt className="text-small text-ink-2 web:roomy:min-[75rem]:sr-only">{t(`plans:benefit.row.${row}`)}</dt>
      <dd className="num">
        <FiguresWithUnits>{cellWords(row, plan, tier, t, lang).value}</FiguresWithUnits>
      </dd>
    </div>
  )
}

/**
 * The premium for the whole term if everything is known, else the lowest price of a month or a trip; `label` says
 * which.
 */
function priceIn(
  plan: ClientPlan,
  tier: Tier,
  search: PlanSearch,
  today: Day,
): { label: string; price: Money; whole: boolean } {
  const price = priceOf({ plan, tier: tier.id, ...search, today })
  if ('ok' in price && price.ok)
    return {
      label: search.family.length > 0 && plan.family ? 'plans:family.whole' : 'plans:list.whole',
      price: price.premium,
      whole: true,
    }
  return { label: `plans:list.from.${plan.premium.unit}`, price: lowest(plan, tier.id), whole: false }
}

/** Path of a plan's page with the answers so far: tier, place, days, birth date. */
export function detailsPath(plan: ClientPlan, tier: Tier | undefined, search: PlanSearch, lang: Lang): string {
  const known: PlanSearch = { ...search, needs: [], insurers: [], visa: '', sort: 'fit', compare: [] }
  return (
    localPath(lang, `/plan/details/${plan.id}`) +
    writeSearch(known, tier && plan.tiers.length > 1 ? `?tier=${tier.id}` : '')
  )
}
