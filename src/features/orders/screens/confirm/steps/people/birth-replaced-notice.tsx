/**
 * Notice at the field when an ID number contains another date of birth than the price was asked for with, with the new
 * price.
 */
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { ageOn, formatDay, isDay } from '../../../../../../lib/days/dates.ts'
import { formatMoney } from '../../../../../../lib/money/money.ts'
import { FiguresWithUnits } from '../../../../../../ui/FiguresWithUnits.tsx'
import { Notice } from '../../../../../../ui/Notice.tsx'
import { quote, type ClientPlan } from '../../../../../plans/contract.ts'
import type { Trip } from '../../../../contract.ts'
import { insuredDraft, type PeopleDraft } from '../../../../rules/check-person-fields.ts'
import { errorFigures } from '../error-figures.ts'

interface Props {
  trip: Trip
  plan: ClientPlan
  people: PeopleDraft
  /** The field already has an error that says why this age cannot be insured. */
  refused: boolean
}

export function BirthReplacedNotice({ trip, plan, people, refused }: Props) {
  const t = useT()
  const lang = useLang()
  const now = insuredDraft(people).birthDate
  const before = people.pricedBirthDate
  if (!isDay(before) || !isDay(now) || before === now) return null
  return (
    <Notice kind="warn" live="status">
      <FiguresWithUnits>
        {t('confirm:person.birthReplaced', { now: formatDay(now, lang), before: formatDay(before, lang) })}
      </FiguresWithUnits>
      {lang === 'en' && ' '}
      {!refused && <PriceWords {...{ trip, plan, now, before }} />}
    </Notice>
  )
}

/** The new price. Nothing while the days of cover are missing or have errors of their own. */
function PriceWords(props: PriceProps) {
  const words = usePriceWords(props)
  return words && <FiguresWithUnits>{words}</FiguresWithUnits>
}

type PriceProps = Pick<Props, 'trip' | 'plan'> & { now: string; before: string }

function usePriceWords({ trip, plan, now, before }: PriceProps): string | null {
  const t = useT()
  const lang = useLang()
  const priceAt = (birthDate: string) => quote({ plan, tier: trip.tier, start: trip.start, end: trip.end, birthDate })
  const [price, was] = [priceAt(now), priceAt(before)]
  if (!price.ok) {
    if (price.reason !== 'age_range') return null
    return t(
      `errors:field.${ageOn(now, trip.start) < plan.ages.from ? 'age_below_plan' : 'age_above_plan'}`,
      errorFigures(plan, trip, lang),
    )
  }
  const sum = formatMoney(price.premium, lang)
  if (!was.ok) return t('confirm:person.birthPriceNow', { sum })
  return t(
    was.premium.amount === price.premium.amount ? 'confirm:person.birthPriceSame' : 'confirm:person.birthPrice',
    { sum, before: formatMoney(was.premium, lang) },
  )
}
