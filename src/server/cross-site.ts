/** Calls are made by our own pages and by programs, never by a page of somebody else (decision 0033). */
import type { IncomingHttpHeaders } from 'node:http'

/**
 * True when a browser says that another site's page sends this. A page may do so without asking us first, as long as it sends no header of
 * ours: every call that changes something without a key of the caller's would be open to it. `own` are the origins that may call; `host` is
 * the address that the request was sent to.
 */
export function fromOtherSite(headers: IncomingHttpHeaders, host: string, own: readonly string[]): boolean {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return false
  if (origin === undefined) return site !== undefined
  if (own.includes(origin)) return false
  // Browsers that say no more than the origin (Safari before 16.4).
  return site !== undefined || !URL.canParse(origin) || new URL(origin).host !== host
}
