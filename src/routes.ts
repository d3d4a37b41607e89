/**
 * The only list of routes (spec §2). Pages, guard, titles, rewrites, `_redirects`, sitemap and tests are derived from
 * it. Paths are written without the language prefix; `[name]` matches one path segment, `[name]?` at the end one that
 * may be missing. Both twins are one route.
 */
import { filledPath, matchesPattern } from './lib/text/path-pattern.ts'

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
  { id: 'root', path: '/', access: 'open', redirect: 'home' },
  { id: 'home', path: '/home', access: 'open' },
  { id: 'not_found', path: '/404', access: 'open' },
  { id: 'login', path: '/login', access: 'open' },
  { id: 'plan', path: '/plan', access: 'open' },
  { id: 'plan.list', path: '/plan/list', access: 'open' },
  { id: 'plan.details', path: '/plan/details', access: 'open', linked: true },
  { id: 'plan.clause', path: '/plan/details/clause', access: 'open', linked: true },
  {
    id: 'plan.clause.entry',
    path: '/plan/details/clause/[slug]',

    access: 'open',
    linked: true,
    entries: true,
  },
  { id: 'plan.entry', path: '/plan/details/[slug]', access: 'open', linked: true, entries: true },
  { id: 'confirm', path: '/confirm', access: 'open', linked: true },
  { id: 'interconnection', path: '/interconnection', access: 'open', linked: true },
  { id: 'interconnection.pay', path: '/interconnection/pay', access: 'open', linked: true },
  { id: 'interconnection.succeed', path: '/interconnection/succeed', access: 'open', linked: true },
  { id: 'payment', path: '/payment', access: 'open', redirect: 'payment.confirm' },
  {
    id: 'payment.confirm',
    path: '/payment/confirm',

    access: 'open',
    device: { only: 'web', twin: 'pay' },
  },
  { id: 'payment.pay', path: '/payment/pay', access: 'open', device: { only: 'web', twin: 'pay' } },
  {
    id: 'payment.succeed',
    path: '/payment/succeed',

    access: 'open',
    device: { only: 'web', twin: 'pay.succeed' },
  },
  { id: 'pay', path: '/pay', access: 'open', device: { only: 'mobile', twin: 'payment.pay' } },
  {
    id: 'pay.succeed',
    path: '/pay/succeed',

    access: 'open',
    device: { only: 'mobile', twin: 'payment.succeed' },
  },
  { id: 'pay.fail', path: '/pay/fail', access: 'open' },
  { id: 'pay.accreditFail', path: '/pay/accreditFail', access: 'open' },
  { id: 'fyqr', path: '/fyqr', access: 'open' },
  { id: 'checkstand', path: '/checkstand/[id]', access: 'open', shell: '/checkstand/shell' },
  {
    id: 'cashier.confirmation',
    path: '/cashier/confirmation/[id]',

    access: 'open',
    shell: '/cashier/confirmation/shell',
  },
  { id: 'cashier', path: '/cashier/[id]', access: 'open', shell: '/cashier/shell' },
  {
    id: 'h5.collection',
    path: '/h5/collection/[id]/[product_name]?',

    access: 'open',
    shell: '/h5/collection/shell',
  },
  {
    id: 'h5.pay',
    path: '/h5/pay/[type]/[id]/[product_name]?',

    access: 'open',
    shell: '/h5/pay/collection/shell',
  },
  { id: 'h5.details', path: '/h5/details', access: 'open' },
  {
    id: 'prepaid',
    path: '/prepaid/[status]/[key]',

    access: 'open',
    shell: '/prepaid/apply/shell',
  },
  { id: 'insurance', path: '/insurance', access: 'open' },
  { id: 'efficient', path: '/efficient', access: 'open' },
  { id: 'web_service', path: '/web_service', access: 'open' },
  { id: 'web_claims', path: '/web_claims', access: 'open' },
  { id: 'claims', path: '/claims', access: 'open' },
  { id: 'claims.guide', path: '/claims/guide', access: 'open' },
  { id: 'claims.content', path: '/claims/content', access: 'open' },
  { id: 'claims.entry', path: '/claims/content/[slug]', access: 'open', entries: true },
  { id: 'claims.download', path: '/claims/download', access: 'open' },
  { id: 'claims.documents', path: '/claims/documents', access: 'open' },
  { id: 'faq.list', path: '/claims/FAQ', access: 'open' },
  { id: 'faq.content', path: '/claims/FAQ/content', access: 'open' },
  { id: 'faq.entry', path: '/claims/FAQ/content/[slug]', access: 'open', entries: true },
  { id: 'hospital', path: '/claims/hospital', access: 'open' },
  { id: 'hospital.country', path: '/claims/hospital/[country]', access: 'open', entries: true },
  { id: 'information', path: '/information', access: 'open' },
  { id: 'information.content', path: '/information/content', access: 'open' },
  { id: 'information.entry', path: '/information/content/[slug]', access: 'open', entries: true },
  { id: 'notice.list', path: '/notice', access: 'open' },
  { id: 'notice.content', path: '/notice/content', access: 'open' },
  { id: 'notice.entry', path: '/notice/content/[slug]', access: 'open', entries: true },
  { id: 'contact.undo', path: '/contact/undo', access: 'open' },
  { id: 'credential.undo', path: '/credential/undo', access: 'open' },
  { id: 'unsubscribe', path: '/unsubscribe', access: 'open' },
  { id: 'personal', path: '/personal', access: 'login-web' },
  { id: 'personal.order', path: '/personal/order', access: 'login' },
  { id: 'personal.credential', path: '/personal/credential', access: 'login' },
  { id: 'personal.modify', path: '/personal/modify', access: 'login' },
  { id: 'personal.mine', path: '/personal/mine', access: 'login' },
  { id: 'personal.claims', path: '/personal/claims', access: 'login' },
  { id: 'query', path: '/claim/query', access: 'login', redirect: 'query.list' },
  { id: 'query.list', path: '/claim/query/list', access: 'login' },
  { id: 'query.progress', path: '/claim/query/progress', access: 'login' },
  { id: 'query.detail', path: '/claim/query/detail_progress', access: 'login' },
  { id: 'query.result', path: '/claim/query/detail_complete', access: 'login' },
  { id: 'query.pingan', path: '/claim/query/detail_complete_pingan', access: 'login' },
  { id: 'query.images', path: '/claim/query/image_list', access: 'login' },
  { id: 'supplement', path: '/claim/application/supplement', access: 'login' },
  { id: 'supplement.item', path: '/claim/application/supplement/detail', access: 'login' },
  { id: 'policy', path: '/insurance-policy', access: 'login', redirect: 'policy.list' },
  { id: 'policy.list', path: '/insurance-policy/list', access: 'login' },
  { id: 'policy.details', path: '/insurance-policy/details', access: 'login' },
  { id: 'policy.extend', path: '/insurance-policy/extend', access: 'login' },
  { id: 'claim', path: '/claim/application', access: 'login', redirect: 'claim.list' },
  { id: 'claim.list', path: '/claim/application/list', access: 'login' },
  { id: 'claim.read', path: '/claim/application/read', access: 'login' },
  { id: 'claim.apply', path: '/claim/application/apply', access: 'login' },
  { id: 'claim.upload', path: '/claim/application/upload', access: 'login' },
  { id: 'claim.success', path: '/claim/application/success', access: 'login' },
  { id: 'qrcode', path: '/qrcode', access: 'open' },
  { id: 'other', path: '/other', access: 'open' },
  { id: 'other.list', path: '/other/list', access: 'open' },
  { id: 'other.entry', path: '/other/list/[slug]', access: 'open', entries: true },
  { id: 'tuition', path: '/other/tuition', access: 'open' },
  { id: 'tuition.pay', path: '/other/tuition/pay', access: 'open' },
  { id: 'overseas', path: '/overseas', access: 'open' },
  { id: 'overseas.list', path: '/other/overseas/list', access: 'open' },
  { id: 'overseas.details', path: '/other/overseas/details', access: 'open' },
  { id: 'overseas.entry', path: '/other/overseas/details/[slug]', access: 'open', entries: true },
  { id: 'overseas.apply', path: '/other/overseas/apply/[slug]', access: 'open', entries: true },
  { id: 'overseas.complete', path: '/other/overseas/complete', access: 'open' },
  { id: 'verify', path: '/verify', access: 'open' },
] as const satisfies readonly Route[]

export type RouteId = (typeof ROUTES)[number]['id']
export type RoutePath = (typeof ROUTES)[number]['path']

const rows: readonly Route[] = ROUTES

export function routeById(id: RouteId): Route {
  const row = rows.find((candidate) => candidate.id === id)
  if (!row) throw new Error(`No route ${id}`)
  return row
}

/** The address of a route without language. */
export const pathFor = (id: RouteId, params: Record<string, string> = {}): string =>
  filledPath(routeById(id).path, params)

/** The route of a path (no language prefix, no trailing slash); an exact row takes precedence over one with parameters. */
export function matchRoute(path: string): Route | undefined {
  return (
    rows.find((row) => row.path === path) ??
    rows.find((row) => row.path.includes('[') && matchesPattern(row.path, path))
  )
}
