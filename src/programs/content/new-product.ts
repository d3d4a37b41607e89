/**
 * Facts of a new product beside the plans, or of an overseas insurer: its figures are the insurer's, so whoever adds it
 * types them.
 */
import { OTHER_NEEDS, OVERSEAS_NEEDS, PRICE_UNITS } from '../../app/content/schemas.ts'
import { checkPlans } from '../../features/plans/server/content-check.ts'
import type { Tree } from '../../lib/content/content-tree.ts'
import { COUNTRY_IDS } from '../../lib/hospitals/countries-with-hospital-list.ts'

/** Options of `content new other|overseas`, as typed. */
export interface ProductOptions {
  insurer?: string | undefined
  need?: string | undefined
  /** Several, separated by commas. */
  countries?: string | undefined
  plan?: string | undefined
  price?: string | undefined
  per?: string | undefined
  longest?: string | undefined
}
export const PRODUCT_OPTIONS = [
  'insurer',
  'need',
  'countries',
  'plan',
  'price',
  'per',
  'longest',
] as const satisfies readonly (keyof ProductOptions)[]

/** Lines of YAML to go above both texts, or what is wrong with the options. */
export function productFacts(
  tree: Tree,
  kind: 'other' | 'overseas',
  typed: ProductOptions,
): { lines: string[] } | { wrong: string } {
  const { facts } = checkPlans(tree)
  if (!facts) return { wrong: 'Plans or insurers have mistakes: npm run content -- check, and correct them first.' }
  const overseas = kind === 'overseas'
  const insurers = [...facts.insurers].filter(([, it]) => it.overseas === overseas).map(([id]) => id)
  const insurer = facts.insurers.get(typed.insurer ?? '')
  if (!typed.insurer || !insurer || insurer.overseas !== overseas)
    return { wrong: `--insurer is one of: ${insurers.join(', ')}.` }
  const needs: readonly string[] = overseas ? OVERSEAS_NEEDS : OTHER_NEEDS
  if (!typed.need || !needs.includes(typed.need)) return { wrong: `--need is one of: ${needs.join(', ')}.` }
  const head = [`insurer: ${typed.insurer}`, `need: ${typed.need}`]
  if (!overseas) {
    if (typed.countries !== undefined || typed.plan !== undefined)
      return { wrong: `--${typed.plan === undefined ? 'countries' : 'plan'} belongs to overseas products.` }
    return figures(typed, head, insurer.currency)
  }
  const countries = (typed.countries ?? '')
    .split(',')
    .map((it) => it.trim())
    .filter(Boolean)
  if (countries.length === 0 || !countries.every((it) => COUNTRY_IDS.some((id) => id === it)))
    return { wrong: `--countries is one or more of these, separated by commas: ${COUNTRY_IDS.join(', ')}.` }
  const abroad = [...head, `countries: [${countries.join(', ')}]`]
  if (typed.plan === undefined) return figures(typed, abroad, insurer.currency)
  const own = [...facts.plans].filter(([, of]) => of === typed.insurer).map(([id]) => id)
  if (!own.includes(typed.plan))
    return {
      wrong:
        own.length > 0
          ? `--plan is one of: ${own.join(', ')}.`
          : `${typed.insurer} has no plan: give --price, --per and --longest.`,
    }
  const twice = (['price', 'per', 'longest'] as const).find((it) => typed[it] !== undefined)
  return twice ? { wrong: `--${twice} is already in the plan.` } : { lines: [...abroad, `plan: ${typed.plan}`] }
}

function figures(
  { price, per, longest }: ProductOptions,
  head: readonly string[],
  currency: string,
): { lines: string[] } | { wrong: string } {
  const whole = (text: string | undefined): boolean => /^[1-9]\d{0,8}$/.test(text ?? '')
  if (!whole(price)) return { wrong: `--price is an amount in whole ${currency}, without comma or sign.` }
  if (!PRICE_UNITS.some((it) => it === per)) return { wrong: `--per is one of: ${PRICE_UNITS.join(', ')}.` }
  if (!whole(longest)) return { wrong: '--longest is the number of days of cover at most.' }
  return { lines: [...head, `currency: ${currency}`, `price: ${price}`, `per: ${per}`, `longest: ${longest}`] }
}
