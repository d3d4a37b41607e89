/** Which picture a page shows when it is shared: its section's, unless the page brings its own. */
import type { Lang } from '../../lib/locale.ts'
import type { RouteId } from '../../routes.ts'
import { words } from '../words/i18n.ts'
import type { Picture } from './link-picture.ts'

/** Pages whose picture has their own title. */
export const SECTIONS = [
  'home',
  'plan',
  'plan.list',
  'insurance',
  'efficient',
  'web_service',
  'web_claims',
  'verify',
  'claims',
  'claims.guide',
  'claims.documents',
  'claims.download',
  'faq.list',
  'hospital',
  'information',
  'information.content',
  'notice.list',
  'other',
  'other.list',
  'overseas',
  'overseas.list',
] as const satisfies readonly RouteId[]
export type Section = (typeof SECTIONS)[number]

/** Entries and bare paths that show the picture of their list. */
const PART_OF: Partial<Record<RouteId, Section>> = {
  'plan.details': 'plan.list',
  'plan.entry': 'plan.list',
  'plan.clause': 'plan.list',
  'plan.clause.entry': 'plan.list',
  'claims.content': 'claims.guide',
  'claims.entry': 'claims.guide',
  'faq.content': 'faq.list',
  'faq.entry': 'faq.list',
  'hospital.country': 'hospital',
  'information.entry': 'information',
  'other.entry': 'other.list',
  'overseas.details': 'overseas',
  'overseas.entry': 'overseas',
  tuition: 'other',
  'notice.content': 'notice.list',
  'notice.entry': 'notice.list',
}

const isSection = (route: RouteId): route is Section => SECTIONS.some((section) => section === route)

/** Personal pages (orders, claims, payment) show the front page's. */
export const sectionOf = (route: RouteId): Section => (isSection(route) ? route : (PART_OF[route] ?? 'home'))

/** The picture of a section: its title under the site's tagline; the front page has its own two lines. */
export function sectionPicture(lang: Lang, section: Section): Picture {
  const t = words(lang)
  const label = t('headerandfooter:tagline')
  if (section === 'home')
    return { lang, label, title: t('home:hero.title').replace('\n', lang === 'en' ? ' ' : ''), windows: 2 }
  return { lang, label, title: t(`titles:${section}`), windows: 1 }
}
