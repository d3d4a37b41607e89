/**
 * Metadata of a plan's pages for other sites: a picture, and data with prices and the accompanying notice (decision
 * 0030).
 */
import { itemList, publisher, type Node } from '../../../app/social/json-ld.ts'
import { picturePath, type Picture } from '../../../app/social/link-picture.ts'
import type { Social } from '../../../app/social/head-tags.ts'
import { LANGS, localPath, type Lang } from '../../../lib/locale.ts'
import { compare, formatMoney, type Money } from '../../../lib/money/money.ts'
import { pathFor } from '../../../routes.ts'
import { fit } from './rank-plans.ts'
import { loadPlans, type PlanSet } from '../content/load-plans.ts'
import { lowest } from './price-or-missing.ts'
import type { Plan } from './plan-types.ts'

const planPicture = (set: PlanSet, lang: Lang, id: string): Picture => {
  const { name, tagline } = set.words(lang, id)
  return { lang, label: name, title: tagline, windows: 1 }
}

/** Pictures of all plans, which the build draws. */
export const planPictures = (set = loadPlans()): Picture[] =>
  LANGS.flatMap((lang) => set.plans.map(({ id }) => planPicture(set, lang, id)))

/** What a plan is for and for whom, for search engines and other sites. */
export function planDescription(set: PlanSet, lang: Lang, id: string): string {
  const { tagline, who } = set.words(lang, id)
  return `${tagline}${lang === 'en' ? '. ' : '。'}${who}`
}

/** "1693.22": a figure without separators or unit, as structured data needs it. */
const figure = (m: Money): string => formatMoney(m, 'en', { style: 'bare' }).replaceAll(',', '')

function highest(plan: Plan): Money {
  const prices = plan.premium.bands.flatMap(({ price }) => Object.values(price))
  return prices.reduce((a, b) => (compare(b, a) > 0 ? b : a))
}

/**
 * The plan as a product. Its prices are those of the page, and so is what the page says beside them: a plan of a sample
 * insurer is not on sale, which is `OutOfStock` here; a plan that its insurer sells itself has no offer of ours.
 */
export function product(set: PlanSet, lang: Lang, id: string, site: URL): Node {
  const plan = set.plan(id)
  const { name, tiers } = set.words(lang, id)
  const insurer = set.insurerWords(lang, plan.insurer)
  const url = new URL(localPath(lang, pathFor('plan.entry', { slug: id })), site).href
  const availability = `https://schema.org/${set.insurer(plan.insurer).sample ? 'OutOfStock' : 'InStock'}`
  const unitCode = plan.premium.unit === 'month' ? 'MON' : undefined
  const offer = (tier: string): Node => {
    const price = figure(lowest(plan, tier))
    return {
      '@type': 'Offer',
      name: tiers[tier]?.name,
      price,
      priceCurrency: plan.currency,
      availability,
      url,
      ...(unitCode && {
        priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency: plan.currency, unitCode },
      }),
    }
  }
  return {
    '@type': 'Product',
    name,
    description: planDescription(set, lang, id),
    disambiguatingDescription: insurer.notice,
    url,
    image: new URL(picturePath(planPicture(set, lang, id)), site).href,
    brand: { '@type': 'Brand', name: insurer.name },
    ...(plan.online && {
      offers: {
        '@type': 'AggregateOffer',
        priceCurrency: plan.currency,
        lowPrice: figure(lowest(plan)),
        highPrice: figure(highest(plan)),
        offerCount: plan.tiers.length,
        availability,
        seller: publisher(lang, site),
        offers: plan.tiers.map((tier) => offer(tier.id)),
      },
    }),
  }
}

/** Metadata of a plan's own page. */
export function planSocial(lang: Lang, id: string, site: URL | undefined): Social {
  const set = loadPlans()
  const { changed } = set.plan(id)
  return { picture: planPicture(set, lang, id), changed, ...(site && { nodes: [product(set, lang, id, site)] }) }
}

/** Metadata of the list of all plans, in the order of the page. */
export function plansSocial(lang: Lang, site: URL | undefined): Social {
  const set = loadPlans()
  const name = (id: string): string => set.words(lang, id).name
  const items = fit(set.plans, {}, ({ id }) => name(id), lang).map(({ plan: { id } }) => ({
    name: name(id),
    path: localPath(lang, pathFor('plan.entry', { slug: id })),
  }))
  return site ? { nodes: [itemList(items, site)] } : {}
}

/** Metadata of its terms: the same picture. */
export const termsSocial = (lang: Lang, id: string): Social => ({ picture: planPicture(loadPlans(), lang, id) })
