/**
 * The only list of routes (spec §2). Pages, guard, titles, rewrites, `_redirects`, sitemap and tests are derived from
 * it. Paths are written without the language prefix; `[name]` matches one path segment, `[name]?` at the end one that
 * may be missing. Both twins are one route.
 */
import { matchesPattern } from './lib/text/path-pattern.ts'

type RouteAccess =
  /** Open to anyone. */
  | 'open'
  /** Needs a login on both devices. */
  | 'login'
  /** Needs a login on the desktop, open on phones (`/personal`). */
  | 'login-web'

export interface Route {
  readonly id: string
  readonly path: string
  readonly feature: string
  readonly access: RouteAccess
  /** On the wrong device the visitor is redirected to this twin, query kept. */
  readonly device?: { only: 'web' | 'mobile'; twin: string }
  /** Redirects to another route immediately; has no screen of its own. */
  readonly redirect?: string
  /** Part of the linked flow: a linked session survives here (design §2, clearing rule). */
  readonly linked?: true
  /** A path with a run-time id: one prerendered shell, served by a rewrite. */
  readonly shell?: string
  /** Entries known at build time: one page each, listed by the page file itself. */
  readonly entries?: true
}

export const ROUTES = [
  { id: 'root', path: '/', feature: 'home', access: 'open', redirect: 'home' },
  { id: 'home', path: '/home', feature: 'home', access: 'open' },
  { id: 'not_found', path: '/404', feature: 'home', access: 'open' },
  { id: 'login', path: '/login', feature: 'session', access: 'open' },
  { id: 'plan', path: '/plan', feature: 'plans', access: 'open' },
  { id: 'plan.list', path: '/plan/list', feature: 'plans', access: 'open' },
  { id: 'plan.details', path: '/plan/details', feature: 'plans', access: 'open', linked: true },
  { id: 'plan.clause', path: '/plan/details/clause', feature: 'plans', access: 'open', linked: true },
  {
    id: 'plan.clause.entry',
    path: '/plan/details/clause/[slug]',
    feature: 'plans',
    access: 'open',
    linked: true,
    entries: true,
  },
  { id: 'plan.entry', path: '/plan/details/[slug]', feature: 'plans', access: 'open', linked: true, entries: true },
  { id: 'confirm', path: '/confirm', feature: 'orders', access: 'open', linked: true },
  { id: 'interconnection', path: '/interconnection', feature: 'orders', access: 'open', linked: true },
  { id: 'interconnection.pay', path: '/interconnection/pay', feature: 'cashier', access: 'open', linked: true },
  { id: 'interconnection.succeed', path: '/interconnection/succeed', feature: 'cashier', access: 'open', linked: true },
  { id: 'payment', path: '/payment', feature: 'cashier', access: 'open', redirect: 'payment.confirm' },
  {
    id: 'payment.confirm',
    path: '/payment/confirm',
    feature: 'cashier',
    access: 'open',
    device: { only: 'web', twin: 'pay' },
  },
  { id: 'payment.pay', path: '/payment/pay', feature: 'cashier', access: 'open', device: { only: 'web', twin: 'pay' } },
  {
    id: 'payment.succeed',
    path: '/payment/succeed',
    feature: 'cashier',
    access: 'open',
    device: { only: 'web', twin: 'pay.succeed' },
  },
  { id: 'pay', path: '/pay', feature: 'cashier', access: 'open', device: { only: 'mobile', twin: 'payment.pay' } },
  {
    id: 'pay.succeed',
    path: '/pay/succeed',
    feature: 'cashier',
    access: 'open',
    device: { only: 'mobile', twin: 'payment.succeed' },
  },
  { id: 'pay.fail', path: '/pay/fail', feature: 'cashier', access: 'open' },
  { id: 'pay.accreditFail', path: '/pay/accreditFail', feature: 'cashier', access: 'open' },
  { id: 'fyqr', path: '/fyqr', feature: 'cashier', access: 'open' },
  { id: 'checkstand', path: '/checkstand/[id]', feature: 'cashier', access: 'open', shell: '/checkstand/shell' },
  {
    id: 'cashier.confirmation',
    path: '/cashier/confirmation/[id]',
    feature: 'cashier',
    access: 'open',
    shell: '/cashier/confirmation/shell',
  },
  { id: 'cashier', path: '/cashier/[id]', feature: 'cashier', access: 'open', shell: '/cashier/shell' },
  {
    id: 'h5.collection',
    path: '/h5/collection/[id]/[product_name]?',
    feature: 'collection',
    access: 'open',
    shell: '/h5/collection/shell',
  },
  {
    id: 'h5.pay',
    path: '/h5/pay/[type]/[id]/[product_name]?',
    feature: 'cashier',
    access: 'open',
    shell: '/h5/pay/collection/shell',
  },
  { id: 'h5.details', path: '/h5/details', feature: 'cashier', access: 'open' },
  {
    id: 'prepaid',
    path: '/prepaid/[status]/[key]',
    feature: 'invoices',
    access: 'open',
    shell: '/prepaid/apply/shell',
  },
  { id: 'insurance', path: '/insurance', feature: 'info', access: 'open' },
  { id: 'efficient', path: '/efficient', feature: 'info', access: 'open' },
  { id: 'web_service', path: '/web_service', feature: 'info', access: 'open' },
  { id: 'web_claims', path: '/web_claims', feature: 'info', access: 'open' },
  { id: 'claims', path: '/claims', feature: 'info', access: 'open' },
  { id: 'claims.guide', path: '/claims/guide', feature: 'info', access: 'open' },
  { id: 'claims.content', path: '/claims/content', feature: 'info', access: 'open' },
  { id: 'claims.entry', path: '/claims/content/[slug]', feature: 'info', access: 'open', entries: true },
  { id: 'claims.download', path: '/claims/download', feature: 'info', access: 'open' },
  { id: 'claims.documents', path: '/claims/documents', feature: 'info', access: 'open' },
  { id: 'faq.list', path: '/claims/FAQ', feature: 'info', access: 'open' },
  { id: 'faq.content', path: '/claims/FAQ/content', feature: 'info', access: 'open' },
  { id: 'faq.entry', path: '/claims/FAQ/content/[slug]', feature: 'info', access: 'open', entries: true },
  { id: 'hospital', path: '/claims/hospital', feature: 'info', access: 'open' },
  { id: 'hospital.country', path: '/claims/hospital/[country]', feature: 'info', access: 'open', entries: true },
  { id: 'information', path: '/information', feature: 'info', access: 'open' },
  { id: 'information.content', path: '/information/content', feature: 'info', access: 'open' },
  { id: 'information.entry', path: '/information/content/[slug]', feature: 'info', access: 'open', entries: true },
  { id: 'notice.list', path: '/notice', feature: 'info', access: 'open' },
  { id: 'notice.content', path: '/notice/content', feature: 'info', access: 'open' },
  { id: 'notice.entry', path: '/notice/content/[slug]', feature: 'info', access: 'open', entries: true },
  { id: 'contact.undo', path: '/contact/undo', feature: 'account', access: 'open' },
  { id: 'credential.undo', path: '/credential/undo', feature: 'credentials', access: 'open' },
  { id: 'unsubscribe', path: '/unsubscribe', feature: 'account', access: 'open' },
  { id: 'personal', path: '/personal', feature: 'account', access: 'login-web' },
  { id: 'personal.order', path: '/personal/order', feature: 'account', access: 'login' },
  { id: 'personal.credential', path: '/personal/credential', feature: 'credentials', access: 'login' },
  { id: 'personal.modify', path: '/personal/modify', feature: 'changes', access: 'login' },
  { id: 'personal.mine', path: '/personal/mine', feature: 'account', access: 'login' },
  { id: 'personal.claims', path: '/personal/claims', feature: 'claims', access: 'login' },
  { id: 'query', path: '/claim/query', feature: 'claims', access: 'login', redirect: 'query.list' },
  { id: 'query.list', path: '/claim/query/list', feature: 'claims', access: 'login' },
  { id: 'query.progress', path: '/claim/query/progress', feature: 'claims', access: 'login' },
  { id: 'query.detail', path: '/claim/query/detail_progress', feature: 'claims', access: 'login' },
  { id: 'query.result', path: '/claim/query/detail_complete', feature: 'claims', access: 'login' },
  { id: 'query.pingan', path: '/claim/query/detail_complete_pingan', feature: 'claims', access: 'login' },
  { id: 'query.images', path: '/claim/query/image_list', feature: 'claims', access: 'login' },
  { id: 'supplement', path: '/claim/application/supplement', feature: 'claims', access: 'login' },
  { id: 'supplement.item', path: '/claim/application/supplement/detail', feature: 'claims', access: 'login' },
  { id: 'policy', path: '/insurance-policy', feature: 'policies', access: 'login', redirect: 'policy.list' },
  { id: 'policy.list', path: '/insurance-policy/list', feature: 'policies', access: 'login' },
  { id: 'policy.details', path: '/insurance-policy/details', feature: 'policies', access: 'login' },
  { id: 'policy.extend', path: '/insurance-policy/extend', feature: 'policies', access: 'login' },
  { id: 'claim', path: '/claim/application', feature: 'claims', access: 'login', redirect: 'claim.list' },
  { id: 'claim.list', path: '/claim/application/list', feature: 'claims', access: 'login' },
  { id: 'claim.read', path: '/claim/application/read', feature: 'claims', access: 'login' },
  { id: 'claim.apply', path: '/claim/application/apply', feature: 'claims', access: 'login' },
  { id: 'claim.upload', path: '/claim/application/upload', feature: 'claims', access: 'login' },
  { id: 'claim.success', path: '/claim/application/success', feature: 'claims', access: 'login' },
  { id: 'qrcode', path: '/qrcode', feature: 'claims', access: 'open' },
  { id: 'other', path: '/other', feature: 'overseas', access: 'open' },
  { id: 'other.list', path: '/other/list', feature: 'overseas', access: 'open' },
  { id: 'other.entry', path: '/other/list/[slug]', feature: 'overseas', access: 'open', entries: true },
  { id: 'tuition', path: '/other/tuition', feature: 'education', access: 'open' },
  { id: 'tuition.pay', path: '/other/tuition/pay', feature: 'education', access: 'open' },
  { id: 'overseas', path: '/overseas', feature: 'overseas', access: 'open' },
  { id: 'overseas.list', path: '/other/overseas/list', feature: 'overseas', access: 'open' },
  { id: 'overseas.details', path: '/other/overseas/details', feature: 'overseas', access: 'open' },
  { id: 'overseas.entry', path: '/other/overseas/details/[slug]', feature: 'overseas', access: 'open', entries: true },
  { id: 'overseas.apply', path: '/other/overseas/apply/[slug]', feature: 'overseas', access: 'open', entries: true },
  { id: 'overseas.complete', path: '/other/overseas/complete', feature: 'overseas', access: 'open' },
  { id: 'verify', path: '/verify', feature: 'policies', access: 'open' },
] as const satisfies readonly Route[]

export type RouteId = (typeof ROUTES)[number]['id']

const rows: readonly Route[] = ROUTES

/** True when the route exists in this build: links appear when their target exists. */
export const hasRoute = (id: string): id is RouteId => rows.some((row) => row.id === id)

export function routeById(id: RouteId): Route {
  const row = rows.find((candidate) => candidate.id === id)
  if (!row) throw new Error(`No route ${id}`)
  return row
}

/**
 * The address of a route without language; `[name]` parts are filled from `params`, an optional one without a value is
 * left out.
 */
export function pathFor(id: RouteId, params: Record<string, string> = {}): string {
  return routeById(id).path.replace(/\/\[(\w+)\](\?)?/g, (_, name: string, optional?: string) =>
    optional && !params[name] ? '' : `/${encodeURIComponent(params[name] ?? '')}`,
  )
}

/** The route of a path (no language prefix, no trailing slash); an exact row takes precedence over one with parameters. */
export function matchRoute(path: string): Route | undefined {
  return (
    rows.find((row) => row.path === path) ??
    rows.find((row) => row.path.includes('[') && matchesPattern(row.path, path))
  )
}
