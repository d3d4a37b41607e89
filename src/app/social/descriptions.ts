/**
 * The description of a page in search engines and on other sites: what the page answers, by its first sentence where
 * that says it.
 */
import type { RouteId } from '../../routes.ts'

const LEADS: Partial<Record<RouteId, string>> = {
  plan: 'plans:finder.lead',
  'plan.list': 'descriptions:plan.list',
  claims: 'descriptions:claims',
  'claims.guide': 'descriptions:claims.guide',
  'claims.documents': 'pictures:page.lead',
  'claims.download': 'reading:download.lead',
  'faq.list': 'descriptions:faq.list',
  hospital: 'hospitals:lead',
  information: 'descriptions:information',
  'information.content': 'descriptions:information.content',
  'notice.list': 'descriptions:notice.list',
  web_service: 'descriptions:web_service',
  web_claims: 'descriptions:web_claims',
  other: 'overseas:home.lead',
  'other.list': 'descriptions:other.list',
  overseas: 'overseas:country.lead',
  'overseas.list': 'overseas:list.lead',
  tuition: 'schools:lead',
  verify: 'policies:verify.lead',
}

/** The key of its words; entries bring their own, personal pages use the site's. */
export const descriptionOf = (route: RouteId): string => LEADS[route] ?? 'titles:description'
