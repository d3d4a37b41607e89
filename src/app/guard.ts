/**
 * The route guard of spec §2 as one pure function, run by the boot script before first paint.
 * Order: unknown paths are not guarded · the clearing rule · a `token` query is exempt · access · device twin.
 */
import { matchRoute, routeById, type Route, type RouteId } from '../routes.ts'
import type { Device } from '../lib/device.ts'
import { localPath, splitPath } from '../lib/locale.ts'

export type { Device }

export interface Visit {
  /** Path as in the address bar, language prefix included. */
  pathname: string
  /** With `?`, or empty. */
  search: string
  /** With `#`, or empty. */
  hash: string
  device: Device
  /** A token that has not expired is stored. */
  hasToken: boolean
  /** `co_id` is stored: the session came from a partner's link. */
  linked: boolean
  /** What the login page is to say, as a part of its query: `&why=expired`. Other redirects do not carry it. */
  note?: string
}

export interface Decision {
  /** Where to go instead, language prefix included. */
  redirect?: string
  /** Drop `PlatformToken` and `co_id` first. */
  clear: boolean
}

/** Decides what happens with a visit. Unknown paths are left alone: they are not found, not guarded. */
export function guard(visit: Visit): Decision {
  const { lang, path } = splitPath(visit.pathname)
  const route = matchRoute(path)
  const query = new URLSearchParams(visit.search)
  const clear = visit.linked && !route?.linked && !query.has('in_id')
  const hasToken = visit.hasToken && !clear
  if (!route) return { clear }

  if (route.redirect) {
    const to = routeById(route.redirect as RouteId).path
    return { clear, redirect: localPath(lang, to) + visit.search + visit.hash }
  }
  if (!query.has('token') && needsLogin(route, visit.device) && !hasToken) {
    return { clear, redirect: loginPath(visit.pathname + visit.search + visit.hash, lang) + (visit.note ?? '') }
  }
  if (route.device && route.device.only !== visit.device) {
    const twin = routeById(route.device.twin as RouteId).path
    return { clear, redirect: localPath(lang, twin) + visit.search + visit.hash }
  }
  return { clear }
}

/** Why somebody stands at the login page who was signed in: it ran out · ended from another device · signed out on this one. */
export type WhyEnded = 'expired' | 'elsewhere' | 'out'

/** The login page with the page to return to. */
export const loginPath = (backUrl: string, lang: 'en' | 'cn'): string =>
  `${localPath(lang, '/login')}?backUrl=${encodeURIComponent(backUrl)}`

/** What is added to that address when a login has ended. */
export const whyNote = (why: WhyEnded | undefined): string => (why ? `&why=${why}` : '')

function needsLogin(route: Route, device: Device): boolean {
  return route.access === 'login' || (route.access === 'login-web' && device === 'web')
}

/**
 * `backUrl` leads only to a same-origin path; anything else is dropped (open redirects, `javascript:`).
 * Browsers read `\` as `/` and skip control characters, so both are refused.
 */
export function safeBackUrl(value: string | null): string | undefined {
  if (!value || !value.startsWith('/') || value.startsWith('//')) return undefined
  if (/[\u0000-\u001f\u007f\\]/.test(value)) return undefined
  const url = new URL(value, 'https://own.invalid')
  // Dots are resolved by now: `/.//evil.example` has become `//evil.example`, which names another host.
  if (url.origin !== 'https://own.invalid' || url.pathname.startsWith('//')) return undefined
  if (splitPath(url.pathname).path === '/login') return undefined
  return url.pathname + url.search + url.hash
}
