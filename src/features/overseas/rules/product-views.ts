/**
 * What pages show of a product: words in one language, its insurer, and its price; a product that is one of our plans
 * has the plan's price.
 */
import type { Translate } from '../../../app/words/translate.ts'
import { HTML_LANG, localPath, type Lang } from '../../../lib/locale.ts'
import { convert, formatAmount, type Money } from '../../../lib/money/money.ts'
import { pathFor } from '../../../routes.ts'
import type { GuideRate, PlanSet } from '../../plans/contract.ts'
import { loadProducts } from '../content/load-products.ts'
import type { PriceUnit, Product } from './product-types.ts'

export interface ProductView {
  product: Product
  title: string
  summary: string
  who: string
  href: string
  insurer: { name: string; fullName: string; notice: string; licence: string }
  /**
   * `from`: the lowest of several. `per`: key of its words; a plan counts remaining days, any other product counts each
   * month begun.
   */
  price: {
    from: boolean
    per: `overseas:${'per' | 'planPer'}.${PriceUnit}`
    text: string
    yuan: string | undefined
    rate: GuideRate | undefined
  }
  plan: { name: string; href: string } | undefined
}

export const productPath = ({ kind, slug }: Pick<Product, 'kind' | 'slug'>): string =>
  pathFor(kind === 'overseas' ? 'overseas.entry' : 'other.entry', { slug })

export function productView(set: PlanSet, lang: Lang, product: Product): ProductView {
  const { title, summary, who } = product.words[lang]
  const { name, fullName, notice } = set.insurerWords(lang, product.insurer)
  const { price, per, from } = priceOf(set, product)
  const rate = set.rateOf(price.currency)
  return {
    product,
    title,
    summary,
    who,
    href: localPath(lang, productPath(product)),
    insurer: { name, fullName, notice, licence: set.insurer(product.insurer).licence },
    price: {
      from,
      per: `overseas:${product.plan === undefined ? 'per' : 'planPer'}.${per}`,
      text: formatAmount(price, lang),
      rate,
      yuan: rate && formatAmount(wholeYuan(convert(price, { rate: rate.rate }, 'CNY')), lang),
    },
    plan:
      product.plan === undefined
        ? undefined
        : {
            name: set.words(lang, product.plan).name,
            href: localPath(lang, pathFor('plan.entry', { slug: product.plan })),
          },
  }
}

/** In the order of the list, which is by need and never by price. */
export const productViews = (set: PlanSet, lang: Lang, fits: (product: Product) => boolean): ProductView[] =>
  loadProducts()
    .filter(fits)
    .map((product) => productView(set, lang, product))

const wholeYuan = ({ amount, currency }: Money): Money => ({ amount: Math.round(amount / 100) * 100, currency })

function priceOf(set: PlanSet, { plan: id, figures, slug }: Product): { price: Money; per: PriceUnit; from: boolean } {
  if (figures) return { price: figures.price, per: figures.per, from: false }
  if (id === undefined) throw new RangeError(`${slug} has neither figures nor a plan`)
  const { premium } = set.plan(id)
  const prices = premium.bands.flatMap((band) => Object.values(band.price)).sort((a, b) => a.amount - b.amount)
  const [lowest] = prices
  if (!lowest) throw new RangeError(`${id} has no price`)
  return { price: lowest, per: premium.unit, from: lowest.amount !== prices.at(-1)?.amount }
}

/**
 * The products of one kind as the lists by need show them: a group with its words for each need, and the choices that
 * lead to the groups.
 */
export function productsByNeed(
  set: PlanSet,
  lang: Lang,
  t: Translate,
  kind: Product['kind'],
  needs: readonly string[],
): {
  groups: { ids: string[]; title: string; text: string; views: ProductView[] }[]
  choices: { id: string; name: string }[]
} {
  const groups = grouped(
    productViews(set, lang, (product) => product.kind === kind),
    needs,
    ({ product }) => product.need,
  ).map(({ id, views }) => ({
    ids: [id],
    title: t(`overseas:need.${id}.name`),
    text: t(`overseas:need.${id}.text`),
    views,
  }))
  return { groups, choices: groups.map(({ ids, title }) => ({ id: ids[0] ?? '', name: title })) }
}

/** Groups in the order of `keys`; groups without a product are left out. */
export function grouped<K extends string>(
  views: readonly ProductView[],
  keys: readonly K[],
  of: (view: ProductView) => string,
): { id: K; views: ProductView[] }[] {
  return keys
    .map((id) => ({ id, views: views.filter((view) => of(view) === id) }))
    .filter((group) => group.views.length > 0)
}

/** "Germany and France", “德国和法国”. */
export const listed = (lang: Lang, names: readonly string[]): string =>
  new Intl.ListFormat(HTML_LANG[lang] === 'en' ? 'en-GB' : HTML_LANG[lang]).format(names)
