/** The description of a page in search engines and on other sites: the page's own first sentence, where it has one. */
import type { RouteId } from '../../routes.ts'

const LEADS: Partial<Record<RouteId, string>> = {
  plan: 'plans:finder.lead',
  'plan.list': 'plans:list.lead',
  claims: 'info:claims.lead',
  'claims.guide': 'info:guides.lead',
  'claims.documents': 'pictures:page.lead',
  'claims.download': 'reading:download.lead',
  'faq.list': 'info:faq.lead',
  hospital: 'hospitals:lead',
  information: 'info:articles.lead',
  'information.content': 'info:legal.lead',
  'notice.list': 'info:notice.lead',
  web_service: 'reading:service.lead',
  web_claims: 'reading:claims.lead',
  other: 'overseas:home.lead',
  'other.list': 'overseas:other.lead',
  overseas: 'overseas:country.lead',
  'overseas.list': 'overseas:list.lead',
  tuition: 'schools:lead',
  verify: 'policies:verify.lead',
}

/** The key of its words; entries bring their own, personal pages use the site's. */
export const descriptionOf = (route: RouteId): string => LEADS[route] ?? 'titles:description'
