/**
 * The kinds of pages that the site's search finds. A page without a kind is not indexed: shells, lists, wizards,
 * personal pages.
 */
import type { RouteId } from '../../routes.ts'

/** Words: `search:kind.<kind>`. */
export const KINDS = [
  'question',
  'guide',
  'article',
  'notice',
  'plan',
  'product',
  'terms',
  'hospital',
  'legal',
  'page',
] as const
export type Kind = (typeof KINDS)[number]

/**
 * Lists are left out on purpose: they name everything, would match every query, and lead only to pages that are found
 * anyway.
 */
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
  tuition: 'page',
  verify: 'page',
}

/** Agreements share the route of articles, so the page states its kind. */
export const kindOf = (route: RouteId): Kind | undefined => OF_ROUTE[route]

export const isKind = (text: unknown): text is Kind => KINDS.some((kind) => kind === text)
