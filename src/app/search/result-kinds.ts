/** What can be found by the site's search, and as what. A page that is no kind is not indexed: shells, lists, wizards, pages of one person. */
import type { RouteId } from '../../routes.ts'

/** Words: `search:kind.<kind>`. */
export const KINDS = ['question', 'guide', 'article', 'notice', 'plan', 'product', 'terms', 'hospital', 'legal', 'page'] as const
export type Kind = (typeof KINDS)[number]

/** Lists are left out on purpose: they name everything, would answer every query, and lead only to what is found anyway. */
const OF_ROUTE: Partial<Record<RouteId, Kind>> = {
  'faq.entry': 'question',
  'claims.entry': 'guide',
  'claims.documents': 'guide',
  'information.entry': 'article',
  'notice.entry': 'notice',
  'plan.entry': 'plan',
  'plan.clause.entry': 'terms',
  'other.entry': 'product',
  'overseas.entry': 'product',
  'hospital.country': 'hospital',
  hospital: 'page',
  plan: 'page',
  'plan.list': 'page',
  insurance: 'page',
  efficient: 'page',
  claims: 'page',
  'claims.download': 'page',
  web_service: 'page',
  web_claims: 'page',
  other: 'page',
  overseas: 'page',
  verify: 'page',
}

/** Agreements share the route of articles: the page says so. */
export const kindOf = (route: RouteId): Kind | undefined => OF_ROUTE[route]

export const isKind = (text: unknown): text is Kind => KINDS.some((kind) => kind === text)
