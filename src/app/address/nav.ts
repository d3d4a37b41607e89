/** Links of header, tabs and footer, defined once. */
import type { IconName } from '../../ui/icons.ts'

export interface NavItem {
  /** `headerandfooter:nav.<id>` is its label. */
  id: string
  /** Path without language. */
  path: string
  icon?: IconName
  /** Further paths that belong to it; the longest match decides which item is current. */
  covers?: readonly string[]
}

export const HEADER_NAV: readonly NavItem[] = [
  { id: 'plans', path: '/plan/list', covers: ['/plan', '/insurance', '/confirm', '/payment'] },
  { id: 'claims', path: '/claims', covers: ['/claim', '/efficient', '/web_claims'] },
  { id: 'hospitals', path: '/claims/hospital' },
  { id: 'other', path: '/other/list', covers: ['/other', '/overseas'] },
  { id: 'help', path: '/claims/FAQ', covers: ['/information', '/notice', '/web_service'] },
]

export const TAB_NAV: readonly NavItem[] = [
  { id: 'home', path: '/home', icon: 'house' },
  { id: 'plans', path: '/plan/list', icon: 'shield-check', covers: ['/plan', '/other', '/overseas', '/insurance'] },
  { id: 'claims', path: '/claims', icon: 'clipboard-list', covers: ['/claim', '/efficient'] },
  { id: 'me', path: '/personal', icon: 'circle-user', covers: ['/login', '/insurance-policy'] },
]

export const FOOTER_NAV: readonly { id: string; items: readonly NavItem[] }[] = [
  {
    id: 'cover',
    items: [
      { id: 'compare', path: '/plan/list' },
      { id: 'costs', path: '/plan' },
      { id: 'works', path: '/insurance' },
      { id: 'otherInsurance', path: '/other/list' },
      { id: 'overseas', path: '/overseas' },
      { id: 'tuition', path: '/other/tuition' },
      { id: 'billing', path: '/claims/hospital' },
    ],
  },
  {
    id: 'claiming',
    items: [
      { id: 'start', path: '/claim/application' },
      { id: 'follow', path: '/claim/query' },
      { id: 'send', path: '/claims/guide' },
      { id: 'forms', path: '/claims/download' },
      { id: 'fast', path: '/efficient' },
    ],
  },
  {
    id: 'documents',
    items: [
      { id: 'policies', path: '/insurance-policy' },
      { id: 'orders', path: '/personal/order' },
      { id: 'changes', path: '/personal/modify' },
      { id: 'verify', path: '/personal/credential' },
      { id: 'check', path: '/verify' },
    ],
  },
  {
    id: 'helping',
    items: [
      { id: 'questions', path: '/claims/FAQ' },
      { id: 'notices', path: '/notice' },
      { id: 'information', path: '/information' },
      { id: 'service', path: '/web_service' },
    ],
  },
  {
    id: 'company',
    items: [
      { id: 'customerNotice', path: '/information/content/customer-notice' },
      { id: 'about', path: '/information/content/about' },
      { id: 'complaints', path: '/information/content/complaints' },
      { id: 'agreement', path: '/information/content/service-agreement' },
      { id: 'privacy', path: '/information/content/privacy' },
      { id: 'accessibility', path: '/information/content/accessibility' },
    ],
  },
]

const IN_WIZARD = ['customerNotice', 'agreement', 'privacy', 'complaints', 'questions']
/** A wizard's footer: what a buyer may want to read, without links that lead away. */
export const WIZARD_FOOTER_NAV: readonly NavItem[] = FOOTER_NAV.flatMap(({ items }) => items).filter(({ id }) =>
  IN_WIZARD.includes(id),
)

/** The item that a page belongs to: the one with the longest path that is the page's own or an ancestor's. */
export function currentOf(items: readonly NavItem[], path: string): string | undefined {
  const fits = (base: string): boolean => path === base || path.startsWith(`${base}/`)
  let best: { id: string; length: number } | undefined
  for (const item of items) {
    for (const base of [item.path, ...(item.covers ?? [])]) {
      if (fits(base) && base.length > (best?.length ?? 0)) best = { id: item.id, length: base.length }
    }
  }
  return best?.id
}
