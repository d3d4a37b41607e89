/** Links of header, tabs and footer, defined once. A link appears when its page exists (`routes.ts`). */
import { matchRoute } from '../../routes.ts'
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

const HEADER: readonly NavItem[] = [
  { id: 'plans', path: '/plan/list', covers: ['/plan', '/insurance', '/confirm', '/payment'] },
  { id: 'claims', path: '/claims', covers: ['/claim', '/efficient', '/web_claims'] },
  { id: 'hospitals', path: '/claims/hospital' },
  { id: 'other', path: '/other/list', covers: ['/other', '/overseas'] },
  { id: 'help', path: '/claims/FAQ', covers: ['/information', '/notice', '/web_service'] },
]

const TABS: readonly NavItem[] = [
  { id: 'home', path: '/home', icon: 'house' },
  { id: 'plans', path: '/plan/list', icon: 'shield-check', covers: ['/plan', '/other', '/overseas', '/insurance'] },
  { id: 'claims', path: '/claims', icon: 'clipboard-list', covers: ['/claim', '/efficient'] },
  { id: 'me', path: '/personal', icon: 'circle-user', covers: ['/login', '/insurance-policy'] },
]

const FOOTER: readonly { id: string; items: readonly NavItem[] }[] = [
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

/** A wizard's footer: what a buyer may want to read, without links that lead away. */
const WIZARD = ['customerNotice', 'agreement', 'privacy', 'complaints', 'questions']

export const exists = (path: string): boolean => matchRoute(path) !== undefined
const present = (items: readonly NavItem[]): NavItem[] => items.filter((item) => exists(item.path))

export const headerNav = (): NavItem[] => present(HEADER)
export const tabNav = (): NavItem[] => present(TABS)
export const footerNav = () =>
  FOOTER.map(({ id, items }) => ({ id, items: present(items) })).filter(({ items }) => items.length > 0)

export const wizardFooterNav = () =>
  footerNav()
    .flatMap(({ items }) => items)
    .filter(({ id }) => WIZARD.includes(id))

/** The header's outlined button: a claim when claims can be made, else the plans. */
export function mainAction(): { id: 'start' | 'seePlans'; path: string } | undefined {
  if (exists('/claim/application')) return { id: 'start', path: '/claim/application' }
  return exists('/plan/list') ? { id: 'seePlans', path: '/plan/list' } : undefined
}

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
