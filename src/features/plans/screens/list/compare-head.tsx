import { useStore } from '@nanostores/react'
import { useLang, useT } from '../../../../app/words/words.tsx'
import type { Day } from '../../../../lib/days/dates.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { joined } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { FiguresWithUnits } from '../../../../ui/FiguresWithUnits.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { priceOf } from '../../rules/price-or-missing.ts'
import { buyPath } from '../buy-path.ts'
import type { Chosen } from './compare-columns.ts'
import { About, detailsPath } from './fitting-plan-rows.tsx'
import { $search, toggleCompare } from './search-store.ts'

/** Name of a column: plan and tier. */
export function CompareName({ column: { plan, tier } }: { column: Chosen }) {
  return (
    <>
      <strong className="block font-semibold">{plan.name}</strong>
      {plan.tiers.length > 1 && <span className="text-small text-ink-2">{plan.tierNames[tier.id]}</span>}
    </>
  )
}

/** Head of a column: the insurer, the price or what is missing for it, and the link to buying. */
export function CompareHead({ column: { id, plan, tier }, today }: { column: Chosen; today: Day }) {
  const t = useT()
  const lang = useLang()
  const search = useStore($search)
  return (
    <div className="grid gap-2">
      <p className="text-small text-ink-2">{plan.insurerName}</p>
      <ComparePrice column={{ id, plan, tier }} today={today} className="type-sum" />
      <BuyFrom column={{ id, plan, tier }} today={today} />
      <Button size="sm" href={detailsPath(plan, tier, search, lang)}>
        {t('plans:list.details')}
        <span className="sr-only"> {joined(lang, plan.name, plan.tierNames[tier.id])}</span>
      </Button>
      <p>
        <TextLink onClick={() => void toggleCompare(id)}>
          {t('plans:list.remove')}
          <span className="sr-only"> {joined(lang, plan.name, plan.tierNames[tier.id])}</span>
        </TextLink>
      </p>
    </div>
  )
}

/** Foot of a column: whoever has read to the end does not go back up for price and button. */
export function CompareFoot({ column, today }: { column: Chosen; today: Day }) {
  return (
    <div className="grid justify-items-start gap-2">
      <ComparePrice column={column} today={today} className="type-sum" />
      <BuyFrom column={column} today={today} />
    </div>
  )
}

/**
 * The link to buying, with the answers so far. Without a price, or where the person cannot be insured, it opens the
 * plan's calculator, which asks or says why; for a plan that its insurer sells itself it opens the page on which that
 * is applied for.
 */
export function BuyFrom({ column: { plan, tier }, today }: { column: Chosen; today: Day }) {
  const t = useT()
  const lang = useLang()
  const search = useStore($search)
  if (!plan.online)
    return (
      <Button size="sm" look="primary" href={plan.insurerPage ?? detailsPath(plan, tier, search, lang)}>
        {t('plans:list.apply')}
        <span className="sr-only"> {joined(lang, plan.name, plan.tierNames[tier.id])}</span>
      </Button>
    )
  const price = priceOf({ plan, tier: tier.id, ...search, today })
  const buyable = !('missing' in price) && price.ok
  return (
    <Button
      size="sm"
      look="primary"
      href={buyable ? buyPath(plan, tier.id, search, lang) : `${detailsPath(plan, tier, search, lang)}#price`}
    >
      {t(buyable ? 'plans:list.buy' : 'plans:price.see')}
      <span className="sr-only"> {joined(lang, plan.name, plan.tierNames[tier.id])}</span>
    </Button>
  )
}

export function ComparePrice({
  column: { plan, tier },
  today,
  className,
}: {
  column: Chosen
  today: Day
  className: string
}) {
  const t = useT()
  const lang = useLang()
  const price = priceOf({ plan, tier: tier.id, ...useStore($search), today })
  if ('missing' in price) return <p className="text-small text-ink-2">{t(`plans:price.missing.${price.missing}`)}</p>
  return price.ok ? (
    <p className={className}>
      <FiguresWithUnits>{formatMoney(price.premium, lang)}</FiguresWithUnits>
      <About plan={plan} price={price.premium} />
    </p>
  ) : (
    <p className="text-small text-ink-2">{t(`plans:plan.reason.${price.reason}`)}</p>
  )
}
