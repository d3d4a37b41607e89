/**
 * Figures that prose quotes: `{{tier.gold.yearMaximum}}`, `{{tier.gold.deductible.full}}` (with its notes),
 * `{{each.deductible}}`, `{{price.gold.18}}`, `{{refund.fee}}`. Every value is text in the prose's language, including
 * units, and comes only from the plan's data.
 */
import { formatDay, isDay } from '../../../lib/days/dates.ts'
import { joinedClauses, joinedNames, type Lang } from '../../../lib/locale.ts'
import { formatAmount, money } from '../../../lib/money/money.ts'
import { isCurrency } from '../../../lib/money/currencies.ts'
import { without } from '../../../lib/object-keys.ts'
import { commonValues } from '../../../lib/content/placeholders.ts'
import { cellWords, ROWS, type CellWords, type RowId, type T } from './benefits.ts'
import { IN_SCHENGEN } from './destinations/destinations.ts'
import type { Plan } from './plan-types.ts'
import type { InsurerWords } from './plan-words.ts'

export interface Names {
  readonly name: string
  readonly tiers: Readonly<Record<string, string>>
  readonly insurer: Pick<InsurerWords, 'name' | 'fullName' | 'notice'>
}

/** All values that a plan's prose and clauses may quote. */
export function figures(plan: Plan, names: Names, t: T, lang: Lang): Record<string, string> {
  const { tiers, premium, ...rest } = plan
  const out = { ...commonValues(lang) }
  walk('', without(without(rest, 'destinations'), 'caveats'), lang, out)
  Object.assign(out, {
    name: names.name,
    insurer: names.insurer.fullName,
    'insurer.name': names.insurer.name,
    'insurer.notice': names.insurer.notice,
    where: whereWords(plan, t, lang),
  })
  for (const tier of tiers) {
    const { benefits, ...others } = tier
    walk(`tier.${tier.id}.`, { ...benefits, ...others }, lang, out)
    for (const { id } of ROWS) {
      const words = cellWords(id, plan, tier, t, lang)
      out[`tier.${tier.id}.${id}`] = words.value
      out[`tier.${tier.id}.${id}.full`] = cellText(words, lang)
    }
    out[`tier.${tier.id}.name`] = names.tiers[tier.id] ?? tier.id
  }
  for (const { id } of ROWS) {
    out[`each.${id}`] = eachTier(plan, id, names, t, lang)
    out[id] ??= out[`each.${id}`] ?? ''
  }
  for (const band of premium.bands) {
    const key = 'from' in band ? band.from : band.days
    for (const [tier, price] of Object.entries(band.price)) out[`price.${tier}.${key}`] = formatAmount(price, lang)
  }
  return out
}

/** A row in one sentence for all tiers: "Silver CNY 2,000; Gold CNY 1,000"; once where all are equal. */
function eachTier(plan: Plan, id: RowId, names: Names, t: T, lang: Lang): string {
  const texts = plan.tiers.map((tier) => cellText(cellWords(id, plan, tier, t, lang), lang))
  if (texts.every((text) => text === texts[0])) return texts[0] ?? ''
  const gap = lang === 'cn' ? '' : ' '
  return joinedClauses(
    lang,
    plan.tiers.map((tier, i) => `${names.tiers[tier.id] ?? tier.id}${gap}${inSentence(texts[i] ?? '', lang)}`),
  )
}

/** A cell on one line, its notes in brackets: "CNY 300 for each 5 hours (at most CNY 900)". */
export function cellText({ value, notes }: CellWords, lang: Lang): string {
  if (notes.length === 0) return value
  return lang === 'cn' ? `${value}（${notes.join('，')}）` : `${value} (${notes.map(lowerFirst).join(', ')})`
}

/** Inside a sentence a cell begins with a small letter, unless its first word is a name or all capitals. */
const inSentence = (text: string, lang: Lang): string => (lang === 'en' ? lowerFirst(text) : text)
const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) && !text.startsWith('Chinese') ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** Where the plan covers: "World except United States". */
export function whereWords({ destinations, trips, homeVisits }: Plan, t: T, lang: Lang): string {
  const list = (ids: readonly string[]): string =>
    joinedNames(
      lang,
      ids
        .filter((id) => !(IN_SCHENGEN.includes(id) && ids.includes('schengen')))
        .map((id) => t(`plans:plan.where.${id}`)),
    )
  const main =
    'only' in destinations
      ? list(destinations.only)
      : destinations.worldExcept.length > 0
        ? t('plans:plan.worldExcept', { places: list(destinations.worldExcept) })
        : t('plans:plan.world')
  const parts = [main]
  if (trips?.to === 'elsewhere') parts.push(inSentence(t('plans:plan.trips.elsewhere', { days: trips.days }), lang))
  else if (trips) {
    const key = trips.days === undefined ? 'plans:plan.trips.to' : 'plans:plan.trips.toDays'
    parts.push(inSentence(t(key, { places: list(trips.to), days: trips.days }), lang))
  }
  if (homeVisits)
    parts.push(
      inSentence(
        t('plans:plan.homeVisits', { days: homeVisits.days, limit: formatAmount(homeVisits.limit, lang) }),
        lang,
      ),
    )
  return joinedClauses(lang, parts)
}

function walk(prefix: string, value: object, lang: Lang, out: Record<string, string>): void {
  for (const [key, field] of Object.entries(value) as [string, unknown][]) {
    const name = prefix + key
    if (typeof field === 'number') out[name] = field.toLocaleString('en-GB')
    // `none` in the figures becomes 0: shared terms may quote it in an article that the plan replaces with its own.
    else if (field === null) out[name] = '0'
    else if (typeof field === 'string') out[name] = isDay(field) ? formatDay(field, lang) : field
    else if (isMoney(field)) out[name] = formatAmount(money(field.amount, field.currency), lang)
    if (typeof field === 'object' && field !== null && !Array.isArray(field)) walk(`${name}.`, field, lang, out)
  }
}

function isMoney(value: unknown): value is ReturnType<typeof money> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'amount' in value &&
    typeof value.amount === 'number' &&
    'currency' in value &&
    typeof value.currency === 'string' &&
    isCurrency(value.currency)
  )
}
