/**
 * The route guard of spec §2 as one pure function, run by the boot script before first paint. Order: the clearing rule
 * · redirects · a `token` query is exempt · access · device twin. A path without a rule is open or unknown; both are
 * left alone.
 */
import type { Device } from '../../lib/device.ts'
import { localPath, splitPath } from '../../lib/locale.ts'
import { matchesPattern } from '../../lib/text/path-pattern.ts'

export type { Device }

/** The guard's data for one route; routes without any of these have no rule (`boot/routes-for-boot-script.ts`). */
export interface GuardRule {
  /** Without language; `[name]` matches one path segment. */
  readonly path: string
  /** Needs a login: on both devices, or on the desktop only. */
  readonly login?: 'both' | 'web'
  /** The only device that shows it; the other one is redirected to `to`. */
  readonly device?: Device
  /** The path to redirect to: the twin for the other device, or, without `device`, for every device. */
  readonly to?: string | undefined
  /** Part of the linked flow: a linked session survives here (design §2, clearing rule). */
  readonly linked?: true
}

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
  /** Why the login page is shown, as a part of its query: `&why=expired`. Other redirects do not carry it. */
  note?: string
}

export interface Decision {
  /** Where to redirect, language prefix included. */
  redirect?: string
  /** Drop `PlatformToken` and `co_id` first. */
  clear: boolean
}

/** Decides what happens on a visit. */
export function guard(visit: Visit, rules: readonly GuardRule[]): Decision {
  const { lang, path } = splitPath(visit.pathname)
  const rule = ruleFor(path, rules)
  const query = new URLSearchParams(visit.search)
  const clear = visit.linked && !rule?.linked && !query.has('in_id')
  const hasToken = visit.hasToken && !clear
  const toTwin = rule?.to && localPath(lang, rule.to) + visit.search + visit.hash
  if (toTwin && !rule.device) return { clear, redirect: toTwin }
  if (!query.has('token') && needsLogin(rule, visit.device) && !hasToken) {
    return { clear, redirect: loginPath(visit.pathname + visit.search + visit.hash, lang) + (visit.note ?? '') }
  }
  return toTwin && rule.device !== visit.device ? { clear, redirect: toTwin } : { clear }
}

/** The rule of a path (no language prefix). */
export const ruleFor = (path: string, rules: readonly GuardRule[]): GuardRule | undefined =>
  rules.find((rule) => matchesPattern(rule.path, path))

const needsLogin = (rule: GuardRule | undefined, device: Device): boolean =>
  rule?.login === 'both' || (rule?.login === 'web' && device === 'web')

/**
 * Why someone who was signed in is on the login page: the login expired · was ended on another device · was ended on
 * this one.
 */
export type WhyEnded = 'expired' | 'elsewhere' | 'out'

/** The login page with the page to return to. */
export const loginPath = (backUrl: string, lang: 'en' | 'cn'): string =>
  `${localPath(lang, '/login')}?backUrl=${encodeURIComponent(backUrl)}`

/** The reason that is added to that address when a login has ended. */
export const whyNote = (why: WhyEnded | undefined): string => (why ? `&why=${why}` : '')

/**
 * `backUrl` leads only to a same-origin path; anything else is dropped (open redirects, `javascript:`).
 * Browsers read `\` as `/` and skip control characters, so both are refused.
 */
export function safeBackUrl(value: string | null): string | undefined {
  if (!value || !value.startsWith('/') || value.startsWith('//')) return undefined
  if (/[\p{Cc}\\]/u.test(value)) return undefined
  const url = new URL(value, 'https://own.invalid')
  // Dots are resolved by now: `/.//evil.example` has become `//evil.example`, which names another host.
  if (url.origin !== 'https://own.invalid' || url.pathname.startsWith('//')) return undefined
  if (splitPath(url.pathname).path === '/login') return undefined
  return url.pathname + url.search + url.hash
}
