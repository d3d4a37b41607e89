/** Where people apply for the plans that their insurers sell themselves: the page of the product that contains the plan. */
import { localPath, type Lang } from '../../../lib/locale.ts'
import { pathFor } from '../../../routes.ts'
import { loadProducts } from '../content/load-products.ts'

/** Path of that page; nothing for a plan that no product contains. */
export function productPathOf(lang: Lang, plan: string): string | undefined {
  const product = loadProducts().find((it) => it.kind === 'overseas' && it.plan === plan)
  return product && localPath(lang, pathFor('overseas.entry', { slug: product.slug }))
}
